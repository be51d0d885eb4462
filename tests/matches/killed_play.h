// PlayUntilKilled: a process that plays matches and directs tournaments until it is killed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "matches/store/match_store.h"

namespace kvintet::matches {

// Finds games as the stores in these tests do.
absl::StatusOr<std::shared_ptr<const envs::Game>> MakeShared(const std::string& text);

// Opens the store in that folder, as a program does.
std::unique_ptr<MatchStore> OpenTable(const std::string& folder);

// Instead of player 0 or 1 in a line: the director of the match's tournament.
inline constexpr int kDirector = -1;
// Instead of player 0 or 1 in a line: both players' acts besides moves.
inline constexpr int kSaid = -2;

// Plays in several threads, and writes a line to `pipe` for each answer that it gets:
//   MATCH PLAYER PLY MOVE    a move at this ply
//   MATCH -1 NUMBER ACT      the director's act of this number in the match, from 0
//   MATCH -2 NUMBER EVENT    this many events of that name have happened in the match
[[noreturn]] void PlayUntilKilled(const std::string& folder, uint64_t seed, int pipe);

}  // namespace kvintet::matches
