// Playthrough: applies actions and keeps track of what each seat knows.
#include "envs/text/playthrough.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::envs {
namespace {

constexpr std::array<Seat, 3> kViewers = {Seat::k0, Seat::k1, Seat::kSpectator};

size_t At(Seat seat) { return static_cast<size_t>(Index(seat)); }

std::string SpokenName(Actor actor) {
  return actor == Actor::kChance ? "chance" : absl::StrCat("seat ", Index(actor));
}

}  // namespace

Playthrough::Playthrough(const Game& game)
    : game_(&game), position_(InitialPosition(game)), history_(game.Spec().history_capacity) {}

absl::StatusOr<Playthrough> Playthrough::FromRecord(const Game& game, const std::string& text) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<RecordEvent> events, ParseRecord(game, text));
  Playthrough play(game);
  for (size_t i = 0; i < events.size(); ++i) {
    KVINTET_RETURN_IF_ERROR(AtEvent(i, events[i], play.ApplyMove(events[i].actor, events[i].text)));
  }
  return play;
}

absl::StatusOr<Playthrough> Playthrough::FromPosition(const Game& game, const std::string& text) {
  Playthrough play(game);
  KVINTET_RETURN_IF_ERROR(game.ParsePosition(text, play.position_.Span()));
  return play;
}

ActorSet Playthrough::Actors() const { return ActorsOf(*game_, Position()); }

ViewBuffer Playthrough::View(Seat seat) const { return ViewOf(*game_, Position(), seat); }

absl::Status Playthrough::CheckMayAct(Actor actor) const {
  const ActorSet actors = Actors();
  if (actors.Empty()) {
    return absl::InvalidArgumentError("the game has ended");
  }
  if (!actors.Has(actor)) {
    return absl::InvalidArgumentError(absl::StrCat(SpokenName(actor), " need not act now"));
  }
  return absl::OkStatus();
}

absl::Status Playthrough::CheckLegal(Actor actor, Action action) const {
  KVINTET_RETURN_IF_ERROR(CheckMayAct(actor));
  std::vector<Action> legal;
  if (actor == Actor::kChance) {
    std::vector<ChanceOutcome> outcomes;
    game_->ChanceOutcomes(Position(), &outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      legal.push_back(outcome.outcome);
    }
  } else {
    legal = LegalList(*game_, View(SeatOf(actor)).Span());
  }
  if (std::ranges::find(legal, action) == legal.end()) {
    return absl::InvalidArgumentError(absl::StrCat("wanted one of the ", legal.size(),
                                                   " legal actions of ", SpokenName(actor),
                                                   ", found action ", action));
  }
  return absl::OkStatus();
}

absl::Status Playthrough::Apply(Actor actor, Action action) {
  KVINTET_RETURN_IF_ERROR(CheckLegal(actor, action));
  Take(actor, action);
  return absl::OkStatus();
}

