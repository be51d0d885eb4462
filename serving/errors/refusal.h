// Refusal: a status with a machine-readable reason and the field that caused it.
//
// The details are payloads of the absl::Status, under their wire type names.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

#include "kvintet_api/v1/error.pb.h"

namespace kvintet {

// The fixed properties of a reason.
struct ReasonRow {
  v1::Reason reason;
  absl::StatusCode code;
  // How long to wait before a retry; empty if a retry is pointless.
  std::optional<std::chrono::milliseconds> retry;
};

// One row for each reason except REASON_UNSPECIFIED, ordered by number.
std::span<const ReasonRow> ReasonRows();

// The name used in details and metrics, e.g. "BAD_FIELD".
std::string ReasonName(v1::Reason reason);

// A status with this reason. The middle of a long message is left out. `field` is its path in the
// current message, or empty if no field caused the error.
absl::Status Refusal(v1::Reason reason, absl::string_view message, absl::string_view field = "");

// REASON_BAD_FIELD with "field: text" as its message.
absl::Status BadField(absl::string_view field, absl::string_view text);

// The same refusal with a retry delay.
absl::Status WithRetry(absl::Status refusal, std::chrono::milliseconds wait);

// Adds a reason, and its code, to an error from a lower layer and keeps the text. Ok and errors
// that already have a reason are returned unchanged.
absl::Status WithReason(const absl::Status& status, v1::Reason reason,
                        absl::string_view field = "");

// The same error when the current message is the field `name` of an outer message.
absl::Status Within(const absl::Status& status, absl::string_view name);

// REASON_UNSPECIFIED if the status is ok or has no reason. The field and the delay are empty if the
// status has none.
v1::Reason ReasonOf(const absl::Status& status);
std::string FieldOf(const absl::Status& status);
std::optional<std::chrono::milliseconds> RetryOf(const absl::Status& status);

// The reason used for an error without one, chosen by its code.
v1::Reason DefaultReason(absl::StatusCode code);

}  // namespace kvintet
