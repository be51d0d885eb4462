// TimedSearch: chooses the best of some actions within a time limit, for games played on a clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/puct.h"
#include "selfplay/search/search.h"
#include "selfplay/search/search_tree.h"

namespace kvintet::arena {

// When to stop thinking; the first limit reached counts.
struct ThinkLimits {
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  // Leaf evaluations.
  int simulations = 1000000;
  // Approximate memory of the tree, in bytes.
  int64_t tree_bytes = int64_t{1} << 29;
  // Called about every 20 ms; true ends the search.
  std::function<bool()> stop = {};
};

// The result of Think.
struct Thought {
  envs::Action action = envs::kNoAction;
  int simulations = 0;
  // Expected return of the deciding seat, in [-1, 1].
  double value = 0;
  // The actions expected from here on, the chosen one first.
  std::vector<envs::Action> line = {};
};

// PUCT without noise over one evaluator; one thread at a time.
class TimedSearch {
 public:
  // REQUIRES: the evaluator's game has no hidden information and no simultaneous moves.
  explicit TimedSearch(std::unique_ptr<selfplay::Evaluator> evaluator);

  // The best of `allowed`: an action that wins at once, found without a simulation, else the
  // search's choice. Always evaluates the root, so that after a deadline in the past the result is
  // the evaluator's first choice. The result depends on the clock unless the number of simulations
  // ends the search. REQUIRES: `allowed` are legal actions at the root, ascending; not empty.
  absl::StatusOr<Thought> Think(const selfplay::SearchRoot& root,
                                std::span<const envs::Action> allowed, const ThinkLimits& limits);

 private:
  // `position` is that of the root.
  std::optional<envs::Action> WinAtOnce(const selfplay::SearchRoot& root,
                                        envs::ConstPositions position,
                                        std::span<const envs::Action> allowed) const;
  // Evaluates a node and adds its edges: the legal actions, or `allowed` if it is not empty.
  absl::Status Expand(int node, std::span<const envs::Action> allowed);
  int Descend();
  // Evaluates one more leaf.
  absl::Status Simulate();
  // The edge of the root to play.
  int Best() const;
  Thought ThoughtOf(int simulations) const;

  const std::unique_ptr<selfplay::Evaluator> evaluator_;
  const envs::Game& game_;
  selfplay::SearchTree tree_;
  selfplay::PuctRule rule_;
  RandomStream chance_;
};

}  // namespace kvintet::arena
