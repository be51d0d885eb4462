// Luck correction: see the header.
#include "arena/luck_correction.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::arena {
namespace {

using envs::Action;
using envs::Actor;
using envs::PlayedEvent;
using envs::Seat;

// Index of the move that was made.
size_t PlaceOf(const std::vector<MixedMove>& moves, const std::vector<Action>& actions) {
  const auto found = std::ranges::find(moves, actions, &MixedMove::actions);
  KVINTET_CHECK(found != moves.end());
  return static_cast<size_t>(found - moves.begin());
}

std::vector<double> Probabilities(const std::vector<MixedMove>& moves) {
  std::vector<double> probabilities;
  probabilities.reserve(moves.size());
  for (const MixedMove& move : moves) {
    probabilities.push_back(move.probability);
  }
  return probabilities;
}

// Follows a game and sums up the luck of each event.
class Corrector {
 public:
  Corrector(const envs::Game& game, const PolicyFunctions& known, int max_joint_moves)
      : game_(game), known_(known), max_joint_moves_(max_joint_moves), state_(StartOf(game)) {}

  absl::Status Follow(std::span<const PlayedEvent> events) {
    while (!events.empty()) {
      size_t followed = 1;
      if (events[0].actor == Actor::kChance) {
        KVINTET_RETURN_IF_ERROR(FollowChance(events[0].actions[0]));
      } else if (envs::ActorsOf(game_, state_.position.Span()).Simultaneous()) {
        KVINTET_CHECK_GE(events.size(), 2u);
        KVINTET_RETURN_IF_ERROR(FollowBoth(events[0], events[1]));
        followed = 2;
      } else {
        KVINTET_RETURN_IF_ERROR(FollowSeat(events[0]));
      }
      events = events.subspan(followed);
    }
    corrected_.result = static_cast<double>(game_.Result(state_.position.Span()).returns[0]);
    return absl::OkStatus();
  }

  const CorrectedGame& Corrected() const { return corrected_; }

 private:
  // The value after an action or an outcome.
  absl::StatusOr<double> ValueAfter(Actor actor, Action action) const {
    GameState next = state_;
    Advance(game_, actor, action, &next);
    return ReturnOrValue(game_, known_.value, next);
  }

  absl::Status FollowChance(Action drawn) {
    std::vector<envs::ChanceOutcome> outcomes;
    game_.ChanceOutcomes(state_.position.Span(), &outcomes);
    std::vector<double> values;
    std::vector<double> probabilities;
    size_t place = 0;
    for (const envs::ChanceOutcome& outcome : outcomes) {
      place = outcome.outcome == drawn ? values.size() : place;
      KVINTET_ASSIGN_OR_RETURN(const double value, ValueAfter(Actor::kChance, outcome.outcome));
      values.push_back(value);
      probabilities.push_back(outcome.probability);
    }
    corrected_.chance_luck += DrawLuck(values, probabilities, place);
    Advance(game_, Actor::kChance, drawn, &state_);
    return absl::OkStatus();
  }

  // Handles a seat that acts alone, action by action.
  absl::Status FollowSeat(const PlayedEvent& event) {
    const Seat seat = envs::SeatOf(event.actor);
    const PolicyOf& policy = known_.policies[static_cast<size_t>(envs::Index(seat))];
    for (const Action action : event.actions) {
      if (policy) {
        const envs::ViewBuffer view = envs::ViewOf(game_, state_.position.Span(), seat);
        KVINTET_ASSIGN_OR_RETURN(const std::vector<double> probabilities, policy(view.Span()));
        std::vector<double> values;
        const std::vector<Action> legal = envs::LegalList(game_, view.Span());
        for (const Action other : legal) {
          KVINTET_ASSIGN_OR_RETURN(const double value, ValueAfter(event.actor, other));
          values.push_back(value);
        }
        const auto place = std::ranges::find(legal, action) - legal.begin();
        corrected_.policy_luck += DrawLuck(values, probabilities, static_cast<size_t>(place));
      }
      Advance(game_, event.actor, action, &state_);
    }
    return absl::OkStatus();
  }

  // The possible moves of a seat with their probabilities. If the seat's policy is unknown, only
  // the move that was made.
  absl::StatusOr<std::vector<MixedMove>> PossibleMoves(const PlayedEvent& event) const {
    const Seat seat = envs::SeatOf(event.actor);
    const PolicyOf& policy = known_.policies[static_cast<size_t>(envs::Index(seat))];
    if (!policy) {
      return std::vector<MixedMove>{{.actions = event.actions, .probability = 1}};
    }
    return MovesOf(game_, state_, seat, policy, max_joint_moves_);
  }

