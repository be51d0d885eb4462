// Random planes, globals and weights. Actions and targets follow from the row numbers.
#include "training/network/learning/made_up_rows.h"

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

MadeUpLesson::MadeUpLesson(const NetworkShape& shape, int rows, uint64_t seed)
    : rows_(shape, rows, seed) {
  const auto cells = static_cast<int>(shape.Cells());
  for (int row = 0; row < rows; ++row) {
    // One target action, and a result.
    const int32_t first = rows_.offsets[static_cast<size_t>(row)];
    const int32_t count = rows_.offsets[static_cast<size_t>(row) + 1] - first;
    target_actions_.push_back(rows_.actions[static_cast<size_t>(first + row % count)]);
    target_probabilities_.push_back(1);
    target_offsets_.push_back(row + 1);
    const bool wins = row % 2 == 0;
    wdl_.insert(wdl_.end(), {wins ? 1.0f : 0.0f, 0.0f, wins ? 0.0f : 1.0f});
    weights_.push_back(row % 5 == 0 ? 2.0f : 1.0f);
    // Every fourth game was cut.
    const bool cut = row % 4 == 3;
    margins_.push_back(cut ? -1 : row % kMarginBuckets);
    for (int cell = 0; cell < cells; ++cell) {
      owners_.push_back(cut ? kUnknownOwner : static_cast<int8_t>((row + cell) % 3 - 1));
    }
  }
  AddReplies();
}

// One of two actions is the target. Every fifth row is the last of its game.
void MadeUpLesson::AddReplies() {
  for (int row = 0; row < rows_.Rows(); ++row) {
    const int32_t first = rows_.offsets[static_cast<size_t>(row)];
    const int32_t end = rows_.offsets[static_cast<size_t>(row) + 1];
    for (int32_t i = first; i < std::min(end, first + 2) && row % 5 != 4; ++i) {
      reply_legal_.push_back(rows_.actions[static_cast<size_t>(i)]);
      reply_probabilities_.push_back(end == first + 1 || i - first == row % 2 ? 1.0f : 0.0f);
    }
    reply_offsets_.push_back(static_cast<int32_t>(reply_legal_.size()));
  }
}

TrainingBatch MadeUpLesson::Batch() const {
  return {.planes = rows_.planes,
          .globals = rows_.globals,
          .legal = rows_.actions,
          .legal_offsets = rows_.offsets,
          .target_actions = target_actions_,
          .target_probabilities = target_probabilities_,
          .target_offsets = target_offsets_,
          .wdl = wdl_,
          .weights = weights_,
          .reply_legal = reply_legal_,
          .reply_probabilities = reply_probabilities_,
          .reply_offsets = reply_offsets_,
          .margins = margins_,
          .owners = owners_};
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
