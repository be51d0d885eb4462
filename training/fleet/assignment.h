// Assignment: what a run's head asks an actor to play, loaded and checked.
#pragma once

#include <memory>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "selfplay/games/selfplay.h"
#include "training/link/run_link.h"
#include "training/network/files/model_file.h"
#include "training/network/network_evaluator.h"
#include "training/network/tower/network.h"

namespace kvintet::training {

class Assignment {
 public:
  // Reads the configuration of a head, and fetches its model. `threads` 0: one per core. Errors of
  // the link; FailedPrecondition if this program plays the game differently; InvalidArgument for an
  // unknown game or setting; DataLoss if the model is not what the head names.
  static absl::StatusOr<std::unique_ptr<Assignment>> Load(RunLink* link, const RunHead& head,
                                                          int threads);

  const RunHead& Head() const { return head_; }
  const Config& Settings() const { return config_; }
  const network::PlayingNetwork& Playing() const { return playing_; }
  bool InRounds() const { return config_.self_play().schedule() == SelfPlayConfig::ROUNDS; }
  // Plays with the head's model from now on. REQUIRES: the configuration is the same.
  absl::Status Follow(RunLink* link, const RunHead& head);

  // A task without numbers, evaluators and sink.
  selfplay::SelfPlayTask MakeTask() const;

 private:
  explicit Assignment(RunHead head) : head_(std::move(head)) {}

  static absl::StatusOr<network::Model> FetchModel(RunLink* link, const std::string& sha);
  absl::Status PlayWith(const std::string& sha, const network::Model& model);

  RunHead head_;
  Config config_;
  std::unique_ptr<envs::Game> game_;
  // Chosen anew for each configuration, since an actor may play for several runs and stages.
  network::NetworkOptions format_;
  network::PlayingNetwork playing_;
};

}  // namespace kvintet::training
