// Random planes, globals, actions and weights.
#include "training/network/made_up_rows.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/rng.h"

namespace kvintet::network {
namespace {

constexpr int64_t kActionsPerRow = 64;

// Appends row `row` of `from`, which has `rows` rows of equal length.
template <typename T>
void AppendRow(std::vector<T>& to, const std::vector<T>& from, int row, int rows) {
  const size_t width = from.size() / static_cast<size_t>(rows);
  const T* const begin = from.data() + width * static_cast<size_t>(row);
  to.insert(to.end(), begin, begin + width);
}

}  // namespace

MadeUpRows::MadeUpRows(const NetworkShape& shape, int rows, uint64_t seed)
    : planes(static_cast<size_t>(rows * shape.PlaneBytes())),
      globals(static_cast<size_t>(rows) * static_cast<size_t>(shape.globals)),
      wdl(static_cast<size_t>(rows) * 3) {
  RandomStream random(seed, 0, 0, Purpose::kTest);
  for (uint8_t& value : planes) {
    value = static_cast<uint8_t>(random.Below(4) == 0);
  }
  for (float& value : globals) {
    value = static_cast<float>(random.Uniform());
  }
  const int64_t wanted = std::min(kActionsPerRow, shape.PolicySize());
  for (int row = 0; row < rows; ++row) {
    for (int64_t i = 0; i < wanted; ++i) {
      actions.push_back(static_cast<int32_t>(i * shape.PolicySize() / wanted));
    }
    offsets.push_back(static_cast<int32_t>(actions.size()));
  }
  logits.resize(actions.size());
}

void MadeUpRows::Append(const MadeUpRows& other, int row) {
  AppendRow(planes, other.planes, row, other.Rows());
  AppendRow(globals, other.globals, row, other.Rows());
  AppendRow(actions, other.actions, row, other.Rows());
  AppendRow(logits, other.logits, row, other.Rows());
  AppendRow(wdl, other.wdl, row, other.Rows());
  offsets.push_back(static_cast<int32_t>(actions.size()));
}

Weights MadeUpWeights(const NetworkShape& shape, const NetworkSize& size, uint64_t seed) {
  Weights weights = InitialWeights(shape, size, seed);
  uint32_t number = 0;
  for (NamedTensor& tensor : weights) {
    const auto fan_in =
        static_cast<double>(tensor.values.size()) / static_cast<double>(tensor.shape[0]);
    RandomStream random(seed, number++, 0, Purpose::kTest);
    for (float& value : tensor.values) {
      value = static_cast<float>(random.Normal() / std::sqrt(2 * fan_in));
    }
  }
  return weights;
}

}  // namespace kvintet::network
