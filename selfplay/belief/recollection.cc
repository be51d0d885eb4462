// Recollection: see the header.
#include "selfplay/belief/recollection.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "envs/one_row.h"
#include "envs/text/seat_play.h"

namespace kvintet::selfplay {

using envs::Action;
using envs::Actor;
using envs::RecordEvent;

Recollection::Recollection(const envs::Game& game, envs::ConstViews now)
    : game_(game),
      seat_(game.ViewSeat(now)),
      now_(1, game.Spec().view_bytes),
      history_(game.Spec().history_capacity) {
  envs::CopyRows<envs::ViewTag>(now, now_.Span());
}

std::optional<Recollection> Recollection::Make(const envs::Game& game, envs::ConstViews now,
                                               const std::string& record, int moves) {
  Recollection made(game, now);
  std::string text = record;
  if (game.TellsActors()) {
    envs::CutToldText(&text);
  }
  absl::StatusOr<std::vector<RecordEvent>> events = envs::ParseRecord(game, text);
  if (!events.ok()) {
    return std::nullopt;
  }
  const Actor other = envs::ActorOf(envs::Other(made.seat_));
  auto first = events->end();
  for (int left = moves; left > 0; --left) {
    do {
      if (first == events->begin()) {
        return std::nullopt;
      }
      --first;
    } while (first->actor != other);
  }
  const auto past = static_cast<size_t>(first - events->begin());
  std::string beginning = RecordText(game, std::span(*events).first(past));
  if (game.TellsActors()) {
    beginning += ToldText(made.seat_, envs::ActorSet::Only(other));
  }
  const absl::StatusOr<envs::SeatPlay> play =
      envs::SeatPlay::FromRecord(game, made.seat_, beginning);
  if (!play.ok()) {
    return std::nullopt;
  }
  made.before_ = envs::ViewBuffer(1, game.Spec().view_bytes);
  envs::CopyRows<envs::ViewTag>(play->View(), made.before_.Span());
  made.events_.assign(first, events->end());
  return made;
}

std::optional<Particle> Recollection::Try(RandomStream* random) {
  Particle particle = {.position = envs::PositionBuffer(1, game_.Spec().position_bytes)};
  game_.Resample(before_.Span(), random, particle.position.Span());
  history_.Cut();
  for (RecordEvent& event : events_) {
    if (!Happen(&event, random, &particle)) {
      return std::nullopt;
    }
  }
  if (!BeginOwnMove(&particle, game_.MoveProgress(now_.Span())) || !IsNow(particle)) {
    return std::nullopt;
  }
  return particle;
}

bool Recollection::Happen(RecordEvent* event, RandomStream* random, Particle* particle) {
  if (!envs::ActorsOf(game_, particle->position.Span()).Has(event->actor)) {
    return false;
  }
  return event->actor == Actor::kChance ? HappenByChance(*event, random, particle)
                                        : Move(*event, particle);
}

bool Recollection::HappenByChance(const RecordEvent& event, RandomStream* random,
                                  Particle* particle) {
  std::vector<envs::ChanceOutcome> outcomes;
  game_.ChanceOutcomes(particle->position.Span(), &outcomes);
  if (IsUnknown(event)) {
    Step(Actor::kChance, envs::DrawOutcome(outcomes, random), particle);
    return true;
  }
  const envs::ViewBuffer view =
      envs::ViewOf(game_, std::as_const(particle->position).Span(), seat_);
  for (const envs::ChanceOutcome& outcome : outcomes) {
    if (game_.OutcomeName(view.Span(), outcome.outcome) == event.text) {
      particle->chance *= outcome.probability;
      Step(Actor::kChance, outcome.outcome, particle);
      return true;
    }
  }
  return false;
}

// Replays a whole move of either seat, and notes the other seat's decisions that had a choice.
bool Recollection::Move(const RecordEvent& event, Particle* particle) {
  const envs::Seat mover = envs::SeatOf(event.actor);
  const envs::ViewBuffer view =
      envs::ViewOf(game_, std::as_const(particle->position).Span(), mover);
  const absl::StatusOr<std::vector<Action>> actions = game_.ParseMove(view.Span(), event.text);
  if (!actions.ok()) {
    return false;
  }
  for (const Action action : *actions) {
    if (mover != seat_) {
      Question question(game_);
      question.Set(std::as_const(particle->position).Span(), mover);
      if (question.Legal().size() > 1) {
        particle->chosen.push_back(static_cast<size_t>(
            std::ranges::lower_bound(question.Legal(), action) - question.Legal().begin()));
        particle->asked.push_back(std::move(question));
      }
    }
    Step(event.actor, action, particle);
  }
  return true;
}

// Replays the seat's actions of an incomplete move, which records do not hold: finds the actions
// that lead to its current view.
bool Recollection::BeginOwnMove(Particle* particle, int actions) {
  if (actions == 0) {
    return true;
  }
  const envs::ViewBuffer view =
      envs::ViewOf(game_, std::as_const(particle->position).Span(), seat_);
  for (const Action action : envs::LegalList(game_, view.Span())) {
    Particle longer = *particle;
    Step(envs::ActorOf(seat_), action, &longer);
    if (BeginOwnMove(&longer, actions - 1) && IsNow(longer)) {
      *particle = std::move(longer);
      return true;
    }
  }
  return false;
}

void Recollection::Step(Actor actor, Action action, Particle* particle) {
  envs::StepOne(game_, particle->position.Span(), &history_, actor, action);
}

bool Recollection::IsNow(const Particle& particle) const {
  const envs::ViewBuffer view = envs::ViewOf(game_, particle.position.Span(), seat_);
  return std::memcmp(view.Span().Row(0), now_.Span().Row(0),
                     static_cast<size_t>(game_.Spec().view_bytes)) == 0;
}

}  // namespace kvintet::selfplay
