// Words that records of games use for what the rules decided rather than a model or a seat.
#pragma once

namespace kvintet::selfplay {

// Named in GameRecord::models for rows whose action the rules knew to win (envs/forced_wins.h): the
// value is 1, and nobody was asked.
inline constexpr char kRulesName[] = "rules";

// GameRecord::reason of a game that ended where the rules knew who wins (Game::KnownReturn). The
// other seat counts as having given up.
inline constexpr char kAdjudicated[] = "adjudicated";

}  // namespace kvintet::selfplay
