// Refusal: a status that says for machines, too, why a call is refused and which field is to blame.
//
// The details are payloads of the absl::Status, under the type names that they have on the wire.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

#include "kvintet_api/v1/error.pb.h"

namespace kvintet::serving {

// What is fixed for a reason.
struct ReasonRow {
  v1::Reason reason;
  absl::StatusCode code;
  // Worth another try, after so long; empty: it is not.
  std::optional<std::chrono::milliseconds> retry;
};

// A row for each reason but REASON_UNSPECIFIED, in the order of their numbers.
std::span<const ReasonRow> ReasonRows();

// "BAD_FIELD": a reason as details and metrics have it.
std::string ReasonName(v1::Reason reason);

// The status of a reason; a long text without its middle. `field` is its path in the message in
// hand; empty: it is no field's fault.
absl::Status Refusal(v1::Reason reason, absl::string_view message, absl::string_view field = "");

// The same refusal, worth another try after so long.
absl::Status WithRetry(absl::Status refusal, std::chrono::milliseconds wait);

// An error that comes from below the service, with a reason and its code, its words kept. One that
// has a reason, and ok, stay as they are.
absl::Status WithReason(const absl::Status& status, v1::Reason reason,
                        absl::string_view field = "");

// The same error where the message in hand is the field `name` of a greater one.
absl::Status Within(const absl::Status& status, absl::string_view name);

// REASON_UNSPECIFIED where the status is ok, or has none; empty where no field is to blame, or no
// other try is worth it.
v1::Reason ReasonOf(const absl::Status& status);
std::string FieldOf(const absl::Status& status);
std::optional<std::chrono::milliseconds> RetryOf(const absl::Status& status);

// What an error that has no reason is answered with: the reason that fits its code.
v1::Reason DefaultReason(absl::StatusCode code);

}  // namespace kvintet::serving
