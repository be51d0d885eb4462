// BalancePlan: who plays what in a study of balance, from what the command line says.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/balance/study/study_run.h"
#include "arena/balance/study/study_settings.h"
#include "cli/balance/balance_training.h"
#include "envs/game.h"

namespace kvintet::cli {

// What `kvintet balance` is asked. Empty: as the plan chooses.
struct BalanceArguments {
  std::string game = {};
  std::vector<std::string> against = {};
  std::vector<std::string> strengths = {};
  std::vector<std::string> models = {};
  // Where shipped models lie, which play unless players or models are named; kNoModels: none.
  std::string model_folder = {};
  std::vector<int> model_simulations = {};
  TrainingArguments training = {};
  // In points of a hundred.
  std::optional<double> margin = {};
  std::optional<int64_t> min_games = {};
  std::optional<int64_t> max_games = {};
  std::optional<int> opening_plies = {};
  std::optional<int> judged_games = {};
  std::optional<int> duel_pairs = {};
  double confidence = 0.95;
  uint64_t seed = 1;
  bool quick = false;
  double minutes = 0;
  int threads = 0;
  std::string study = {};
  bool json = false;
};

// A study that may begin.
struct BalancePlan {
  arena::StudySettings settings = {};
  // As settings.games.
  std::vector<std::unique_ptr<envs::Game>> games = {};
  // Which shipped model plays, or why none does; empty where players or models were named.
  std::string shipped = {};
  std::vector<const envs::Game*> Games() const;
};

// InvalidArgument, saying why, for games that are no variants of one another, players that are none
// or that a game refuses; FailedPrecondition for models of other options.
absl::StatusOr<BalancePlan> MakeBalancePlan(const BalanceArguments& arguments);

// How a study makes its players and its judge.
arena::StudyMakers MakersOf(const arena::StudySettings& settings);

// A folder's name that two studies share only where their settings are the same.
std::string StudyFolder(const arena::StudySettings& settings);

}  // namespace kvintet::cli
