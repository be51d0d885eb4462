// BalanceTraining: trains models for the games of a study of balance before the study begins.
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

// The training arguments of `kvintet balance`. Without minutes and games nothing is trained.
struct TrainingArguments {
  // For each game of the study, divided equally among its seeds. At most one of the two is set.
  std::optional<double> minutes = {};
  std::optional<int64_t> games = {};
  // Number of runs of each game, with the seeds 1, 2, .... One run may find what the others miss.
  int seeds = 3;
  // A configuration file, and settings on top of it. Empty: configs/NAME.textproto if it exists,
  // else the schema's defaults with the search that suits the game.
  std::string config = {};
  std::vector<std::string> sets = {};
  // A model or run whose weights all runs start from, or kRandomWeights. Empty: see
  // ChooseBeginning.
  std::string from = {};

  bool Wanted() const { return minutes || games; }
};

// Sets arguments->from if it is empty: to network.initial_model of the configuration, else to
// models/NAME.model (relative to the working directory) if that fits all the games, so that all
// variants are trained alike, else to random weights. Errors: FailedPrecondition if a model that
// was asked for does not fit; those of LoadConfig.
absl::Status ChooseBeginning(const std::vector<const envs::Game*>& games,
                             TrainingArguments* arguments);

// The phrase for a report: "15 minutes of training for each game, shared by 3 seeds, from random
// weights". Empty if nothing is to be trained.
std::string TrainingText(const TrainingArguments& arguments);

// Trains the models and returns the run directories, seed by seed: FOLDER/models/GAME-seed-S, where
// GAME is the game's index in the study. Existing runs continue; those that have used up their
// share stay as they are. All games get the same share, and seeds take turns, so that an
// interrupted training has come equally far with each game. Reports progress on stderr. Errors:
// Cancelled if `stop` was requested first; InvalidArgument, before anything is written, for a
// configuration that fits no game; those of training::Train.
//
// REQUIRES: ChooseBeginning was called.
absl::StatusOr<std::vector<std::string>> TrainForStudy(const std::vector<const envs::Game*>& games,
                                                       const TrainingArguments& arguments,
                                                       const std::string& folder,
                                                       const std::stop_token& stop);

}  // namespace kvintet::cli
