// Conformance checks of ends: see the header.
#include "tests/conformance/ending.h"

#include <array>
#include <cstdint>
#include <vector>

#include "base/status_macros.h"

namespace kvintet::conformance {
namespace {

// The number of cells that are the opponent's, nobody's and own.
using Shares = std::array<int, 3>;

absl::StatusOr<Shares> SharesOf(const Playthrough& play, ConstPositions end, ConstViews view) {
  const GameSpec& spec = play.game().Spec();
  const auto cells = static_cast<size_t>(spec.height) * static_cast<size_t>(spec.width);
  std::vector<int8_t> owners(cells, 7);
  play.game().cell_owners()->Ownership(end, view, owners);
  Shares shares = {};
  for (const int8_t owner : owners) {
    if (owner < -1 || owner > 1) {
      return Broken(play, "a cell belongs to ", static_cast<int>(owner));
    }
    ++shares[static_cast<size_t>(owner + 1)];
  }
  return shares;
}

absl::Status CheckOwnershipAt(const Playthrough& play) {
  const Game& game = play.game();
  const ViewBuffer first = play.View(Seat::k0);
  const ViewBuffer second = play.View(Seat::k1);
  KVINTET_ASSIGN_OR_RETURN(const Shares own, SharesOf(play, play.Position(), first.Span()));
  KVINTET_ASSIGN_OR_RETURN(const Shares other, SharesOf(play, play.Position(), second.Span()));
  if (own != Shares{other[2], other[1], other[0]}) {
    return Broken(play, "the seats' views of who owns the cells disagree");
  }
  for (int symmetry = 0; symmetry < game.Spec().num_symmetries; ++symmetry) {
    PositionBuffer end(1, game.Spec().position_bytes);
    ViewBuffer view(1, game.Spec().view_bytes);
    game.TransformPosition(symmetry, play.Position(), end.Span());
    game.TransformView(symmetry, first.Span(), view.Span());
    KVINTET_ASSIGN_OR_RETURN(const Shares image,
                             SharesOf(play, std::as_const(end).Span(), std::as_const(view).Span()));
    if (image != own) {
      return Broken(play, "symmetry ", symmetry, " changes the number of cells that a seat owns");
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckMargins(const Game& game, const Effort& effort) {
  if (game.Spec().margins && game.standings() == nullptr) {
    return absl::OkStatus();
  }
  return Walk(game, effort, 1, [&](const Playthrough& play) {
    if (game.standings()) {
      const bool differs =
          play.Ended() && game.standings()->Standing(play.Position()) != play.Result().margin;
      return differs ? Broken(play, "the standing at the end is not the margin") : absl::OkStatus();
    }
    const bool has = play.Ended() && play.Result().margin != std::array<int32_t, 2>{0, 0};
    return has ? Broken(play, "the margin is not 0, but the spec declares no margin")
               : absl::OkStatus();
  });
}

absl::Status CheckOwnership(const Game& game, const Effort& effort) {
  if (game.cell_owners() == nullptr) {
    return absl::OkStatus();
  }
  return Walk(game, effort, 1, [](const Playthrough& play) {
    return play.Ended() ? CheckOwnershipAt(play) : absl::OkStatus();
  });
}

}  // namespace kvintet::conformance
