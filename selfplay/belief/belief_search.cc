// BeliefSearch: see the header.
#include "selfplay/belief/belief_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/portable_math.h"
#include "envs/one_row.h"
#include "selfplay/search/handicap.h"
#include "selfplay/search/temperature.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {
namespace {

// Lower bound for the evaluator's probability of an action.
constexpr double kMinMovePrior = 1e-12;

}  // namespace

bool CanSearchBelief(const envs::Game& game) {
  return !game.Spec().simultaneous && !game.Spec().perfect_information;
}

BeliefSearch::BeliefSearch(const envs::Game& game, const SearchSettings& settings)
    : game_(game),
      settings_(OwnSettings<BeliefSettings>(settings)),
      simulations_(settings.simulations),
      endgame_(MakeEndgame(game)),
      root_view_(1, game.Spec().view_bytes),
      moves_(game),
      worlds_(game),
      trial_(game, settings_),
      position_(1, game.Spec().position_bytes) {
  KVINTET_CHECK(CanSearchBelief(game));
}

void BeliefSearch::Begin(const SearchRoot& root) {
  envs::CopyRows<envs::ViewTag>(root.view, root_view_.Span());
  root_ = root.WithoutBorrowed();
  seat_ = game_.ViewSeat(root_view_.Span());
  key_ = Combine(Combine(Key128{root.seed, root.game}, root.ply), 0);
  has_worlds_ = false;
  asks_.Begin(Decide());
}

Script BeliefSearch::Decide() {
  co_await moves_.Begin(std::as_const(root_view_).Span(), &asks_);
  if (moves_.RootLegal().size() == 1) {
    PlayForced();
    co_return;
  }
  if (PlayEndgame()) {
    co_return;
  }
  co_await moves_.Complete(&asks_);
  worths_.assign(moves_.Moves().size(), {});
  const bool recalls = settings_.moves > 0 && root_.record;
  worlds_.Start(root_view_.Span(), key_, recalls ? root_.record() : "", settings_.moves);
  co_await worlds_.Weigh(&asks_);
  has_worlds_ = true;
  Consider();
  co_await Try();
  Improve();
}

Explanation BeliefSearch::Explain(size_t) {
  const envs::HeldThings* const things = game_.held_things();
  if (things == nullptr) {
    return {};
  }
  if (!has_worlds_) {
    worlds_.Start(root_view_.Span(), key_, "", 0);
    has_worlds_ = true;
  }
  return {.belief = worlds_.Held(*things)};
}

void BeliefSearch::PlayForced() {
  Start(moves_.RootWdl().Value());
  decision_.forced = true;
  Choose(0, moves_.RootLegal());
}

bool BeliefSearch::PlayEndgame() {
  if (endgame_ == nullptr || settings_.endgame_nodes == 0 || !endgame_->IsOpen(root_view_.Span())) {
    return false;
  }
  const auto exact = endgame_->Solve(root_view_.Span(), settings_.endgame_nodes);
  if (!exact) {
    return false;
  }
  Start(static_cast<double>(exact->value));
  const auto place = std::ranges::lower_bound(moves_.RootLegal(), exact->action);
  Choose(static_cast<size_t>(place - moves_.RootLegal().begin()), {&exact->action, 1});
  return true;
}

// Chooses the moves to try by prior. If the root explores, Gumbel noise makes this a draw without
// replacement.
void BeliefSearch::Consider() {
  left_.resize(worths_.size());
  std::iota(left_.begin(), left_.end(), size_t{0});
  auto most = static_cast<size_t>(settings_.max_considered);
  if (most == 0 || left_.size() <= most) {
    return;
  }
  RandomStream random = root_.Stream(Purpose::kNoise);
  const double scale = root_.explore ? settings_.gumbel_scale : 0;
  std::vector<double> keys;
  for (const size_t move : left_) {
    keys.push_back(portable::Log(Prior(move)) + scale * random.Gumbel());
  }
  std::ranges::stable_sort(left_, std::greater<>(), [&](size_t move) { return keys[move]; });
  while (most < left_.size() && keys[left_[most]] == keys[left_[most - 1]]) {
    ++most;
  }
  left_.resize(most);
  std::ranges::sort(left_);
}

// Each round gives the remaining moves their share of the budget, at least one trial each while it
// lasts, and halves them. The first tries each even beyond the budget.
Script BeliefSearch::Try() {
  int budget = root_.simulations > 0 ? root_.simulations : simulations_;
  int rounds = static_cast<int>(std::bit_width(left_.size() - 1));
  mean_of_all_ = 0;
  for (uint32_t world = 0;;) {
    const auto moves = static_cast<int>(left_.size());
    const int share = std::max(1, budget / std::max(1, rounds) / moves);
    if (world > 0 && (rounds == 0 || moves == 1 || budget < share * moves)) {
      co_return;
    }
    const uint32_t end = world + static_cast<uint32_t>(share);
    budget -= share * moves;
    --rounds;
    for (; world < end; ++world) {
      co_await TryIn(world);
    }
    mean_of_all_ = MeanOfAll();
    Halve();
  }
}

void BeliefSearch::Halve() {
  std::ranges::stable_sort(left_, std::greater<>(),
                           [this](size_t move) { return Preference(move); });
  left_.resize((left_.size() + 1) / 2);
}

