// GivenModels: the models that a run is given by its settings.
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
  // self_play.sparring_model: whom the learner plays against, all through the run.
  std::optional<network::NamedModel> sparring;
  // network.initial_model: its weights are the run's first; none of a run that has begun.
  std::optional<network::NamedModel> initial;
};

// What `config`, which writes their SHA-256 down, names for the run in `directory`, where there may
// be none yet. Errors, which name the setting: NotFound without such a file; FailedPrecondition for
// a model of another game or, of the first weights, of another shape or size; DataLoss for a broken
// file, or one whose SHA-256 is not the one that is given.
absl::StatusOr<GivenModels> LoadGivenModels(const envs::Game& game, const std::string& directory,
                                            Config* config);

// The first weights of a run's network: those of `given.initial`, else random ones. The training
// heads' are random always.
network::Weights FirstWeights(const GivenModels& given, const network::ModelHead& head,
                              uint64_t seed, const network::TrainingHeads& heads = {});

}  // namespace kvintet::training
