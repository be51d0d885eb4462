// RepetitionHistory: hash keys of earlier positions, for rules about repetition.
//
// It is stored beside the position and owned by whatever drives the game (pool, search tree,
// playthrough). The rules push to it and cut it in Step. Games without repetition rules have
// capacity 0 and never touch it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/hash.h"

namespace kvintet::envs {

class RepetitionHistory {
 public:
  RepetitionHistory() = default;
  // Has room for `capacity` keys (GameSpec::history_capacity). Allocates once, and again only in
  // games that are much longer than usual.
  explicit RepetitionHistory(int capacity) : capacity_(static_cast<size_t>(capacity)) {
    MakeRoom(std::min(capacity_, kMaxAtOnce));
  }

  // Records a position. REQUIRES: fewer than `capacity` keys since the last cut.
  void Push(const Key128& key) {
    if (size_ == keys_.size()) {
      KVINTET_CHECK_LT(size_, capacity_);
      MakeRoom(std::min(capacity_, 2 * size_));
    }
    keys_[size_++] = key;
    Mark(key);
  }
  // Discards all keys: the last move cannot be undone, so no earlier position can recur.
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
  // Copies the keys of another history. Does not allocate if this one has held as many keys before.
  // REQUIRES: capacity for them.
  void CopyFrom(const RepetitionHistory& other) {
    Cut();
    for (const Key128& key : other.Keys()) {
      Push(key);
    }
  }

 private:
  // A history with room for more keys than this also keeps a Bloom filter: each key sets two bits,
  // and a key with one of its bits clear was never pushed. Most keys are new, and a long key list
  // is rarely in the cache.
  static constexpr size_t kFewKeys = 128;
  static constexpr size_t kBitsPerKey = 4;
  // The number of keys allocated at first: games that need more are rare.
  static constexpr size_t kMaxAtOnce = 1024;

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
