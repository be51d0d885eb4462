// Kontranto between two players: commitments, sides and the final two-step (K2, K3, K13, K14).
#include "envs/match_play.h"

#include <memory>

#include "envs/games/kontranto/kontranto.h"
#include "envs/rules/row_cast.h"

namespace kvintet::envs::kontranto {
namespace {

class KontrantoMatchPlay final : public MatchPlay {
 public:
  KontrantoMatchPlay(bool colour_choice, bool sides_are_alike)
      : colour_choice_(colour_choice), sides_are_alike_(sides_are_alike) {}

  MatchRules Rules() const override {
    return {.commits_are_public = true,
            .first_commit_has_seat_0 = colour_choice_,
            .rematch_with = {{"colour_choice", "false"}},
            .asks_consent = true,
            .balance_by_side = true,
            .clock = {.kind = ClockKind::kInformative}};
  }

  std::array<std::string, kNumSeats> SideNames() const override { return {"White", "Black"}; }

  // K2: seat 0 is White if the two seats chose different shapes, or if there is no such choice.
  std::optional<Seat> FirstSide(std::span<const std::string_view> moves) const override {
    if (!colour_choice_) {
      return Seat::k0;
    }
    if (moves.size() < 2) {
      return std::nullopt;
    }
    return moves[0] != moves[1] ? Seat::k0 : Seat::k1;
  }

  std::string_view EqualityProof() const override {
    return sides_are_alike_
               ? "Exchanging the colours, mirroring left and right and turning one side's circles "
                 "into triangles and back maps the game onto itself, so under best play both "
                 "colours are worth exactly the same."
               : "";
  }

  std::string ColourKey(Palette) const override { return "white and black fields are conquered"; }

  // K14: before the final two-step.
  bool NeedsConsent(ConstViews view) const override {
    const Stage stage = RowAs<View>(view).position.stage;
    return stage == Stage::kTwoPiece || stage == Stage::kTwoMove;
  }

 private:
  bool colour_choice_;
  // The game has the symmetry that swaps the colours.
  bool sides_are_alike_;
};

}  // namespace

std::unique_ptr<const MatchPlay> Kontranto::MakeMatchPlay() const {
  constexpr int kAllSymmetries = 16;
  return std::make_unique<KontrantoMatchPlay>(colour_choice_, NumSymmetries() == kAllSymmetries);
}

}  // namespace kvintet::envs::kontranto
