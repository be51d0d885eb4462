// PositionJudge: see the header.
#include "selfplay/equilibrium/position_judge.h"

#include <cstring>
#include <span>
#include <utility>

#include "base/check.h"
#include "envs/one_row.h"

namespace kvintet::selfplay {

using envs::Seat;

PositionJudge::PositionJudge(const envs::Game& game, bool known_returns)
    : game_(game),
      known_returns_(known_returns && game.known_returns()),
      position_(1, game.Spec().position_bytes),
      view_(1, game.Spec().view_bytes),
      image_(1, game.Spec().view_bytes),
      shown_(1, game.Spec().view_bytes) {}

void PositionJudge::Start(envs::ConstPositions one) {
  envs::CopyRows<envs::PositionTag>(one, position_.Span());
  seats_.clear();
  sum_ = 0;
  count_ = 0;
  const envs::ActorSet actors = envs::ActorsOf(game_, one);
  if (actors.Empty()) {
    sum_ = static_cast<double>(game_.Result(one).returns[0]);
    count_ = 1;
    return;
  }
  for (const Seat seat : {Seat::k1, Seat::k0}) {
    if (actors.Has(seat)) {
      seats_.push_back(seat);
    }
  }
  MakeView();
  const std::optional<float> known =
      known_returns_ ? game_.known_returns()->KnownReturn(View()) : std::nullopt;
  if (known.has_value()) {
    Hear({.win = (1 + *known) / 2, .draw = 0, .loss = (1 - *known) / 2});
    seats_.clear();
  }
}

void PositionJudge::Hear(const Wdl& wdl) {
  KVINTET_CHECK(Waiting());
  const auto value = static_cast<double>(wdl.Value());
  sum_ += seats_.back() == Seat::k0 ? value : -value;
  ++count_;
  seats_.pop_back();
  if (Waiting()) {
    MakeView();
  }
}

void PositionJudge::MakeView() {
  game_.MakeViews(position_.Span(), std::span(&seats_.back(), 1), view_.Span());
  const envs::ConstViews view = view_.Span();
  envs::CopyRows<envs::ViewTag>(view, shown_.Span());
  for (int symmetry = 1; symmetry < game_.Spec().num_symmetries; ++symmetry) {
    if (!game_.ExchangesSeats(symmetry)) {
      game_.TransformView(symmetry, view, image_.Span());
      if (std::memcmp(image_.Span().Row(0), shown_.Span().Row(0), view.Bytes().size()) < 0) {
        std::swap(image_, shown_);
      }
    }
  }
}

}  // namespace kvintet::selfplay
