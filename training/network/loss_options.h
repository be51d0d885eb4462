// LossOptions: how the losses of a row make the one that is descended.
#pragma once

namespace kvintet::network {

struct LossOptions {
  // Factor of the value loss beside the policy's.
  double value_weight = 1;
  // Of a policy gradient; see PolicyGradientConfig in proto/config.proto.
  double clip = 0.2;
  double kl_to_data = 0.1;
  double kl_to_uniform = 0.05;
};

}  // namespace kvintet::network
