// RunFormat: where, in what precision and by which convolutions a run's networks compute, chosen
// once.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"
#include "training/network/files/model_file.h"
#include "training/network/tower/network.h"
#include "training/network/tower/precision.h"

namespace kvintet::training {

struct RunFormat {
  // Of evaluations.
  network::NetworkOptions playing;
  // Of the products in gradient steps.
  network::Precision learning = network::Precision::kFp32;
};

// The format that the run in `directory` keeps in run.json; of a new run as configured, and kept
// from now on. AUTO takes for evaluations what is faster here, for gradient steps the same. Fails
// as network::ChooseFormat does.
absl::StatusOr<RunFormat> FormatOfRun(const std::string& directory, const Config& config,
                                      const network::Model& model);

}  // namespace kvintet::training
