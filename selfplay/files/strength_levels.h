// ReadLevels: reads the strength levels of a game's agent from a file.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "proto/levels.pb.h"

namespace kvintet::selfplay {

// Suffix of such files: NAME.levels.textproto, beside NAME.model.
inline constexpr char kLevelsSuffix[] = ".levels.textproto";

// Completes `game` with all its options. InvalidArgument, naming the file, if it cannot be parsed,
// has no level or names a game that cannot be made; errors of reading the file.
absl::StatusOr<Levels> ReadLevels(const std::string& path);

}  // namespace kvintet::selfplay
