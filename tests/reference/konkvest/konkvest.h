// Konkvest: the reference implementation of the game of queens and territory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/konkvest/konkvest_board.h"
#include "tests/reference/konkvest/konkvest_turns.h"
#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// One game of Konkvest. Everything is public, so all seats know the same. Seat 0 has rows a to c.
class Konkvest : public ReferenceGame {
 public:
  // Starts at Q3. REQUIRES: max_plies is at least 1.
  explicit Konkvest(konkvest::Options options);

  // Starts from a position in which the placement has been made, and no turn since.
  Konkvest(konkvest::Options options, konkvest::Position position);

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  // Pieces on the board and in the reserve, without the queen.
  std::array<int, 2> Margin() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

  // The position, for tests.
  const konkvest::Position& Now() const { return position_; }
  int Plies() const { return plies_; }
  bool Places() const { return opening_turn_ < konkvest::kOpeningTurns; }

 private:
  void Start(int first_player);
  void Place(const std::string& move);
  void Play(const std::string& move);
  void BeginTurn();
  void End(const std::string& reason, int winner);
  bool EndsAt(int plies) const { return plies >= options_.max_plies; }

  konkvest::Options options_;
  konkvest::Position position_;
  int first_player_ = 0;
  int opening_turn_ = 0;  // opening turns made since the start or restart
  int plies_ = 0;
  konkvest::Turns turns_;                   // the legal ones, after the placement
  std::map<std::string, int> occurrences_;  // of positions since the placement
  std::string reason_;                      // empty until the end
  int winner_ = -1;                         // the winning seat at the end, -1 for none
  std::vector<Event> history_;
};

}  // namespace kvintet::reference
