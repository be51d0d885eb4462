// PlayUntilKilled: a process that plays matches, and organises some, until somebody kills it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "matches/store/match_table.h"

namespace kvintet::serving {

// As the tables here find their games.
absl::StatusOr<std::shared_ptr<const envs::Game>> MakeShared(const std::string& text);

// The table of that folder, as a program opens it.
std::unique_ptr<MatchTable> OpenTable(const std::string& folder);

// What the player of a line may be besides 0 and 1: the director of the match's event.
inline constexpr int kDirector = -1;
// And what both say besides moves.
inline constexpr int kSaid = -2;

// Plays in several threads, and writes a line for each answer that it gets into `pipe`:
//   MATCH PLAYER PLY MOVE    a move, after so many
//   MATCH -1 NUMBER ACT      the director's act of that number in the match, from 0 on
//   MATCH -2 NUMBER EVENT    so many events of that name have happened in the match
[[noreturn]] void PlayUntilKilled(const std::string& folder, uint64_t seed, int pipe);

}  // namespace kvintet::serving
