// SlowTree: a search tree of tic-tac-toe, for slow and obvious versions of tree searches.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "envs/game.h"
#include "envs/one_row.h"
#include "selfplay/evaluators/evaluator.h"
#include "tests/support/evaluations.h"

namespace kvintet::testing {

// A position and all nine actions from it. Nothing is ordered, and nothing is shared among nodes.
struct SlowNode {
  static constexpr size_t kActions = 9;

  envs::PositionBuffer position = {};
  // -infinity for an illegal action.
  std::vector<double> logits =
      std::vector<double>(kActions, -std::numeric_limits<double>::infinity());
  // Its own value, and the sum and number of the values backed up through it, all for seat 0.
  double raw = 0;
  double sum = 0;
  int visits = 0;
  // 1 if seat 0 is to act, -1 if seat 1 is.
  double sign = 1;
  bool ended = false;
  std::array<std::unique_ptr<SlowNode>, kActions> children = {};

  int Visits(size_t action) const {
    return children[action] == nullptr ? 0 : children[action]->visits;
  }
  // The mean value of a visited action for the seat to act.
  double Value(size_t action) const {
    return sign * children[action]->sum / children[action]->visits;
  }
  // The mean value of the position for the seat to act.
  double Mean() const { return sign * sum / visits; }
};

class SlowTree {
 public:
  // Both must outlive the tree.
  SlowTree(const envs::Game& game, selfplay::Evaluator* evaluator)
      : game_(game), evaluator_(evaluator) {}

  // Starts with the position of that text, which counts as visited once.
  void Begin(const std::string& text) {
    envs::PositionBuffer position(1, game_.Spec().position_bytes);
    KVINTET_CHECK(game_.ParsePosition(text, position.Span()).ok());
    root_ = Make(position);
    BackUp({root_.get()});
  }

  const SlowNode& Root() const { return *root_; }

  // Takes the action `first`, then those that `select(node)` returns, to a position that is new or
  // has ended, and backs up its value.
  template <typename Select>
  void Simulate(int first, Select select) {
    std::vector<SlowNode*> path = {root_.get()};
    int action = first;
    while (SlowNode* const child = path.back()->children[static_cast<size_t>(action)].get()) {
      path.push_back(child);
      if (child->ended) {
        break;
      }
      action = select(*child);
    }
    if (!path.back()->ended) {
      path.push_back(Extend(path.back(), action));
    }
    BackUp(path);
  }

 private:
  SlowNode* Extend(SlowNode* parent, int action) {
    envs::PositionBuffer next = parent->position;
    const auto actor = parent->sign > 0 ? envs::Actor::kSeat0 : envs::Actor::kSeat1;
    envs::RepetitionHistory history;
    envs::StepOne(game_, next.Span(), &history, actor, action);
    std::unique_ptr<SlowNode>& child = parent->children[static_cast<size_t>(action)];
    child = Make(next);
    return child.get();
  }

  static void BackUp(const std::vector<SlowNode*>& path) {
    const double value = path.back()->raw;
    for (SlowNode* node : path) {
      node->sum += value;
      ++node->visits;
    }
  }

  std::unique_ptr<SlowNode> Make(const envs::PositionBuffer& position) {
    auto node = std::make_unique<SlowNode>();
    node->position = position;
    const envs::ActorSet actors = envs::ActorsOf(game_, position.Span());
    node->ended = actors.Empty();
    if (node->ended) {
      node->raw = static_cast<double>(game_.Result(position.Span()).returns[0]);
      return node;
    }
    node->sign = actors.Has(envs::Seat::k0) ? 1 : -1;
    const Evaluations got(evaluator_, {game_.PositionText(position.Span())});
    for (size_t i = 0; i < got.actions.size(); ++i) {
      node->logits[static_cast<size_t>(got.actions[i])] = static_cast<double>(got.logits[i]);
    }
    node->raw = node->sign * static_cast<double>(got.wdl[0].Value());
    return node;
  }

  const envs::Game& game_;
  selfplay::Evaluator* const evaluator_;
  std::unique_ptr<SlowNode> root_;
};

}  // namespace kvintet::testing
