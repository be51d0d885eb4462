// AnyInteger: an argument that must be an integer, whose error says what is wrong with it.
#pragma once

#include <concepts>
#include <limits>

#include <nanobind/nanobind.h>

#include "absl/strings/str_cat.h"

namespace kvintet::python {

// Whatever the caller gave. The stub calls it int.
struct AnyInteger {
  nanobind::object given;
};

// The integer. TypeError for what is none (True and False are none), ValueError for one that does
// not fit the type; `what` names the argument.
template <std::integral T>
T ValueOf(const AnyInteger& integer, const char* what) {
  const nanobind::object& given = integer.given;
  const nanobind::object index = nanobind::steal(PyNumber_Index(given.ptr()));
  if (!index.is_valid() || nanobind::isinstance<nanobind::bool_>(given)) {
    PyErr_Clear();
    throw nanobind::type_error(
        absl::StrCat(what, ": wanted an integer, found ", nanobind::repr(given).c_str()).c_str());
  }
  T number = 0;
  if (!nanobind::try_cast(index, number)) {
    using Limits = std::numeric_limits<T>;
    throw nanobind::value_error(absl::StrCat(what, " must be between ", Limits::min(), " and ",
                                             Limits::max(), ", is ", nanobind::repr(index).c_str())
                                    .c_str());
  }
  return number;
}

}  // namespace kvintet::python

// Takes anything, since ValueOf says what is wrong with it.
template <>
struct nanobind::detail::type_caster<kvintet::python::AnyInteger> {
  NB_TYPE_CASTER(kvintet::python::AnyInteger, const_name("int"))
  bool from_python(handle given, uint8_t, cleanup_list*) noexcept {
    value.given = borrow(given);
    return true;
  }
};
