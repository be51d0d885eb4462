// Converts each field that the configuration and the options share.
#include "training/network/network_config.h"

#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/status_macros.h"
#include "training/network/learning/policy_loss.h"
#include "training/network/tower/precision.h"

namespace kvintet::network {

NetworkSize SizeFromConfig(const NetworkConfig& config) {
  NetworkSize size;
  size.blocks = config.blocks();
  size.channels = config.channels();
  size.value_hidden = config.value_hidden();
  return size;
}

absl::StatusOr<LearnerOptions> LearnerOptionsFromConfig(const LearnerConfig& config,
                                                        const NetworkConfig& network,
                                                        Precision precision) {
  LearnerOptions options;
  KVINTET_ASSIGN_OR_RETURN(options.device, ParseDevice(network.device()));
  options.optimizer =
      config.optimizer() == LearnerConfig::SGD ? OptimizerKind::kSgd : OptimizerKind::kAdamW;
  options.learning_rate = config.learning_rate();
  options.momentum = config.momentum();
  options.weight_decay = config.weight_decay();
  options.clip_norm = config.grad_clip();
  options.warmup_steps = config.warmup_steps();
  options.decay_steps = config.decay_steps();
  options.cosine_steps = config.cosine_steps();
  options.average_decay = config.ema_decay();
  const PolicyGradientConfig& gradient = config.policy_gradient();
  options.anneal_steps = gradient.anneal_steps();
  options.anneal_to = gradient.anneal_to();
  options.magnet_steps = gradient.magnet_steps();
  options.loss = {.value_weight = config.value_loss_weight(),
                  .clip = gradient.clip(),
                  .kl_to_data = gradient.kl_to_data(),
                  .kl_to_uniform = gradient.kl_to_uniform(),
                  .kl_to_magnet = gradient.kl_to_magnet(),
                  .soft_policy_weight = config.soft_policy_weight(),
                  .soft_temperature = config.soft_policy_temperature(),
                  .reply_policy_weight = config.reply_policy_weight(),
                  .margin_weight = config.margin_weight(),
                  .ownership_weight = config.ownership_weight()};
  KVINTET_ASSIGN_OR_RETURN(options.loss.own, PackPolicyLoss(config));
  options.precision = precision;
  return options;
}

namespace {

// Chooses how fp32 is to convolve, if fp32 is used.
ConvolutionChoice Convolving(const Model& model, const NetworkConfig& config, const Device& device,
                             PrecisionChooser& chooser) {
  if (config.precision() != NetworkConfig::BF16 && config.convolution() == NetworkConfig::FASTEST) {
    return chooser.ChooseConvolution(model, device);
  }
  const bool winograd = config.convolution() == NetworkConfig::WINOGRAD &&
                        CanWinograd(model.head.shape, model.head.size, {.device = device});
  return {winograd ? Convolution::kWinograd : Convolution::kDirect, "configured"};
}

}  // namespace

absl::StatusOr<FormatChoice> ChooseFormat(const Model& model, const NetworkConfig& config,
                                          PrecisionChooser& chooser) {
  FormatChoice format{.options = {}, .reason = "configured"};
  NetworkOptions& options = format.options;
  KVINTET_ASSIGN_OR_RETURN(options.device, ParseDevice(config.device()));
  ConvolutionChoice convolution = Convolving(model, config, options.device, chooser);
  if (config.precision() == NetworkConfig::AUTO) {
    KVINTET_ASSIGN_OR_RETURN(PrecisionChoice choice,
                             chooser.Choose(model, options.device, convolution.convolution));
    options.precision = choice.precision;
    format.reason = std::move(choice.why);
  } else if (config.precision() == NetworkConfig::BF16) {
    options.precision = Precision::kBf16;
    if (const std::string slow = WhySlow(options); !slow.empty()) {
      format.reason = absl::StrCat("configured, though ", slow);
    }
  }
  if (options.precision == Precision::kFp32) {
    options.convolution = convolution.convolution;
    absl::StrAppendFormat(&format.reason, "; convolution %s: %s",
                          ConvolutionName(options.convolution), convolution.why);
  }
  return format;
}

}  // namespace kvintet::network
