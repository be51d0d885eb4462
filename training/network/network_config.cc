// Converts each field that the configuration and the options share.
#include "training/network/network_config.h"

#include <cstddef>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/strings/str_join.h>

#include "base/status_macros.h"
#include "training/network/learning/policy_loss.h"
#include "training/network/learning/value_loss.h"
#include "training/network/tower/body.h"
#include "training/network/tower/precision.h"

namespace kvintet::network {

namespace {

// "margin{weight=0.5}" if the weight is above 0; `more` has further options.
void AddHead(const char* name, double weight, const std::string& more,
             std::vector<std::string>* heads) {
  if (weight > 0) {
    heads->push_back(absl::StrCat(name, "{weight=", NumberText(weight), more, "}"));
  }
}

// The heads in the form of FindHeads: first those that have fields of their own.
std::string HeadList(const LearnerConfig& config) {
  std::vector<std::string> heads;
  AddHead("soft_policy", config.soft_policy_weight(),
          absl::StrCat(",temperature=", NumberText(config.soft_policy_temperature())), &heads);
  AddHead("reply_policy", config.reply_policy_weight(), "", &heads);
  AddHead("margin", config.margin_weight(), "", &heads);
  AddHead("ownership", config.ownership_weight(), "", &heads);
  heads.insert(heads.end(), config.head().begin(), config.head().end());
  return absl::StrJoin(heads, " ");
}

// Copies a text into options. InvalidArgument if it is too long.
template <size_t N>
absl::Status Fill(const std::string& text, const char* setting, FixedText<N>* into) {
  if (text.size() > N) {
    return absl::InvalidArgumentError(absl::StrCat(setting, " must take at most ", N,
                                                   " bytes with all options, takes ", text.size()));
  }
  *into = FixedText<N>(text);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<NetworkSize> SizeFromConfig(const NetworkConfig& config) {
  NetworkSize size;
  KVINTET_ASSIGN_OR_RETURN(size.body, FullBodyText(config.body()));
  size.blocks = config.blocks();
  size.channels = config.channels();
  size.value_hidden = config.value_hidden();
  return size;
}

absl::Status CheckParts(const envs::Game& game, const Config& config) {
  KVINTET_RETURN_IF_ERROR(SizeFromConfig(config.network()).status());
  KVINTET_RETURN_IF_ERROR(MakeValueLoss(config.learner().value_loss()).status());
  KVINTET_ASSIGN_OR_RETURN(const std::vector<HeadPart> heads,
                           FindHeads(HeadList(config.learner())));
  for (const HeadPart& head : heads) {
    KVINTET_RETURN_IF_ERROR(head.entry->check(game, config));
  }
  return absl::OkStatus();
}

WantedTargets TargetsFromConfig(const LearnerConfig& config) {
  WantedTargets wanted;
  for (const std::string& head : HeadsOf(HeadList(config)).names) {
    const HeadTarget target = EntryOfHead(head).target;
    wanted.reply |= target == HeadTarget::kReply;
    wanted.margins |= target == HeadTarget::kMargin;
    wanted.owners |= target == HeadTarget::kOwners;
  }
  return wanted;
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
                  .neurd_max_weight = gradient.neurd_max_weight()};
  KVINTET_RETURN_IF_ERROR(Fill(config.value_loss(), "learner.value_loss", &options.loss.value));
  KVINTET_RETURN_IF_ERROR(Fill(HeadList(config), "learner.head", &options.loss.heads));
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
