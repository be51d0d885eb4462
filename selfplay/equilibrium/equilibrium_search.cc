// EquilibriumSearch: see the header.
#include "selfplay/equilibrium/equilibrium_search.h"

#include <algorithm>

#include "selfplay/equilibrium/stage_account.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/search/handicap.h"
#include "selfplay/search/temperature.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {

using envs::Action;

EquilibriumSearch::EquilibriumSearch(const envs::Game& game, const SearchSettings& settings)
    : game_(game),
      settings_(OwnSettings<EquilibriumSettings>(settings)),
      simulations_(settings.simulations),
      solver_(game, settings),
      history_(game.Spec().history_capacity),
      root_question_(game) {}

StageSolver::Task EquilibriumSearch::TaskNow() const {
  return {root_.seed, root_.game, root_.simulations > 0 ? root_.simulations : simulations_};
}

void EquilibriumSearch::Begin(const SearchRoot& root) {
  root_question_.Set(root.view);
  own_ = static_cast<size_t>(envs::Index(game_.ViewSeat(root.view)));
  history_.Cut();
  if (root.history != nullptr) {
    history_.CopyFrom(*root.history);
  }
  root_ = root.WithoutBorrowed();
  solver_.Start(root.view, &history_, JointStage::OwnChoices::kForgotten, TaskNow());
  asks_.Begin(Decide());
}

Script EquilibriumSearch::Decide() {
  const Evaluation& evaluation = co_await asks_.Ask(root_question_);
  root_logits_.assign(evaluation.logits.begin(), evaluation.logits.end());
  root_wdl_ = evaluation.wdl;
  if (root_question_.Legal().size() == 1) {
    PlayForced();
    co_return;
  }
  if (!solver_.Solved()) {
    co_await solver_.Solve(&asks_);
  }
  if (!FindOwnNode()) {
    own_node_ = 0;
    solver_.Start(root_question_.View(), &history_, JointStage::OwnChoices::kStand, TaskNow());
    if (!solver_.Solved()) {
      co_await solver_.Solve(&asks_);
    }
  }
  DrawAction();
}

bool EquilibriumSearch::FindOwnNode() {
  SeatMoves& own = solver_.MovesOf(own_);
  const envs::ConstViews view = root_question_.View();
  const int begun = game_.MoveProgress(view) - game_.MoveProgress(own.View(0).Span());
  own_node_ = own.Find(view, begun, Table().Moves(own_));
  if (own_node_ < 0) {
    return false;
  }
  // The partial move may continue only to moves of probability 0.
  const std::vector<double> going_on = GoingOn(OwnShares());
  return std::ranges::count(going_on, 0.0) < std::ssize(going_on);
}

std::vector<double> EquilibriumSearch::GoingOn(std::span<const double> probabilities) const {
  const JointMove begun = OwnMoves().MoveOf(own_node_);
  const std::span<const JointMove> moves = Table().Moves(own_);
  std::vector<double> going_on(moves.size(), 0.0);
  double sum = 0;
  for (size_t k = 0; k < moves.size(); ++k) {
    const bool fits =
        moves[k].size() >= begun.size() && std::equal(begun.begin(), begun.end(), moves[k].begin());
    going_on[k] = fits ? probabilities[k] : 0;
    sum += going_on[k];
  }
  for (double& each : going_on) {
    each = sum > 0 ? each / sum : 0;
  }
  return going_on;
}

// The acting policy: the equilibrium mixed with a uniform share, or without unlikely moves.
std::vector<double> EquilibriumSearch::Acting() const {
  std::vector<double> acting(OwnShares().begin(), OwnShares().end());
  if (root_.explore && settings_.explore_uniform > 0) {
    const double share = settings_.explore_uniform / static_cast<double>(Table().NumJoined(own_));
    for (size_t k = 0; k < acting.size(); ++k) {
      acting[k] =
          (1 - settings_.explore_uniform) * acting[k] + (Table().Joined(own_, k) ? share : 0);
    }
    return GoingOn(acting);
  }
  // The likeliest move always stays. If all continuations of the partial move were removed, they
  // all stay.
  const double most = *std::ranges::max_element(acting);
  for (double& each : acting) {
    each = each < std::min(settings_.least_probability, most) ? 0 : each;
  }
  acting = GoingOn(acting);
  return std::ranges::count(acting, 0.0) == std::ssize(acting) ? GoingOn(OwnShares()) : acting;
}

std::vector<double> EquilibriumSearch::ByAction(std::span<const double> moves) const {
  std::vector<double> shares(root_question_.Legal().size(), 0.0);
  const size_t next = OwnMoves().MoveOf(own_node_).size();
  for (size_t k = 0; k < moves.size(); ++k) {
    if (moves[k] > 0) {
      const Action action = Table().Moves(own_)[k][next];
      const auto place =
          std::ranges::lower_bound(root_question_.Legal(), action) - root_question_.Legal().begin();
      shares[static_cast<size_t>(place)] += moves[k];
    }
  }
  return shares;
}

void EquilibriumSearch::PlayForced() {
  decision_ = {.value = root_wdl_.Value(), .draw = root_wdl_.draw, .forced = true};
  acting_ = {1.0};
  const float certain = 1;
  Tell({&certain, 1}, acting_);
  decision_.action = root_question_.Legal()[0];
  decision_.line = {decision_.action};
}

void EquilibriumSearch::DrawAction() {
  std::vector<float> priors(root_logits_.size());
  std::vector<double> policy(root_logits_.size());
  Softmax(root_logits_, policy, priors);
  policy = ByAction(GoingOn(OwnShares()));
  acting_ = ByAction(Acting());
  if (root_.explore) {
    MixHandicap(settings_, priors, acting_);
  }
  RandomStream random = root_.Stream(Purpose::kTemperature);
  const size_t chosen = DrawIndex(acting_, &random);
  decision_ = {.value = own_ == 0 ? Equilibrium().value : -Equilibrium().value,
               .draw = root_wdl_.draw,
               .behaviour = acting_[chosen]};
  Tell(priors, policy);
  decision_.action = root_question_.Legal()[chosen];
  decision_.line = {decision_.action};
}

Explanation EquilibriumSearch::Explain(size_t most) {
  const auto start = [this](size_t seat) { return solver_.MovesOf(seat).View(0); };
  // After a solution with the own choices fixed, moves do not start where the stage does.
  if (!solver_.Solved() || solver_.MovesOf(0).Complete(0) || solver_.MovesOf(1).Complete(0) ||
      game_.MoveProgress(start(own_).Span()) > 0) {
    return {};
  }
  return {.stage = StageAccount(Table(), Equilibrium(), own_, most,
                                [&](size_t seat, const JointMove& move) {
                                  return game_.MoveText(start(seat).Span(), move);
                                })};
}

void EquilibriumSearch::Tell(std::span<const float> priors, std::span<const double> policy) {
  for (size_t i = 0; i < policy.size(); ++i) {
    decision_.actions.push_back({.action = root_question_.Legal()[i],
                                 .visits = 0,
                                 .prior = priors[i],
                                 .policy = static_cast<float>(policy[i]),
                                 .value = 0});
  }
}

}  // namespace kvintet::selfplay
