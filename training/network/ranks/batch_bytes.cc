// Layout: the factor on the learning rate, then each array of a batch as its number of elements and
// the elements, padded to a multiple of 8 bytes.
#include "training/network/ranks/batch_bytes.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/check.h"

namespace kvintet::network {
namespace {

constexpr size_t kUnit = 8;

// Calls `visit` with each array.
template <typename Batch, typename Visit>
void ForEachArray(Batch& batch, const Visit& visit) {
  static_assert(sizeof(TrainingBatch) == 17 * sizeof(std::span<const float>) + sizeof(double),
                "a part of TrainingBatch that is not named here would stay behind");
  visit(batch.planes);
  visit(batch.globals);
  visit(batch.legal);
  visit(batch.legal_offsets);
  visit(batch.target_actions);
  visit(batch.target_probabilities);
  visit(batch.target_offsets);
  visit(batch.wdl);
  visit(batch.weights);
  visit(batch.taken);
  visit(batch.behaviour);
  visit(batch.advantages);
  visit(batch.reply_legal);
  visit(batch.reply_probabilities);
  visit(batch.reply_offsets);
  visit(batch.margins);
  visit(batch.owners);
}

size_t RoundUp(size_t bytes) { return (bytes + kUnit - 1) / kUnit * kUnit; }

}  // namespace

std::vector<std::byte> PackBatch(const TrainingBatch& batch) {
  std::vector<std::byte> bytes(kUnit);
  std::memcpy(bytes.data(), &batch.rate_share, kUnit);
  ForEachArray(batch, [&](const auto& array) {
    const uint64_t count = array.size();
    const std::span<const std::byte> values = std::as_bytes(array);
    const size_t begin = bytes.size();
    bytes.resize(begin + kUnit + RoundUp(values.size()));
    std::memcpy(bytes.data() + begin, &count, kUnit);
    std::ranges::copy(values, bytes.data() + begin + kUnit);
  });
  return bytes;
}

TrainingBatch UnpackBatch(std::span<const std::byte> bytes) {
  TrainingBatch batch;
  KVINTET_CHECK(bytes.size() >= kUnit);
  static_assert(sizeof(batch.rate_share) == kUnit);
  std::memcpy(&batch.rate_share, bytes.data(), kUnit);
  bytes = bytes.subspan(kUnit);
  ForEachArray(batch, [&]<typename T>(std::span<const T>& array) {
    uint64_t count = 0;
    KVINTET_CHECK(bytes.size() >= kUnit);
    std::memcpy(&count, bytes.data(), kUnit);
    const size_t size = RoundUp(count * sizeof(T));
    KVINTET_CHECK(bytes.size() - kUnit >= size);
    const void* const values = bytes.data() + kUnit;
    array = {static_cast<const T*>(values), count};
    bytes = bytes.subspan(kUnit + size);
  });
  KVINTET_CHECK(bytes.empty());
  return batch;
}

}  // namespace kvintet::network
