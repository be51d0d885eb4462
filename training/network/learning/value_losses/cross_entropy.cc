// CrossEntropyLoss: the cross-entropy of win, draw and loss, the default.
#include "training/network/learning/losses.h"
#include "training/network/learning/value_loss.h"
#include "training/network/tower/kernels/aten.h"

namespace kvintet::network {
namespace {

// -sum of target * log wdl; at least the target's entropy.
class CrossEntropyLoss final : public ValueLoss {
 public:
  explicit CrossEntropyLoss(const PartOptions&) {}

  at::Tensor Value(const at::Tensor& log_wdl, const at::Tensor& target) const override {
    return -(target * log_wdl).sum(1);
  }
  at::Tensor Floor(const at::Tensor& target) const override { return Entropy(target); }
};

REGISTER_VALUE_LOSS("cross_entropy", CrossEntropyLoss);

}  // namespace
}  // namespace kvintet::network