  // Handles two simultaneous moves, with seat 0's event first.
  absl::Status FollowBoth(const PlayedEvent& first, const PlayedEvent& second) {
    const absl::StatusOr<std::vector<MixedMove>> rows = PossibleMoves(first);
    const absl::StatusOr<std::vector<MixedMove>> columns = PossibleMoves(second);
    for (const absl::Status& status : {rows.status(), columns.status()}) {
      if (!status.ok() && !absl::IsResourceExhausted(status)) {
        return status;
      }
    }
    if (rows.ok() && columns.ok() &&
        rows->size() * columns->size() <= static_cast<size_t>(max_joint_moves_)) {
      KVINTET_RETURN_IF_ERROR(CorrectBoth(*rows, *columns, PlaceOf(*rows, first.actions),
                                          PlaceOf(*columns, second.actions)));
    }
    state_ = AfterMove(game_, state_, Seat::k0, first.actions);
    state_ = AfterMove(game_, state_, Seat::k1, second.actions);
    return absl::OkStatus();
  }

  absl::Status CorrectBoth(const std::vector<MixedMove>& rows,
                           const std::vector<MixedMove>& columns, size_t row, size_t column) {
    if (rows.size() * columns.size() == 1) {
      return absl::OkStatus();
    }
    std::vector<double> baseline;
    for (const MixedMove& own : rows) {
      const GameState between = AfterMove(game_, state_, Seat::k0, own.actions);
      for (const MixedMove& other : columns) {
        const GameState next = AfterMove(game_, between, Seat::k1, other.actions);
        KVINTET_ASSIGN_OR_RETURN(const double value, ReturnOrValue(game_, known_.value, next));
        baseline.push_back(value);
      }
    }
    corrected_.policy_luck +=
        JointLuck(baseline, Probabilities(rows), Probabilities(columns), row, column);
    return absl::OkStatus();
  }

  const envs::Game& game_;
  const PolicyFunctions& known_;
  const int max_joint_moves_;
  GameState state_;
  CorrectedGame corrected_;
};

}  // namespace

double DrawLuck(std::span<const double> values, std::span<const double> probabilities,
                size_t drawn) {
  KVINTET_CHECK_EQ(values.size(), probabilities.size());
  KVINTET_CHECK_LT(drawn, values.size());
  double mean = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    mean += probabilities[i] * values[i];
  }
  return values[drawn] - mean;
}

double JointLuck(std::span<const double> baseline, std::span<const double> row_policy,
                 std::span<const double> column_policy, size_t row, size_t column) {
  const size_t columns = column_policy.size();
  KVINTET_CHECK_EQ(baseline.size(), row_policy.size() * columns);
  KVINTET_CHECK(row < row_policy.size() && column < columns);
  double mean = 0;
  for (size_t i = 0; i < baseline.size(); ++i) {
    mean += row_policy[i / columns] * column_policy[i % columns] * baseline[i];
  }
  return baseline[row * columns + column] - mean;
}

absl::StatusOr<CorrectedGame> CorrectGame(const envs::Playthrough& play,
                                          const PolicyFunctions& known, int max_joint_moves) {
  KVINTET_CHECK(play.Ended());
  KVINTET_CHECK(known.value);
  Corrector corrector(play.game(), known, max_joint_moves);
  KVINTET_RETURN_IF_ERROR(corrector.Follow(play.Events()));
  return corrector.Corrected();
}

void LuckSummary::Moments::Add(double x, int64_t count) {
  const double distance = x - mean;
  mean += distance / static_cast<double>(count);
  squares += distance * (x - mean);
}

void LuckSummary::Add(const CorrectedGame& game) {
  ++games_;
  result_.Add(game.result, games_);
  corrected_.Add(game.Corrected(), games_);
  luck_.Add(game.chance_luck + game.policy_luck, games_);
  chance_.Add(game.chance_luck, games_);
}

MeanEstimate LuckSummary::Estimate(const Moments& moments) const {
  if (games_ < 2) {
    return {.mean = moments.mean, .standard_error = 2};
  }
  const auto games = static_cast<double>(games_);
  return {.mean = moments.mean, .standard_error = std::sqrt(moments.squares / (games - 1) / games)};
}

double LuckSummary::LuckShare() const {
  return result_.squares > 0 ? luck_.squares / result_.squares : 0;
}

double LuckSummary::ChanceShare() const {
  return result_.squares > 0 ? chance_.squares / result_.squares : 0;
}

double LuckSummary::Efficiency() const {
  return corrected_.squares > 0 ? result_.squares / corrected_.squares : 1;
}

}  // namespace kvintet::arena
