// TimedSearch: chooses the best of some actions within a time, for opponents that keep a clock.
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

// When to stop thinking: at whichever comes first.
struct ThinkLimits {
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  // Leaf evaluations.
  int simulations = 1000000;
  // Memory of the tree in bytes, about.
  int64_t tree_bytes = int64_t{1} << 29;
  // Asked every 20 ms or so; true ends the thinking.
  std::function<bool()> stop = {};
};

// What was found.
struct Thought {
  envs::Action action = envs::kNoAction;
  int simulations = 0;
  // The expected return in [-1, 1] of the seat that decides.
  double value = 0;
  // The actions expected from here on, the chosen one first.
  std::vector<envs::Action> line = {};
};

// PUCT without noise over one evaluator; one thread at a time.
class TimedSearch {
 public:
  // REQUIRES: nothing is hidden in the evaluator's game and nobody acts at the same time.
  explicit TimedSearch(std::unique_ptr<selfplay::Evaluator> evaluator);

  // The best of `allowed`: one that wins at once, without a simulation, else what the search finds.
  // Evaluates the root whatever the limits say, so a deadline that has passed gives the evaluator's
  // own first choice. What is found depends on the clock, unless simulations end it. REQUIRES:
  // `allowed` are legal actions at the root, ascending; not empty.
  absl::StatusOr<Thought> Think(const selfplay::SearchRoot& root,
                                std::span<const envs::Action> allowed, const ThinkLimits& limits);

 private:
  std::optional<envs::Action> WinAtOnce(const selfplay::SearchRoot& root,
                                        std::span<const envs::Action> allowed) const;
  // Asks the evaluator about a node and gives it its edges: the legal actions, or `allowed` if any.
  absl::Status Expand(int node, std::span<const envs::Action> allowed);
  int Descend();
  // One more leaf.
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
