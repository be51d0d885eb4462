// Follower: see the header.
#include "tests/conformance/follower.h"

#include <algorithm>

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::conformance {

Follower::Follower(const Game& game, Seat seat)
    : game_(game),
      seat_(seat),
      view_(1, game.Spec().view_bytes),
      history_(game.Spec().history_capacity) {
  game.InitialView(seat, view_.Span());
}

void Follower::See(const Playthrough& play, Actor actor, Action action) {
  std::array<std::byte, envs::kMaxVisibleBytes> bytes;
  const int count = game_.Visible(play.Position(), actor, action, seat_, bytes);
  if (count > 0) {
    seen_.append(reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(count));
  }
  last_ = {actor, action};
  last_known_ = count > 0;
  in_stage_ = play.StageOpen() || play.Actors().Simultaneous();
}

void Follower::Follow(const Playthrough& play) {
  const bool own = last_.actor != Actor::kChance && seat_ == envs::SeatOf(last_.actor);
  if (!in_stage_) {
    FollowStep(last_, own || last_known_);
    FollowActors(play);
    return;
  }
  if (own) {
    FollowStep(last_, true);
  } else {
    sealed_.push_back(last_);
  }
  if (play.StageOpen()) {
    return;
  }
  std::ranges::stable_sort(sealed_, {}, &Step::actor);
  for (const Step& step : sealed_) {
    FollowStep(step, last_known_);
  }
  sealed_.clear();
}

void Follower::FollowActors(const Playthrough& play) {
  if (game_.TellsActors()) {
    KVINTET_CHECK(game_.FollowActors(view_.Span(), play.Actors()));
    seen_ += static_cast<char>(play.Actors().Bits());
  }
}

void Follower::FollowStep(const Step& step, bool known) {
  game_.Follow(view_.Span(), &history_, step.actor,
               known ? std::optional<Action>(step.action) : std::nullopt);
}

FollowedPlay::FollowedPlay(const Game& game) : play(game) {
  for (const Seat seat : kViewers) {
    followers.emplace_back(game, seat);
  }
}

absl::Status FollowedPlay::Apply(Actor actor, Action action) {
  Playthrough next = play;
  KVINTET_RETURN_IF_ERROR(next.Apply(actor, action));
  for (Follower& follower : followers) {
    follower.See(play, actor, action);
    follower.Follow(next);
  }
  play = std::move(next);
  return absl::OkStatus();
}

absl::Status FollowedPlay::ApplyMove(Actor actor, const std::string& text) {
  Playthrough next = play;
  KVINTET_RETURN_IF_ERROR(next.ApplyMove(actor, text));
  const auto made = std::ranges::find_if(
      next.Events().rbegin(), next.Events().rend(),
      [actor](const envs::PlayedEvent& event) { return event.actor == actor; });
  for (const Action action : made->actions) {
    KVINTET_RETURN_IF_ERROR(Apply(actor, action));
  }
  return absl::OkStatus();
}

}  // namespace kvintet::conformance