absl::StatusOr<Action> Playthrough::ParseOutcome(const std::string& text) const {
  std::vector<ChanceOutcome> outcomes;
  game_->ChanceOutcomes(Position(), &outcomes);
  const ViewBuffer view = View(Seat::kSpectator);
  for (const ChanceOutcome& outcome : outcomes) {
    if (game_->OutcomeName(view.Span(), outcome.outcome) == text) {
      return outcome.outcome;
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("'", text, "' is not one of the ", outcomes.size(), " outcomes of chance"));
}

absl::Status Playthrough::ApplyMove(Actor actor, const std::string& text) {
  KVINTET_RETURN_IF_ERROR(CheckMayAct(actor));
  if (actor == Actor::kChance) {
    KVINTET_ASSIGN_OR_RETURN(const Action outcome, ParseOutcome(text));
    Take(actor, outcome);
    return absl::OkStatus();
  }
  const ViewBuffer view = View(SeatOf(actor));
  KVINTET_CHECK_EQ(game_->MoveProgress(view.Span()), 0);
  KVINTET_ASSIGN_OR_RETURN(const std::vector<Action> actions, game_->ParseMove(view.Span(), text));
  for (const Action action : actions) {
    Take(actor, action);
  }
  return absl::OkStatus();
}

void Playthrough::ApplyChance(RandomStream* random) {
  KVINTET_CHECK(Actors().Has(Actor::kChance));
  std::vector<ChanceOutcome> outcomes;
  game_->ChanceOutcomes(Position(), &outcomes);
  Take(Actor::kChance, DrawOutcome(outcomes, random));
}

// The actor's incomplete event, or a new one inserted in the order of seats.
PlayedEvent& Playthrough::OpenEvent(Actor actor) {
  for (auto event = events_.rbegin(); event != events_.rend() && event - events_.rbegin() < 2;
       ++event) {
    if (event->actor == actor && !event->complete) {
      return *event;
    }
  }
  if (!stage_ && Actors().Simultaneous()) {
    stage_ = events_.size();
  }
  if (actor != Actor::kChance) {
    move_start_[At(SeatOf(actor))] = View(SeatOf(actor));
  }
  const bool before_seat1 = stage_ && actor == Actor::kSeat0;
  const size_t place = before_seat1 ? *stage_ : events_.size();
  return *events_.insert(events_.begin() + static_cast<ptrdiff_t>(place),
                         PlayedEvent{.actor = actor});
}

void Playthrough::Take(Actor actor, Action action) {
  PlayedEvent& event = OpenEvent(actor);
  std::array<bool, 3> seen = {};
  std::array<std::byte, kMaxVisibleBytes> bytes;
  for (const Seat seat : kViewers) {
    seen[At(seat)] = game_->Visible(Position(), actor, action, seat, bytes) > 0;
  }
  if (actor == Actor::kChance) {
    event.text = game_->OutcomeName(View(Seat::kSpectator).Span(), action);
  }
  StepOne(*game_, position_.Span(), &history_, actor, action);
  event.actions.push_back(action);
  if (actor == Actor::kChance) {
    event.complete = true;
  } else if (game_->MoveProgress(View(SeatOf(actor)).Span()) == 0) {
    event.complete = true;
    event.text = game_->MoveText(move_start_[At(SeatOf(actor))].Span(), event.actions);
  }
  MarkKnown(&event, seen);
}

// A seat knows its own actions. Of another actor's move it must see every action. In a simultaneous
// stage it sees nothing until the event that completes the stage reveals all choices.
void Playthrough::MarkKnown(PlayedEvent* event, const std::array<bool, 3>& seen) {
  const bool first = event->actions.size() == 1;
  for (const Seat seat : kViewers) {
    bool& known = event->known[At(seat)];
    const bool own = event->actor != Actor::kChance && seat == SeatOf(event->actor);
    known = own || (!stage_ && seen[At(seat)] && (first || known));
  }
  if (!stage_ || !StageComplete()) {
    return;
  }
  for (size_t i = *stage_; i < events_.size(); ++i) {
    for (const Seat seat : kViewers) {
      events_[i].known[At(seat)] |= seen[At(seat)];
    }
  }
  stage_.reset();
}

bool Playthrough::StageComplete() const {
  return events_.size() == *stage_ + kNumSeats && events_[*stage_].complete &&
         events_[*stage_ + 1].complete;
}

std::string Playthrough::Record() const {
  std::vector<RecordEvent> written;
  for (const PlayedEvent& event : events_) {
    if (event.complete) {
      written.push_back({event.actor, event.text});
    }
  }
  return RecordText(*game_, written);
}

std::vector<RecordEvent> Playthrough::SeatEvents(Seat seat, size_t first) const {
  std::vector<RecordEvent> written;
  for (size_t i = first; i < events_.size(); ++i) {
    const PlayedEvent& event = events_[i];
    const bool known = event.known[At(seat)];
    const bool sealed = !known && stage_ && i >= *stage_;
    if (event.complete && !sealed) {
      written.push_back({event.actor, known ? event.text : UnknownText(event.actor, event.text)});
    }
  }
  return written;
}

std::string Playthrough::SeatRecord(Seat seat) const {
  return RecordText(*game_, SeatEvents(seat, 0)) +
         (game_->TellsActors() ? ToldText(seat, Actors()) : "");
}

}  // namespace kvintet::envs
