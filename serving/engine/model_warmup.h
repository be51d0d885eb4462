// WarmUp: lets a model evaluate before it plays, so that its first calls are not slow.
#pragma once

#include "absl/status/status.h"

#include "serving/models/model_registry.h"

namespace kvintet::serving {

// Evaluates some batches of one and of `max_batch` of the first decision of its game, and what it
// was asked when it was released. CORRUPT where an answer is not made of probabilities or is
// another than it was; the evaluator's own errors.
absl::Status WarmUp(const ServedModel& model, int max_batch);

}  // namespace kvintet::serving
