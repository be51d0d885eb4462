// Pursuit: the slow and obvious pursuit, from docs/small_games.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// Two kings on a board, and the face-down steps.
class Pursuit : public ReferenceGame {
 public:
  // REQUIRES: two different cells of the board, like `A1`.
  Pursuit(int columns, int rows, const std::string& catcher, const std::string& evader, int steps);

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
  int columns_;
  int rows_;
  int steps_left_;
  std::array<std::string, 2> cells_;                   // Cells of catcher and evader.
  std::array<std::optional<std::string>, 2> pending_;  // Cells chosen, face down.
  std::vector<Event> history_;
};

// See Pursuit's constructor; null if a cell is not on the board or both are the same.
std::unique_ptr<ReferenceGame> MakePursuit(int columns, int rows, const std::string& catcher,
                                           const std::string& evader, int steps);

}  // namespace kvintet::reference
