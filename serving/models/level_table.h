// LevelTable: the levels of strength that each game's agent offers.
#pragma once

#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "proto/levels.pb.h"

namespace kvintet::serving {

// Keyed by game. Not thread-safe while it is changed.
class LevelTable {
 public:
  // Adds levels as selfplay::ReadLevels returns them. AlreadyExists if the game has levels.
  absl::Status Add(Levels levels);

  // The levels of a game (GameSpec::text); null if it has none.
  const Levels* Of(const std::string& game) const;
  // The numbers of level 1, 2, ...; BAD_FIELD if there is no such level.
  absl::StatusOr<StrengthLevel> Find(const std::string& game, int level) const;

 private:
  std::map<std::string, Levels> levels_;
};

}  // namespace kvintet::serving
