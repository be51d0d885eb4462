// SolveEquilibrium, JudgeModels: see the header.
#include "cli/learning/equilibrium.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/check.h"
#include "base/rng.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "selfplay/solvers/backward_induction.h"
#include "selfplay/solvers/cfr_plus.h"
#include "selfplay/solvers/evaluator_strategy.h"
#include "selfplay/solvers/game_tree.h"
#include "selfplay/solvers/mixture.h"
#include "selfplay/solvers/sequence_form.h"
#include "training/network/network_evaluator.h"

namespace kvintet::cli {
namespace {

using selfplay::solvers::BackwardInduction;
using selfplay::solvers::GameTree;
using selfplay::solvers::MarkovValue;
using selfplay::solvers::TreeSolution;

// Cells of the largest linear program, which takes a few seconds and 16 MB.
constexpr int64_t kMaxCells = 2000000;

Json Figures(const std::string& method, double value, double nash_conv) {
  return {{"method", method},
          {"value", value},
          {"nash_conv", nash_conv},
          {"exploitability", nash_conv / 2}};
}

// Whether both seats know the position, judged from samples of the positions that each considers
// possible.
bool IsKnown(const envs::Game& game, envs::ConstPositions one) {
  constexpr int kDraws = 64;
  RandomStream random(0, 0, 0, Purpose::kResample);
  envs::PositionBuffer drawn(1, game.Spec().position_bytes);
  for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
    const envs::ViewBuffer view = envs::ViewOf(game, one, seat);
    for (int i = 0; i < kDraws; ++i) {
      game.Resample(view.Span(), &random, drawn.Span());
      if (!std::ranges::equal(drawn.Span().Bytes(), one.Bytes())) {
        return false;
      }
    }
  }
  return true;
}

absl::StatusOr<Json> ByInduction(const envs::Game& game, const EquilibriumQuestion& question) {
  envs::PositionBuffer position = envs::InitialPosition(game);
  if (question.position) {
    KVINTET_RETURN_IF_ERROR(game.ParsePosition(*question.position, position.Span()));
    if (!IsKnown(game, position.Span())) {
      return absl::InvalidArgumentError(absl::StrCat(
          "a seat of ", game.Spec().text,
          " does not know this position; only positions that both seats know can be solved"));
    }
  }
  KVINTET_ASSIGN_OR_RETURN(BackwardInduction solver,
                           BackwardInduction::Make(game, question.payoff, question.max_positions));
  KVINTET_ASSIGN_OR_RETURN(const MarkovValue value, solver.Value(position.Span()));
  Json found = Figures("backward induction", value.value, value.NashConv());
  found["position"] = game.PositionText(position.Span());
  found["positions"] = solver.NumPositions();
  return found;
}

TreeSolution ByCfrPlus(const GameTree& tree, int iterations) {
  selfplay::solvers::CfrPlus solver(tree);
  solver.Iterate(iterations);
  TreeSolution solution = {.strategy = solver.Average()};
  const double high = BestAnswer(tree, 0, solution.strategy);
  const double low = -BestAnswer(tree, 1, solution.strategy);
  solution.value = (high + low) / 2;
  solution.gap = high - low;
  return solution;
}

absl::StatusOr<Json> ByTree(const envs::Game& game, const EquilibriumQuestion& question) {
  if (question.position) {
    return absl::InvalidArgumentError(
        absl::StrCat("in ", game.Spec().text,
                     " information is hidden later on; it can be solved only from its start"));
  }
  KVINTET_ASSIGN_OR_RETURN(const GameTree tree, selfplay::solvers::WriteOut(
                                                    game, question.payoff, question.max_positions));
  const bool small = selfplay::solvers::SequenceFormCells(tree) <= kMaxCells;
  TreeSolution solution;
  if (small) {
    KVINTET_ASSIGN_OR_RETURN(solution, selfplay::solvers::SolveSequenceForm(tree, kMaxCells));
  } else {
    solution = ByCfrPlus(tree, question.iterations);
  }
  Json found = Figures(small ? "sequence form" : "CFR+", solution.value, solution.gap);
  found["histories"] = tree.nodes.size();
  found["information_sets"] = tree.sets.size();
  if (!small) {
    found["iterations"] = question.iterations;
  }
  return found;
}

}  // namespace

absl::StatusOr<Json> SolveEquilibrium(const envs::Game& game, const EquilibriumQuestion& question) {
  absl::StatusOr<Json> found = ByInduction(game, question);
  const bool other_way = absl::IsUnimplemented(found.status()) && game.Spec().history_capacity == 0;
  return other_way ? ByTree(game, question) : found;
}

absl::StatusOr<Json> JudgeModels(const envs::Game& game,
                                 std::span<const network::NamedModel> models,
                                 const EquilibriumQuestion& question) {
  KVINTET_CHECK(!models.empty());
  KVINTET_ASSIGN_OR_RETURN(const GameTree tree, selfplay::solvers::WriteOut(
                                                    game, question.payoff, question.max_positions));
  std::vector<selfplay::solvers::Strategy> strategies;
  for (const network::NamedModel& model : models) {
    KVINTET_ASSIGN_OR_RETURN(network::PlayingNetwork playing,
                             network::MakePlayingNetwork(game, model, {}));
    network::NetworkEvaluator evaluator(game, std::move(playing));
    KVINTET_ASSIGN_OR_RETURN(strategies.emplace_back(),
                             selfplay::solvers::EvaluatorStrategy(tree, &evaluator));
  }
  const selfplay::solvers::Strategy strategy = selfplay::solvers::Mixture(tree, strategies);
  const std::string method = models.size() == 1
                                 ? "the model's policy"
                                 : absl::StrCat("the policy of one of ", models.size(), " models");
  Json judged = Figures(method, ExpectedPayoff(tree, strategy), NashConv(tree, strategy));
  judged["model"] = models.back().name;
  judged["histories"] = tree.nodes.size();
  judged["information_sets"] = tree.sets.size();
  return judged;
}

std::string EquilibriumText(const std::string& game_text, const Json& found, double seconds) {
  const bool tree = found.contains("histories");
  const std::string size =
      tree ? absl::StrFormat("%d histories in %d information sets", found["histories"].get<int>(),
                             found["information_sets"].get<int>())
           : absl::StrFormat("%d positions", found["positions"].get<int>());
  return absl::StrFormat(
      "%s: value %.9g to seat 0 by %s\n"
      "exploitability of the strategies found %.2g (half their NashConv, %.2g); %s, %.2f s",
      game_text, found["value"].get<double>(), found["method"].get<std::string>(),
      found["exploitability"].get<double>(), found["nash_conv"].get<double>(), size, seconds);
}

}  // namespace kvintet::cli
