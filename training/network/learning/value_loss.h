// ValueLoss: interface of the losses in value_losses/, one file each. learner.value_loss selects
// one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "base/unique_name.h"
#include "training/network/parts/part.h"

namespace at {
class Tensor;
}  // namespace at

namespace kvintet::network {

// The loss of win, draw and loss. Several threads call it at once, each for some rows.
class ValueLoss {
 public:
  virtual ~ValueLoss() = default;
  // [B]: the loss of each row's value, to be differentiated. The learner takes the mean under the
  // rows' weights. `log_wdl` [B, 3] holds the logarithms of the network's probabilities of win,
  // draw and loss, `target` [B, 3] the probabilities to learn; both from the point of view of the
  // row's seat.
  virtual at::Tensor Value(const at::Tensor& log_wdl, const at::Tensor& target) const = 0;
  // [B]: the smallest value that Value can have for the target.
  virtual at::Tensor Floor(const at::Tensor& target) const = 0;
};

// What a file registers.
struct ValueLossEntry {
  std::vector<PartOption> options;
  std::unique_ptr<ValueLoss> (*make)(const PartOptions& options) = nullptr;
};

// Called by REGISTER_VALUE_LOSS during static initialisation. The return value has no meaning.
bool RegisterValueLoss(const std::string& name, const ValueLossEntry& entry);

// From a text such as "smoothed_cross_entropy{share=0.1}". InvalidArgument, naming
// learner.value_loss, for a name or option that does not exist.
absl::StatusOr<std::unique_ptr<ValueLoss>> MakeValueLoss(const std::string& text);

// The registration of a class L with a constructor like ValueLossEntry::make, which may have
// `static std::vector<PartOption> Options()`.
template <typename L>
ValueLossEntry ValueLossEntryOf() {
  return {.options = OptionsOf<L>(),
          .make = [](const PartOptions& options) -> std::unique_ptr<ValueLoss> {
            return std::make_unique<L>(options);
          }};
}

}  // namespace kvintet::network

// Goes on the last line of a loss's file, inside namespace network:
// REGISTER_VALUE_LOSS("brier", BrierLoss).
#define REGISTER_VALUE_LOSS(name, L)                                    \
  [[maybe_unused]] static const bool KVINTET_UNIQUE_NAME(kRegistered) = \
      ::kvintet::network::RegisterValueLoss(name, ::kvintet::network::ValueLossEntryOf<L>())
