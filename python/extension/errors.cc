// ThrowIfError: see the header.
#include "python/extension/errors.h"

#include <string_view>

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace kvintet::python {
namespace {

[[noreturn]] void Throw(PyObject* type, std::string_view text) {
  // A text may have the name of a file that is no UTF-8; Python has a form for such names.
  const nb::object message = nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
  if (message.is_valid()) {
    PyErr_SetObject(type, message.ptr());
  }
  throw nb::python_error();
}

}  // namespace

void ThrowIfError(const absl::Status& status) {
  if (status.ok()) {
    return;
  }
  const std::string_view text(status.message().data(), status.message().size());
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kDataLoss:
      Throw(PyExc_ValueError, text);
    case absl::StatusCode::kUnimplemented:
      Throw(PyExc_NotImplementedError, text);
    default:
      Throw(PyExc_RuntimeError, text);
  }
}

}  // namespace kvintet::python
