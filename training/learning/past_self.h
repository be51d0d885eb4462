// DrawPastSelf: an opponent among a run's own earlier models.
#pragma once

#include <cstdint>
#include <string>

#include <absl/status/statusor.h>

#include "training/network/files/model_file.h"

namespace kvintet::training {

// One of the models that the run at `path` has published, all equally likely: the same for the same
// models and seed. The errors of PublishedModels and of reading models; NotFound without any.
absl::StatusOr<network::NamedModel> DrawPastSelf(const std::string& path, uint64_t seed);

}  // namespace kvintet::training
