// Configuration messages as this room's options.
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

// Fails as ParseDevice does for a device that is not there, and as PackOwnLoss. The trunk learns in
// the given precision.
absl::StatusOr<LearnerOptions> LearnerOptionsFromConfig(const LearnerConfig& config,
                                                        const NetworkConfig& network,
                                                        Precision precision);

// How a network is to be computed here, and why so.
struct FormatChoice {
  NetworkOptions options;
  std::string reason;
};

// Device, precision and convolution as configured; AUTO and FASTEST are the chooser's choice. Fails
// as ParseDevice and PrecisionChooser::Choose do.
absl::StatusOr<FormatChoice> ChooseFormat(const Model& model, const NetworkConfig& config,
                                          PrecisionChooser& chooser = PrecisionChooser::Shared());

}  // namespace kvintet::network
