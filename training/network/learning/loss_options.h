// LossOptions: how the losses of a row are combined into the one that is minimised.
#pragma once

#include <array>

#include "training/network/tower/training_heads.h"

namespace kvintet::network {

// The configured entry of LearnerConfig::policy_loss with its settings, as packed by policy_loss.h.
// Plain bytes, because ranks receive options as a copy of their memory.
struct PolicyLossSettings {
  // 0: none.
  int size = 0;
  std::array<char, 252> bytes = {};
};

// A head of TrainingHeads learns if its factor is above 0.
struct LossOptions {
  // Factor of the value loss relative to the policy loss.
  double value_weight = 1;
  // For a policy gradient; see PolicyGradientConfig in proto/learner_config.proto.
  double clip = 0.2;
  double kl_to_data = 0.1;
  double kl_to_uniform = 0.05;
  double kl_to_magnet = 0;
  // The soft policy's target is the policy target with probabilities raised to 1 /
  // soft_temperature.
  double soft_policy_weight = 0;
  double soft_temperature = 4;
  double reply_policy_weight = 0;
  double margin_weight = 0;
  double ownership_weight = 0;
  // Replaces the loss of the policy.
  PolicyLossSettings own = {};

  TrainingHeads Heads() const {
    return {.soft_policy = soft_policy_weight > 0,
            .reply_policy = reply_policy_weight > 0,
            .margin = margin_weight > 0,
            .ownership = ownership_weight > 0};
  }
};

}  // namespace kvintet::network
