// DrawPastSelf: draws an opponent from a run's own earlier models.
#pragma once

#include <cstdint>
#include <string>

#include <absl/status/statusor.h>

#include "training/network/files/model_file.h"

namespace kvintet::training {

// One of the models that the run at `path` has published, drawn uniformly. The same models and seed
// give the same draw. Fails as PublishedModels and as reading models do; NotFound if there are
// none.
absl::StatusOr<network::NamedModel> DrawPastSelf(const std::string& path, uint64_t seed);

}  // namespace kvintet::training
