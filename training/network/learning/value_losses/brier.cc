// BrierLoss: the squared error of the probabilities of win, draw and loss, which a few confident
// mistakes dominate less than they dominate the cross-entropy.
//
// After Brier: "Verification of forecasts expressed in terms of probability" (1950).
#include "training/network/learning/value_loss.h"
#include "training/network/tower/kernels/aten.h"

namespace kvintet::network {
namespace {

// Sum of (wdl - target)^2; in [0, 2].
class BrierLoss final : public ValueLoss {
 public:
  explicit BrierLoss(const PartOptions&) {}

  at::Tensor Value(const at::Tensor& log_wdl, const at::Tensor& target) const override {
    return (log_wdl.exp() - target).square().sum(1);
  }
  at::Tensor Floor(const at::Tensor& target) const override {
    return at::zeros({target.size(0)}, target.options());
  }
};

REGISTER_VALUE_LOSS("brier", BrierLoss);

}  // namespace
}  // namespace kvintet::network
