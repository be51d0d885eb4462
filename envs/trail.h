// Trail: keys of earlier situations, for rules about repetition; it lies beside the position.
//
// The driver of a game owns it (pool, tree, playthrough); rules push to it and cut it in Step.
// Games without such rules have capacity 0 and never touch it.
#pragma once

#include <span>
#include <vector>

#include "base/check.h"
#include "base/hash.h"

namespace kvintet::envs {

class Trail {
 public:
  Trail() = default;
  // Room for `capacity` keys (GameSpec::trail_capacity); allocates once.
  explicit Trail(int capacity) : keys_(static_cast<size_t>(capacity)) {}

  // Remembers a situation. REQUIRES: fewer than capacity keys since the last cut.
  void Push(const Key128& key) {
    KVINTET_CHECK_LT(size_, keys_.size());
    keys_[size_++] = key;
  }
  // Forgets everything: the last move cannot be undone, so nothing before it can recur.
  void Cut() { size_ = 0; }

  // How often `key` was pushed since the last cut.
  int Count(const Key128& key) const {
    int count = 0;
    for (const Key128& known : Keys()) {
      count += known == key ? 1 : 0;
    }
    return count;
  }

  std::span<const Key128> Keys() const { return std::span(keys_).first(size_); }
  // Takes over another trail's keys without allocating. REQUIRES: capacity for them.
  void CopyFrom(const Trail& other) {
    Cut();
    for (const Key128& key : other.Keys()) {
      Push(key);
    }
  }

 private:
  std::vector<Key128> keys_;
  size_t size_ = 0;
};

}  // namespace kvintet::envs
