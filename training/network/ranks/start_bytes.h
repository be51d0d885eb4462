// What a further rank starts with; internal.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

#include "training/network/files/model_file.h"
#include "training/network/learning/learner.h"

namespace kvintet::network {

// The options as a copy of their memory, and the learner's file. Both processes run the same
// program.
std::string PackStart(const LearnerOptions& options, const ModelHeader& head,
                      const Learner& learner);

// A learner in the same state, with so many threads unless they are to be as many as there.
// DataLoss or InvalidArgument for other bytes.
absl::StatusOr<std::unique_ptr<Learner>> UnpackStart(absl::string_view bytes,
                                                     std::optional<int> threads);

}  // namespace kvintet::network
