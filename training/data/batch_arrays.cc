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
  critic_planes.clear();
  critic_globals.clear();
  no_actions.clear();
  one_action_each.clear();
  no_targets.clear();
  replies.Clear();
  margins.clear();
  owners.clear();
}

}  // namespace kvintet::training
