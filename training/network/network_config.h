// Converts configuration messages to the options of training/network.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "proto/learner_config.pb.h"
#include "proto/network_config.pb.h"
#include "training/network/files/model_file.h"
#include "training/network/learning/learner.h"
#include "training/network/timing/precision_choice.h"
#include "training/network/tower/network.h"
#include "training/network/tower/network_shape.h"

namespace kvintet::network {

// REQUIRES for all: the message has passed its check (proto/config_check.h).
NetworkSize SizeFromConfig(const NetworkConfig& config);

// Fails as ParseDevice does for a missing device, and as PackPolicyLoss. The trunk learns in
// `precision`.
absl::StatusOr<LearnerOptions> LearnerOptionsFromConfig(const LearnerConfig& config,
                                                        const NetworkConfig& network,
                                                        Precision precision);

// How to compute a network on this machine, and why.
struct FormatChoice {
  NetworkOptions options;
  std::string reason;
};

// Device, precision and convolution as configured; the chooser decides AUTO and FASTEST. Fails as
// ParseDevice and PrecisionChooser::Choose do.
absl::StatusOr<FormatChoice> ChooseFormat(const Model& model, const NetworkConfig& config,
                                          PrecisionChooser& chooser = PrecisionChooser::Shared());

}  // namespace kvintet::network
