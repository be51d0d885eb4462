// BalanceTraining: models that are trained for the games of a study of balance before it begins.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::cli {

inline constexpr char kRandomWeights[] = "random";

// What `kvintet balance` is asked to train; nothing, without minutes and games.
struct TrainingArguments {
  // For each game of the study, shared equally by its seeds; one of both at most.
  std::optional<double> minutes = {};
  std::optional<int64_t> games = {};
  // Runs of each game, with the seeds 1, 2, ...: what one of them found, others may not.
  int seeds = 3;
  // A configuration, and more of it; empty: configs/NAME.textproto where that is there, else the
  // schema's defaults with the search that suits the game.
  std::string config = {};
  std::vector<std::string> sets = {};
  // A model or run whose weights all runs begin with, or kRandomWeights; empty: see
  // ChooseBeginning.
  std::string from = {};

  bool Wanted() const { return minutes || games; }
};

// Says where runs begin, if `arguments` do not: with network.initial_model of the configuration,
// else with models/NAME.model, seen from the working folder, where that fits all the games, so that
// variants are trained alike; else with random weights. Errors: FailedPrecondition where a model
// that was asked for does not fit, and as LoadConfig.
absl::Status ChooseBeginning(const std::vector<const envs::Game*>& games,
                             TrainingArguments* arguments);

// As a report says it: "15 minutes of training for each game, shared by 3 seeds, from random
// weights"; empty where nothing is wanted.
std::string TrainingText(const TrainingArguments& arguments);

// REQUIRES: ChooseBeginning. The run directories, FOLDER/models/GAME-seed-S with games numbered as
// they are in the study, seed after seed; runs that are there go on, those that had their share are
// left as they are. All games get the same share, and seeds take turns, so that a stopped training
// is as far in each. Tells stderr how it goes on. Errors: Cancelled when `stop` came first;
// InvalidArgument for a configuration that fits no game, before anything is written; else see
// training::Train.
absl::StatusOr<std::vector<std::string>> TrainForStudy(const std::vector<const envs::Game*>& games,
                                                       const TrainingArguments& arguments,
                                                       const std::string& folder,
                                                       const std::stop_token& stop);

}  // namespace kvintet::cli
