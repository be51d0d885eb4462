// Converts configuration messages to the options of training/network.
#pragma once

#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "training/network/files/model_file.h"
#include "training/network/learning/learner.h"
#include "training/network/timing/precision_choice.h"
#include "training/network/tower/network.h"
#include "training/network/tower/network_shape.h"

namespace kvintet::network {

// REQUIRES for all: the message has passed its check (proto/config_check.h).

// InvalidArgument, naming the bodies that there are, for another network.body.
absl::StatusOr<NetworkSize> SizeFromConfig(const NetworkConfig& config);

// InvalidArgument if the body, the value loss, a head or one of their options does not exist, or if
// a head does not suit the game or the configuration.
absl::Status CheckParts(const envs::Game& game, const Config& config);

// The targets of TrainingBatch that the configured heads learn from, beside policy and value.
struct WantedTargets {
  bool reply = false;
  bool margins = false;
  bool owners = false;
};
// REQUIRES: CheckParts succeeds.
WantedTargets TargetsFromConfig(const LearnerConfig& config);

// Fails as ParseDevice does for a missing device, as PackPolicyLoss, and for texts that are too
// long. The body learns in `precision`.
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
