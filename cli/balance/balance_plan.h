// BalancePlan: turns the arguments of `kvintet balance` into the games and players of a study.
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

// The arguments of `kvintet balance`. The plan chooses a value for each that is empty.
struct BalanceArguments {
  std::string game = {};
  std::vector<std::string> against = {};
  std::vector<std::string> strengths = {};
  std::vector<std::string> models = {};
  // The folder of the shipped models, which play if the user names neither players nor models.
  // kNoModels: none plays.
  std::string model_folder = {};
  std::vector<int> model_simulations = {};
  TrainingArguments training = {};
  // In percentage points.
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

// A study that is ready to start.
struct BalancePlan {
  arena::StudySettings settings = {};
  // In the order of settings.games.
  std::vector<std::unique_ptr<envs::Game>> games = {};
  // Which shipped model plays, or why none does. Empty if the user named players or models.
  std::string shipped = {};
  std::vector<const envs::Game*> Games() const;
};

// Errors: InvalidArgument, with the reason, if the games are not variants of one another, or if a
// player is unknown or refused by a game; FailedPrecondition for models trained for other options.
absl::StatusOr<BalancePlan> MakeBalancePlan(const BalanceArguments& arguments);

// Factories for the players and the judge of a study.
arena::StudyMakers MakersOf(const arena::StudySettings& settings);

// A folder name for a study. Two studies share it only if their settings are equal.
std::string StudyFolder(const arena::StudySettings& settings);

}  // namespace kvintet::cli
