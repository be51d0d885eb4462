// Situation: a game as far as it has got, as a client gave it: all of it, or what one seat knows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/text/playthrough.h"
#include "envs/text/seat_play.h"
#include "serving/engine/game_cache.h"

namespace kvintet::serving {

// A seat's present knowledge, and what lies behind it: all that analysis works from.
struct PointOfView {
  std::shared_ptr<const ServedGame> game;
  envs::Seat seat;
  // One row.
  envs::ViewBuffer view;
  envs::Trail trail;
};

// What a client knows, in which form.
enum class Known { kStart, kRecord, kSeatRecord, kPosition };

// What a client sends: see proto/kvintet_api/v1/game_state.proto.
struct SituationText {
  std::string game = {};
  Known known = Known::kStart;
  // The record, seat's record or position.
  std::string text = {};
  std::optional<envs::Seat> seat = {};
};

// Holds its game. One thread at a time.
class Situation {
 public:
  // NotFound for an unknown game; InvalidArgument for what cannot be, with the place.
  static absl::StatusOr<Situation> Read(GameCache* games, const SituationText& text);

  const envs::Game& game() const { return *served_->game; }
  Known known() const { return known_; }
  // The point of view asked for; else the seat that must act, a spectator unless that is just one.
  envs::Seat Looker() const;
  // Who must act, as far as the client knows.
  envs::ActorSet Actors() const;
  bool Ended() const { return Actors().Empty(); }
  // REQUIRES: Ended().
  envs::Outcome Result() const;
  // What the looker knows.
  PointOfView View() const;
  // That of a seat that must act. InvalidArgument where both must and none was asked for,
  // FailedPrecondition where the seat need not.
  absl::StatusOr<PointOfView> ActingView() const;
  // The whole position; InvalidArgument where the client does not know it.
  absl::StatusOr<envs::ConstPositions> Position() const;
  // Whether it tells more than the looker knows.
  bool TellsMore() const;

  // One event; without an actor, of the one that acts. A move may be written in other capitals.
  absl::Status Apply(std::optional<envs::Actor> actor, const std::string& move);

  // The form in which it was given, as text; of a start, the record.
  std::string Text() const;
  // The looker's record; empty where a position was given.
  std::string SeatRecord() const;

 private:
  using Play = std::variant<envs::Playthrough, envs::SeatPlay>;
  Situation(std::shared_ptr<const ServedGame> served, Known known, std::optional<envs::Seat> seat,
            Play play);
  // What a seat knows that makes a move; empty for chance, and for another seat than the one whose
  // knowledge this is.
  std::optional<envs::ViewBuffer> MoversView(envs::Actor actor) const;
  static absl::StatusOr<Play> ReadPlay(const envs::Game& game, const SituationText& text);

  std::shared_ptr<const ServedGame> served_;
  Known known_;
  std::optional<envs::Seat> seat_;
  Play play_;
};

}  // namespace kvintet::serving
