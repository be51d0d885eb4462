// PointOfView: see the header.
#include "serving/engine/point_of_view.h"

#include <utility>

#include "base/check.h"
#include "selfplay/belief/belief_search.h"

namespace kvintet::serving {

using envs::Playthrough;
using envs::Seat;
using envs::SeatPlay;

namespace {

envs::ViewBuffer ViewOf(const Playthrough& play, Seat seat) { return play.View(seat); }
envs::ViewBuffer ViewOf(const SeatPlay& play, Seat) {
  envs::ViewBuffer view(1, play.game().Spec().view_bytes);
  envs::CopyRows<envs::ViewTag>(play.View(), view.Span());
  return view;
}

std::string RecordOf(const Playthrough& play, Seat seat) { return play.SeatRecord(seat); }
std::string RecordOf(const SeatPlay& play, Seat) { return play.Record(); }

}  // namespace

PointOfView PointOfViewOf(std::shared_ptr<const ServedGame> game, const FollowedPlay& play,
                          Seat seat) {
  const auto* known = std::get_if<SeatPlay>(&play);
  KVINTET_CHECK(known == nullptr || known->seat() == seat);
  return std::visit(
      [&](const auto& followed) {
        const bool infers = selfplay::CanSearchBelief(followed.game());
        return PointOfView{.game = std::move(game),
                           .seat = seat,
                           .view = ViewOf(followed, seat),
                           .history = followed.history(),
                           .record = infers ? RecordOf(followed, seat) : ""};
      },
      play);
}

}  // namespace kvintet::serving
