// MatchSettings: what is agreed before a match, such as the game, the players and the clock.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/reports/json.h"
#include "envs/game.h"
#include "envs/match_rules.h"
#include "matches/settings/colour_wishes.h"

namespace kvintet::matches {

// A match is between player 0 and player 1. Their seats in the game may change between games.
inline constexpr int kPlayers = 2;
// The place of a player, 0 or 1, in arrays by player.
inline size_t At(int player) { return static_cast<size_t>(player); }
// Largest variety that a level may use. A request may ask for at most 1.
inline constexpr double kMaxVariety = 10;

// Stored in journals by their names.
enum class PlayerKind { kPerson, kAgent };

// One player.
struct PlayerSettings {
  PlayerKind kind = PlayerKind::kPerson;
  // The place of a person that is still free. The next person to join takes it.
  bool open = false;
  std::string name = {};
  // For agents: evaluations that the search may use per action (0: the server's default), and the
  // variety, both as in ChooseMove.
  int simulations = 0;
  double variety = 0;
  // The level from which these two numbers come; 0: none.
  int level = 0;
  // Random games may choose the moves if no model fits the game.
  bool allow_rollouts = false;
  // The hash of the invitation that an open place is reserved for. Empty: the first to join gets
  // it.
  std::string invitation = {};
  // For Tantrix.
  ColourWish colours = {};
};

// The clock that players agree on is the rules' kind of clock, with settings of their own.
using envs::ClockKind;
using envs::ClockSettings;
using envs::ClockStage;

// What a game of a tournament counts for, in tenths of a point.
struct Scoring {
  // Score by the difference of scores (T6), or as a forfeit if there is no score. Otherwise use the
  // three numbers below.
  bool by_score = false;
  int win = 10;
  int draw = 5;
  int loss = 0;
};

// The place of a match in a tournament (tournament_settings.h).
struct TournamentPlace {
  std::string event = {};
  // The hash of the director's token.
  std::string director = {};
  int round = 0;
  // The void match that this match replaces; empty if there is none.
  std::string replays = {};
  Scoring points = {};
};

// All that is agreed on before a match.
struct MatchSettings {
  // With every option. `colours` has the value for the case that no player wishes any (GameOf).
  std::string game = {};
  std::array<PlayerSettings, kPlayers> players = {};
  // Seats are drawn by lot. Otherwise player 0 has seat 0.
  bool lot = false;
  // Players keep their seats in a rematch, because the colours follow their wishes (T7). Otherwise
  // a rematch exchanges the seats.
  bool keeps_seats = false;
  ClockSettings clock = {};
  // A player who keeps the opponent waiting this long is warned once, and has abandoned the game
  // after another kGraceMillis. 0: never.
  int64_t patience_millis = 0;
  // Q8: the occurrence of a position at which the server restarts the game; 0: never.
  int forced_reset = 0;
  // Anybody who knows the match's id may watch.
  bool spectators = true;
  // When the first game begins, whether or not the players are present, in milliseconds since 1970.
  // 0: as soon as both players are present.
  int64_t start_millis = 0;
  // Number of turns after which the match ends without a winner if nothing else is sure to end it
  // (TurnBound). 0: no such limit.
  int max_plies = 0;
  // White's choices in Renju's opening count as moves of a clock period. True for matches that were
  // agreed before the current reading of R8.
  bool choices_count = false;
  // Set for a match of a tournament. Such a match has one game.
  std::optional<TournamentPlace> event = {};
};

// The name used in journals and reports, e.g. "hourglass".
std::string ClockName(ClockKind kind);

// InvalidArgument if a name is too long or has control characters.
absl::Status CheckName(const std::string& name, const std::string& field);

ColourWishes WishesOf(const MatchSettings& settings);

// The game with the colours that the players wish so far (T7). InvalidArgument as for GameByWishes,
// with the field `players.colours`.
absl::StatusOr<std::string> GameOf(const MatchSettings& settings);

// InvalidArgument, with the field, for settings that are invalid or that the game's rules forbid.
absl::Status CheckSettings(const envs::Game& game, const MatchSettings& settings);

// The JSON form used in journals.
Json ToJson(const MatchSettings& settings);
absl::StatusOr<MatchSettings> SettingsFromJson(const Json& json);

}  // namespace kvintet::matches
