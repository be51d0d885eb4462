// Caught: what work throws as an error like any other.
#pragma once

#include <exception>
#include <utility>

#include "absl/status/status.h"

namespace kvintet::serving {

// What `work` says, or Internal where it throws. We throw nothing, but memory may be short, and
// models may be made of what does. For work that changes nothing but its own answer: what has been
// left in the middle of a change must not go on, and the process ends (matches come back from their
// journal).
template <typename Work>
absl::Status Caught(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const std::exception& error) {
    return absl::InternalError(error.what());
  }
}

}  // namespace kvintet::serving
