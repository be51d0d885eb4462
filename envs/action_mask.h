// ActionMask: a set of actions stored as bits, 64 to a word.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "envs/actor.h"

namespace kvintet::envs {

// The index of the set bit that has `rank` set bits below it. REQUIRES: there is one.
inline int NthBit(uint64_t bits, int rank) {
#ifdef __BMI2__
  // _pdep_u64, whose header takes half a second to compile.
  return std::countr_zero(__builtin_ia32_pdep_di(uint64_t{1} << rank, bits));
#else
  for (; rank > 0; --rank) {
    bits &= bits - 1;
  }
  return std::countr_zero(bits);
#endif
}

// A view of borrowed words. Action `a` is bit `a % 64` of word `a / 64`.
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
  int Count() const { return CountIn(words_); }
  // Calls visit(action) in ascending order.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(static_cast<Action>(i * 64) + std::countr_zero(rest));
      }
    }
  }
  // The legal action that has `rank` legal actions below it. REQUIRES: rank < Count().
  Action Nth(int rank) const {
    KVINTET_DCHECK_LT(rank, Count());
    // Skips four words at a time with a branch: a stage of a game uses few of its many words, and
    // mostly the same ones, so the branch predicts well.
    size_t first = 0;
    for (; first + kTogether < words_.size(); first += kTogether) {
      const int here = CountIn(words_.subspan(first, kTogether));
      if (rank < here) {
        return static_cast<Action>(first * 64) + NthIn(words_.subspan(first, kTogether), rank);
      }
      rank -= here;
    }
    return static_cast<Action>(first * 64) + NthIn(words_.subspan(first), rank);
  }
  // Replaces `actions` by the actions of the set, in ascending order.
  void List(std::vector<Action>* actions) const {
    actions->clear();
    ForEach([actions](Action action) { actions->push_back(action); });
  }
  std::span<Word> Words() const { return words_; }

 private:
  static constexpr size_t kTogether = 4;

  static int CountIn(std::span<Word> words) {
    int count = 0;
    for (const uint64_t word : words) {
      count += std::popcount(word);
    }
    return count;
  }

  // Nth within these words. Branch-free, since the word that holds the bit cannot be predicted.
  static Action NthIn(std::span<Word> words, int rank) {
    size_t word = 0;
    int below = 0;
    for (int known = 0; const uint64_t here : words.first(words.size() - 1)) {
      const int count = std::popcount(here);
      known += count;
      const int whole = rank >= known ? 1 : 0;
      word += static_cast<size_t>(whole);
      below += whole * count;
    }
    return static_cast<Action>(word * 64) + NthBit(words[word], rank - below);
  }

  std::span<Word> words_;
};

using ActionMask = BasicActionMask<uint64_t>;
using ConstActionMask = BasicActionMask<const uint64_t>;

}  // namespace kvintet::envs
