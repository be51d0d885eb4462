// MeanSquaredLoss: the squared error of the expected return, win - loss, as in Silver and others:
// "A general reinforcement learning algorithm" (2018). How likely draws are does not matter to it.
#include "training/network/learning/value_loss.h"
#include "training/network/tower/kernels/aten.h"

namespace kvintet::network {
namespace {

// Returns are in [-1, 1].
class MeanSquaredLoss final : public ValueLoss {
 public:
  static std::vector<PartOption> Options() {
    return {{.name = "factor", .default_value = 1, .min = 0, .max = 100}};
  }

  explicit MeanSquaredLoss(const PartOptions& options) : factor_(options.Value("factor")) {}

  at::Tensor Value(const at::Tensor& log_wdl, const at::Tensor& target) const override {
    return factor_ * (Returns(log_wdl.exp()) - Returns(target)).square();
  }
  at::Tensor Floor(const at::Tensor& target) const override {
    return at::zeros({target.size(0)}, target.options());
  }

 private:
  static at::Tensor Returns(const at::Tensor& wdl) { return wdl.select(1, 0) - wdl.select(1, 2); }

  const double factor_;
};

REGISTER_VALUE_LOSS("mean_squared", MeanSquaredLoss);

}  // namespace
}  // namespace kvintet::network
