// FlatLayout: see the header.
#include "training/network/learning/flat_layout.h"

#include <utility>

namespace kvintet::network {

FlatLayout::FlatLayout(std::vector<WeightSpec> specs)
    : specs_(std::move(specs)), places_(specs_.size()) {
  for (const bool decays : {true, false}) {
    for (size_t i = 0; i < specs_.size(); ++i) {
      if (specs_[i].decays == decays) {
        places_[i] = size_;
        size_ += specs_[i].Count();
      }
    }
    if (decays) {
      decaying_ = size_;
    }
  }
}

at::Tensor FlatLayout::View(const at::Tensor& flat, size_t index) const {
  return flat.narrow(0, places_[index], specs_[index].Count()).view(specs_[index].shape);
}

}  // namespace kvintet::network
