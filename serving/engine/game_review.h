// GameReview: the decisions of a game that has been played, one after the other, each with what its
// seat knew then.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"

#include "serving/engine/move_choice.h"
#include "serving/engine/situation.h"

namespace kvintet::serving {

// Which decisions are looked at.
struct ReviewRange {
  // Empty: both seats'.
  std::optional<envs::Seat> seat = {};
  // Counted from 0 over those of the seats.
  int first = 0;
  // 0: all that follow.
  int count = 0;
};

// One decision.
struct ReviewStep {
  // Which event of the record, and which of the decisions.
  int event = 0;
  int decision = 0;
  // False: it is only searched for what it tells of the decision before.
  bool wanted = true;
  PointOfView point = {};
  std::string played = {};
  std::vector<envs::Action> actions = {};
  // Only where nothing is hidden and the seats act one at a time. The game's return for the seat,
  // if it ended with this; or else, where the next event is a decision, the factor that makes that
  // one's value this seat's.
  std::optional<double> end_value = {};
  std::optional<int> sign_of_next = {};
};

// One thread at a time.
class GameReview {
 public:
  // Of a record, or of a seat's record: then only that seat's decisions. BAD_FIELD for a position.
  static absl::StatusOr<GameReview> Create(const std::shared_ptr<const ServedGame>& game,
                                           const Situation& situation, const ReviewRange& range);

  // The next decision to search; empty at the end. Errors of a record that cannot be.
  absl::StatusOr<std::optional<ReviewStep>> Next();

 private:
  using Play = std::variant<envs::Playthrough, envs::SeatPlay>;
  GameReview(std::shared_ptr<const ServedGame> game, Play play, ReviewRange range)
      : game_(std::move(game)), play_(std::move(play)), range_(range) {}
  bool Decides(const envs::RecordEvent& event) const;
  // Whether what follows a decision tells how good it was.
  bool IsOpen() const;
  absl::StatusOr<ReviewStep> Look(const envs::RecordEvent& event) const;
  // After the event: what it has led to.
  void LookBehind(ReviewStep* step) const;
  absl::Status Follow(const envs::RecordEvent& event);

  std::shared_ptr<const ServedGame> game_;
  Play play_;
  ReviewRange range_;
  std::vector<envs::RecordEvent> events_;
  size_t next_ = 0;
  int decisions_ = 0;
  // The decision before wants to know this one's value.
  bool looked_for_ = false;
};

// What a search of a decision found about what was played.
struct MoveVerdict {
  std::string best = {};
  // What the best action promises, and how much less the one that was played: empty where the
  // search did not look at that.
  double value = 0;
  std::optional<double> loss = {};
};

// REQUIRES: the choice is made, and its first decision was not forced.
MoveVerdict VerdictOf(const MoveChoice& choice, const ReviewStep& step);

}  // namespace kvintet::serving
