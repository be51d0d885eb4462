// SequenceForm: see the header.
//
// Seat 1 chooses the probabilities y of its sequences to minimise the payoff of seat 0's best
// response. Let p_h be the most that seat 0 can get from its information set h on, and A the
// payoffs of pairs of sequences, weighted by chance:
//
//   least V = sum of p_h over first sets + (A y) of the empty sequence, where
//   p_h = sum of p_h' over sets that follow (h, a) + (A y)_(h, a) + s_(h, a),  s >= 0,
//   sum of y_(g, b) over b = y of the sequence before g,  y >= 0.
//
// The program starts at a pure strategy of seat 1 and seat 0's best response to it. In every set g,
// one y follows from the others (basic); in every set h, the s of the best response is 0
// (nonbasic), which determines p_h. So all unknowns follow from the nonbasic y and s, and the
// remaining y and s are the rows.
#include "selfplay/solvers/sequence_form.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "selfplay/solvers/matrix/simplex.h"

namespace kvintet::selfplay::solvers {
namespace {

// An affine function of the nonbasic variables; the constant comes last.
using Affine = std::vector<double>;

void Add(const Affine& other, double factor, Affine* sum) {
  for (size_t j = 0; j < sum->size(); ++j) {
    (*sum)[j] += factor * other[j];
  }
}

// Choice k of an information set.
struct Choice {
  size_t set = 0;
  size_t rank = 0;
};

class Program {
 public:
  explicit Program(const GameTree& tree) : tree_(tree), start_(UniformStrategy(tree)) {
    for (size_t s = 0; s < tree.sets.size(); ++s) {
      if (tree.sets[s].seat == 1) {
        std::ranges::fill(start_[s], 0.0);
        start_[s][0] = 1;
      }
    }
    BestAnswer(tree, 0, start_, &start_);
    // Nonbasic variables: y of the choices that seat 1 does not make at the start, s of those that
    // seat 0 makes.
    for (size_t s = 0; s < tree.sets.size(); ++s) {
      place_.emplace_back(start_[s].size(), 0);
      for (size_t k = 0; k < start_[s].size(); ++k) {
        const bool basic = (tree.sets[s].seat == 1) == (start_[s][k] == 1);
        std::vector<Choice>& list = basic ? rows_ : columns_;
        place_[s][k] = list.size();
        list.push_back({s, k});
      }
    }
  }

  TreeSolution Solve() {
    const size_t width = columns_.size() + 1;
    Simplex<double> simplex(rows_.size(), columns_.size());
    std::vector<std::vector<Affine>> y(tree_.sets.size());
    std::vector<std::vector<Affine>> s = Payoffs(Plans(width, &y), width);
    const Affine value = Values(width, &s);
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Choice& row = rows_[i];
      const Affine& basic = (tree_.sets[row.set].seat == 1 ? y : s)[row.set][row.rank];
      for (size_t j = 0; j < columns_.size(); ++j) {
        simplex.SetCoefficient(i, j, -basic[j]);
      }
      simplex.SetBound(i, std::max(basic.back(), 0.0));
    }
    for (size_t j = 0; j < columns_.size(); ++j) {
      simplex.SetGain(j, -value[j]);
    }
    simplex.Maximise(50 * (rows_.size() + columns_.size()));
    return Read(simplex);
  }

 private:
  // Computes y of seat 1's sequences; returns y of the last sequence before each node.
  std::vector<const Affine*> Plans(size_t width, std::vector<std::vector<Affine>>* y);
  // (A y) of seat 0's sequences, [sets][actions], and of the empty one in empty_.
  std::vector<std::vector<Affine>> Payoffs(const std::vector<const Affine*>& plans, size_t width);
  // Converts (A y) to s; returns V.
  Affine Values(size_t width, std::vector<std::vector<Affine>>* s);
  TreeSolution Read(const Simplex<double>& simplex) const;

