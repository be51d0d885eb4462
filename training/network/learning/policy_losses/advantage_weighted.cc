// AdvantageWeightedLoss: imitates the actions taken, weighted by how well they turned out.
//
// After Peng, Kumar, Zhang, Levine: "Advantage-weighted regression" (2019). It does not depend on
// who acted or with what probability, so it learns from rows of any age and any search.
#include <cmath>

#include <absl/strings/str_cat.h>

#include "training/network/learning/losses.h"
#include "training/network/learning/policy_loss.h"
#include "training/network/tower/kernels/aten.h"

namespace kvintet::network {
namespace {

// -exp(advantage / temperature) * log policy(action taken), with the weight capped at max_weight.
class AdvantageWeightedLoss final : public PolicyLoss {
 public:
  static absl::Status Check(const envs::Game&, const Config& config) {
    if (config.self_play().demonstration_games() > 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("self_play.demonstration_games must be 0 with learner.advantage_weighted, "
                       "since demonstrations have no values, is ",
                       config.self_play().demonstration_games()));
    }
    return absl::OkStatus();
  }

  explicit AdvantageWeightedLoss(const LearnerConfig& config)
      : config_(config.advantage_weighted()) {}

  at::Tensor Policy(const at::Tensor& log_policy, const LossTargets& targets) const override {
    const at::Tensor sharp = targets.advantages / config_.temperature();
    const at::Tensor weights = sharp.clamp_max(std::log(config_.max_weight())).exp();
    return -weights * log_policy.gather(1, targets.taken).squeeze(1);
  }

 private:
  const AdvantageWeightedConfig config_;
};

REGISTER_LOSS(kAdvantageWeighted, AdvantageWeightedLoss);

}  // namespace
}  // namespace kvintet::network
