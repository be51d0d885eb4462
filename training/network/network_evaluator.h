// NetworkEvaluator: a network behind the seam that search asks through.
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

// How a model fits a game, whatever options its file has left out: kNone for one of another game,
// or of another shape.
envs::VariantFit FitOf(const ModelHead& head, const envs::Game& game);
// FailedPrecondition, saying which differs, unless the model fits the game at least so well.
absl::Status CheckModelFits(const ModelHead& head, const envs::Game& game, envs::VariantFit least,
                            const std::string& where);

// A network with the game it plays and the name of its weights. Immutable: threads share it, each
// with an evaluator of its own.
struct PlayingNetwork {
  std::string model_id;
  std::shared_ptr<const Network> network;
};

// FailedPrecondition, saying which differs, unless the model fits the game, be it other rules of
// the same shape.
absl::StatusOr<PlayingNetwork> MakePlayingNetwork(const envs::Game& game, const NamedModel& model,
                                                  const NetworkOptions& options);

// Observes views and evaluates them in one batch. Owns its buffers: one thread at a time.
class NetworkEvaluator final : public selfplay::Evaluator {
 public:
  // `game` must outlive the evaluator. REQUIRES: the network is one for it.
  NetworkEvaluator(const envs::Game& game, PlayingNetwork playing);

  const envs::Game& game() const override { return game_; }
  std::string Id() const override { return playing_.model_id; }
  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override;
  // Evaluates with this network from now on. REQUIRES: it is one for the same game.
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
