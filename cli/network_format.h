// ChooseFormat: how a model's network is computed here.
#pragma once

#include "absl/status/statusor.h"

#include "proto/config.pb.h"
#include "training/network/model_file.h"
#include "training/network/network.h"

namespace kvintet::cli {

// Device and precision as configured; AUTO times both precisions for about two seconds.
absl::StatusOr<network::NetworkOptions> ChooseFormat(const network::Model& model,
                                                     const NetworkConfig& config);

}  // namespace kvintet::cli
