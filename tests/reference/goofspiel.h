// Goofspiel: the slow and obvious Goofspiel, from docs/small_games.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// Hands, prizes, points and face-down bids.
class Goofspiel : public ReferenceGame {
 public:
  // REQUIRES: 2 <= cards <= 13; objective points|win; order random|descending|ascending.
  Goofspiel(int cards, const std::string& objective, const std::string& order);

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
  // Turns up the next prize if the order is fixed.
  void TurnUpFixedPrize();
  // Reveals both bids and awards the prize.
  void ResolveRound();

  int cards_;
  std::string objective_;
  std::string order_;
  std::array<std::set<int>, 2> hands_;         // Includes the card of a pending bid.
  std::set<int> prizes_left_;                  // Not turned up yet.
  std::optional<int> prize_;                   // Turned up, not awarded yet.
  std::array<std::optional<int>, 2> pending_;  // Bids lying face down.
  std::array<int, 2> points_ = {0, 0};
  std::vector<Event> history_;
};

// See Goofspiel's constructor.
std::unique_ptr<ReferenceGame> MakeGoofspiel(int cards = 5, const std::string& objective = "points",
                                             const std::string& order = "random");

}  // namespace kvintet::reference
