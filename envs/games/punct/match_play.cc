// PÜNCT between two players: games that may go on for ever (P5), and the sides.
#include "envs/match_play.h"

#include <memory>

#include "envs/games/punct/punct.h"

namespace kvintet::envs::punct {
namespace {

class PunctMatchPlay final : public MatchPlay {
 public:
  MatchRules Rules() const override { return {.length_option = "max_plies"}; }
  std::array<std::string, kNumSeats> SideNames() const override { return {"White", "Black"}; }
  std::string ColourKey(Palette) const override { return "grey: the centre"; }
};

}  // namespace

std::unique_ptr<const MatchPlay> Punct::MakeMatchPlay() const {
  return std::make_unique<PunctMatchPlay>();
}

}  // namespace kvintet::envs::punct
