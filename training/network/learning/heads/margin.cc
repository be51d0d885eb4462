// MarginHead: learns the distribution of the margin at the end.
//
// After the score distribution of Wu: "Accelerating self-play learning in Go" (2019).
#include <absl/strings/str_cat.h>

#include "envs/game.h"
#include "training/network/learning/losses.h"
#include "training/network/tower/layers.h"
#include "training/network/tower/training_heads.h"

namespace kvintet::network {
namespace {

// Logits of kMarginBuckets buckets.
class MarginHead final : public TrainingHead {
 public:
  static constexpr HeadTarget kTarget = HeadTarget::kMargin;

  static absl::Status Check(const envs::Game& game, const Config&) {
    if (!game.Spec().margins) {
      return absl::InvalidArgumentError(absl::StrCat(
          "learner.margin_weight must be 0 for ", game.Spec().name,
          ", whose games end without a margin, and learner.head must not name margin"));
    }
    return absl::OkStatus();
  }

  static void AddLayers(const NetworkShape&, const NetworkSize& size, LayoutBuilder* layout) {
    layout->Layer("margin", {kMarginBuckets, size.value_hidden}, kSmallGain);
  }

  static at::Tensor Loss(const at::Tensor& output, const LossTargets& targets, const PartOptions&) {
    return -output.log_softmax(1).gather(1, targets.margins.unsqueeze(1)).squeeze(1);
  }

  MarginHead(const NetworkShape&, const NetworkSize&, LayerReader* reader)
      : layer_(reader->Linear()) {}

  at::Tensor Forward(const HeadFeatures& features) const override {
    return Linear(features.hidden, layer_);
  }

 private:
  const Layer layer_;
};

REGISTER_HEAD("margin", MarginHead);

}  // namespace
}  // namespace kvintet::network
