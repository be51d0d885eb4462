// NewArray, SharedArray: numpy arrays of the extension, and the checks of arrays that come in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace kvintet::python {

template <typename T>
using Array = nanobind::ndarray<nanobind::numpy, T>;

// Any array in memory of the CPU, as an argument: numpy, or what has DLPack or a buffer.
using AnyArray = nanobind::ndarray<nanobind::ro, nanobind::c_contig, nanobind::device::cpu>;

// An array that owns its elements.
template <typename T>
struct NewArray {
  explicit NewArray(std::vector<size_t> shape) : shape(std::move(shape)) {
    size_t size = 1;
    for (const size_t extent : this->shape) {
      size *= extent;
    }
    elements = new T[std::max<size_t>(size, 1)]();
    owner = nanobind::capsule(elements, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    span = {elements, size};
  }
  Array<T> Get() const { return Array<T>(elements, shape.size(), shape.data(), owner); }

  std::vector<size_t> shape;
  T* elements;
  nanobind::capsule owner;
  std::span<T> span;
};

// An array over memory that `owner` keeps alive.
template <typename T>
Array<T> SharedArray(T* elements, const std::vector<size_t>& shape,
                     const std::shared_ptr<void>& owner) {
  const nanobind::capsule keeps(new std::shared_ptr<void>(owner), [](void* p) noexcept {
    delete static_cast<std::shared_ptr<void>*>(p);
  });
  return Array<T>(elements, shape.size(), shape.data(), keeps);
}

// The elements of an array of integers as int32, copied into `scratch` unless they are int32
// already. TypeError for other dtypes, ValueError for numbers beyond int32 and for a shape that is
// not one of `shapes`; `what` names the argument.
std::span<const int32_t> Integers(const AnyArray& array,
                                  std::initializer_list<std::vector<size_t>> shapes,
                                  const char* what, std::vector<int32_t>* scratch);
// The same for one axis of any length.
std::span<const int32_t> IntegerList(const AnyArray& array, const char* what,
                                     std::vector<int32_t>* scratch);

}  // namespace kvintet::python
