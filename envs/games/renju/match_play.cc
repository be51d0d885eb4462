// Renju between two players: claims of wins, draw offers, and choices in the opening (R4, R5, R7).
#include "envs/match_play.h"

#include <algorithm>
#include <memory>

#include "envs/games/renju/claims.h"
#include "envs/games/renju/renju.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs::renju {
namespace {

class RenjuMatchPlay final : public MatchPlay {
 public:
  explicit RenjuMatchPlay(bool claimed) : claimed_(claimed) {}

  MatchRules Rules() const override {
    return {.win_claims = claimed_, .draw_offers = true, .opening_choices = true};
  }

  std::array<std::string, kNumSeats> SideNames() const override { return {"White", "Black"}; }

  // R5.2: seat 0 is Black unless seat 1 swaps.
  std::optional<Seat> FirstSide(std::span<const std::string_view> moves) const override {
    return std::ranges::find(moves, "swap") != moves.end() ? Seat::k0 : Seat::k1;
  }

  std::string ColourKey(Palette) const override {
    return "violet edge: the last stone; red: forbidden for Black";
  }

  // R5.2, R5.5: the choice of colours, or of one of the two offered fifth moves.
  bool WasChoice(const Playthrough& play) const override {
    const std::vector<PlayedEvent>& events = play.Events();
    if (events.empty()) {
      return false;
    }
    const std::string& last = events.back().text;
    // Only offers are written with a plus.
    const bool offered =
        events.size() > 1 && events[events.size() - 2].text.find('+') != std::string::npos;
    return last == "keep" || last == "swap" || offered;
  }

  std::string_view WinToClaim(const Playthrough& play, Seat seat) const override {
    return ClaimableWin(play, seat);
  }

 private:
  bool claimed_;
};

}  // namespace

std::unique_ptr<const MatchPlay> Renju::MakeMatchPlay() const {
  return std::make_unique<RenjuMatchPlay>(ByClaim());
}

}  // namespace kvintet::envs::renju
