// StudySettings: all that decides the numbers of a study of balance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/reports/json.h"

namespace kvintet::arena {

// One strength: the same kind of player, with the same budget, in every game of the study.
struct Rung {
  // As people read it: "rollouts:32", or "model 1, simulations=16".
  std::string name = {};
  // What MakeAgent takes, for each of StudySettings::games: differs between them for models only.
  std::vector<std::string> specs = {};
  bool operator==(const Rung&) const = default;
};

// Two studies with the same settings give the same numbers.
struct StudySettings {
  // The game that is studied, then the variants it is compared with, each with all its options.
  std::vector<std::string> games = {};
  std::vector<Rung> rungs = {};
  // How models came about that were made for this study, as the report says it; empty without.
  std::string training = {};
  uint64_t seed = 1;
  // Of the score, in (0, 0.5): 0.02 is two points of a hundred.
  double margin = 0.02;
  double confidence = 0.95;
  // Of each game at each rung: none of its answers counts before so many, unless there are never
  // more than max_games.
  int64_t min_games = 0;
  // Of each game at each rung, at most.
  int64_t max_games = 0;
  // Uniformly random actions before the players take over.
  int opening_plies = 0;
  // Of so many games of each rung the course is judged, each position by so many playouts.
  int judged_games = 100;
  int playouts = 64;
  // Pairs of games between any two rungs.
  int duel_pairs = 20;
  bool operator==(const StudySettings&) const = default;
};

// InvalidArgument, naming the setting, where one is out of its range.
absl::Status CheckSettings(const StudySettings& settings);

// The first line of a study's file, and back.
Json ToJson(const StudySettings& settings);
absl::StatusOr<StudySettings> SettingsFromJson(const Json& line);

}  // namespace kvintet::arena
