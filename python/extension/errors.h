// ThrowIfError, ValueOf: turn a Status into a Python exception.
#pragma once

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::python {

// Throws ValueError for InvalidArgument, NotFound, OutOfRange and DataLoss, NotImplementedError for
// Unimplemented, and RuntimeError for every other error.
void ThrowIfError(const absl::Status& status);

template <typename T>
T ValueOf(absl::StatusOr<T> value) {
  ThrowIfError(value.status());
  return *std::move(value);
}

}  // namespace kvintet::python
