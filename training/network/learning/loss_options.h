// LossOptions: how the losses of a row make the one that is descended.
#pragma once

#include <array>

#include "training/network/tower/training_heads.h"

namespace kvintet::network {

// The entry of LearnerConfig::own_loss with its settings, as own_loss.h packs it: plain bytes,
// since ranks take options over as they lie in memory.
struct OwnLossSettings {
  // 0: none.
  int size = 0;
  std::array<char, 252> bytes = {};
};

// A factor above 0 makes a head of TrainingHeads learn.
struct LossOptions {
  // Factor of the value loss beside the policy's.
  double value_weight = 1;
  // Of a policy gradient; see PolicyGradientConfig in proto/config.proto.
  double clip = 0.2;
  double kl_to_data = 0.1;
  double kl_to_uniform = 0.05;
  double kl_to_magnet = 0;
  // The policy wanted, with its probabilities raised to 1 / soft_temperature.
  double soft_policy_weight = 0;
  double soft_temperature = 4;
  double reply_policy_weight = 0;
  double margin_weight = 0;
  double ownership_weight = 0;
  // Stands in the place of the policy's loss.
  OwnLossSettings own = {};

  TrainingHeads Heads() const {
    return {.soft_policy = soft_policy_weight > 0,
            .reply_policy = reply_policy_weight > 0,
            .margin = margin_weight > 0,
            .ownership = ownership_weight > 0};
  }
};

}  // namespace kvintet::network
