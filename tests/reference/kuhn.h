// Kuhn: the slow and obvious Kuhn poker, from docs/small_games.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// The cards dealt and the bets made so far.
class Kuhn : public ReferenceGame {
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
  bool Ended() const;

  std::string cards_;    // Cards dealt, `J Q K`: seat 0's first, then seat 1's.
  std::string betting_;  // Choices made, `b` bet and `p` pass: seat 0's first, then in turn.
};

std::unique_ptr<ReferenceGame> MakeKuhn();

}  // namespace kvintet::reference
