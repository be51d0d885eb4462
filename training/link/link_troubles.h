// LinkTroubles: tells errors of a link that pass by themselves from those that do not.
#pragma once

#include <string>
#include <utility>

#include <absl/status/status.h>

#include "base/reports/rare_log.h"

namespace kvintet::training {

// Any thread.
class LinkTroubles {
 public:
  // What a process does when something that it asks for is not there (NotFound).
  enum class Missing { kWaits, kFails };

  // `sentence` says in the log what goes on meanwhile.
  LinkTroubles(std::string sentence, Missing missing)
      : missing_(missing), log_(LogLevel::kWarning, "training", std::move(sentence)) {}

  // Whether an error passes by itself.
  static bool Passes(const absl::Status& status, Missing missing) {
    return absl::IsUnavailable(status) || absl::IsResourceExhausted(status) ||
           (absl::IsNotFound(status) && missing == Missing::kWaits);
  }

  // Logs an error that passes, and returns ok; returns any other.
  absl::Status Unless(const absl::Status& status) {
    if (Passes(status, missing_)) {
      log_.Tell(status.message());
      return absl::OkStatus();
    }
    return status;
  }

 private:
  const Missing missing_;
  RareLog log_;
};

}  // namespace kvintet::training