  const GameTree& tree_;
  Strategy start_;
  std::vector<Choice> rows_;
  std::vector<Choice> columns_;
  // Index of each choice among the rows or columns.
  std::vector<std::vector<size_t>> place_;
  Affine one_;
  Affine empty_;
};

std::vector<const Affine*> Program::Plans(size_t width, std::vector<std::vector<Affine>>* y) {
  one_.assign(width, 0.0);
  one_.back() = 1;
  for (size_t g = 0; g < tree_.sets.size(); ++g) {
    const InformationSet& set = tree_.sets[g];
    if (set.seat != 1) {
      continue;
    }
    Affine rest = set.parent_set == kNone ? one_ : (*y)[set.parent_set][set.parent_rank];
    (*y)[g].assign(set.actions.size(), Affine(width, 0.0));
    size_t basic = 0;
    for (size_t k = 0; k < set.actions.size(); ++k) {
      if (start_[g][k] == 1) {
        basic = k;
      } else {
        (*y)[g][k][place_[g][k]] = 1;
        rest[place_[g][k]] -= 1;
      }
    }
    (*y)[g][basic] = std::move(rest);
  }
  std::vector<const Affine*> plans(tree_.nodes.size(), &one_);
  for (size_t i = 0; i < tree_.nodes.size(); ++i) {
    const GameTreeNode& node = tree_.nodes[i];
    for (size_t k = 0; k < node.num_children; ++k) {
      plans[node.first_child + k] =
          node.actors.Has(envs::Actor::kSeat1) ? &(*y)[node.information_set][k] : plans[i];
    }
  }
  return plans;
}

std::vector<std::vector<Affine>> Program::Payoffs(const std::vector<const Affine*>& plans,
                                                  size_t width) {
  std::vector<std::vector<Affine>> payoffs(tree_.sets.size());
  for (size_t h = 0; h < tree_.sets.size(); ++h) {
    if (tree_.sets[h].seat == 0) {
      payoffs[h].assign(tree_.sets[h].actions.size(), Affine(width, 0.0));
    }
  }
  empty_.assign(width, 0.0);
  std::vector<double> chance(tree_.nodes.size(), 1.0);
  std::vector<Affine*> own(tree_.nodes.size(), &empty_);
  for (size_t i = 0; i < tree_.nodes.size(); ++i) {
    const GameTreeNode& node = tree_.nodes[i];
    for (size_t k = 0; k < node.num_children; ++k) {
      const size_t child = node.first_child + k;
      chance[child] = chance[i] * tree_.nodes[child].probability;
      own[child] =
          node.actors.Has(envs::Actor::kSeat0) ? &payoffs[node.information_set][k] : own[i];
    }
    if (node.payoff != 0) {
      Add(*plans[i], chance[i] * node.payoff, own[i]);
    }
  }
  return payoffs;
}

Affine Program::Values(size_t width, std::vector<std::vector<Affine>>* s) {
  // Children come later in the order, so their p is already known and added to the preceding
  // sequence.
  for (size_t h = tree_.sets.size(); h-- > 0;) {
    const InformationSet& set = tree_.sets[h];
    if (set.seat != 0) {
      continue;
    }
    const auto best = static_cast<size_t>(std::ranges::find(start_[h], 1.0) - start_[h].begin());
    Affine p = (*s)[h][best];
    p[place_[h][best]] += 1;
    for (size_t k = 0; k < set.actions.size(); ++k) {
      Affine slack = p;
      Add((*s)[h][k], -1, &slack);
      (*s)[h][k] = std::move(slack);
    }
    Add(p, 1, set.parent_set == kNone ? &empty_ : &(*s)[set.parent_set][set.parent_rank]);
  }
  KVINTET_CHECK_EQ(empty_.size(), width);
  return empty_;
}

TreeSolution Program::Read(const Simplex<double>& simplex) const {
  // Sequence probabilities: the variables y for seat 1, the dual prices of the s for seat 0.
  Strategy plans = start_;
  for (size_t s = 0; s < tree_.sets.size(); ++s) {
    for (size_t k = 0; k < plans[s].size(); ++k) {
      const size_t place = place_[s][k];
      const bool row = (tree_.sets[s].seat == 1) == (start_[s][k] == 1);
      plans[s][k] = tree_.sets[s].seat == 1
                        ? (row ? simplex.Slack(place) : simplex.Variable(place))
                        : (row ? simplex.Price(place) : simplex.ReducedCost(place));
    }
  }
  TreeSolution solution = {.strategy = Normalised(plans)};
  const double high = BestAnswer(tree_, 0, solution.strategy);
  const double low = -BestAnswer(tree_, 1, solution.strategy);
  solution.value = (high + low) / 2;
  solution.gap = std::max(high - low, 0.0);
  return solution;
}

}  // namespace

int64_t SequenceFormCells(const GameTree& tree) {
  int64_t choices[2] = {0, 0};
  int64_t sets[2] = {0, 0};
  for (const InformationSet& set : tree.sets) {
    choices[set.seat] += std::ssize(set.actions);
    ++sets[set.seat];
  }
  return (choices[0] - sets[0] + sets[1]) * (choices[1] - sets[1] + sets[0]);
}

absl::StatusOr<TreeSolution> SolveSequenceForm(const GameTree& tree, int64_t max_cells) {
  const int64_t cells = SequenceFormCells(tree);
  if (cells > max_cells) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a linear program of ", cells, " numbers is more than ", max_cells));
  }
  return Program(tree).Solve();
}

}  // namespace kvintet::selfplay::solvers
