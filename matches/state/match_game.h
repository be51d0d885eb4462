// MatchGame: a game of a match, with what is kept of each of its moves.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "envs/text/playthrough.h"
#include "matches/state/match_sight.h"

namespace kvintet::serving {

// A choice made and not yet shown.
struct Commit {
  std::string move = {};
  std::string nonce = {};
  std::string seal = {};
  int64_t at_millis = 0;
  // The player's clock then, in microseconds.
  int64_t spent = 0;
};

// One line of a report.
struct PlayedLine {
  int ply = 0;
  // -1: chance.
  int player = -1;
  std::string text = {};
  std::string nonce = {};
  std::string seal = {};
  // When it was made, and the player's clock then, in microseconds.
  int64_t at_millis = 0;
  int64_t spent = 0;
  // Resets before it.
  int resets = 0;
};

// A pause that was wrong (T7): the player's, at that ply.
struct WrongPause {
  int player = 0;
  int ply = 0;
  int64_t at_millis = 0;
};

// A game of the match, the present one or one that has ended.
struct MatchGame {
  MatchGame(int game_number, std::shared_ptr<const envs::Game> played)
      : number(game_number), game(std::move(played)), play(*game) {}

  int number;
  std::shared_ptr<const envs::Game> game;
  // The seat of each player.
  std::array<envs::Seat, kPlayers> seats = {};
  // What has played the moves of each player who is an agent, in order.
  std::array<std::vector<PlayingAgent>, kPlayers> agents = {};
  envs::Playthrough play;
  // Choices of the stage that is open.
  std::array<std::optional<Commit>, kPlayers> commits = {};
  // What was played before a reset: whole records, and their events counted.
  std::vector<std::string> parts = {};
  int plies_before = 0;
  std::vector<PlayedLine> lines = {};
  std::vector<WrongPause> wrong_pauses = {};
  // Of the clocks at the end, in microseconds.
  std::array<int64_t, kPlayers> spent = {};
  std::optional<MatchEnd> end = {};

  int Ply() const { return plies_before + static_cast<int>(play.Events().size()); }
  // -1: chance.
  int PlayerOf(envs::Actor actor) const {
    const bool first = actor != envs::Actor::kChance && seats[0] == envs::SeatOf(actor);
    return actor == envs::Actor::kChance ? -1 : first ? 0 : 1;
  }
};

}  // namespace kvintet::serving
