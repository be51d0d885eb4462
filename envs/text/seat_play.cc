// SeatPlay: reads the moves of others in sampled positions and updates the view.
#include "envs/text/seat_play.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::envs {
namespace {

// The number of positions sampled to find one in which another actor's move was possible: it may
// have needed a tile that the actor has only in some of them.
constexpr uint32_t kMaxDraws = 256;

std::string SeatName(Seat seat) {
  return seat == Seat::kSpectator ? "a spectator" : absl::StrCat("seat ", Index(seat));
}

}  // namespace

// A sampled position in which to try the moves of others, and what `seat` sees of them.
class SeatPlay::Trial {
 public:
  Trial(const Game& game, Seat seat, PositionBuffer position)
      : game_(game),
        seat_(seat),
        position_(std::move(position)),
        history_(game.Spec().history_capacity) {}

  ConstPositions Position() const { return position_.Span(); }

  // The actions of a move given as text, or of an outcome given by name.
  absl::StatusOr<std::vector<Action>> Parse(const RecordEvent& event) const {
    if (event.actor != Actor::kChance) {
      return game_.ParseMove(View(SeatOf(event.actor)).Span(), event.text);
    }
    const ViewBuffer view = View(seat_);
    for (const Action outcome : Outcomes()) {
      if (game_.OutcomeName(view.Span(), outcome) == event.text) {
        return std::vector<Action>{outcome};
      }
    }
    return absl::InvalidArgumentError(
        absl::StrCat("'", event.text, "' is not a possible outcome of chance"));
  }

  void Take(Actor actor, const std::vector<Action>& actions) {
    shows_all_ = true;
    for (const Action action : actions) {
      Step(actor, action);
    }
  }

  // Takes the first legal action until the move is complete, as a stand-in for an unknown move.
  std::vector<Action> TakeAny(Actor actor) {
    std::vector<Action> actions;
    shows_all_ = true;
    do {
      actions.push_back(actor == Actor::kChance
                            ? Outcomes().front()
                            : LegalList(game_, View(SeatOf(actor)).Span()).front());
      Step(actor, actions.back());
    } while (actor != Actor::kChance && game_.MoveProgress(View(SeatOf(actor)).Span()) > 0);
    return actions;
  }

  // Whether the seat saw every action of the last move, and whether it saw the last action.
  bool ShowsAll() const { return shows_all_; }
  bool ShowsLast() const { return shows_last_; }

 private:
  std::vector<Action> Outcomes() const {
    std::vector<ChanceOutcome> outcomes;
    game_.ChanceOutcomes(Position(), &outcomes);
    std::vector<Action> actions;
    actions.reserve(outcomes.size());
    for (const ChanceOutcome& outcome : outcomes) {
      actions.push_back(outcome.outcome);
    }
    return actions;
  }

  ViewBuffer View(Seat seat) const { return ViewOf(game_, Position(), seat); }

  void Step(Actor actor, Action action) {
    std::array<std::byte, kMaxVisibleBytes> bytes;
    shows_last_ = game_.Visible(Position(), actor, action, seat_, bytes) > 0;
    shows_all_ = shows_all_ && shows_last_;
    StepOne(game_, position_.Span(), &history_, actor, action);
  }

  const Game& game_;
  Seat seat_;
  PositionBuffer position_;
  RepetitionHistory history_;
  bool shows_all_ = false;
  bool shows_last_ = false;
};

SeatPlay::SeatPlay(const Game& game, Seat seat)
    : game_(&game),
      seat_(seat),
      view_(1, game.Spec().view_bytes),
      history_(game.Spec().history_capacity) {
  game.InitialView(seat, view_.Span());
  untold_ = view_;
}

absl::StatusOr<SeatPlay> SeatPlay::FromRecord(const Game& game, Seat seat,
                                              const std::string& text) {
  std::string told_text = text;
  const std::optional<ActorSet> told =
      game.TellsActors() ? CutToldText(&told_text) : std::optional<ActorSet>();
  KVINTET_ASSIGN_OR_RETURN(const std::vector<RecordEvent> events, ParseRecord(game, told_text));
  SeatPlay play(game, seat);
  for (size_t i = 0; i < events.size(); ++i) {
    KVINTET_RETURN_IF_ERROR(AtEvent(i, events[i], play.TryApplyMove(events[i])));
  }
  for (const SeenEvent& pending : play.stage_) {
    if (!play.IsOwn(pending.event) && !IsUnknown(pending.event)) {
      return absl::InvalidArgumentError(absl::StrCat("'", EventText(pending.event),
                                                     "' is not revealed: ", SeatName(seat),
                                                     " may not know it yet"));
    }
  }
  play.DropPending();
  if (told && !play.Tell(*told)) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text, "' ends with an actor that cannot act next"));
  }
  return play;
}

