// Integers, IntegerList: see the header.
#include "python/extension/arrays.h"

#include <limits>
#include <utility>

namespace nb = nanobind;

namespace kvintet::python {
namespace {

std::string ShapeText(const std::vector<size_t>& shape) {
  return absl::StrCat("[", absl::StrJoin(shape, ", "), "]");
}

std::vector<size_t> ShapeOf(const AnyArray& array) {
  std::vector<size_t> shape;
  for (size_t i = 0; i < array.ndim(); ++i) {
    shape.push_back(array.shape(i));
  }
  return shape;
}

template <typename T>
void CopyChecked(const AnyArray& array, const char* what, std::vector<int32_t>* scratch) {
  const std::span elements(static_cast<const T*>(array.data()), array.size());
  scratch->clear();
  for (const T element : elements) {
    if (!std::in_range<int32_t>(element)) {
      throw nb::value_error(
          absl::StrCat(what, ": numbers must fit 32 bits, found ", element).c_str());
    }
    scratch->push_back(static_cast<int32_t>(element));
  }
}

std::span<const int32_t> Converted(const AnyArray& array, const char* what,
                                   std::vector<int32_t>* scratch) {
  const nb::dlpack::dtype dtype = array.dtype();
  if (dtype == nb::dtype<int32_t>()) {
    return {static_cast<const int32_t*>(array.data()), array.size()};
  }
  if (dtype == nb::dtype<int64_t>()) {
    CopyChecked<int64_t>(array, what, scratch);
  } else if (dtype == nb::dtype<uint64_t>()) {
    CopyChecked<uint64_t>(array, what, scratch);
  } else if (dtype == nb::dtype<uint32_t>()) {
    CopyChecked<uint32_t>(array, what, scratch);
  } else if (dtype == nb::dtype<int16_t>()) {
    CopyChecked<int16_t>(array, what, scratch);
  } else if (dtype == nb::dtype<uint16_t>()) {
    CopyChecked<uint16_t>(array, what, scratch);
  } else if (dtype == nb::dtype<int8_t>()) {
    CopyChecked<int8_t>(array, what, scratch);
  } else if (dtype == nb::dtype<uint8_t>()) {
    CopyChecked<uint8_t>(array, what, scratch);
  } else {
    throw nb::type_error(absl::StrCat(what, ": wanted an array of integers (int32 is fastest), ",
                                      "found DLPack type code ", int{dtype.code}, " of ",
                                      int{dtype.bits}, " bits")
                             .c_str());
  }
  return *scratch;
}

}  // namespace

std::span<const int32_t> Integers(const AnyArray& array,
                                  std::initializer_list<std::vector<size_t>> shapes,
                                  const char* what, std::vector<int32_t>* scratch) {
  const std::vector<size_t> shape = ShapeOf(array);
  if (std::ranges::find(shapes, shape) == shapes.end()) {
    const std::string wanted = absl::StrJoin(
        shapes, " or ", [](std::string* out, const auto& one) { out->append(ShapeText(one)); });
    throw nb::value_error(
        absl::StrCat(what, ": wanted shape ", wanted, ", found ", ShapeText(shape)).c_str());
  }
  return Converted(array, what, scratch);
}

std::span<const int32_t> IntegerList(const AnyArray& array, const char* what,
                                     std::vector<int32_t>* scratch) {
  if (array.ndim() != 1) {
    throw nb::value_error(
        absl::StrCat(what, ": wanted one axis, found shape ", ShapeText(ShapeOf(array))).c_str());
  }
  return Converted(array, what, scratch);
}

}  // namespace kvintet::python
