// SmoothedCrossEntropyLoss: the cross-entropy with a share of the target spread evenly over win,
// draw and loss, so that no value becomes certain.
//
// After Szegedy and others: "Rethinking the inception architecture for computer vision" (2016).
#include "training/network/learning/losses.h"
#include "training/network/learning/value_loss.h"
#include "training/network/tower/kernels/aten.h"

namespace kvintet::network {
namespace {

// -sum of smooth * log wdl, where smooth = (1 - share) * target + share / 3.
class SmoothedCrossEntropyLoss final : public ValueLoss {
 public:
  static std::vector<PartOption> Options() {
    return {{.name = "share", .default_value = 0.05, .min = 0, .max = 1}};
  }

  explicit SmoothedCrossEntropyLoss(const PartOptions& options) : share_(options.Value("share")) {}

  at::Tensor Value(const at::Tensor& log_wdl, const at::Tensor& target) const override {
    return -(Smooth(target) * log_wdl).sum(1);
  }
  at::Tensor Floor(const at::Tensor& target) const override { return Entropy(Smooth(target)); }

 private:
  at::Tensor Smooth(const at::Tensor& target) const { return (1 - share_) * target + share_ / 3; }

  const double share_;
};

REGISTER_VALUE_LOSS("smoothed_cross_entropy", SmoothedCrossEntropyLoss);

}  // namespace
}  // namespace kvintet::network
