// LevelTable: how strong each game's agent can be asked to play.
#pragma once

#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "proto/levels.pb.h"

namespace kvintet::serving {

// By game. One thread at a time may change it.
class LevelTable {
 public:
  // As selfplay::ReadLevels gives them. AlreadyExists where the game has some.
  absl::Status Add(Levels levels);

  // Those of a game (GameSpec::text); null where it has none.
  const Levels* Of(const std::string& game) const;
  // Level 1, 2, ...; BAD_FIELD where there is no such level.
  absl::StatusOr<StrengthLevel> Find(const std::string& game, int level) const;

 private:
  std::map<std::string, Levels> levels_;
};

}  // namespace kvintet::serving
