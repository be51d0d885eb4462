// EvaluatorStrategy: see the header.
#include "selfplay/solvers/evaluator_strategy.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/status_macros.h"
#include "selfplay/evaluators/softmax.h"

namespace kvintet::selfplay::solvers {

absl::StatusOr<Strategy> EvaluatorStrategy(const GameTree& tree, Evaluator* evaluator) {
  Strategy strategy;
  std::vector<float> logits;
  std::vector<float> policy;
  std::vector<double> powers;
  for (const InformationSet& set : tree.sets) {
    const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(set.actions.size())};
    std::array<Wdl, 1> wdl = {};
    logits.resize(set.actions.size());
    policy.resize(set.actions.size());
    powers.resize(set.actions.size());
    KVINTET_RETURN_IF_ERROR(evaluator->Evaluate({set.view.Span(), set.actions, offsets},
                                                {.policy_logits = logits, .wdl = wdl}));
    Softmax(logits, powers, policy);
    strategy.emplace_back(policy.begin(), policy.end());
  }
  return strategy;
}

}  // namespace kvintet::selfplay::solvers
