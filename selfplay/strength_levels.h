// ReadLevels: how strong a game's agent can be asked to play, from a file.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "proto/levels.pb.h"

namespace kvintet::selfplay {

// What such files are called: NAME.levels.textproto, beside NAME.model.
inline constexpr char kLevelsSuffix[] = ".levels.textproto";

// `game` has every option then. InvalidArgument, naming the file, for what is none, has no level,
// or is of a game that cannot be made; errors of the file.
absl::StatusOr<Levels> ReadLevels(const std::string& path);

}  // namespace kvintet::selfplay
