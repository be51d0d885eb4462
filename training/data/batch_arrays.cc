// BatchArrays: see the header.
#include "training/data/batch_arrays.h"

namespace kvintet::training {

void BatchArrays::Clear() {
  planes.clear();
  globals.clear();
  policies.Clear();
  kept.Clear();
  wdl.clear();
  weights.clear();
  taken.clear();
  behaviour.clear();
  advantages.clear();
  worth.clear();
  expected.clear();
  critic_planes.clear();
  critic_globals.clear();
  no_actions.clear();
  one_action_each.clear();
  no_targets.clear();
  replies.Clear();
  margins.clear();
  owners.clear();
}

void BatchArrays::Append(const BatchArrays& later) {
  const auto append = [](auto* array, const auto& tail) {
    array->insert(array->end(), tail.begin(), tail.end());
  };
  append(&planes, later.planes);
  append(&globals, later.globals);
  policies.Append(later.policies);
  append(&wdl, later.wdl);
  append(&weights, later.weights);
  append(&taken, later.taken);
  append(&behaviour, later.behaviour);
  append(&advantages, later.advantages);
  append(&worth, later.worth);
  append(&expected, later.expected);
  append(&critic_planes, later.critic_planes);
  append(&critic_globals, later.critic_globals);
  replies.Append(later.replies);
  append(&margins, later.margins);
  append(&owners, later.owners);
}

}  // namespace kvintet::training
