// SeatPlay: a game as one seat knows it, followed from that seat's record alone.
//
// No true position is ever seen: the view grows by Game::InitialView and Game::Follow; to read what
// others did, positions drawn from the view itself are asked (Game::Resample). So whatever this
// shows, the seat may know. A SeatPlay belongs to one thread at a time.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"
#include "envs/text/record_text.h"

namespace kvintet::envs {

class SeatPlay {
 public:
  // The start of a game; borrows `game`, which must outlive this. `seat` may be the spectator.
  SeatPlay(const Game& game, Seat seat);

  // Follows a seat's record. Errors name the event and say what was wanted. A `?` for a choice in
  // a stage that is still open is dropped: the seat may not know that there is one. Where who acts
  // is told besides and the record does not end with it, it is the seat itself if it can be.
  static absl::StatusOr<SeatPlay> FromRecord(const Game& game, Seat seat, const std::string& text);

  const Game& game() const { return *game_; }
  Seat seat() const { return seat_; }
  // One row; good until the next ApplyMove.
  ConstViews View() const { return view_.Span(); }
  const Trail& trail() const { return trail_; }
  // Who must act, as far as the seat knows: in a simultaneous stage others count as still to act.
  ActorSet Actors() const;

  // Follows one event: a move's text, an outcome's name, or `?`. InvalidArgument, and nothing done,
  // where the event is impossible, or the seat must know it and it is `?`, or may not and it is
  // not. In a simultaneous stage another's choice takes effect once the stage is complete.
  absl::Status ApplyMove(Actor actor, const std::string& text);

  // The record so far: what Playthrough::SeatRecord of the same game writes.
  std::string Record() const;

 private:
  // One event with its actions (stand-ins, where the seat may not know them).
  struct SeenEvent {
    RecordEvent event;
    std::vector<Action> actions;
  };

  bool IsOwn(const RecordEvent& event) const;
  class Trial;
  absl::StatusOr<SeenEvent> ReadUnknown(const RecordEvent& event, Trial* trial,
                                        bool* visible) const;
  bool Tell(ActorSet actors);
  void TellAnybody();
  PositionBuffer Draw(uint32_t attempt) const;
  absl::Status TryApplyMove(const RecordEvent& event);
  absl::StatusOr<SeenEvent> Read(const RecordEvent& event, bool* visible) const;
  absl::Status CheckKnown(const RecordEvent& event, bool visible) const;
  void Follow(const SeenEvent& event);
  absl::Status ApplyInStage(SeenEvent event);
  absl::Status CloseStage();
  bool StageShows() const;
  void DropPending();

  const Game* game_;
  Seat seat_;
  ViewBuffer view_;
  // In a game that tells who acts: the view before that was told, or guessed.
  ViewBuffer untold_;
  Trail trail_;
  std::vector<RecordEvent> events_;
  // The choices given so far in an open simultaneous stage, seat 0's first.
  std::vector<SeenEvent> stage_;
};

}  // namespace kvintet::envs
