// TimedSearch: see the header.
#include "arena/agents/timed_search.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/games/play_settings.h"
#include "selfplay/search/only_position.h"

namespace kvintet::arena {
namespace {

using envs::Action;
using selfplay::NodeKind;
using selfplay::TreeNode;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenStops(20);

// Number of simulations whose nodes, with `actions` edges each, take about `bytes`, including spare
// array capacity. The root's children are always allowed.
int SimulationsIn(int64_t bytes, const envs::GameSpec& spec) {
  const int64_t edges = int64_t{spec.num_actions} * int64_t{sizeof(Action) + 2 * sizeof(int32_t)};
  const int64_t node = 3 * (int64_t{sizeof(TreeNode)} + spec.position_bytes + edges);
  return static_cast<int>(std::clamp<int64_t>(bytes / node, 16, 1000000000));
}

// Decides when to stop thinking.
class StopClock {
 public:
  explicit StopClock(const ThinkLimits& limits)
      : limits_(limits), next_(steady_clock::now() + kBetweenStops) {}

  bool Ended() {
    const steady_clock::time_point now = steady_clock::now();
    if (now >= limits_.deadline) {
      return true;
    }
    if (now < next_ || !limits_.stop) {
      return false;
    }
    next_ = now + kBetweenStops;
    return limits_.stop();
  }

 private:
  const ThinkLimits& limits_;
  steady_clock::time_point next_;
};

selfplay::PuctSettings PlayToWin() {
  const selfplay::SearchSettings settings = {.algorithm = selfplay::PuctSettings()};
  return std::get<selfplay::PuctSettings>(
      selfplay::PlaySettings(settings, /*variety=*/0).algorithm);
}

}  // namespace

TimedSearch::TimedSearch(std::unique_ptr<selfplay::Evaluator> evaluator)
    : evaluator_(std::move(evaluator)),
      game_(evaluator_->game()),
      tree_(game_, /*known_returns=*/true),
      rule_(PlayToWin()) {
  KVINTET_CHECK(game_.Spec().perfect_information && !game_.Spec().simultaneous);
}

absl::StatusOr<Thought> TimedSearch::Think(const selfplay::SearchRoot& root,
                                           std::span<const Action> allowed,
                                           const ThinkLimits& limits) {
  KVINTET_CHECK(!allowed.empty());
  envs::PositionBuffer position(1, game_.Spec().position_bytes);
  selfplay::OnlyPosition(game_, root.view, position.Span());
  if (const std::optional<Action> win = WinAtOnce(root, std::as_const(position).Span(), allowed)) {
    return Thought{.action = *win, .value = 1, .line = {*win}};
  }
  tree_.Reset(std::as_const(position).Span(), root.history);
  chance_ = root.Stream(Purpose::kSearch);
  KVINTET_RETURN_IF_ERROR(Expand(0, allowed));
  tree_.BackUp(0);
  const int most =
      std::min(limits.simulations, SimulationsIn(limits.tree_bytes, evaluator_->game().Spec()));
  StopClock clock(limits);
  int done = 0;
  while (done < most && allowed.size() > 1 && !clock.Ended()) {
    KVINTET_RETURN_IF_ERROR(Simulate());
    ++done;
  }
  return ThoughtOf(done);
}

std::optional<Action> TimedSearch::WinAtOnce(const selfplay::SearchRoot& root,
                                             envs::ConstPositions position,
                                             std::span<const Action> allowed) const {
  if (const envs::ForcedWins* const wins = game_.forced_wins()) {
    const std::optional<Action> win = wins->ForcedWin(root.view, 0);
    if (win.has_value() && std::ranges::binary_search(allowed, *win)) {
      return win;
    }
  }
  const envs::Seat seat = game_.ViewSeat(root.view);
  for (const Action action : allowed) {
    envs::PositionBuffer next(1, game_.Spec().position_bytes);
    envs::CopyRows<envs::PositionTag>(position, next.Span());
    envs::RepetitionHistory history(game_.Spec().history_capacity);
    if (root.history != nullptr && game_.Spec().history_capacity > 0) {
      history.CopyFrom(*root.history);
    }
    envs::StepOne(game_, next.Span(), &history, envs::ActorOf(seat), action);
    if (envs::ActorsOf(game_, next.Span()).Empty() &&
        game_.Result(next.Span()).returns[static_cast<size_t>(envs::Index(seat))] == 1) {
      return action;
    }
  }
  return std::nullopt;
}

absl::Status TimedSearch::Simulate() {
  const int leaf = Descend();
  if (!tree_.Node(leaf).settled) {
    KVINTET_RETURN_IF_ERROR(Expand(leaf, {}));
  }
  tree_.BackUp(leaf);
  return absl::OkStatus();
}

int TimedSearch::Descend() {
  int node = 0;
  do {
    node = tree_.Node(node).kind == NodeKind::kChance
               ? tree_.FollowChance(node, &chance_)
               : tree_.Follow(node, rule_.Select(tree_, node));
  } while (tree_.Node(node).kind == NodeKind::kChance || tree_.Node(node).expanded);
  return node;
}

absl::Status TimedSearch::Expand(int node, std::span<const Action> allowed) {
  const envs::Seat seat = selfplay::SeatOf(tree_.Node(node).kind);
  const envs::ViewBuffer view = envs::ViewOf(game_, tree_.Position(node), seat);
  const std::vector<Action> legal = envs::LegalList(game_, view.Span());
  std::vector<float> logits(legal.size());
  selfplay::Wdl wdl;
  const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(legal.size())};
  KVINTET_RETURN_IF_ERROR(evaluator_->Evaluate({view.Span(), legal, offsets},
                                               {.policy_logits = logits, .wdl = {&wdl, 1}}));
  std::vector<Action> actions = legal;
  if (!allowed.empty()) {
    actions.assign(allowed.begin(), allowed.end());
    for (size_t i = 0; i < actions.size(); ++i) {
      const auto at = std::ranges::lower_bound(legal, actions[i]);
      KVINTET_CHECK(at != legal.end() && *at == actions[i]);
      logits[i] = logits[static_cast<size_t>(at - legal.begin())];
    }
    logits.resize(actions.size());
  }
  std::vector<double> powers(actions.size());
  std::vector<float> priors(actions.size());
  selfplay::Softmax(logits, powers, priors);
  tree_.Expand(node, actions, priors, wdl, selfplay::EdgeOrder::kByPrior);
  return absl::OkStatus();
}

int TimedSearch::Best() const {
  // The first edge has the largest prior.
  int best = 0;
  for (int edge = 1; edge < tree_.Node(0).opened; ++edge) {
    if (tree_.Child(0, edge).visits > tree_.Child(0, best).visits) {
      best = edge;
    }
  }
  return best;
}

Thought TimedSearch::ThoughtOf(int simulations) const {
  const int best = Best();
  const TreeNode& root = tree_.Node(0);
  Thought thought = {.action = tree_.EdgeAction(0, best), .simulations = simulations};
  thought.value =
      best < root.opened ? tree_.Value(0, best) : root.Sign() * static_cast<double>(root.raw_value);
  tree_.Line(best, &thought.line);
  return thought;
}

}  // namespace kvintet::arena
