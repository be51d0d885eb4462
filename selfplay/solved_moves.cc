// SolvedMoves: see the header.
#include "selfplay/solved_moves.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "base/status_macros.h"
#include "envs/games/connect_four/solver.h"
#include "envs/one_row.h"
#include "selfplay/exact_value.h"

namespace kvintet::selfplay {
namespace {

using envs::connect_four::ConnectFour;

// 128 MB, enough for early positions with most of the positions below them.
constexpr int kTableBits = 24;

// Whether distance `a` is better than `b` for moves of this value.
bool IsBetterDistance(double value, int a, int b) { return value > 0 ? a < b : value < 0 && a > b; }

const SolvedMove& BestOf(const std::vector<SolvedMove>& all) {
  return *std::ranges::max_element(all, [](const SolvedMove& a, const SolvedMove& b) {
    return a.value != b.value ? a.value < b.value : IsBetterDistance(a.value, b.plies, a.plies);
  });
}

std::vector<SolvedMove> SolveConnectFour(envs::connect_four::Solver* solver,
                                         envs::ConstPositions one) {
  ConnectFour::Position position;
  std::memcpy(&position, one.Row(0), sizeof(position));
  const int discs = std::popcount(position.discs[0] | position.discs[1]);
  const std::array<std::optional<int>, envs::connect_four::kColumns> scores =
      solver->Scores(position);
  std::vector<SolvedMove> moves;
  for (size_t column = 0; column < scores.size(); ++column) {
    if (scores[column]) {
      const auto value = envs::connect_four::ValueOfScore(*scores[column], discs);
      moves.push_back({.action = static_cast<envs::Action>(column),
                       .value = static_cast<double>(value.result),
                       .plies = value.plies});
    }
  }
  return moves;
}

absl::StatusOr<std::vector<SolvedMove>> SolveByNegamax(const envs::Game& game, ExactSolver* solver,
                                                       envs::ConstPositions one) {
  const envs::Actor actor = envs::ActorsOf(game, one).First();
  const double sign = actor == envs::Actor::kSeat0 ? 1 : -1;
  const envs::ViewBuffer view = envs::ViewOf(game, one, envs::SeatOf(actor));
  envs::PositionBuffer next(1, game.Spec().position_bytes);
  std::vector<SolvedMove> moves;
  for (const envs::Action action : envs::LegalList(game, view.Span())) {
    envs::CopyRows<envs::PositionTag>(one, next.Span());
    envs::RepetitionHistory history(game.Spec().history_capacity);
    envs::StepOne(game, next.Span(), &history, actor, action);
    KVINTET_ASSIGN_OR_RETURN(const ExactValue after, solver->Value(next.Span()));
    moves.push_back({.action = action, .value = sign * after.value, .plies = after.plies + 1});
  }
  return moves;
}

}  // namespace

bool IsGood(const SolvedMove& move, const std::vector<SolvedMove>& all) {
  return move.value == BestOf(all).value;
}

bool IsPerfect(const SolvedMove& move, const std::vector<SolvedMove>& all) {
  const SolvedMove& best = BestOf(all);
  return move.value == best.value && (move.value == 0 || move.plies == best.plies);
}

absl::StatusOr<MoveSolver> MakeMoveSolver(const envs::Game& game, int64_t max_positions) {
  if (game.Spec().name == ConnectFour::kName) {
    const auto solver = std::make_shared<envs::connect_four::Solver>(kTableBits);
    return MoveSolver(
        [solver](envs::ConstPositions one) -> absl::StatusOr<std::vector<SolvedMove>> {
          return SolveConnectFour(solver.get(), one);
        });
  }
  KVINTET_ASSIGN_OR_RETURN(ExactSolver made, ExactSolver::Make(game, max_positions));
  const auto solver = std::make_shared<ExactSolver>(std::move(made));
  return MoveSolver([&game, solver](envs::ConstPositions one) {
    return SolveByNegamax(game, solver.get(), one);
  });
}

}  // namespace kvintet::selfplay
