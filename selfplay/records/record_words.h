// Names in game records for what the rules decided rather than a model or a seat.
#pragma once

namespace kvintet::selfplay {

// Name in GameRecord::models for rows whose action the rules knew to win (envs/learning_hints.h).
// The value is 1, and no evaluator was called.
inline constexpr char kRulesName[] = "rules";

// GameRecord::reason of a game that ended because the rules knew the winner (Game::KnownReturn).
// The other seat counts as having resigned.
inline constexpr char kAdjudicated[] = "adjudicated";

}  // namespace kvintet::selfplay
