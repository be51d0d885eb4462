// GameReview: see the header.
#include "serving/engine/game_review.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/status_macros.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {

using envs::Actor;
using envs::Playthrough;
using envs::RecordEvent;
using envs::SeatPlay;

absl::StatusOr<GameReview> GameReview::Create(const std::shared_ptr<const ServedGame>& game,
                                              const RequestedState& situation,
                                              const ReviewRange& range) {
  if (situation.known() == Known::kPosition) {
    return Refusal(v1::REASON_BAD_FIELD, "wanted a record or a seat's record, found a position",
                   "position");
  }
  const bool seats_own = situation.known() == Known::kSeatRecord;
  FollowedPlay play = Playthrough(*game->game);
  if (seats_own) {
    play = SeatPlay(*game->game, situation.Viewer());
  }
  GameReview review(game, std::move(play), range);
  std::string text = situation.Text();
  if (seats_own && game->game->TellsActors()) {
    envs::CutToldText(&text);
  }
  KVINTET_ASSIGN_OR_RETURN(review.events_, envs::ParseRecord(*game->game, text));
  return review;
}

bool GameReview::Decides(const RecordEvent& event) const {
  if (event.actor == Actor::kChance) {
    return false;
  }
  const auto* known = std::get_if<SeatPlay>(&play_);
  return known == nullptr || envs::SeatOf(event.actor) == known->seat();
}

bool GameReview::IsOpen() const {
  const envs::GameSpec& spec = game_->game->Spec();
  return !spec.secrets && !spec.simultaneous;
}

absl::StatusOr<std::optional<ReviewStep>> GameReview::Next() {
  while (next_ < events_.size()) {
    const RecordEvent& event = events_[next_];
    std::optional<ReviewStep> step;
    if (Decides(event)) {
      const int decision = decisions_++;
      const bool in_range =
          decision >= range_.first && (range_.count == 0 || decision - range_.first < range_.count);
      const bool wanted = in_range && (!range_.seat || *range_.seat == envs::SeatOf(event.actor));
      if (wanted || looked_for_) {
        KVINTET_ASSIGN_OR_RETURN(step, Look(event));
        step->decision = decision;
        step->wanted = wanted;
      }
      looked_for_ = false;
    }
    KVINTET_RETURN_IF_ERROR(Follow(event));
    if (step) {
      LookBehind(&*step);
      looked_for_ = step->wanted && step->sign_of_next;
      return step;
    }
  }
  return std::optional<ReviewStep>();
}

absl::StatusOr<ReviewStep> GameReview::Look(const RecordEvent& event) const {
  ReviewStep step = {.event = static_cast<int>(next_),
                     .point = PointOfViewOf(game_, play_, envs::SeatOf(event.actor)),
                     .played = event.text};
  KVINTET_ASSIGN_OR_RETURN(step.actions,
                           game_->game->ParseMove(step.point.view.Span(), event.text));
  return step;
}

void GameReview::LookBehind(ReviewStep* step) const {
  const auto* full = std::get_if<Playthrough>(&play_);
  if (!IsOpen() || full == nullptr) {
    return;
  }
  if (full->Ended()) {
    const auto seat = static_cast<size_t>(envs::Index(step->point.seat));
    step->end_value = static_cast<double>(full->Result().returns[seat]);
  } else if (next_ < events_.size() && Decides(events_[next_])) {
    step->sign_of_next = envs::SeatOf(events_[next_].actor) == step->point.seat ? 1 : -1;
  }
}

absl::Status GameReview::Follow(const RecordEvent& event) {
  const absl::Status followed =
      std::visit([&](auto& play) { return play.ApplyMove(event.actor, event.text); }, play_);
  return envs::AtEvent(next_++, event, followed);
}

MoveVerdict VerdictOf(const MoveChoice& choice, const ReviewStep& step) {
  const selfplay::Decision& first = choice.First();
  KVINTET_CHECK(!first.forced);
  const auto found = [&](envs::Action action) {
    const auto place =
        std::ranges::find(first.actions, action, &selfplay::ActionStatistics::action);
    KVINTET_CHECK(place != first.actions.end());
    return *place;
  };
  const selfplay::ActionStatistics best = found(first.action);
  const selfplay::ActionStatistics played = found(step.actions.front());
  // A policy without search has no values for single actions.
  MoveVerdict verdict = {.best = choice.Text(),
                         .value = best.visits > 0 ? best.value : first.value};
  if (step.end_value) {
    verdict.loss = std::max(0.0, verdict.value - *step.end_value);
  } else if (played.action != best.action && played.visits > 0 && best.visits > 0) {
    verdict.loss = std::max(0.0, best.value - played.value);
  }
  if (verdict.best == step.played) {
    verdict.loss = 0;
  }
  return verdict;
}

}  // namespace kvintet::serving
