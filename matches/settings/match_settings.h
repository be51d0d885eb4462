// MatchSettings: what a match is agreed to be: game, players, clock.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/reports/json.h"
#include "envs/game.h"
#include "matches/settings/colour_wishes.h"

namespace kvintet::serving {

// A match is between player 0 and player 1; which seat of the game each has may change.
inline constexpr int kPlayers = 2;
// Variety of levels; a request may ask for 1 at most.
inline constexpr double kMostVariety = 10;

// Stored in journals by their names.
enum class PlayerKind { kPerson, kAgent };

// Who plays.
struct PlayerSettings {
  PlayerKind kind = PlayerKind::kPerson;
  // A person who has not been admitted yet: whoever joins takes the place.
  bool open = false;
  std::string name = {};
  // Of an agent: evaluations that the search of one action may use (0: the server's default), and
  // its variety, as ChooseMove has them.
  int simulations = 0;
  double variety = 0;
  // The level that these numbers were; 0: none.
  int level = 0;
  // It may play by random games where no model fits the game.
  bool allow_rollouts = false;
  // The hash of what an open place is kept for: whoever shows it. Empty: for the first to come.
  std::string invitation = {};
  // Of Tantrix.
  ColourWish colours = {};
};

// How time is kept. Stored in journals by their names.
//   kNone         not at all, but for patience
//   kInformative  shown, decides nothing (Kontranto K13)
//   kStages       a budget for a number of moves, then the next; empty loses (Renju R8, PÜNCT P7)
//   kHourglass    what one uses flows to the other; empty loses (Konkvest Q9)
//   kPenalty      a budget that may be overdrawn, at the price of points (Tantrix T7)
enum class ClockKind { kNone, kInformative, kStages, kHourglass, kPenalty };

// So much time for so many moves (0: all that follow), and more for each of them. The last stage is
// begun again and again.
struct ClockStage {
  int moves = 0;
  int64_t millis = 0;
  int64_t increment_millis = 0;
};

// The clock agreed on.
struct ClockSettings {
  ClockKind kind = ClockKind::kNone;
  // Of kStages, at least one.
  std::vector<ClockStage> stages = {};
  // Of kHourglass both halves together, of kPenalty each player's.
  int64_t total_millis = 0;
  // A fallen flag counts when the opponent claims it, and nobody is told before (R8 `manual`); else
  // the server sees to it.
  bool claimed = false;
};

// What a game of an event counts for, in tenths of points.
struct Scoring {
  // By the difference of scores (T6), and as a forfeit where there is none; else as below.
  bool by_score = false;
  int win = 10;
  int draw = 5;
  int loss = 0;
};

// Where a match stands in a director's event (tournament_settings.h).
struct TournamentPlace {
  std::string event = {};
  // The hash of the director's token.
  std::string director = {};
  int round = 0;
  // The void match in whose place this one is played; else empty.
  std::string replays = {};
  Scoring points = {};
};

// All that is agreed on before a match.
struct MatchSettings {
  // With every option; `colours` as it is where no player wishes any (GameOf).
  std::string game = {};
  std::array<PlayerSettings, kPlayers> players = {};
  // Seats are drawn by lot; else player 0 has seat 0.
  bool lot = false;
  // In a rematch, too: the seats have the colours that their players wish (T7). Else a rematch
  // exchanges them.
  bool keeps_seats = false;
  ClockSettings clock = {};
  // A player who lets the other wait so long is asked once and has then given the game up after
  // MatchRules::grace; 0: never.
  int64_t patience_millis = 0;
  // Q8: the occurrence of a position at which the game begins anew by itself; 0: it never does.
  int forced_reset = 0;
  // Whoever knows the match's id may look on.
  bool spectators = true;
  // When the first game begins, whoever is there by then: milliseconds since 1970. 0: as soon as
  // both players are.
  int64_t start_millis = 0;
  // Turns after which the match ends for nobody where nothing else must end it (TurnBound); 0:
  // there is no such number.
  int max_plies = 0;
  // White's choices in Renju's opening count as moves of a period: so in matches that were agreed
  // on before they did not (R8).
  bool choices_count = false;
  // Of a match of an event. It has one game.
  std::optional<TournamentPlace> event = {};
};

// The name as journals and reports have it: "hourglass".
std::string ClockName(ClockKind kind);

// InvalidArgument where a name is too long, or has control characters.
absl::Status CheckName(const std::string& name, const std::string& field);

ColourWishes WishesOf(const MatchSettings& settings);

// The game with the colours that the players wish as yet (T7). InvalidArgument as GameByWishes has
// it, of the field `players.colours`.
absl::StatusOr<std::string> GameOf(const MatchSettings& settings);

// InvalidArgument, with the field, for what cannot be or what the game's rules do not allow.
absl::Status CheckSettings(const envs::Game& game, const MatchSettings& settings);

// As journals keep it.
Json ToJson(const MatchSettings& settings);
absl::StatusOr<MatchSettings> SettingsFromJson(const Json& json);

}  // namespace kvintet::serving
