// Explanations as messages: see the header.
#include "serving/rpc/convert_explanation.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/check.h"
#include "envs/held_things.h"
#include "serving/rpc/convert.h"

namespace kvintet::serving {
namespace {

// The greatest number of things in a message, and of things with a drawing.
constexpr size_t kThings = 64;
constexpr size_t kDrawings = 16;

void SetStrategy(const selfplay::ExplainedStrategy& strategy, v1::MixedStrategy* message) {
  for (const selfplay::ExplainedMove& move : strategy.moves) {
    v1::MixedMove* const told = message->add_moves();
    told->set_move(move.text);
    told->set_probability(move.probability);
    told->set_value(move.value);
    told->set_best_response(move.best);
  }
  message->set_considered(strategy.considered);
  message->set_left_out(strategy.left_out);
}

void SetStage(const selfplay::ExplainedStage& stage, v1::PayoffTable* message) {
  SetStrategy(stage.own, message->mutable_own());
  SetStrategy(stage.other, message->mutable_other());
  message->mutable_payoffs()->Add(stage.payoffs.begin(), stage.payoffs.end());
  message->set_value(stage.value);
}

void SetBelief(const envs::HeldThings& things, const selfplay::Belief& belief,
               v1::Belief* message) {
  const std::vector<double>& probabilities = belief.probabilities;
  std::vector<int> order;
  for (int thing = 0; thing < things.Count(); ++thing) {
    if (probabilities[static_cast<size_t>(thing)] > 0) {
      order.push_back(thing);
    }
  }
  std::ranges::stable_sort(order, [&](int a, int b) {
    return probabilities[static_cast<size_t>(a)] > probabilities[static_cast<size_t>(b)];
  });
  order.resize(std::min(order.size(), kThings));
  for (const int thing : order) {
    v1::HeldThing* const told = message->add_things();
    told->set_name(things.Name(thing));
    told->set_probability(std::min(1.0, probabilities[static_cast<size_t>(thing)]));
    const bool drawn = static_cast<size_t>(message->things_size()) <= kDrawings;
    if (const envs::Scene scene = drawn ? things.Drawing(thing) : envs::Scene();
        !scene.shapes.empty()) {
      *told->mutable_drawing() = ToMessage(scene);
    }
  }
  message->set_held(std::accumulate(probabilities.begin(), probabilities.end(), 0.0));
  message->set_certain(belief.certain);
  message->set_samples(belief.samples);
}

}  // namespace

void SetExplanation(const PointOfView& point, const selfplay::Explanation& explanation,
                    v1::AnalyzeResponse* message) {
  if (explanation.stage) {
    SetStage(*explanation.stage, message->mutable_payoff_table());
  }
  if (explanation.belief) {
    const envs::HeldThings* const things = point.game->game->held_things();
    KVINTET_CHECK(things != nullptr);
    SetBelief(*things, *explanation.belief, message->mutable_belief());
  }
}

}  // namespace kvintet::serving
