// Leduc: the slow and obvious Leduc poker, from docs/small_games.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// The cards dealt and the betting so far; stakes are computed from the betting when needed.
class Leduc : public ReferenceGame {
 public:
  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  std::vector<double> ChanceProbabilities() const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::array<int, 2> Margin() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  bool Folded() const;
  bool Ended() const;
  // The current betting round, 0 or 1.
  std::size_t Round() const;
  // Chips each seat has put in.
  std::array<int, 2> Stakes() const;
  // -1, 0 or 1: seat 1 wins, they split, seat 0 wins.
  int ShowdownWinner() const;

  std::vector<std::string> private_cards_;  // Dealt so far: seat 0's first, then seat 1's.
  std::string public_card_;                 // Empty until it is dealt.
  // Choices of each round, `c` call, `r` raise, `f` fold: seat 0's first, then in turn.
  std::array<std::string, 2> betting_;
};

std::unique_ptr<ReferenceGame> MakeLeduc();

}  // namespace kvintet::reference
