// MatchRules: what the rules of a game say about match play, which its environment does not know.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "envs/game.h"
#include "envs/text/playthrough.h"
#include "matches/settings/match_settings.h"

namespace kvintet::serving {

// By clauses of the rules.
struct MatchRules {
  // That a player has committed, and when, is public (K3); else nothing shows it.
  bool commits_are_public = false;
  // Seat 0 is the player whose first commitment arrived first (K2).
  bool first_commit_has_seat_0 = false;
  // A rematch is played without a choice of colours: White is seat 0 (K14).
  bool rematch_fixes_colours = false;
  // Both agree to begin the final two-step (K14).
  bool two_step_consent = false;
  // A win counts once it is claimed (R4).
  bool win_claims = false;
  // A draw may be offered, with a move (R7).
  bool draw_offers = false;
  // White's choices in the opening, of colours and of the fifth move, are no moves of a period
  // (R8).
  bool opening_choices = false;
  // The rules know games that go on for ever: matches have not the environment's `max_plies` (Q8,
  // P5).
  bool endless = false;
  // Where a position occurs again both may agree to begin anew (Q8).
  bool resets = false;
  // And, unless the match is agreed to be otherwise, the server does at this occurrence (Q8).
  int forced_reset = 0;
  // Play begins when both are ready (T7); who is not in time forfeits.
  bool ready = false;
  // A player may stop the clocks until both agree to go on, or it was wrong to (T7).
  bool pauses = false;
  // Tournament points are counted (T6, T7).
  bool tournament_points = false;
  // Turns without a clock at the beginning (Q9).
  int turns_before_clock = 0;
  // How long a turn before the clock may take; 0: as other turns.
  int64_t early_turn_millis = 0;

  // Unless the match is agreed to be otherwise.
  ClockSettings clock = {};
  int64_t patience_millis = 0;
};

// Who has been asked has so long.
inline constexpr int64_t kGraceMillis = 60'000;
inline constexpr int64_t kConsentMillis = 5 * 60'000;
inline constexpr int64_t kReadyMillis = 10 * 60'000;
// T7: after so long the clock of who is late may be started; a wrong pause costs so much.
inline constexpr int64_t kLateMillis = 5 * 60'000;
inline constexpr int64_t kWrongPauseMillis = 30'000;

MatchRules RulesOf(const envs::Game& game);

// The game that a match is played by, with every option: where the environment, which has nobody to
// ask, decides by itself, a match asks, or goes on (Q8, P5).
std::string PlayedText(const envs::Game& game);
// Has the match played by it, and keeps the number of turns after which the environment would end
// the game that was asked for (MatchSettings::max_plies).
void AgreeOnGame(const envs::Game& asked, MatchSettings* settings);
// The turns after which the match ends for nobody, as `max_plies`; 0: never. Only where nothing
// else must end it: two agents, who neither resign nor agree, without a clock that runs out.
int TurnBound(const MatchSettings& settings);
// The game that agents take a match's game for: what models are trained on.
std::string AgentsText(const std::string& played);

// Whether the last move was White's choice of colours or of the fifth move. REQUIRES:
// opening_choices.
bool WasChoice(const envs::Playthrough& play);

// The word of the win that the seat may claim; empty where it has none. REQUIRES: win_claims.
std::string WinToClaim(const envs::Playthrough& play, envs::Seat seat);

// Tournament points of both seats in tenths, from their scores (T6).
std::array<int, 2> TournamentPoints(const std::array<int32_t, 2>& margin);

// The same after the price of time used (T7), in microseconds by seat, of a budget.
std::array<int, 2> AfterPenalties(std::array<int, 2> tenths, const std::array<int64_t, 2>& spent,
                                  int64_t budget);

// Points of a forfeit (T7).
std::array<int, 2> ForfeitPoints(envs::Seat loser);

}  // namespace kvintet::serving
