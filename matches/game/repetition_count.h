// RepetitionCount: how often each position of a game has occurred (Q8).
#pragma once

#include <unordered_map>

#include "base/hash.h"
#include "envs/match_rules.h"
#include "envs/text/playthrough.h"

namespace kvintet::matches {

// Counts positions that are equal by MatchPlay::RepetitionKey, if the rules have resets. Positions
// of the opening turns, before MatchRules::turns_before_clock, do not count. One thread at a time
// may use it.
class RepetitionCount {
 public:
  // Counts nothing.
  RepetitionCount() = default;
  explicit RepetitionCount(const envs::MatchRules& rules)
      : resets_(rules.resets), first_turn_(rules.turns_before_clock - 1) {}

  // How often the position of `play` will have occurred once it is counted. 0 if it does not count.
  int OccurrencesAt(const envs::Playthrough& play) const;
  void Count(const envs::Playthrough& play);
  // Whether the last position that counts had occurred before.
  bool HasCycled() const { return has_cycled_; }

 private:
  bool resets_ = false;
  int first_turn_ = 0;
  bool has_cycled_ = false;
  std::unordered_map<Key128, int> occurrences_;
};

}  // namespace kvintet::matches
