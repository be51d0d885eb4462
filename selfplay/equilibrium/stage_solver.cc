// StageSolver: see the header.
#include "selfplay/equilibrium/stage_solver.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <variant>

#include "selfplay/search/temperature.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {
namespace {

using envs::Seat;

// Maximum number of initial candidates of a seat.
constexpr size_t kMaxCandidates = 256;
// Smallest gain with which a challenger joins; returns are in [-1, 1].
constexpr double kMinGain = 0.005;
// Lower bound for the policy's probability of a move.
constexpr double kMinCandidatePrior = 1e-9;
// Less likely moves are ignored when challengers are judged.
constexpr double kMinSupport = 0.01;

// If every move is that unlikely, all count.
std::vector<double> Support(std::span<const double> probabilities) {
  const double least = std::ranges::max(probabilities) < kMinSupport ? 0 : kMinSupport;
  std::vector<double> support;
  double sum = 0;
  for (const double each : probabilities) {
    support.push_back(each < least ? 0 : each);
    sum += support.back();
  }
  for (double& each : support) {
    each /= sum;
  }
  return support;
}

}  // namespace

StageSolver::StageSolver(const envs::Game& game, const SearchSettings& settings)
    : settings_(OwnSettings<EquilibriumSettings>(settings)),
      oracle_(MakeMoveOracle(game)),
      stage_(game),
      moves_{SeatMoves(&stage_, Seat::k0), SeatMoves(&stage_, Seat::k1)},
      position_(1, game.Spec().position_bytes),
      judge_(game, settings.known_returns),
      question_(game) {}

void StageSolver::Start(envs::ConstViews one, const envs::RepetitionHistory* history,
                        JointStage::OwnChoices own_choices, const Task& task) {
  stage_.Start(one, history, own_choices);
  name_ = {stage_.Key(), task};
  if (Solved()) {
    return;
  }
  solved_.reset();
  table_.Clear();
  equilibrium_ = {};
  priors_ = {};
  challengers_ = {};
  for (SeatMoves& moves : moves_) {
    moves.Reset();
  }
  // Keyed by the stage only, so that both seats find the same solution.
  random_ =
      RandomStream(task.seed, task.game, static_cast<uint32_t>(name_.key.low), Purpose::kSearch);
  budget_ = task.simulations;
  ChooseSizes();
  oracle_speaks_ = oracle_ != nullptr && own_choices == JointStage::OwnChoices::kForgotten &&
                   oracle_->Start(stage_.Base());
}

Script StageSolver::Solve(Dialogue* asks) {
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    co_await DrawCandidates(seat, asks);
  }
  Pairs pairs;
  table_.ListUnknown(&pairs);
  for (int round = 0;; ++round) {
    co_await Judge(pairs, asks);
    pairs.clear();
    // Challengers were judged against the moves in the other seat's equilibrium; those that join
    // are now judged against all.
    if (JoinChallengers()) {
      table_.ListUnknown(&pairs);
      co_await Judge(pairs, asks);
      pairs.clear();
    }
    equilibrium_ = settings_.kl_to_policy > 0 ? table_.SolveNear(priors_, settings_.kl_to_policy)
                                              : table_.Solve();
    if (round < settings_.oracle_rounds) {
      Challenge(&pairs);
    }
    if (pairs.empty()) {
      break;
    }
  }
  solved_ = name_;
}

// A seat with few moves gets all of them, and leaves the rest of the payoffs to the other.
void StageSolver::ChooseSizes() {
  const bool rounds = settings_.oracle_rounds > 0;
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
}

// The oracle's moves come first, up to half of the wanted number, then draws from the policy, then
// variations of the moves found.
Script StageSolver::DrawCandidates(size_t seat, Dialogue* asks) {
  std::vector<JointMove> first;
  size_t draws = 0;
  if (!moves_[seat].ListAll(wanted_[seat], &first)) {
    first = oracle_speaks_ ? oracle_->First(&random_)[seat] : std::vector<JointMove>();
    first.resize(std::min(first.size(), (wanted_[seat] + 1) / 2));
    draws = wanted_[seat];
  }
  for (const JointMove& move : first) {
    table_.Add(seat, move, true);
  }
  for (; draws > 0 && table_.Moves(seat).size() < wanted_[seat]; --draws) {
    int node = 0;
    co_await DrawMove(seat, &node, asks);
    table_.Add(seat, moves_[seat].MoveOf(node), true);
  }
  FillUp(seat);
}

Script StageSolver::DrawMove(size_t seat, int* node, Dialogue* asks) {
  SeatMoves& moves = moves_[seat];
  while (!moves.Complete(*node)) {
    size_t choice = 0;
    if (moves.Legal(*node).size() > 1) {
      if (!moves.Judged(*node)) {
        question_.Set(moves.View(*node).Span());
        moves.SetPolicy(*node, (co_await asks->Ask(question_)).logits);
      }
      const std::span<const float> policy = moves.Policy(*node);
      choice = DrawIndex(std::vector<double>(policy.begin(), policy.end()), &random_);
    }
    *node = moves.Follow(*node, choice);
  }
}

void StageSolver::FillUp(size_t seat) {
  for (size_t tries = 0; tries < 2 * wanted_[seat]; ++tries) {
    const std::span<const JointMove> moves = table_.Moves(seat);
    if (moves.size() >= wanted_[seat]) {
      return;
    }
    const JointMove& base = moves[random_.Below(static_cast<uint32_t>(moves.size()))];
    table_.Add(seat, moves_[seat].Changed(base, &random_), true);
  }
}

Script StageSolver::Judge(const Pairs& pairs, Dialogue* asks) {
  if (settings_.kl_to_policy > 0) {
    co_await FindPriors(asks);
  }
  for (const MovePair& pair : pairs) {
    stage_.After({&table_.Moves(0)[pair[0]], &table_.Moves(1)[pair[1]]}, position_.Span());
    judge_.Start(position_.Span());
    while (judge_.Waiting()) {
      question_.Set(judge_.View());
      judge_.Hear((co_await asks->Ask(question_)).wdl);
    }
    table_.SetPayoff(pair, judge_.Value());
    --budget_;
  }
}

Script StageSolver::FindPriors(Dialogue* asks) {
  for (size_t seat = 0; seat < 2; ++seat) {
    while (priors_[seat].size() < table_.Moves(seat).size()) {
      const JointMove& move = table_.Moves(seat)[priors_[seat].size()];
      const std::variant<double, int> known = moves_[seat].Likelihood(move);
      if (const int* const node = std::get_if<int>(&known)) {
        question_.Set(moves_[seat].View(*node).Span());
        moves_[seat].SetPolicy(*node, (co_await asks->Ask(question_)).logits);
      } else {
        priors_[seat].push_back(std::max(kMinCandidatePrior, std::get<double>(known)));
      }
    }
  }
}

bool StageSolver::JoinChallengers() {
  if (challengers_[0].empty() && challengers_[1].empty()) {
    return false;
  }
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
  return true;
}

void StageSolver::AddChallenger(size_t seat, const JointMove& move) {
  if (table_.Add(seat, move, false)) {
    challengers_[seat].push_back(table_.Moves(seat).size() - 1);
    equilibrium_.probabilities[seat].push_back(0);
  }
}

// Adds as many challengers as the budget allows, alternating between the seats so that neither gets
// more responses than the other.
void StageSolver::Challenge(Pairs* pairs) {
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
      table_.ListUnknown(seat, number, support[1 - seat], pairs);
    }
  }
}

}  // namespace kvintet::selfplay
