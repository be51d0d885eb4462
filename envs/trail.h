// Trail: keys of earlier situations, for rules about repetition; it lies beside the position.
//
// The driver of a game owns it (pool, tree, playthrough); rules push to it and cut it in Step.
// Games without such rules have capacity 0 and never touch it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/hash.h"

namespace kvintet::envs {

class Trail {
 public:
  Trail() = default;
  // Room for `capacity` keys (GameSpec::trail_capacity); allocates once, unless it gets longer than
  // most do.
  explicit Trail(int capacity) : capacity_(static_cast<size_t>(capacity)) {
    MakeRoom(std::min(capacity_, kMostAtOnce));
  }

  // Remembers a situation. REQUIRES: fewer than capacity keys since the last cut.
  void Push(const Key128& key) {
    if (size_ == keys_.size()) {
      KVINTET_CHECK_LT(size_, capacity_);
      MakeRoom(std::min(capacity_, 2 * size_));
    }
    keys_[size_++] = key;
    Mark(key);
  }
  // Forgets everything: the last move cannot be undone, so nothing before it can recur.
  void Cut() {
    size_ = 0;
    std::ranges::fill(seen_, 0);
  }

  // How often `key` was pushed since the last cut.
  int Count(const Key128& key) const {
    if (!seen_.empty() && (~seen_[WordOf(key)] & BitsOf(key)) != 0) {
      return 0;
    }
    int count = 0;
    for (const Key128& known : Keys()) {
      count += known == key ? 1 : 0;
    }
    return count;
  }

  std::span<const Key128> Keys() const { return std::span(keys_).first(size_); }
  // Takes over another trail's keys, without allocating where it has had as many. REQUIRES:
  // capacity for them.
  void CopyFrom(const Trail& other) {
    Cut();
    for (const Key128& key : other.Keys()) {
      Push(key);
    }
  }

 private:
  // A trail of more keys than this also keeps a set of bits by parts of the keys: a key one of
  // whose two bits is clear was never pushed. Most keys are new, and a long trail lies far from the
  // processor.
  static constexpr size_t kFewKeys = 128;
  static constexpr size_t kBitsPerKey = 4;
  // Keys for which there is room from the beginning: games that go on for ever are rare.
  static constexpr size_t kMostAtOnce = 1024;

  void MakeRoom(size_t keys) {
    keys_.resize(keys);
    seen_.assign(keys > kFewKeys ? keys * kBitsPerKey / 64 + 1 : 0, 0);
    for (const Key128& key : Keys()) {
      Mark(key);
    }
  }
  void Mark(const Key128& key) {
    if (!seen_.empty()) {
      seen_[WordOf(key)] |= BitsOf(key);
    }
  }
  size_t WordOf(const Key128& key) const {
    return static_cast<size_t>((key.low >> 32) * seen_.size() >> 32);
  }
  static uint64_t BitsOf(const Key128& key) {
    return uint64_t{1} << (key.low % 64) | uint64_t{1} << (key.low / 64 % 64);
  }

  size_t capacity_ = 0;
  std::vector<Key128> keys_;
  std::vector<uint64_t> seen_;
  size_t size_ = 0;
};

}  // namespace kvintet::envs
