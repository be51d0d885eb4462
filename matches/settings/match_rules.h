// RulesOf, PlayedText, AgentsText: a game and its rules as a match plays them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "envs/game.h"
#include "envs/match_play.h"
#include "matches/settings/match_settings.h"

namespace kvintet::matches {

// A player who keeps the opponent waiting this long is warned, unless the players agree otherwise.
inline constexpr int64_t kPatienceMillis = int64_t{24} * 60 * 60'000;
// Time that a player has to respond: to the warning about its patience, to the request for consent,
// and to become ready.
inline constexpr int64_t kGraceMillis = 60'000;
inline constexpr int64_t kConsentMillis = int64_t{5} * 60'000;
inline constexpr int64_t kReadyMillis = int64_t{10} * 60'000;
// T7: how late a player must be before its clock may be started, and what a wrong pause costs.
inline constexpr int64_t kLateMillis = int64_t{5} * 60'000;
inline constexpr int64_t kWrongPauseMillis = 30'000;

// The game's clauses about matches; none if it has no MatchPlay.
envs::MatchRules RulesOf(const envs::Game& game);

// The text of the game that a match plays, with every option. Where the environment decides by
// itself because it cannot ask anybody, a match asks the players or plays on (Q8, P5).
std::string PlayedText(const envs::Game& game);
// Sets the match's game to PlayedText. Keeps in MatchSettings::max_plies the number of turns after
// which the environment would have ended the requested game.
void AgreeOnGame(const envs::Game& asked, MatchSettings* settings);
// The number of turns after which the match ends without a winner (reason `max_plies`); 0: never.
// Non-zero only if nothing else is sure to end it: both players are agents, which neither resign
// nor agree, and no clock must run out.
int TurnBound(const MatchSettings& settings);
// The text of a game with these options. REQUIRES: the game has them.
std::string WithOptions(std::string text, const envs::OptionValues& options);
// The text of the game on which agents models were trained, for the game that a match plays.
std::string AgentsText(const envs::Game& played);

// The points after the penalties for time (T7). `spent` is microseconds by seat, as is `budget`.
std::array<int, 2> AfterPenalties(const envs::TournamentRules& rules, std::array<int, 2> tenths,
                                  const std::array<int64_t, 2>& spent, int64_t budget);

// Points of a forfeited game (T7).
std::array<int, 2> ForfeitPoints(const envs::TournamentRules& rules, envs::Seat loser);

}  // namespace kvintet::matches
