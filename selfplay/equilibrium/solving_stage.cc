// EquilibriumSearch: solving a stage by candidates, payoffs and rounds of challengers.
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "envs/one_row.h"
#include "selfplay/equilibrium/equilibrium_search.h"
#include "selfplay/search/temperature.h"

namespace kvintet::selfplay {
namespace {

using envs::Seat;

// Maximum number of initial candidates of a seat.
constexpr size_t kMaxCandidates = 256;
// Smallest gain with which a challenger joins; returns are in [-1, 1].
constexpr double kMinGain = 0.005;
// Lower bound for the policy's probability of a move.
constexpr double kMinPrior = 1e-9;
// Less likely moves are ignored when challengers are judged.
constexpr double kMinSupport = 0.01;

std::vector<double> Support(std::span<const double> probabilities) {
  std::vector<double> support;
  double sum = 0;
  for (const double each : probabilities) {
    support.push_back(each < kMinSupport ? 0 : each);
    sum += support.back();
  }
  for (double& each : support) {
    each /= sum;
  }
  return support;
}

}  // namespace

// Sets the numbers of moves so that all payoffs fit the budget; a seat with few moves gets all of
// them.
void EquilibriumSearch::ChooseSizes() {
  const bool rounds = config_.oracle_rounds() > 0;
  const auto payoffs = static_cast<size_t>(std::max(1, rounds ? budget_ / 2 : budget_));
  const auto side = std::max(size_t{1}, static_cast<size_t>(std::sqrt(payoffs)));
  wanted_ = {side, side};
  for (size_t seat = 0; seat < 2; ++seat) {
    std::vector<JointMove> all;
    if (moves_[seat].ListAll(side, &all)) {
      wanted_[seat] = all.size();
      wanted_[1 - seat] = std::min(kMaxCandidates, payoffs / all.size());
    }
  }
  oracle_speaks_ = oracle_ != nullptr && !choices_stand_ && oracle_->Start(stage_.Base());
  drawing_ = 0;
  at_node_ = 0;
  draws_left_ = -1;
}

// Makes one draw, or requests the evaluation for it. A seat with few moves gets all of them.
// Otherwise the oracle's moves come first, up to half of the wanted number, then draws from the
// policy, then variations of the moves found.
void EquilibriumSearch::DrawCandidates() {
  SeatMoves& moves = moves_[drawing_];
  const auto count = [this] { return table_.Moves(drawing_).size(); };
  if (draws_left_ < 0) {
    std::vector<JointMove> first;
    draws_left_ = 0;
    if (!moves.ListAll(wanted_[drawing_], &first)) {
      first = oracle_speaks_ ? oracle_->First(&random_)[drawing_] : std::vector<JointMove>();
      first.resize(std::min(first.size(), (wanted_[drawing_] + 1) / 2));
      draws_left_ = static_cast<int>(wanted_[drawing_]);
    }
    for (const JointMove& move : first) {
      table_.Add(drawing_, move, true);
    }
  }
  if (draws_left_ == 0 || count() >= wanted_[drawing_]) {
    FillUp(drawing_);
    ++drawing_;
    at_node_ = 0;
    draws_left_ = -1;
    if (drawing_ == 2) {
      table_.ListUnknown(&pairs_);
    }
    return;
  }
  if (moves.Complete(at_node_)) {
    table_.Add(drawing_, moves.MoveOf(at_node_), true);
    --draws_left_;
    at_node_ = 0;
  } else if (moves.Legal(at_node_).size() == 1) {
    at_node_ = moves.Follow(at_node_, 0);
  } else if (!moves.Judged(at_node_)) {
    Ask(moves.View(at_node_).Span(), Question::kPolicy);
  } else {
    const std::span<const float> policy = moves.Policy(at_node_);
    const std::vector<double> probabilities(policy.begin(), policy.end());
    at_node_ = moves.Follow(at_node_, DrawIndex(probabilities, &random_));
  }
}

void EquilibriumSearch::FillUp(size_t seat) {
  for (size_t tries = 0; tries < 2 * wanted_[seat]; ++tries) {
    const std::span<const JointMove> moves = table_.Moves(seat);
    if (moves.size() >= wanted_[seat]) {
      return;
    }
    const JointMove base = moves[random_.Below(static_cast<uint32_t>(moves.size()))];
    table_.Add(seat, moves_[seat].Changed(base, &random_), true);
  }
}

bool EquilibriumSearch::JudgeNextPrior() {
  for (size_t seat = 0; seat < 2; ++seat) {
    while (priors_[seat].size() < table_.Moves(seat).size()) {
      const JointMove& move = table_.Moves(seat)[priors_[seat].size()];
      const std::variant<double, int> known = moves_[seat].Likelihood(move);
      if (const int* const node = std::get_if<int>(&known)) {
        prior_seat_ = seat;
        prior_node_ = *node;
        Ask(moves_[seat].View(*node).Span(), Question::kPrior);
        return true;
      }
      priors_[seat].push_back(std::max(kMinPrior, std::get<double>(known)));
    }
  }
  return false;
}

void EquilibriumSearch::JudgeNextPair() {
  if (pairs_done_ == pairs_.size()) {
    return EndRound();
  }
  const MovePair pair = pairs_[pairs_done_];
  if (!judging_) {
    stage_.After({&table_.Moves(0)[pair[0]], &table_.Moves(1)[pair[1]]}, position_.Span());
    judge_.Start(position_.Span());
    judging_ = true;
  }
  if (judge_.Waiting()) {
    return Ask(judge_.View(), Question::kPayoff);
  }
  table_.SetPayoff(pair, judge_.Value());
  judging_ = false;
  ++pairs_done_;
  --budget_;
}

// Challengers are first judged against the moves in the other seat's equilibrium; those that join
// are then judged against all.
void EquilibriumSearch::EndRound() {
  pairs_.clear();
  pairs_done_ = 0;
  if (!challengers_[0].empty() || !challengers_[1].empty()) {
    JoinChallengers();
    table_.ListUnknown(&pairs_);
    if (!pairs_.empty()) {
      return;
    }
  }
  equilibrium_ = config_.kl_to_policy() > 0 ? table_.SolveNear(priors_, config_.kl_to_policy())
                                            : table_.Solve();
  if (rounds_ < config_.oracle_rounds()) {
    ++rounds_;
    Challenge();
  }
  if (pairs_.empty()) {
    solved_ = name_;
  }
}

void EquilibriumSearch::JoinChallengers() {
  for (size_t seat = 0; seat < 2; ++seat) {
    const std::vector<double> other = Support(equilibrium_.probabilities[1 - seat]);
    const double value = seat == 0 ? equilibrium_.value : -equilibrium_.value;
    for (const size_t number : challengers_[seat]) {
      if (table_.Worth(seat, number, other) > value + kMinGain) {
        table_.Join(seat, number);
      }
    }
    challengers_[seat].clear();
  }
}

void EquilibriumSearch::AddChallenger(size_t seat, const JointMove& move) {
  if (table_.Add(seat, move, false)) {
    challengers_[seat].push_back(table_.Moves(seat).size() - 1);
    equilibrium_.probabilities[seat].push_back(0);
  }
}

// Adds as many challengers as the budget allows, alternating between the seats so that neither gets
// more responses than the other.
void EquilibriumSearch::Challenge() {
  const std::array<std::vector<double>, 2> support = {Support(equilibrium_.probabilities[0]),
                                                      Support(equilibrium_.probabilities[1])};
  SuggestedMoves tried;
  if (oracle_speaks_) {
    tried = oracle_->Answers(table_, equilibrium_, &random_);
  }
  std::array<int, 2> cost = {};
  for (size_t seat = 0; seat < 2; ++seat) {
    for (int k = 0; k < 3; ++k) {
      const size_t base = DrawIndex(support[seat], &random_);
      tried[seat].push_back(moves_[seat].Changed(table_.Moves(seat)[base], &random_));
    }
    cost[seat] = stage_.Acts(seat) ? static_cast<int>(table_.NumJoined(1 - seat)) + 2 : 0;
  }
  const size_t turns = std::max(tried[0].size(), tried[1].size());
  for (size_t k = 0, left = static_cast<size_t>(std::max(0, budget_)); k < turns; ++k) {
    const auto both = static_cast<size_t>(cost[0] + cost[1]);
    if (left < both) {
      break;
    }
    left -= both;
    for (size_t seat = 0; seat < 2; ++seat) {
      if (cost[seat] > 0 && k < tried[seat].size()) {
        AddChallenger(seat, tried[seat][k]);
      }
    }
  }
  for (size_t seat = 0; seat < 2; ++seat) {
    for (const size_t number : challengers_[seat]) {
      table_.ListUnknown(seat, number, support[1 - seat], &pairs_);
    }
  }
}

}  // namespace kvintet::selfplay
