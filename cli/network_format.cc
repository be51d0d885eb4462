// ChooseFormat: see the header.
#include "cli/network_format.h"

#include "base/status_macros.h"
#include "training/network/bench_network.h"

namespace kvintet::cli {

absl::StatusOr<network::NetworkOptions> ChooseFormat(const network::Model& model,
                                                     const NetworkConfig& config) {
  network::NetworkOptions options;
  KVINTET_ASSIGN_OR_RETURN(options.device, network::ParseDevice(config.device()));
  if (config.precision() == NetworkConfig::AUTO) {
    KVINTET_ASSIGN_OR_RETURN(
        const network::PrecisionChoice choice,
        network::ChoosePrecision(model.head.shape, model.head.size, model.weights, options.device));
    options.precision = choice.precision;
  } else if (config.precision() == NetworkConfig::BF16) {
    options.precision = network::Precision::kBf16;
  }
  return options;
}

}  // namespace kvintet::cli
