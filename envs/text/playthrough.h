// Playthrough: one game in play: position, trail and history. The one driver of a single game.
//
// An event is one whole move of a seat (several actions, where a move is made of several) or one
// outcome of chance. Copying forks the game. A playthrough belongs to one thread at a time.
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

// What one actor decided at one time, as far as it has got.
struct PlayedEvent {
  Actor actor = Actor::kSeat0;
  std::vector<Action> actions = {};
  // Whether the whole move is made; of others there is one a seat at most, at the end.
  bool complete = false;
  // The move's or outcome's text once it is complete.
  std::string text = {};
  // Whether each seat, and the spectator, knows it by now.
  std::array<bool, 3> known = {};
};

class Playthrough {
 public:
  // The start of a game; borrows `game`, which must outlive this.
  explicit Playthrough(const Game& game);

  // Plays a record. Errors name the event and say what was wanted.
  static absl::StatusOr<Playthrough> FromRecord(const Game& game, const std::string& text);
  // Starts from a set-up (Game::ParsePosition); records then hold what happened since.
  static absl::StatusOr<Playthrough> FromPosition(const Game& game, const std::string& text);

  const Game& game() const { return *game_; }
  ActorSet Actors() const;
  bool Ended() const { return Actors().Empty(); }
  // REQUIRES: Ended().
  Outcome Result() const { return game_->Result(Position()); }
  // One row; good until the next Apply.
  ConstPositions Position() const { return position_.Span(); }
  ViewBuffer View(Seat seat) const;
  const Trail& trail() const { return trail_; }

  // One action of an actor, or one outcome of chance. InvalidArgument, and nothing done, where the
  // actor need not act or may not do that; the message depends on what the actor may know alone.
  absl::Status Apply(Actor actor, Action action);
  // A whole move as text; of chance the outcome's name. REQUIRES: the actor is between moves.
  absl::Status ApplyMove(Actor actor, const std::string& text);
  // Draws an outcome of chance. REQUIRES: chance must act.
  void ApplyChance(RandomStream* random);

  // All events; of simultaneous ones seat 0's first, whoever chose first.
  const std::vector<PlayedEvent>& Events() const { return events_; }
  // Whether a simultaneous stage waits for a seat's choice: its events are sealed.
  bool StageOpen() const { return stage_.has_value(); }
  // Whether nobody has a move half made or sealed, so that a record can end here.
  bool BetweenMoves() const { return !StageOpen() && (events_.empty() || events_.back().complete); }
  // The complete events as text.
  std::string Record() const;
  // The same as `seat` may write it: `?` for what it does not know, and nothing of what others
  // have chosen in a stage that is still open.
  std::string SeatRecord(Seat seat) const;
  // Its events from number `first` on.
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
  Trail trail_;
  std::vector<PlayedEvent> events_;
  // The first event of the open simultaneous stage.
  std::optional<size_t> stage_;
  // Each seat's view where its present move began.
  std::array<ViewBuffer, kNumSeats> move_start_;
};

}  // namespace kvintet::envs
