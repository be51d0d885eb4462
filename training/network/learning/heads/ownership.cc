// OwnershipHead: learns the owner of each cell at the end.
//
// After Wu: "Accelerating self-play learning in Go" (2019).
#include <absl/strings/str_cat.h>

#include "envs/game.h"
#include "training/network/learning/losses.h"
#include "training/network/tower/layers.h"
#include "training/network/tower/training_heads.h"

namespace kvintet::network {
namespace {

// Logits [B, 3, cells]: own, the other seat's, nobody's. The loss is the mean over the cells.
class OwnershipHead final : public TrainingHead {
 public:
  static constexpr HeadTarget kTarget = HeadTarget::kOwners;

  static absl::Status Check(const envs::Game& game, const Config&) {
    if (game.cell_owners() == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("learner.ownership_weight must be 0 for ", game.Spec().name,
                       ", whose cells have no owner, and learner.head must not name ownership"));
    }
    return absl::OkStatus();
  }

  static void AddLayers(const NetworkShape&, const NetworkSize& size, LayoutBuilder* layout) {
    layout->Layer("ownership", {3, size.channels, 1, 1}, kSmallGain);
  }

  static at::Tensor Loss(const at::Tensor& output, const LossTargets& targets, const PartOptions&) {
    const at::Tensor by_cell = -output.log_softmax(1).gather(1, targets.owners).squeeze(1);
    return (by_cell * targets.owner_shares).sum(1);
  }

  OwnershipHead(const NetworkShape&, const NetworkSize&, LayerReader* reader)
      : layer_(reader->Convolution()) {}

  at::Tensor Forward(const HeadFeatures& features) const override {
    return Convolve(features.body, layer_).to(at::kFloat).flatten(2);
  }

 private:
  const Layer layer_;
};

REGISTER_HEAD("ownership", OwnershipHead);

}  // namespace
}  // namespace kvintet::network
