// MatchRules: the clauses of a game's rules that matter only between two players with clocks.
//
// Environments end every game by themselves and ask nobody. A match has clocks, claims and
// agreements, which these clauses describe. A game states its own in its folder
// (envs/match_play.h).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kvintet::envs {

// How time is kept. Stored in journals by name.
//   kNone         no clock; only patience is limited
//   kInformative  shown, but decides nothing (Kontranto K13)
//   kStages       a budget for a number of moves, then the next; running out loses (Renju R8,
//                 PÜNCT P7)
//   kHourglass    time used goes to the opponent; running out loses (Konkvest Q9)
//   kPenalty      a budget that may be overdrawn at the cost of points (Tantrix T7)
enum class ClockKind { kNone, kInformative, kStages, kHourglass, kPenalty };

// A budget for a number of moves (0: all further moves), with an increment for each of them. The
// last stage repeats.
struct ClockStage {
  int moves = 0;
  int64_t millis = 0;
  int64_t increment_millis = 0;
};

// A clock as players agree on it.
struct ClockSettings {
  ClockKind kind = ClockKind::kNone;
  // For kStages: at least one.
  std::vector<ClockStage> stages = {};
  // For kHourglass the total of both players, for kPenalty the budget of each.
  int64_t total_millis = 0;
  // Running out counts only when the opponent claims it, and nobody is told before (R8 `manual`).
  // Otherwise the server enforces it.
  bool claimed = false;
};

// Points that games score in tournaments, in tenths. Each game's two scores add up to `total`.
struct TournamentRules {
  // 0: the game has no such points.
  int total = 0;
  // What each begun minute beyond the budget costs.
  int penalty_per_minute = 0;
  // What the winner of a forfeited game gets.
  int forfeit = 0;
};

// Values of some of a game's options.
using OptionValues = std::map<std::string, std::string>;

// One member for each clause. The defaults are for games without such a clause.
struct MatchRules {
  // It is public that a player has committed, and when (K3). Otherwise nothing reveals it.
  bool commits_are_public = false;
  // Seat 0 is the player whose first commitment arrived first (K2).
  bool first_commit_has_seat_0 = false;
  // The options of a rematch in which the side that is named first has seat 0, without a choice of
  // sides (K14). Empty: seats are exchanged.
  OptionValues rematch_with = {};
  // Both players must agree before a stage of the game begins (K14; MatchPlay::NeedsConsent).
  bool asks_consent = false;
  // A win counts only once it is claimed (R4; MatchPlay::WinToClaim).
  bool win_claims = false;
  // A draw may be offered together with a move (R7).
  bool draw_offers = false;
  // Some choices in the opening do not count as moves of a clock period (R8; MatchPlay::WasChoice).
  bool opening_choices = false;
  // The option that ends games that would otherwise never end, such as `max_plies`. Matches set it
  // to its largest value (Q8, P5). Empty: every game ends.
  std::string length_option = {};
  // Options that differ in matches, since there the players can be asked (Q8), and their values for
  // agents, which cannot be asked.
  OptionValues match_options = {};
  OptionValues agent_options = {};
  // When a position repeats (MatchPlay::RepetitionKey), both players may agree to restart the game
  // (Q8).
  bool resets = false;
  // The occurrence of a position at which the server restarts the game, unless agreed otherwise
  // (Q8).
  int forced_reset = 0;
  // Play begins when both players are ready (T7). A player who is not ready in time forfeits.
  bool ready = false;
  // A player may stop the clocks until both agree to resume, or the pause is found wrong (T7).
  bool pauses = false;
  // How games score in tournaments (T6, T7; MatchPlay::TournamentPoints).
  TournamentRules tournament = {};
  // The option that gives the sides their colours, and these colours, those of the default first
  // (T7). Empty: players do not choose colours.
  std::string colours_option = {};
  std::vector<std::string> colours = {};
  // Number of turns at the beginning that are played without a clock (Q9).
  int turns_before_clock = 0;
  // Time limit of a turn before the clock starts; 0: as for other turns.
  int64_t early_turn_millis = 0;
  // A study of balance compares the sides (MatchPlay::SideNames) instead of who begins, since the
  // players' choices decide who plays which (K2).
  bool balance_by_side = false;
  // The clock, unless the players agree otherwise.
  ClockSettings clock = {};
};

}  // namespace kvintet::envs
