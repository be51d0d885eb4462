// OshiZumo: the slow and obvious Oshi-Zumo, from docs/small_games.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// The rules' options, named as in `oshi_zumo{...}`. A game REQUIRES: coins 1..50, horizon 1..1000,
// min_bid 0..1, size 1..5.
struct OshiZumoOptions {
  int coins0 = 10;
  int coins1 = 10;
  int horizon = 100;
  int min_bid = 1;
  int size = 3;
};

// Coins, the wrestler's place, rounds played, and the bids not revealed yet.
class OshiZumo : public ReferenceGame {
 public:
  explicit OshiZumo(const OshiZumoOptions& options);

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

 private:
  // Pays both bids and moves the wrestler.
  void ResolveRound();

  OshiZumoOptions options_;
  std::array<int, 2> coins_;
  int place_;
  int rounds_ = 0;                             // Rounds played.
  std::array<std::optional<int>, 2> pending_;  // Bids not revealed and not paid yet.
  std::vector<Event> history_;
};

std::unique_ptr<ReferenceGame> MakeOshiZumo(int coins0 = 10, int coins1 = 10, int horizon = 100,
                                            int min_bid = 1, int size = 3);

}  // namespace kvintet::reference
