// ReplyPolicyHead: learns the policy at the game's next row, whichever seat acts there.
//
// After the opponent's reply of Wu: "Accelerating self-play learning in Go" (2019).
#include "training/network/learning/losses.h"
#include "training/network/tower/layers.h"
#include "training/network/tower/training_heads.h"

namespace kvintet::network {
namespace {

// A policy of its own from the features of the main policy.
class ReplyPolicyHead final : public TrainingHead {
 public:
  static constexpr HeadTarget kTarget = HeadTarget::kReply;

  static void AddLayers(const NetworkShape& shape, const NetworkSize& size, LayoutBuilder* layout) {
    layout->Policy("reply_policy", shape, size);
  }

  static at::Tensor Loss(const at::Tensor& output, const LossTargets& targets, const PartOptions&) {
    const at::Tensor log_policy =
        MaskedLogPolicy(output, targets.reply_legal, targets.reply_is_legal);
    return -(targets.reply_policy * log_policy).sum(1);
  }

  ReplyPolicyHead(const NetworkShape& shape, const NetworkSize&, LayerReader* reader)
      : shape_(shape), layers_(ReadPolicy(shape, reader)) {}

  at::Tensor Forward(const HeadFeatures& features) const override {
    return PolicyLogits(shape_, layers_, features.policy, features.hidden);
  }

 private:
  const NetworkShape shape_;
  const PolicyLayers layers_;
};

REGISTER_HEAD("reply_policy", ReplyPolicyHead);

}  // namespace
}  // namespace kvintet::network
