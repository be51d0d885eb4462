// ConnectFour: the slow and obvious connect_four, from docs/small_games.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// Seven stacks of discs and the moves made so far.
class ConnectFour : public ReferenceGame {
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
  // `X` or `O`; `.` for an empty cell, and off the board too.
  char Disc(int column, int row) const;
  bool HasFour(char disc) const;
  bool Ended() const;

  std::array<std::string, 7> columns_;  // Discs `X` and `O`, columns a to g, from the bottom up.
  std::vector<std::string> moves_;  // Columns in order of play; seat 0 made the first, third, ...
};

std::unique_ptr<ReferenceGame> MakeConnectFour();

}  // namespace kvintet::reference
