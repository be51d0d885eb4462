// EquilibriumSearch: see the header. What it does while it solves a stage is in solving_stage.cc.
#include "selfplay/equilibrium/equilibrium_search.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "envs/action_mask.h"
#include "envs/one_row.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/search/handicap.h"
#include "selfplay/search/temperature.h"

namespace kvintet::selfplay {

using envs::Action;
using envs::Seat;

EquilibriumSearch::EquilibriumSearch(const envs::Game& game, const SearchConfig& config)
    : game_(game),
      config_(config),
      oracle_(MakeMoveOracle(game)),
      stage_(game),
      moves_{SeatMoves(&stage_, Seat::k0), SeatMoves(&stage_, Seat::k1)},
      root_view_(1, game.Spec().view_bytes),
      position_(1, game.Spec().position_bytes),
      judge_(game, config.known_returns()),
      asked_(1, game.Spec().view_bytes),
      mask_(static_cast<size_t>(game.Spec().MaskWords())) {}

void EquilibriumSearch::Begin(const SearchRoot& root) {
  envs::CopyRows<envs::ViewTag>(root.view, root_view_.Span());
  root_ = root;
  root_.view = {};
  seat_ = game_.ViewSeat(root_view_.Span());
  root_logits_.clear();
  question_ = Question::kNone;
  finished_ = false;
  choices_stand_ = false;
  StartStage(JointStage::OwnChoices::kForgotten);
  root_.history = nullptr;
}

void EquilibriumSearch::StartStage(JointStage::OwnChoices own_choices) {
  stage_.Start(root_view_.Span(), root_.history, own_choices);
  const int simulations = root_.simulations > 0 ? root_.simulations : config_.simulations();
  name_ = {stage_.Key(), root_.seed, root_.game, simulations};
  own_node_ = -1;
  if (solved_ == name_) {
    return;
  }
  solved_.reset();
  table_.Clear();
  equilibrium_ = {};
  priors_ = {};
  for (SeatMoves& moves : moves_) {
    moves.Reset();
  }
  // Keyed by the stage only, so that both seats find the same solution.
  random_ =
      RandomStream(root_.seed, root_.game, static_cast<uint32_t>(name_.key.low), Purpose::kSearch);
  pairs_.clear();
  pairs_done_ = 0;
  judging_ = false;
  rounds_ = 0;
  challengers_ = {};
  budget_ = simulations;
  ChooseSizes();
}

bool EquilibriumSearch::Advance() {
  while (question_ == Question::kNone && !finished_) {
    Continue();
  }
  return question_ != Question::kNone;
}

void EquilibriumSearch::Continue() {
  if (root_logits_.empty()) {
    return Ask(root_view_.Span(), Question::kRoot);
  }
  if (root_legal_.size() == 1) {
    return Decide();
  }
  if (solved_ != name_) {
    if (drawing_ < 2) {
      return DrawCandidates();
    }
    if (config_.kl_to_policy() > 0 && JudgeNextPrior()) {
      return;
    }
    return JudgeNextPair();
  }
  if (own_node_ < 0 && !FindOwnNode()) {
    choices_stand_ = true;
    return StartStage(JointStage::OwnChoices::kStand);
  }
  Decide();
}

void EquilibriumSearch::Ask(envs::ConstViews one, Question question) {
  envs::CopyRows<envs::ViewTag>(one, asked_.Span());
  std::ranges::fill(mask_, uint64_t{0});
  game_.LegalActions(asked_.Span(), mask_);
  envs::ActionMask(mask_).List(&legal_);
  KVINTET_CHECK(!legal_.empty());
  question_ = question;
}

void EquilibriumSearch::Resume(const Evaluation& evaluation) {
  switch (std::exchange(question_, Question::kNone)) {
    case Question::kNone:
      KVINTET_CHECK(false);
      break;
    case Question::kRoot:
      root_legal_ = legal_;
      root_logits_.assign(evaluation.logits.begin(), evaluation.logits.end());
      root_wdl_ = evaluation.wdl;
      break;
    case Question::kPolicy:
      moves_[drawing_].SetPolicy(at_node_, evaluation.logits);
      break;
    case Question::kPrior:
      moves_[prior_seat_].SetPolicy(prior_node_, evaluation.logits);
      break;
    case Question::kPayoff:
      judge_.Hear(evaluation.wdl);
      break;
  }
}

bool EquilibriumSearch::FindOwnNode() {
  SeatMoves& own = moves_[OwnIndex()];
  if (choices_stand_) {
    own_node_ = 0;
    return true;
  }
  const int begun = game_.MoveProgress(root_view_.Span()) - game_.MoveProgress(own.View(0).Span());
  own_node_ = own.Find(root_view_.Span(), begun, table_.Moves(OwnIndex()));
  if (own_node_ < 0) {
    return false;
  }
  // The partial move may continue only to moves of probability 0.
  const std::vector<double> going_on = GoingOn(equilibrium_.probabilities[OwnIndex()]);
  if (std::ranges::count(going_on, 0.0) == std::ssize(going_on)) {
    own_node_ = -1;
  }
  return own_node_ >= 0;
}

std::vector<double> EquilibriumSearch::GoingOn(std::span<const double> probabilities) const {
  const JointMove begun = moves_[OwnIndex()].MoveOf(own_node_);
  const std::span<const JointMove> moves = table_.Moves(OwnIndex());
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
  const size_t own = OwnIndex();
  std::vector<double> acting = equilibrium_.probabilities[own];
  if (root_.explore && config_.explore_uniform() > 0) {
    const double share = config_.explore_uniform() / static_cast<double>(table_.NumJoined(own));
    for (size_t k = 0; k < acting.size(); ++k) {
      acting[k] = (1 - config_.explore_uniform()) * acting[k] + (table_.Joined(own, k) ? share : 0);
    }
    return GoingOn(acting);
  }
  // The likeliest move always stays. If all continuations of the partial move were removed, they
  // all stay.
  const double most = *std::ranges::max_element(acting);
  for (double& each : acting) {
    each = each < std::min(config_.least_probability(), most) ? 0 : each;
  }
  acting = GoingOn(acting);
  return std::ranges::count(acting, 0.0) == std::ssize(acting)
             ? GoingOn(equilibrium_.probabilities[own])
             : acting;
}

// [root_legal_]
std::vector<double> EquilibriumSearch::ByAction(std::span<const double> moves) const {
  std::vector<double> shares(root_legal_.size(), 0.0);
  const size_t next = moves_[OwnIndex()].MoveOf(own_node_).size();
  for (size_t k = 0; k < moves.size(); ++k) {
    if (moves[k] > 0) {
      const Action action = table_.Moves(OwnIndex())[k][next];
      const auto place = std::ranges::lower_bound(root_legal_, action) - root_legal_.begin();
      shares[static_cast<size_t>(place)] += moves[k];
    }
  }
  return shares;
}

void EquilibriumSearch::Decide() {
  finished_ = true;
  const size_t size = root_legal_.size();
  std::vector<float> priors(size);
  std::vector<double> policy(size);
  Softmax(root_logits_, policy, priors);
  decision_ = {.draw = root_wdl_.draw, .forced = size == 1};
  size_t chosen = 0;
  if (decision_.forced) {
    policy = {1.0};
    acting_ = {1.0};
    decision_.value = root_wdl_.Value();
    decision_.line = {root_legal_[0]};
  } else {
    const std::vector<double> moves = GoingOn(equilibrium_.probabilities[OwnIndex()]);
    policy = ByAction(moves);
    acting_ = ByAction(Acting());
    if (root_.explore) {
      MixHandicap(config_, priors, acting_);
    }
    RandomStream random = root_.Stream(Purpose::kTemperature);
    chosen = DrawIndex(acting_, &random);
    decision_.behaviour = acting_[chosen];
    decision_.value = OwnIndex() == 0 ? equilibrium_.value : -equilibrium_.value;
    decision_.line = {root_legal_[chosen]};
  }
  for (size_t i = 0; i < size; ++i) {
    decision_.actions.push_back({.action = root_legal_[i],
                                 .visits = 0,
                                 .prior = priors[i],
                                 .policy = static_cast<float>(policy[i]),
                                 .value = 0});
  }
  decision_.action = root_legal_[chosen];
}

}  // namespace kvintet::selfplay
