// TreeSearch: see the header.
#include "selfplay/search/tree_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/check.h"
#include "envs/action_mask.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/search/only_position.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {

using envs::Seat;

namespace {

// In place of a node.
constexpr int kNone = -1;

// The statistics of a legal action.
ActionStatistics& At(Decision* decision, envs::Action action) {
  return *std::ranges::lower_bound(decision->actions, action, {}, &ActionStatistics::action);
}

}  // namespace

bool SearchesTrees(const SearchSettings& settings) {
  const Algorithm algorithm = AlgorithmOf(settings);
  return algorithm == Algorithm::kGumbel || algorithm == Algorithm::kPuct ||
         IsCustomRule(algorithm);
}

TreeSearch::TreeSearch(const envs::Game& game, const SearchSettings& settings,
                       std::unique_ptr<SelectionRule> rule)
    : game_(game),
      simulations_(settings.simulations),
      reuse_(OwnSettings<PuctSettings>(settings).reuse_tree),
      wins_(settings.forced_wins ? game.forced_wins() : nullptr),
      threat_positions_(settings.threat_nodes),
      defences_(settings.defences ? game.defences() : nullptr),
      rule_(std::move(rule)),
      tree_(game, settings.known_returns),
      position_(1, game.Spec().position_bytes),
      view_(1, game.Spec().view_bytes),
      mask_(static_cast<size_t>(game.Spec().MaskWords())),
      peeked_(1, game.Spec().position_bytes) {
  KVINTET_CHECK(!game.Spec().secrets && !game.Spec().simultaneous);
}

void TreeSearch::Begin(const SearchRoot& root) {
  waiting_ = kNone;
  const int kept = std::exchange(kept_, kNone);
  if (WinsByRules(root)) {
    return;
  }
  OnlyPosition(game_, root.view, position_.Span());
  const bool holds = Holds(kept);
  if (!holds) {
    tree_.Reset(std::as_const(position_).Span(), root.history);
  }
  root_ = root.WithoutBorrowed();
  chance_ = root.Stream(Purpose::kSearch);
  done_ = 0;
  finished_ = false;
  if (holds) {
    BeginAt(kept, root.history);
  }
  KVINTET_CHECK(tree_.Node(0).kind == static_cast<NodeKind>(game_.ViewSeat(root.view)));
}

void TreeSearch::Follow(envs::Actor actor, envs::Action action) {
  if (kept_ >= 0) {
    const bool acts = tree_.Node(kept_).kind == static_cast<NodeKind>(actor);
    kept_ = acts ? tree_.Find(kept_, action) : kNone;
  }
}

bool TreeSearch::WinsByRules(const SearchRoot& root) {
  if (wins_ == nullptr) {
    return false;
  }
  envs::CopyRows<envs::ViewTag>(root.view, view_.Span());
  const std::optional<envs::Action> win = wins_->ForcedWin(view_.Span(), threat_positions_);
  if (!win.has_value()) {
    return false;
  }
  game_.LegalActions(view_.Span(), mask_);
  envs::ActionMask(mask_).List(&legal_);
  decision_ = {.action = *win, .value = 1, .line = {*win}};
  for (const envs::Action action : legal_) {
    const float share = action == *win ? 1.0f : 0.0f;
    decision_.actions.push_back({.action = action, .prior = share, .policy = share});
  }
  finished_ = true;
  return true;
}

bool TreeSearch::Holds(int kept) const {
  if (kept <= 0 || !tree_.Node(kept).expanded) {
    return false;
  }
  KVINTET_CHECK(std::ranges::equal(tree_.Position(kept).Bytes(), position_.Span().Bytes()));
  return true;
}

void TreeSearch::BeginAt(int kept, const envs::RepetitionHistory* history) {
  tree_.Reroot(kept, history);
  const TreeNode& n = tree_.Node(0);
  done_ = n.visits - 1;
  std::vector<std::pair<envs::Action, float>> tried;
  for (int edge = 0; edge < n.num_edges; ++edge) {
    tried.emplace_back(tree_.EdgeAction(0, edge), tree_.Prior(0, edge));
  }
  std::ranges::sort(tried);
  ListLegal(0);
  ListActions();
  legal_.clear();
  priors_.clear();
  for (const auto& [action, prior] : tried) {
    At(&decision_, action).prior = prior;
    legal_.push_back(action);
    priors_.push_back(prior);
  }
  rule_->PrepareRoot(root_, legal_, {}, priors_, &tree_);
}

bool TreeSearch::Advance() {
  if (waiting_ >= 0 || finished_) {
    return waiting_ >= 0;
  }
  if (!tree_.Node(0).expanded) {
    AskAbout(0);
    return true;
  }
  while (!Enough()) {
    const int leaf = Descend();
    if (!tree_.Node(leaf).settled && AskAbout(leaf)) {
      return true;
    }
    tree_.BackUp(leaf);
    ++done_;
  }
  Finish();
  return false;
}

bool TreeSearch::Enough() {
  const int simulations = root_.simulations > 0 ? root_.simulations : simulations_;
  return done_ >= simulations || tree_.Node(0).num_edges == 1 || rule_->Enough(tree_);
}

