// IsRefusedFor: an expectation on the refusals of serving/errors/refusal.h.
#pragma once

#include <gmock/gmock.h>

#include "serving/errors/refusal.h"
#include "tests/support/status_matchers.h"

namespace kvintet::testing {

// A refusal, as a Status or StatusOr, with this reason and this field, which may be "".
MATCHER_P2(IsRefusedFor, reason, field, "") {
  const absl::Status& status = StatusOf(arg);
  *result_listener << "which is " << status.ToString() << ", field " << FieldOf(status);
  return ReasonOf(status) == reason && FieldOf(status) == field;
}

}  // namespace kvintet::testing
