// RunFormat: the device, precision and convolutions of a run's networks, chosen once per run.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"
#include "training/network/files/model_file.h"
#include "training/network/tower/network.h"
#include "training/network/tower/precision.h"

namespace kvintet::training {

struct RunFormat {
  // For evaluations.
  network::NetworkOptions playing;
  // For the products in gradient steps.
  network::Precision learning = network::Precision::kFp32;
};

// The format that the run in `directory` stores in run.json. A new run takes the configured format
// and stores it. AUTO takes the faster precision on this machine for evaluations, and the same for
// gradient steps. Fails as network::ChooseFormat does.
absl::StatusOr<RunFormat> FormatOfRun(const std::string& directory, const Config& config,
                                      const network::Model& model);

}  // namespace kvintet::training
