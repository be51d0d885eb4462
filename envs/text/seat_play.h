// SeatPlay: a game as one seat knows it, reconstructed from that seat's record alone.
//
// It never sees the true position. The view is built with Game::InitialView and Game::Follow, and
// the moves of others are read in positions sampled from the view (Game::Resample). Everything it
// returns is therefore known to the seat. One thread at a time may use a SeatPlay.
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
  // Starts a game. `game` is borrowed and must outlive this object. `seat` may be the spectator.
  SeatPlay(const Game& game, Seat seat);

  // Follows a seat's record. Errors name the event and say what was wanted. A `?` for a choice in a
  // stage that is still open is dropped, since the seat may not know that the choice was made. In a
  // game that tells who acts next, a record without that ending means the seat itself, if it can
  // act.
  static absl::StatusOr<SeatPlay> FromRecord(const Game& game, Seat seat, const std::string& text);

  const Game& game() const { return *game_; }
  Seat seat() const { return seat_; }
  // One row, valid until the next ApplyMove.
  ConstViews View() const { return view_.Span(); }
  const RepetitionHistory& history() const { return history_; }
  // Who must act, as far as the seat knows. In a simultaneous stage others count as still to act.
  ActorSet Actors() const;

  // Follows one event: the text of a move, the name of an outcome, or `?`. InvalidArgument, with
  // nothing changed, if the event is impossible, if it is `?` but the seat must know it, or if it
  // is not `?` but the seat may not know it. In a simultaneous stage a choice of another actor
  // takes effect when the stage is complete.
  absl::Status ApplyMove(Actor actor, const std::string& text);

  // The record so far, equal to Playthrough::SeatRecord of the same game.
  std::string Record() const;

 private:
  // One event with its actions, which are stand-ins if the seat may not know them.
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
  // In a game that tells who acts next: the view before this was told or guessed.
  ViewBuffer untold_;
  RepetitionHistory history_;
  std::vector<RecordEvent> events_;
  // The choices so far in an open simultaneous stage, seat 0's first.
  std::vector<SeenEvent> stage_;
};

}  // namespace kvintet::envs
