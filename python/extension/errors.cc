// ThrowIfError: see the header.
#include "python/extension/errors.h"

#include <string>

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace kvintet::python {

void ThrowIfError(const absl::Status& status) {
  if (status.ok()) {
    return;
  }
  const std::string text(status.message());
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kDataLoss:
      throw nb::value_error(text.c_str());
    case absl::StatusCode::kUnimplemented:
      PyErr_SetString(PyExc_NotImplementedError, text.c_str());
      throw nb::python_error();
    default:
      PyErr_SetString(PyExc_RuntimeError, text.c_str());
      throw nb::python_error();
  }
}

}  // namespace kvintet::python
