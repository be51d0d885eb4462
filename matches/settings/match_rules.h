// MatchRules: what the rules of a game say about match play that its environment does not model.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "envs/game.h"
#include "envs/text/playthrough.h"
#include "matches/settings/match_settings.h"

namespace kvintet::serving {

// One member for each clause of the rules.
struct MatchRules {
  // It is public that a player has committed, and when (K3). Otherwise nothing reveals it.
  bool commits_are_public = false;
  // Seat 0 is the player whose first commitment arrived first (K2).
  bool first_commit_has_seat_0 = false;
  // A rematch is played without a choice of colours: White is seat 0 (K14).
  bool rematch_fixes_colours = false;
  // Both players must agree before the final two-step begins (K14).
  bool two_step_consent = false;
  // A win counts only once it is claimed (R4).
  bool win_claims = false;
  // A draw may be offered together with a move (R7).
  bool draw_offers = false;
  // White's choices in the opening, of colours and of the fifth move, do not count as moves of a
  // clock period (R8).
  bool opening_choices = false;
  // The rules allow games that never end: matches do not use the environment's `max_plies` (Q8,
  // P5).
  bool endless = false;
  // When a position repeats, both players may agree to restart the game (Q8).
  bool resets = false;
  // The occurrence of a position at which the server restarts the game, unless agreed otherwise
  // (Q8).
  int forced_reset = 0;
  // Play begins when both players are ready (T7). A player who is not ready in time forfeits.
  bool ready = false;
  // A player may stop the clocks until both agree to resume, or the pause is found wrong (T7).
  bool pauses = false;
  // Games score tournament points (T6, T7).
  bool tournament_points = false;
  // Number of turns at the beginning that are played without a clock (Q9).
  int turns_before_clock = 0;
  // Time limit of a turn before the clock starts; 0: as for other turns.
  int64_t early_turn_millis = 0;

  // Defaults, used unless the players agree otherwise.
  ClockSettings clock = {};
  int64_t patience_millis = 0;
};

// Time that a player has to respond: to the warning about its patience, to the request for consent,
// and to become ready.
inline constexpr int64_t kGraceMillis = 60'000;
inline constexpr int64_t kConsentMillis = 5 * 60'000;
inline constexpr int64_t kReadyMillis = 10 * 60'000;
// T7: how late a player must be before its clock may be started, and what a wrong pause costs.
inline constexpr int64_t kLateMillis = 5 * 60'000;
inline constexpr int64_t kWrongPauseMillis = 30'000;

MatchRules RulesOf(const envs::Game& game);

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
// The text of the game on which agents' models were trained, for the game that a match plays.
std::string AgentsText(const std::string& played);

// Whether the last move was White's choice of colours or of the fifth move. REQUIRES:
// opening_choices.
bool WasChoice(const envs::Playthrough& play);

// The reason of the win that the seat may claim; empty if there is none. REQUIRES: win_claims.
std::string WinToClaim(const envs::Playthrough& play, envs::Seat seat);

// Tournament points of both seats, in tenths, from their margins (T6).
std::array<int, 2> TournamentPoints(const std::array<int32_t, 2>& margin);

// The points after the penalties for time (T7). `spent` is microseconds by seat, as is `budget`.
std::array<int, 2> AfterPenalties(std::array<int, 2> tenths, const std::array<int64_t, 2>& spent,
                                  int64_t budget);

// Points of a forfeited game (T7).
std::array<int, 2> ForfeitPoints(envs::Seat loser);

}  // namespace kvintet::serving
