// MatchGame: one game of a match, with the details of each move.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"

#include "envs/text/playthrough.h"
#include "matches/game/match_end.h"
#include "matches/game/player_seats.h"
#include "matches/settings/agent_model.h"

namespace kvintet::matches {

// A choice that has been made and is still hidden.
struct Commit {
  std::string move = {};
  std::string nonce = {};
  std::string seal = {};
  int64_t at_millis = 0;
  // The time used on the player's clock at that moment, in microseconds.
  int64_t spent = 0;
};

// One move, or one outcome of chance, as a line of the report.
struct PlayedLine {
  int ply = 0;
  // -1: chance.
  int player = -1;
  std::string text = {};
  std::string nonce = {};
  std::string seal = {};
  // When it was made, and the time used on the player's clock then, in microseconds.
  int64_t at_millis = 0;
  int64_t spent = 0;
  // Number of resets before it.
  int resets = 0;
};

// A pause that was wrong (T7), the player who called it, and the ply.
struct WrongPause {
  int player = 0;
  int ply = 0;
  int64_t at_millis = 0;
};

// A game of the match: the current one, or one that has ended.
struct MatchGame {
  MatchGame(int game_number, std::shared_ptr<const envs::Game> played)
      : number(game_number), game(std::move(played)), play(*game) {}

  int number;
  std::shared_ptr<const envs::Game> game;
  PlayerSeats seats = {};
  // The models that have played for each agent, in order.
  std::array<std::vector<PlayingAgent>, kPlayers> agents = {};
  envs::Playthrough play;
  // Hidden choices of the current simultaneous stage.
  std::array<std::optional<Commit>, kPlayers> commits = {};
  // What was played before each reset: complete records, and their total number of events.
  std::vector<std::string> parts = {};
  int plies_before = 0;
  std::vector<PlayedLine> lines = {};
  std::vector<WrongPause> wrong_pauses = {};
  // Time used on the clocks at the end, in microseconds.
  std::array<int64_t, kPlayers> spent = {};
  std::optional<MatchEnd> end = {};

  // Plays the line's move or outcome, and keeps the line with the number of resets so far. Errors
  // are those of Playthrough::ApplyMove, and change nothing.
  absl::Status Play(envs::Actor actor, PlayedLine line);
  // These models play from now on; those without an id are unknown or have not changed.
  void NoteAgents(const std::array<AgentModel, kPlayers>& models);
  // Q8: begins again from the initial position, with the seats exchanged.
  void Restart();

  // Whether the player must act and has not chosen yet.
  bool Awaits(int player) const;
  int Ply() const { return plies_before + static_cast<int>(play.Events().size()); }
  // -1: chance.
  int PlayerOf(envs::Actor actor) const {
    const bool first = actor != envs::Actor::kChance && seats[0] == envs::SeatOf(actor);
    return actor == envs::Actor::kChance ? -1 : first ? 0 : 1;
  }
};

}  // namespace kvintet::matches
