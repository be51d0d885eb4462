// GivenModels: the models that a run's settings name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "training/network/files/model_file.h"

namespace kvintet::training {

struct GivenModels {
  // self_play.sparring_model: the learner's opponent throughout the run.
  std::optional<network::NamedModel> sparring;
  // network.initial_model: supplies the run's first weights; empty if the run has already begun.
  std::optional<network::NamedModel> initial;
};

// Loads the models that `config` names for the run in `directory`, which need not exist yet, and
// writes their SHA-256 into `config`. Errors name the setting: NotFound if a file is missing;
// FailedPrecondition for a model of another game or, for the first weights, of another shape or
// size; DataLoss for a broken file or one whose SHA-256 is not the one in `config`.
absl::StatusOr<GivenModels> LoadGivenModels(const envs::Game& game, const std::string& directory,
                                            Config* config);

// The first weights of a run's network: those of `given.initial`, else random. The weights of the
// training heads are always random.
network::Weights FirstWeights(const GivenModels& given, const network::ModelHeader& head,
                              uint64_t seed, const network::TrainingHeads& heads = {});

}  // namespace kvintet::training
