// StudySettings: everything that determines the numbers of a balance study.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/reports/json.h"

namespace kvintet::arena {

// One level of strength: the same kind of player, with the same budget, in every game of the study.
struct StudyLevel {
  // Display name: "rollouts:32", or "model 1, simulations=16".
  std::string name = {};
  // Spec for MakeAgent, for each of StudySettings::games; they differ only for models.
  std::vector<std::string> specs = {};
  bool operator==(const StudyLevel&) const = default;
};

// Two studies with the same settings give the same numbers.
struct StudySettings {
  // The studied game, then the variants it is compared with, each with all options.
  std::vector<std::string> games = {};
  std::vector<StudyLevel> levels = {};
  // How the models made for this study were trained, as text for the report; empty if there are
  // none.
  std::string training = {};
  uint64_t seed = 1;
  // Margin of the score, in (0, 0.5); 0.02 is two percentage points.
  double margin = 0.02;
  double confidence = 0.95;
  // For each game at each level: no answer counts before this many games, unless max_games is
  // smaller.
  int64_t min_games = 0;
  // Maximum number of games for each game at each level.
  int64_t max_games = 0;
  // Uniformly random actions before the players take over.
  int opening_plies = 0;
  // Number of games of each level whose course is judged, and the number of playouts per position.
  int judged_games = 100;
  int playouts = 64;
  // Pairs of games between any two levels.
  int duel_pairs = 20;
  bool operator==(const StudySettings&) const = default;
};

// InvalidArgument, naming the setting, if one is out of range.
absl::Status CheckSettings(const StudySettings& settings);

// Conversion to and from the first line of a study file.
Json ToJson(const StudySettings& settings);
absl::StatusOr<StudySettings> SettingsFromJson(const Json& line);

}  // namespace kvintet::arena
