// Explanation: what the decision of a search rests on, for those who ask.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kvintet::selfplay {

// A whole move that a search considered for one seat of a simultaneous stage.
struct ExplainedMove {
  std::string text = {};
  // Its probability in the strategy of its seat.
  double probability = 0;
  // Its payoff against the strategy of the other seat, in [-1, 1] for the deciding seat.
  double value = 0;
  // No considered move is better for its seat against that strategy.
  bool best = false;
};

// One seat's strategy in a stage.
struct ExplainedStrategy {
  // Likeliest first; equally likely ones in the order in which the search found them. If moves are
  // left out, the last of these is a best response unless an earlier one is.
  std::vector<ExplainedMove> moves = {};
  // The number of moves considered, and the total probability of those that are not in `moves`.
  int considered = 0;
  double left_out = 0;
};

// A simultaneous stage as a matrix game. Payoffs are in [-1, 1] for the deciding seat.
struct ExplainedStage {
  ExplainedStrategy own = {};
  ExplainedStrategy other = {};
  // [own.moves, other.moves]
  std::vector<double> payoffs = {};
  // Under both strategies, with the moves that are left out.
  double value = 0;
};

// What the deciding seat believes about the things that the other seat holds (envs/held_things.h).
struct Belief {
  // By thing: the probability that the other seat holds it.
  std::vector<double> probabilities = {};
  // The seat's view leaves no other possibility.
  bool certain = false;
  // Otherwise: the number of sampled positions. 0 if certain.
  int samples = 0;
};

struct Explanation {
  // Absent unless both seats choose in this stage and the search has solved it.
  std::optional<ExplainedStage> stage = {};
  // Absent if the other seat holds nothing out of sight.
  std::optional<Belief> belief = {};
};

// Interface of searches that can explain a decision. Obtain it from a Search by dynamic_cast. An
// explanation follows from the root's view and the evaluations alone, like the decision.
class ExplainingSearch {
 public:
  virtual ~ExplainingSearch() = default;
  // Explains the result. Lists at most `most` moves of each seat. Does not change the search.
  // REQUIRES: Advance returned false.
  virtual Explanation Explain(size_t most) = 0;
};

}  // namespace kvintet::selfplay
