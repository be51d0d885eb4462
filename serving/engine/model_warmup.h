// WarmUp: lets a model evaluate before it plays, so that its first calls are not slow.
#pragma once

#include "absl/status/status.h"

#include "serving/models/model_registry.h"

namespace kvintet::serving {

// Evaluates some batches of one and of `max_batch` copies of the first decision of its game, and
// the golden positions of its release. CORRUPT if an answer does not consist of probabilities or
// differs from the golden answer. Also the evaluator's own errors.
absl::Status WarmUp(const ServedModel& model, int max_batch);

}  // namespace kvintet::serving
