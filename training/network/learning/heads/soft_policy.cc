// SoftPolicyHead: learns the policy target with its probabilities raised to 1 / temperature.
//
// After the auxiliary soft policy of KataGo (Wu: "Accelerating self-play learning in Go", 2019, and
// KataGo's notes on its methods): the network also learns to order moves that are seldom played.
#include "proto/config.pb.h"
#include "training/network/learning/losses.h"
#include "training/network/tower/layers.h"
#include "training/network/tower/training_heads.h"

namespace kvintet::network {
namespace {

// A policy of its own from the features of the main policy.
class SoftPolicyHead final : public TrainingHead {
 public:
  static constexpr HeadTarget kTarget = HeadTarget::kPolicy;

  static std::vector<PartOption> Options() {
    return {{.name = "temperature", .default_value = 4, .min = 1, .max = 100}};
  }

  static absl::Status Check(const envs::Game&, const Config& config) {
    if (config.learner().objective() == LearnerConfig::POLICY_GRADIENT) {
      return absl::InvalidArgumentError(
          "learner.soft_policy_weight must be 0 with learner.objective POLICY_GRADIENT, which has "
          "no policy to imitate, and learner.head must not name soft_policy");
    }
    return absl::OkStatus();
  }

  static void AddLayers(const NetworkShape& shape, const NetworkSize& size, LayoutBuilder* layout) {
    layout->Policy("soft_policy", shape, size);
  }

  static at::Tensor Loss(const at::Tensor& output, const LossTargets& targets,
                         const PartOptions& options) {
    const at::Tensor raised = targets.policy.pow(1 / options.Value("temperature"));
    const at::Tensor soft = raised / raised.sum(1, true).clamp_min(1e-12);
    const at::Tensor log_policy = MaskedLogPolicy(output, targets.legal, targets.is_legal);
    return -(soft * log_policy).sum(1);
  }

  SoftPolicyHead(const NetworkShape& shape, const NetworkSize&, LayerReader* reader)
      : shape_(shape), layers_(ReadPolicy(shape, reader)) {}

  at::Tensor Forward(const HeadFeatures& features) const override {
    return PolicyLogits(shape_, layers_, features.policy, features.hidden);
  }

 private:
  const NetworkShape shape_;
  const PolicyLayers layers_;
};

REGISTER_HEAD("soft_policy", SoftPolicyHead);

}  // namespace
}  // namespace kvintet::network
