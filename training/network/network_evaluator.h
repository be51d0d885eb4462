// NetworkEvaluator: implements the selfplay::Evaluator interface with a network.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "envs/game.h"
#include "envs/text/variants.h"
#include "selfplay/evaluators/evaluator.h"
#include "training/network/files/model_file.h"
#include "training/network/network_sight.h"
#include "training/network/tower/network.h"

namespace kvintet::network {

// How well a model fits a game. Options that its file omits do not matter. kNone for a model of
// another game or another shape.
envs::VariantFit FitOf(const ModelHeader& head, const envs::Game& game);
// FailedPrecondition, naming the difference, unless the model fits the game at least as well as
// `least`.
absl::Status CheckModelFits(const ModelHeader& head, const envs::Game& game, envs::VariantFit least,
                            const std::string& where);

// A network and the name of its weights. Immutable: threads share it, each with its own evaluator.
struct PlayingNetwork {
  std::string model_id;
  std::shared_ptr<const Network> network;
};

// FailedPrecondition, naming the difference, unless the model fits the game. Other rules of the
// same shape are allowed.
absl::StatusOr<PlayingNetwork> MakePlayingNetwork(const envs::Game& game, const NamedModel& model,
                                                  const NetworkOptions& options);

// Observes views and evaluates them in one batch. Owns its buffers: one thread at a time.
class NetworkEvaluator final : public selfplay::Evaluator {
 public:
  // `game` must outlive the evaluator. REQUIRES: the network fits the game.
  NetworkEvaluator(const envs::Game& game, PlayingNetwork playing);

  const envs::Game& game() const override { return game_; }
  std::string Id() const override { return playing_.model_id; }
  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override;
  // Evaluates with this network from now on. REQUIRES: it fits the same game.
  void Use(PlayingNetwork playing);

 private:
  const envs::Game& game_;
  PlayingNetwork playing_;
  NetworkSight sight_;
  std::vector<uint8_t> planes_;
  std::vector<float> globals_;
  std::vector<int32_t> indices_;
  std::vector<float> wdl_;
};

}  // namespace kvintet::network