// Applies who acts next, replacing the guess. Returns false and changes nothing if it is
// impossible.
bool SeatPlay::Tell(ActorSet actors) {
  ViewBuffer view = untold_;
  const bool possible = game_->FollowActors(view.Span(), actors);
  view_ = possible ? view : view_;
  return possible;
}

// Guesses who acts next until it is told: the seat itself if possible, otherwise any actor.
void SeatPlay::TellAnybody() {
  untold_ = view_;
  const bool own = seat_ != Seat::kSpectator && Tell(ActorSet::Only(ActorOf(seat_)));
  for (const ActorSet actors : {ActorSet::Only(Actor::kChance), ActorSet::Only(Actor::kSeat0),
                                ActorSet::Only(Actor::kSeat1), ActorSet()}) {
    if (own || Tell(actors)) {
      return;
    }
  }
}

bool SeatPlay::IsOwn(const RecordEvent& event) const {
  return event.actor != Actor::kChance && SeatOf(event.actor) == seat_;
}

// Forgets the choices of others in an open stage.
void SeatPlay::DropPending() {
  std::erase_if(stage_, [this](const SeenEvent& e) { return !IsOwn(e.event); });
}

PositionBuffer SeatPlay::Draw(uint32_t attempt) const {
  RandomStream random(0, static_cast<uint32_t>(events_.size()), attempt, Purpose::kResample);
  PositionBuffer position(1, game_->Spec().position_bytes);
  game_->Resample(View(), &random, position.Span());
  return position;
}

ActorSet SeatPlay::Actors() const { return ActorsOf(*game_, Draw(0).Span()); }

// Finds the actions of an event in a position consistent with the view. Sets `visible` to whether
// the seat sees all of them as they happen.
absl::StatusOr<SeatPlay::SeenEvent> SeatPlay::Read(const RecordEvent& event, bool* visible) const {
  const bool certain = game_->Spec().perfect_information || IsOwn(event);
  const bool known = !IsUnknown(event) && event.actor != Actor::kChance;
  if (!certain && known && game_->ReadsMoves()) {
    *visible = true;
    KVINTET_ASSIGN_OR_RETURN(std::vector<Action> actions,
                             game_->ReadMove(View(), event.actor, event.text));
    return SeenEvent{event, std::move(actions)};
  }
  absl::Status refused;
  for (uint32_t attempt = 0; attempt < (certain ? 1 : kMaxDraws); ++attempt) {
    Trial trial(*game_, seat_, Draw(attempt));
    if (!ActorsOf(*game_, trial.Position()).Has(event.actor)) {
      return absl::InvalidArgumentError(absl::StrCat(ActorName(event.actor), " need not act now"));
    }
    if (IsUnknown(event)) {
      return ReadUnknown(event, &trial, visible);
    }
    absl::StatusOr<std::vector<Action>> actions = trial.Parse(event);
    if (actions.ok()) {
      trial.Take(event.actor, *actions);
      *visible = trial.ShowsAll() || IsOwn(event);
      return SeenEvent{event, *std::move(actions)};
    }
    refused = actions.status();
  }
  return refused;
}

// An event that the seat may not know, with stand-in actions and the text that a record uses.
absl::StatusOr<SeatPlay::SeenEvent> SeatPlay::ReadUnknown(const RecordEvent& event, Trial* trial,
                                                          bool* visible) const {
  SeenEvent seen = {event, trial->TakeAny(event.actor)};
  *visible = trial->ShowsAll() || IsOwn(event);
  if (event.actor == Actor::kChance) {
    seen.event.text = UnknownText(event.actor, game_->OutcomeName(View(), seen.actions.front()));
  }
  if (event.text != kUnknownMove && event.text != seen.event.text) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted '", seen.event.text, "', found '", event.text, "'"));
  }
  return seen;
}

