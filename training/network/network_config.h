// Configuration messages as this room's options.
#pragma once

#include <absl/status/statusor.h>

#include "proto/config.pb.h"
#include "training/network/learner.h"
#include "training/network/network_shape.h"

namespace kvintet::network {

// REQUIRES for all: the message has passed its check (proto/config_check.h).
NetworkSize SizeFromConfig(const NetworkConfig& config);

// Fails as ParseDevice does for a device that is not there. The trunk learns in the given
// precision.
absl::StatusOr<LearnerOptions> LearnerOptionsFromConfig(const LearnerConfig& config,
                                                        const NetworkConfig& network,
                                                        Precision precision);

}  // namespace kvintet::network
