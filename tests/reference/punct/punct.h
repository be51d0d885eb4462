// PÜNCT: the reference implementation of the game of stacked pieces that connect opposite sides.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/punct/punct_turn.h"
#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// One game of PÜNCT. Everything is public, so all seats know the same. Seat 0 plays White.
class Punct : public ReferenceGame {
 public:
  // Starts with the empty board.
  explicit Punct(punct::Rules rules);

  // Starts from a position, as if nothing had been played before. REQUIRES: a position that
  // ParsePosition of punct_position.h accepts.
  Punct(punct::Rules rules, punct::Position position);

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::array<int, 2> Margin() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

  const punct::Position& Now() const { return position_; }

 private:
  int CentreDots(char owner) const;
  void EndTurn(char mover);
  void FindTurns();
  void EndByCentre(const std::string& reason);
  void End(const std::string& reason, char winner);

  punct::Rules rules_;
  punct::Position position_;
  int plies_ = 0;
  std::map<std::string, int> occurrences_;    // of every position in which a player had to move
  std::map<std::string, punct::Turn> turns_;  // the legal ones by their texts
  std::string came_from_;                     // former space of the PÜNCT moved last; empty if new
  std::string reason_;                        // empty until the end
  char winner_ = '-';                         // `w` or `b`; `-` for a draw
  std::vector<Event> history_;
};

}  // namespace kvintet::reference
