// RequestedState: the state of a game as a client describes it, in full or as one seat knows it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/engine/game_cache.h"
#include "serving/engine/point_of_view.h"

namespace kvintet::serving {

// The form in which a client describes a state.
enum class Known { kStart, kRecord, kSeatRecord, kPosition };

// The description that a client sends; see proto/kvintet_api/v1/game_state.proto.
struct RequestedStateText {
  std::string game = {};
  Known known = Known::kStart;
  // The record, the seat's record, or the position.
  std::string text = {};
  std::optional<envs::Seat> seat = {};
};

// Keeps its game alive. Not thread-safe.
class RequestedState {
 public:
  // NotFound for an unknown game; InvalidArgument, with the place, for an invalid description.
  static absl::StatusOr<RequestedState> Read(GameCache* games, const RequestedStateText& text);

  const envs::Game& game() const { return *served_->game; }
  Known known() const { return known_; }
  // The requested seat. Otherwise the seat that must act, or a spectator if none or several must.
  envs::Seat Viewer() const;
  // Who must act, as far as the client knows.
  envs::ActorSet Actors() const;
  bool Ended() const { return Actors().Empty(); }
  // Empty if the client cannot know it. REQUIRES: Ended().
  std::optional<envs::Outcome> Result() const;
  // What the viewer knows.
  PointOfView View() const;
  // The point of view of a seat that must act. InvalidArgument if both must and none was requested,
  // FailedPrecondition if the seat need not act.
  absl::StatusOr<PointOfView> ActingView() const;
  // The full position; InvalidArgument if the client does not know it.
  absl::StatusOr<envs::ConstPositions> Position() const;
  // Whether the description reveals more than the viewer knows.
  bool TellsMore() const;

  // Applies one event. Without an actor, it is by the seat that must act. The case of letters in a
  // move does not matter.
  absl::Status Apply(std::optional<envs::Actor> actor, const std::string& move);

  // The state in the form in which it was given; a start is returned as a record.
  std::string Text() const;
  // The viewer's record; empty if a position was given.
  std::string SeatRecord() const;

 private:
  RequestedState(std::shared_ptr<const ServedGame> served, Known known,
                 std::optional<envs::Seat> seat, FollowedPlay play);
  // What a seat knows when it makes a move. Empty for chance, and for a seat other than the one
  // whose knowledge this is.
  std::optional<envs::ViewBuffer> MoversView(envs::Actor actor) const;
  static absl::StatusOr<FollowedPlay> ReadPlay(const envs::Game& game,
                                               const RequestedStateText& text);

  std::shared_ptr<const ServedGame> served_;
  Known known_;
  std::optional<envs::Seat> seat_;
  FollowedPlay play_;
};

}  // namespace kvintet::serving
