// Hex between two players: the sides, which a swap exchanges (X3).
#include "envs/match_play.h"

#include <algorithm>
#include <memory>

#include "envs/games/hex/hex.h"

namespace kvintet::envs::hex {
namespace {

class HexMatchPlay final : public MatchPlay {
 public:
  MatchRules Rules() const override { return {.balance_by_side = true}; }
  std::array<std::string, kNumSeats> SideNames() const override {
    return {std::string(ColourName(kRed)), std::string(ColourName(kBlue))};
  }
  std::optional<Seat> FirstSide(std::span<const std::string_view> moves) const override {
    return std::ranges::find(moves, "swap") != moves.end() ? Seat::k1 : Seat::k0;
  }
};

}  // namespace

std::unique_ptr<const MatchPlay> Hex::MakeMatchPlay() const {
  return std::make_unique<HexMatchPlay>();
}

}  // namespace kvintet::envs::hex
