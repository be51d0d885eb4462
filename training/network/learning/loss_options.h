// LossOptions: how the losses of a row are combined into the one that is minimised.
#pragma once

#include "training/network/parts/fixed_text.h"
#include "training/network/tower/training_heads.h"

namespace kvintet::network {

// The configured entry of LearnerConfig::policy_loss with its settings, as packed by policy_loss.h;
// empty if there is none. Plain bytes, because ranks receive options as a copy of their memory.
using PolicyLossSettings = FixedText<252>;

// Parts are named by texts, see parts/part.h.
struct LossOptions {
  // Factor of the value loss relative to the policy loss.
  double value_weight = 1;
  // For a policy gradient; see PolicyGradientConfig in proto/learner_config.proto.
  double clip = 0.2;
  double kl_to_data = 0.1;
  double kl_to_uniform = 0.05;
  double kl_to_magnet = 0;
  double neurd_max_weight = 0;
  // The loss of win, draw and loss (value_loss.h).
  FixedText<124> value = "cross_entropy";
  // The heads, each with the options of its loss, as FindHeads reads them.
  FixedText<508> heads = {};
  // Replaces the loss of the policy.
  PolicyLossSettings own = {};

  // REQUIRES: CheckOptions (learner.h) accepts the options.
  TrainingHeads Heads() const { return HeadsOf(heads.Text()); }
};

}  // namespace kvintet::network