absl::Status SeatPlay::CheckKnown(const RecordEvent& event, bool visible) const {
  const bool written = !IsUnknown(event);
  if (written && !visible) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted '?': ", SeatName(seat_), " may not know this"));
  }
  if (!written && visible) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted what happened, found '?': ", SeatName(seat_), " knows it"));
  }
  return absl::OkStatus();
}

void SeatPlay::Follow(const SeenEvent& event) {
  const bool known = !IsUnknown(event.event);
  for (const Action action : event.actions) {
    game_->Follow(view_.Span(), &history_, event.event.actor,
                  known ? std::optional<Action>(action) : std::nullopt);
  }
}

absl::Status SeatPlay::ApplyMove(Actor actor, const std::string& text) {
  // Earlier events stay as they are, so the copy to go back to is made without them.
  std::vector<RecordEvent> events = std::exchange(events_, {});
  SeatPlay before = *this;
  events_ = std::move(events);
  const size_t number = events_.size();
  absl::Status applied = TryApplyMove({actor, text});
  if (!applied.ok()) {
    before.events_ = std::move(events_);
    before.events_.resize(number);
    *this = std::move(before);
  }
  return applied;
}

// On failure this object may be left in an intermediate state.
absl::Status SeatPlay::TryApplyMove(const RecordEvent& event) {
  const auto chosen = std::ranges::find(
      stage_, event.actor, [](const SeenEvent& pending) { return pending.event.actor; });
  if (chosen != stage_.end()) {
    return absl::InvalidArgumentError(absl::StrCat(ActorName(event.actor), " has chosen already"));
  }
  if (game_->TellsActors() && !Tell(ActorSet::Only(event.actor))) {
    return absl::InvalidArgumentError(absl::StrCat(ActorName(event.actor), " need not act now"));
  }
  bool visible = false;
  KVINTET_ASSIGN_OR_RETURN(SeenEvent seen, Read(event, &visible));
  if (!stage_.empty() || Actors().Simultaneous()) {
    return ApplyInStage(std::move(seen));
  }
  KVINTET_RETURN_IF_ERROR(CheckKnown(event, visible));
  Follow(seen);
  if (game_->TellsActors()) {
    TellAnybody();
  }
  events_.push_back(std::move(seen.event));
  return absl::OkStatus();
}

// The seat's own choice is applied at once, those of others when the stage is complete.
absl::Status SeatPlay::ApplyInStage(SeenEvent event) {
  if (IsOwn(event.event)) {
    KVINTET_RETURN_IF_ERROR(CheckKnown(event.event, true));
    Follow(event);
  }
  const bool first = event.event.actor == Actor::kSeat0;
  stage_.insert(first ? stage_.begin() : stage_.end(), std::move(event));
  return stage_.size() == kNumSeats ? CloseStage() : absl::OkStatus();
}

// Whether the event that completes the stage reveals the choices of others to the seat.
bool SeatPlay::StageShows() const {
  Trial trial(*game_, seat_, Draw(0));
  for (const SeenEvent& seen : stage_) {
    if (!IsOwn(seen.event)) {
      trial.TakeAny(seen.event.actor);
    }
  }
  return trial.ShowsLast();
}

absl::Status SeatPlay::CloseStage() {
  const bool shows = StageShows();
  for (const SeenEvent& seen : stage_) {
    if (IsOwn(seen.event)) {
      continue;
    }
    if (shows && IsUnknown(seen.event)) {
      DropPending();
      return absl::OkStatus();
    }
    KVINTET_RETURN_IF_ERROR(CheckKnown(seen.event, shows));
  }
  for (SeenEvent& seen : stage_) {
    if (!IsOwn(seen.event)) {
      Follow(seen);
    }
    events_.push_back(std::move(seen.event));
  }
  stage_.clear();
  return absl::OkStatus();
}

std::string SeatPlay::Record() const {
  std::vector<RecordEvent> written = events_;
  for (const SeenEvent& seen : stage_) {
    if (IsOwn(seen.event)) {
      written.push_back(seen.event);
    }
  }
  return RecordText(*game_, written) + (game_->TellsActors() ? ToldText(seat_, Actors()) : "");
}

}  // namespace kvintet::envs
