// Playthrough: drives a single game; holds its position, its repetition history and its events.
//
// An event is one whole move of a seat, which may consist of several actions, or one outcome of
// chance. Copying a Playthrough forks the game. One thread at a time may use it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/rng.h"
#include "envs/game.h"
#include "envs/text/record_text.h"

namespace kvintet::envs {

// What one actor decides at one time; it may still be incomplete.
struct PlayedEvent {
  Actor actor = Actor::kSeat0;
  std::vector<Action> actions = {};
  // Whether the move is complete. At most one incomplete event per seat exists, at the end of the
  // list.
  bool complete = false;
  // The text of the move or outcome, once complete.
  std::string text = {};
  // Whether each seat, and the spectator, knows the event by now.
  std::array<bool, 3> known = {};
};

class Playthrough {
 public:
  // Starts a game. `game` is borrowed and must outlive this object.
  explicit Playthrough(const Game& game);

  // Plays a record. Errors name the event and say what was wanted.
  static absl::StatusOr<Playthrough> FromRecord(const Game& game, const std::string& text);
  // Starts from a position text (Game::ParsePosition); records then hold what happened since.
  static absl::StatusOr<Playthrough> FromPosition(const Game& game, const std::string& text);

  const Game& game() const { return *game_; }
  ActorSet Actors() const;
  bool Ended() const { return Actors().Empty(); }
  // REQUIRES: Ended().
  Outcome Result() const { return game_->Result(Position()); }
  // One row, valid until the next Apply.
  ConstPositions Position() const { return position_.Span(); }
  ViewBuffer View(Seat seat) const;
  const RepetitionHistory& history() const { return history_; }

  // Applies one action of an actor or one outcome of chance. InvalidArgument, with nothing changed,
  // if the actor need not act or the action is illegal. The message depends only on what the actor
  // may know.
  absl::Status Apply(Actor actor, Action action);
  // Applies a whole move given as text, or for chance the name of an outcome. REQUIRES: the actor
  // is between moves.
  absl::Status ApplyMove(Actor actor, const std::string& text);
  // Samples and applies an outcome of chance. REQUIRES: chance must act.
  void ApplyChance(RandomStream* random);

  // All events. Of simultaneous events seat 0's comes first, whoever chose first.
  const std::vector<PlayedEvent>& Events() const { return events_; }
  // Whether a simultaneous stage still waits for a choice. The choices made in it are hidden.
  bool StageOpen() const { return stage_.has_value(); }
  // Whether the seat has begun a move and not completed it; a position may begin so.
  bool InMove(Seat seat) const { return game_->MoveProgress(View(seat).Span()) > 0; }
  // Whether no move is incomplete and no choice is hidden, so that a record can end here.
  bool BetweenMoves() const { return !StageOpen() && !InMove(Seat::k0) && !InMove(Seat::k1); }
  // The complete events as text.
  std::string Record() const;
  // The record that `seat` may see: `?` for what it does not know, and none of the choices of
  // others in a stage that is still open.
  std::string SeatRecord(Seat seat) const;
  // The events of that record from number `first` on.
  std::vector<RecordEvent> SeatEvents(Seat seat, size_t first) const;

 private:
  absl::Status CheckMayAct(Actor actor) const;
  absl::Status CheckLegal(Actor actor, Action action) const;
  absl::StatusOr<Action> ParseOutcome(const std::string& text) const;
  PlayedEvent& OpenEvent(Actor actor);
  void Take(Actor actor, Action action);
  void MarkKnown(PlayedEvent* event, const std::array<bool, 3>& seen);
  bool StageComplete() const;

  const Game* game_;
  PositionBuffer position_;
  RepetitionHistory history_;
  std::vector<PlayedEvent> events_;
  // The index of the first event of the open simultaneous stage.
  std::optional<size_t> stage_;
  // Each seat's view at the start of its current move.
  std::array<ViewBuffer, kNumSeats> move_start_;
};

}  // namespace kvintet::envs
