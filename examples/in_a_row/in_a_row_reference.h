// InARow: the slow and obvious in_a_row, from the clauses of its README alone.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// The board as text and the moves made so far.
class InARow : public ReferenceGame {
 public:
  InARow(int size, int line, bool swap);

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
  char At(int column, int row) const;
  bool HasLine(char mark) const;
  bool Ended() const;

  int size_;
  int line_;
  bool swap_;
  std::string board_;               // `X`, `O` or `.`: a1 b1 c1 ... a2 b2 c2 ...
  std::vector<std::string> moves_;  // in order of play; seat 0 made the first, third, ...
};

std::unique_ptr<ReferenceGame> MakeInARow(int size, int line, bool swap);

}  // namespace kvintet::reference
