// TicTacToe: the slow and obvious tic_tac_toe, from docs/small_games.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// The board and the moves made so far.
class TicTacToe : public ReferenceGame {
 public:
  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  bool HasLine(char mark) const;
  bool Ended() const;

  std::string board_ = ".........";  // `X`, `O` or `.` of each cell: a1 b1 c1 a2 b2 ... c3.
  std::vector<std::string> moves_;   // Cells in order of play; seat 0 made the first, third, ...
};

std::unique_ptr<ReferenceGame> MakeTicTacToe();

}  // namespace kvintet::reference
