// ArenaQuestion: the question that a match of `kvintet arena` is to answer, and the answer.
#pragma once

#include <optional>
#include <string>

#include "arena/statistics/equivalence.h"
#include "arena/statistics/score.h"
#include "arena/statistics/sequential_test.h"
#include "base/reports/json.h"

namespace kvintet::cli {

// One of three questions, or none. Without a question a match plays a fixed number of pairs.
struct ArenaQuestion {
  // Which of two strengths is it? The match ends as soon as that is decided.
  std::optional<arena::SequentialTest> sequential = {};
  // How strong? The match ends as soon as the anytime-valid interval of the score is no wider than
  // this.
  std::optional<double> width = {};
  // Are the two practically equal? Judged from all pairs together.
  std::optional<arena::EquivalenceClaim> equivalence = {};
  // Confidence of the anytime-valid interval, in (0, 1).
  double confidence = 0.95;

  // Whether the number of pairs depends on their results. Then only anytime-valid intervals are
  // valid.
  bool EndsEarly() const { return sequential.has_value() || width.has_value(); }
  // Whether these pairs, in the order in which they were begun, are enough for an answer.
  bool Answered(const arena::PairScores& scores) const;
  // Pairs to play if the user gives no number; empty without a question.
  std::optional<int> Pairs() const;

  // The answer as a line of text; empty without a question.
  std::string Text(const arena::PairScores& scores) const;
  // {"sprt"}, {"until_width"} or {"equivalence"} with an object; empty without a question.
  Json ToJson(const arena::PairScores& scores) const;
};

}  // namespace kvintet::cli
