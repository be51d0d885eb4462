// CatchAsStatus: turns exceptions into statuses.
#pragma once

#include <exception>
#include <utility>

#include "absl/status/status.h"

namespace kvintet::serving {

// Returns the result of `work`, or Internal if it throws. Our code throws nothing, but memory may
// run out and models may use libraries that throw. Use it only for work that changes nothing except
// its own answer. A change that was interrupted must not continue; there the process ends, and
// matches are recovered from their journal.
template <typename Work>
absl::Status CatchAsStatus(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const std::exception& error) {
    return absl::InternalError(error.what());
  }
}

}  // namespace kvintet::serving
