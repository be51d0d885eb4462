// ArenaQuestion: what a match of `kvintet arena` is to decide, and the answer.
#pragma once

#include <optional>
#include <string>

#include "arena/statistics/equivalence.h"
#include "arena/statistics/score.h"
#include "arena/statistics/sequential_test.h"
#include "base/reports/json.h"

namespace kvintet::cli {

// One of three questions, or none: then a match is as long as it was told to be.
struct ArenaQuestion {
  // Which of two strengths? Ends as soon as that is decided.
  std::optional<arena::SequentialTest> sequential = {};
  // How strong? Ends as soon as the anytime-valid interval is no wider, in score.
  std::optional<double> width = {};
  // As good as equal? Of all pairs together.
  std::optional<arena::EquivalenceClaim> equivalence = {};
  // Of the anytime-valid interval, in (0, 1).
  double confidence = 0.95;

  // Whether the number of pairs depends on how they end: then only intervals that may be looked at
  // at any time are honest.
  bool EndsEarly() const { return sequential.has_value() || width.has_value(); }
  // Whether these pairs, in the order in which they were begun, are enough.
  bool Answered(const arena::PairScores& scores) const;
  // Pairs to play where the user names none; nothing where there is no question.
  std::optional<int> Pairs() const;

  // A line for people, or nothing where there is no question.
  std::string Text(const arena::PairScores& scores) const;
  // {"sprt"}, {"until_width"} or {"equivalence"} with an object, or nothing.
  Json ToJson(const arena::PairScores& scores) const;
};

}  // namespace kvintet::cli
