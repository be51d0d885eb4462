// Hex: the slow and obvious hex, from envs/games/hex/README.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// The stones of each colour, and the moves made so far.
class Hex : public ReferenceGame {
 public:
  Hex(int size, bool swap) : size_(size), swap_(swap) {}

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::string Reason() const override { return "connection"; }
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override { return history_; }
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  // Column and row, from 1.
  using Cell = std::pair<int, int>;

  bool RedConnects() const;
  bool BlueConnects() const;
  bool Swapped() const;

  int size_;
  bool swap_;
  std::set<Cell> red_;
  std::set<Cell> blue_;
  std::vector<Event> history_;
};

std::unique_ptr<ReferenceGame> MakeHex(int size, bool swap);

}  // namespace kvintet::reference