int TreeSearch::Descend() {
  int node = tree_.Follow(0, rule_->SelectAtRoot(tree_, done_));
  while (true) {
    const TreeNode& n = tree_.Node(node);
    if (n.kind == NodeKind::kChance) {
      node = tree_.FollowChance(node, &chance_);
    } else if (n.settled || !n.expanded) {
      return node;
    } else {
      node = tree_.Follow(node, rule_->Select(tree_, node));
    }
  }
}

bool TreeSearch::AskAbout(int node) {
  ListLegal(node);
  tried_.actions = mask_;
  if (defences_ != nullptr &&
      !defences_->KeepDefences(view_.Span(), envs::ActionMask(tried_.actions)) && node != 0) {
    tree_.Settle(node, -1);
    return false;
  }
  waiting_ = node;
  return true;
}

void TreeSearch::ListLegal(int node) {
  const Seat seat = SeatOf(tree_.Node(node).kind);
  game_.MakeViews(tree_.Position(node), {&seat, 1}, view_.Span());
  game_.LegalActions(view_.Span(), mask_);
  envs::ActionMask(mask_).List(&legal_);
  KVINTET_CHECK(!legal_.empty());
}

void TreeSearch::ListActions() {
  decision_.actions.assign(legal_.size(), {});
  for (size_t i = 0; i < legal_.size(); ++i) {
    decision_.actions[i].action = legal_[i];
  }
}

void TreeSearch::Foresee(int most, std::vector<Question>* questions) {
  KVINTET_CHECK_GE(waiting_, 0);
  if (waiting_ == 0) {
    return;
  }
  int top = waiting_;
  while (tree_.Node(top).parent != 0) {
    top = tree_.Node(top).parent;
  }
  int taken = 0;
  while (tree_.Next(0, taken) != top) {
    ++taken;
  }
  foreseen_.clear();
  rule_->Foresee(tree_, done_, taken, &foreseen_);
  for (const int edge : foreseen_) {
    if (most == 0) {
      return;
    }
    const NodeKind kind = Peek(edge, peeked_.Span());
    if (kind == NodeKind::kSeat0 || kind == NodeKind::kSeat1) {
      questions->emplace_back(game_).Set(std::as_const(peeked_).Span(), SeatOf(kind));
      --most;
    }
  }
}

NodeKind TreeSearch::Peek(int edge, envs::Positions out) {
  int node = 0;
  for (int next = tree_.Next(node, edge); next >= 0; next = tree_.Next(node, edge)) {
    node = next;
    const TreeNode& n = tree_.Node(node);
    if (n.kind == NodeKind::kChance || n.settled || !n.expanded) {
      return NodeKind::kChance;
    }
    edge = rule_->Select(tree_, node);
  }
  return tree_.Peek(node, edge, out);
}

void TreeSearch::Resume(const Evaluation& evaluation) {
  KVINTET_CHECK_GE(waiting_, 0);
  const int node = std::exchange(waiting_, kNone);
  if (node == 0) {
    ListActions();
  }
  const std::span<const float> logits = Restrict(evaluation.logits);
  priors_.resize(legal_.size());
  scratch_.resize(legal_.size());
  Softmax(logits, scratch_, priors_);
  if (node == 0) {
    for (size_t i = 0; i < legal_.size(); ++i) {
      At(&decision_, legal_[i]).prior = priors_[i];
    }
    rule_->PrepareRoot(root_, legal_, {.logits = logits, .wdl = evaluation.wdl}, priors_, &tree_);
  } else {
    tree_.Expand(node, legal_, priors_, evaluation.wdl, EdgeOrder::kByPrior);
    ++done_;
  }
  tree_.BackUp(node);
}

std::span<const float> TreeSearch::Restrict(std::span<const float> logits) {
  const envs::ActionMask tried(tried_.actions);
  if (static_cast<size_t>(tried.Count()) == legal_.size()) {
    return logits;
  }
  tried_.logits.clear();
  for (size_t i = 0; i < legal_.size(); ++i) {
    if (tried.Has(legal_[i])) {
      tried_.logits.push_back(logits[i]);
    }
  }
  tried.List(&legal_);
  return tried_.logits;
}

bool TreeSearch::CurrentDecision(Decision* decision) {
  KVINTET_CHECK_LT(waiting_, 0);
  if (!finished_ && !tree_.Node(0).expanded) {
    return false;
  }
  *decision = decision_;
  if (!finished_) {
    Tell(decision);
  }
  return true;
}

void TreeSearch::Finish() {
  finished_ = true;
  kept_ = reuse_ ? 0 : kNone;
  Tell(&decision_);
}

void TreeSearch::Tell(Decision* decision) {
  const TreeNode& n = tree_.Node(0);
  scratch_.resize(static_cast<size_t>(n.num_edges));
  const int chosen = rule_->Choose(root_, tree_, scratch_, &decision->behaviour);
  for (int edge = 0; edge < n.num_edges; ++edge) {
    ActionStatistics& action = At(decision, tree_.EdgeAction(0, edge));
    action.policy = static_cast<float>(scratch_[static_cast<size_t>(edge)]);
    if (edge < n.opened) {
      action.visits = tree_.Child(0, edge).visits;
      action.value = tree_.Value(0, edge);
    }
  }
  decision->action = tree_.EdgeAction(0, chosen);
  decision->value = n.Sign() * n.Mean();
  decision->draw = n.draw_sum / n.visits;
  decision->forced = n.num_edges == 1;
  tree_.Line(chosen, &decision->line);
}

}  // namespace kvintet::selfplay