Script BeliefSearch::TryIn(uint32_t world) {
  const Key128 key = Combine(key_, 1);
  const RandomStream random(key.low, static_cast<uint32_t>(key.high), world, Purpose::kSearch);
  for (const size_t move : left_) {
    worlds_.Draw(world, position_.Span());
    co_await trial_.Play(std::as_const(position_).Span(), seat_, moves_.Moves()[move].actions,
                         random, &asks_);
    worths_[move].sum += trial_.Value();
    ++worths_[move].trials;
  }
}

double BeliefSearch::Prior(size_t move) const {
  return std::max(kMinMovePrior, moves_.Moves()[move].prior);
}

double BeliefSearch::Mean(size_t move) const {
  return worths_[move].trials == 0 ? 0 : worths_[move].sum / worths_[move].trials;
}

double BeliefSearch::MeanOfAll() const {
  double sum = 0;
  double weights = 0;
  for (size_t move = 0; move < worths_.size(); ++move) {
    if (worths_[move].trials > 0) {
      sum += Prior(move) * Mean(move);
      weights += Prior(move);
    }
  }
  return weights > 0 ? sum / weights : 0;
}

double BeliefSearch::Value(size_t move) const {
  const Worth& worth = worths_[move];
  const double prior_trials = settings_.prior_trials;
  const double trials = worth.trials + prior_trials;
  return trials == 0 ? mean_of_all_ : (worth.sum + prior_trials * mean_of_all_) / trials;
}

double BeliefSearch::Preference(size_t move) const {
  return portable::Log(Prior(move)) + Value(move) / settings_.kl_to_policy;
}

std::vector<double> BeliefSearch::ImprovedPolicy() const {
  std::vector<double> policy(worths_.size());
  for (size_t move = 0; move < policy.size(); ++move) {
    policy[move] = Preference(move);
  }
  const double most = *std::ranges::max_element(policy);
  double sum = 0;
  for (double& each : policy) {
    each = portable::Exp(each - most);
    sum += each;
  }
  for (double& each : policy) {
    each /= sum;
  }
  return policy;
}

// Fills in the decision except for the chosen action and the policy.
void BeliefSearch::Start(double value) {
  const double most = std::max(0.0, 1 - std::abs(value));
  decision_ = {.value = value, .draw = std::min(most, static_cast<double>(moves_.RootWdl().draw))};
  for (size_t i = 0; i < moves_.RootLegal().size(); ++i) {
    decision_.actions.push_back({.action = moves_.RootLegal()[i],
                                 .visits = 0,
                                 .prior = moves_.RootPriors()[i],
                                 .policy = 0,
                                 .value = 0});
  }
}

// Chooses the legal action with this index, with probability 1.
void BeliefSearch::Choose(size_t place, std::span<const envs::Action> line) {
  decision_.actions[place].policy = 1;
  decision_.action = moves_.RootLegal()[place];
  decision_.line.assign(line.begin(), line.end());
  std::vector<double> acting(moves_.RootLegal().size(), 0.0);
  acting[place] = 1;
  Err(std::move(acting));
}

// Redraws the action with the handicap mixed in; `acting` holds the probabilities it was drawn
// from, by legal action.
void BeliefSearch::Err(std::vector<double> acting) {
  if (!root_.explore || !HasHandicap(settings_)) {
    return;
  }
  MixHandicap(settings_, moves_.RootPriors(), acting);
  RandomStream random = root_.Stream(Purpose::kTemperature);
  const size_t place = DrawIndex(acting, &random);
  decision_.behaviour = acting[place];
  const envs::Action action = moves_.RootLegal()[place];
  if (action != decision_.action) {
    decision_.action = action;
    decision_.line = {action};
  }
}

void BeliefSearch::Improve() {
  const std::vector<double> policy = ImprovedPolicy();
  const std::span<const OwnMove> moves = moves_.Moves();
  double value = 0;
  for (size_t move = 0; move < moves.size(); ++move) {
    value += policy[move] * Value(move);
  }
  Start(value);
  for (size_t move = 0; move < moves.size(); ++move) {
    ActionStatistics& action = decision_.actions[moves[move].first];
    action.policy += static_cast<float>(policy[move]);
    action.visits += worths_[move].trials;
    action.value += worths_[move].sum;
  }
  for (ActionStatistics& action : decision_.actions) {
    action.value = action.visits > 0 ? action.value / action.visits : 0;
  }
  DrawMove(policy);
}

// Takes the likeliest of the most-tried moves, or with a temperature samples from all moves.
void BeliefSearch::DrawMove(std::vector<double> policy) {
  const std::span<const OwnMove> moves = moves_.Moves();
  if (settings_.temperature <= 0 ||
      root_.ply >= static_cast<uint32_t>(settings_.temperature_plies)) {
    std::ranges::fill(policy, 0.0);
    policy[left_.front()] = 1;
  } else {
    Temper(settings_.temperature, policy);
  }
  std::vector<double> acting(moves_.RootLegal().size(), 0.0);
  for (size_t move = 0; move < policy.size(); ++move) {
    acting[moves[move].first] += policy[move];
  }
  RandomStream random = root_.Stream(Purpose::kTemperature);
  const size_t chosen = DrawIndex(policy, &random);
  decision_.behaviour = acting[moves[chosen].first];
  decision_.action = moves[chosen].actions.front();
  decision_.line = moves[chosen].actions;
  Err(std::move(acting));
}

}  // namespace kvintet::selfplay
