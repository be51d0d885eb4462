// FlatLayout: the parameters of a network in one flat array, so that an optimiser is a few vector
// operations; internal to this folder.
#pragma once

#include <cstdint>
#include <vector>

#include "training/network/tower/aten.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {

// Where each parameter lies: those that decay first, then the others.
class FlatLayout {
 public:
  FlatLayout() = default;
  explicit FlatLayout(std::vector<WeightSpec> specs);

  const std::vector<WeightSpec>& Specs() const { return specs_; }
  // Elements of the whole array, and of its first part, which decays.
  int64_t Size() const { return size_; }
  int64_t Decaying() const { return decaying_; }

  // Parameter `index` within a flat array, in its shape; shares its memory.
  at::Tensor View(const at::Tensor& flat, size_t index) const;

 private:
  std::vector<WeightSpec> specs_;
  std::vector<int64_t> places_;
  int64_t decaying_ = 0;
  int64_t size_ = 0;
};

}  // namespace kvintet::network
