// ActionMask: a set of actions as bits, 64 to a word.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "envs/actor.h"

namespace kvintet::envs {

// Borrows its words: bit `action % 64` of word `action / 64`.
template <typename Word>
class BasicActionMask {
 public:
  explicit BasicActionMask(std::span<Word> words) : words_(words) {}

  bool Has(Action action) const {
    return (words_[static_cast<size_t>(action) / 64] >> (action % 64) & 1) != 0;
  }
  void Set(Action action) const requires(!std::is_const_v<Word>) {
    words_[static_cast<size_t>(action) / 64] |= uint64_t{1} << (action % 64);
  }
  int Count() const {
    int count = 0;
    for (const uint64_t word : words_) {
      count += std::popcount(word);
    }
    return count;
  }
  // Calls visit(action) in ascending order.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(static_cast<Action>(i * 64) + std::countr_zero(rest));
      }
    }
  }
  // The action with `rank` legal ones below it. REQUIRES: rank < Count().
  Action Nth(int rank) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      const int here = std::popcount(words_[i]);
      if (rank < here) {
        uint64_t rest = words_[i];
        for (; rank > 0; --rank) {
          rest &= rest - 1;
        }
        return static_cast<Action>(i * 64) + std::countr_zero(rest);
      }
      rank -= here;
    }
    KVINTET_CHECK(false);
    return kNoAction;
  }
  // Replaces `actions` by the set, ascending.
  void List(std::vector<Action>* actions) const {
    actions->clear();
    ForEach([actions](Action action) { actions->push_back(action); });
  }
  std::span<Word> Words() const { return words_; }

 private:
  std::span<Word> words_;
};

using ActionMask = BasicActionMask<uint64_t>;
using ConstActionMask = BasicActionMask<const uint64_t>;

}  // namespace kvintet::envs
