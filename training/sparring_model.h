// LoadSparringModel: the fixed model that a run's learner plays against.
#pragma once

#include <optional>

#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "training/network/model_file.h"

namespace kvintet::training {

// What self_play.sparring_model names, as it is now; none where it is empty. Errors, which name the
// setting: NotFound without such a file; FailedPrecondition for a model of another game; DataLoss
// for a broken file, or one whose SHA-256 is not the sparring_model_sha256 that is given.
absl::StatusOr<std::optional<network::NamedModel>> LoadSparringModel(const envs::Game& game,
                                                                     const SelfPlayConfig& config);

}  // namespace kvintet::training
