// FlatLayout: the parameters of a network in one flat array, so that an optimiser needs only a few
// vector operations; internal to training/network.
#pragma once

#include <cstdint>
#include <vector>

#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {

// The place of each parameter: first those with weight decay, then the others.
class FlatLayout {
 public:
  FlatLayout() = default;
  explicit FlatLayout(std::vector<WeightSpec> specs);

  const std::vector<WeightSpec>& Specs() const { return specs_; }
  // Elements of the whole array, and of its first part, to which weight decay applies.
  int64_t Size() const { return size_; }
  int64_t Decaying() const { return decaying_; }

  // Parameter `index` as a view into a flat array, in its shape. Shares the array's memory.
  at::Tensor View(const at::Tensor& flat, size_t index) const;

 private:
  std::vector<WeightSpec> specs_;
  std::vector<int64_t> places_;
  int64_t decaying_ = 0;
  int64_t size_ = 0;
};

}  // namespace kvintet::network
