// ArenaQuestion: see the header.
#include "cli/judging/arena_question.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_format.h"

#include "arena/statistics/anytime_interval.h"

namespace kvintet::cli {
namespace {

using arena::EquivalenceClaim;
using arena::EquivalenceResult;
using arena::Interval;
using arena::PairScores;
using arena::SequentialDecision;
using arena::SequentialTest;

// Practically no limit, for a match that only the answer ends.
constexpr int kMaxPairs = 1'000'000;
// Variance of the score of a pair of independent games without draws between equal agents.
constexpr double kPlannedVariance = 0.125;
// Probability of not showing equivalence although the two are equal.
constexpr double kPlannedMisses = 0.2;

const char* Word(SequentialDecision decision) {
  return decision == SequentialDecision::kElo1   ? "elo1"
         : decision == SequentialDecision::kElo0 ? "elo0"
                                                 : "undecided";
}

std::string SequentialText(const SequentialTest& test, const PairScores& scores) {
  const arena::SequentialSettings& settings = test.Settings();
  const SequentialDecision decision = test.Decide(scores);
  return absl::StrFormat("sprt elo0 %g, elo1 %g, alpha %g, beta %g: llr %.2f in [%.2f, %.2f]: %s\n",
                         settings.elo0, settings.elo1, settings.alpha, settings.beta,
                         test.LogLikelihoodRatio(scores), test.LowerBound(), test.UpperBound(),
                         decision == SequentialDecision::kElo1   ? "elo1 accepted"
                         : decision == SequentialDecision::kElo0 ? "elo0 accepted"
                                                                 : "undecided");
}

Json SequentialJson(const SequentialTest& test, const PairScores& scores) {
  const arena::SequentialSettings& settings = test.Settings();
  return {{"elo0", settings.elo0},
          {"elo1", settings.elo1},
          {"alpha", settings.alpha},
          {"beta", settings.beta},
          {"llr", test.LogLikelihoodRatio(scores)},
          {"lower", test.LowerBound()},
          {"upper", test.UpperBound()},
          {"decision", Word(test.Decide(scores))}};
}

// Number of pairs that would show that equal agents are equal, given the observed variance.
int64_t PairsWanted(const EquivalenceClaim& claim, const PairScores& scores) {
  return arena::SamplesForEquivalence(claim, kPlannedMisses, scores.Variance());
}

std::string EquivalenceText(const EquivalenceClaim& claim, const PairScores& scores) {
  const EquivalenceResult result = arena::TestEquivalence(scores, claim);
  std::string text =
      absl::StrFormat("equivalent within %g: %s, p %.3g, %g %% interval [%.3f, %.3f]", claim.margin,
                      result.equivalent ? "yes" : "not shown", result.p_value,
                      100 * (1 - 2 * claim.alpha), result.interval.low, result.interval.high);
  if (!result.equivalent) {
    absl::StrAppendFormat(&text, "; equal agents would need about %d pairs",
                          PairsWanted(claim, scores));
  }
  return text + "\n";
}

Json EquivalenceJson(const EquivalenceClaim& claim, const PairScores& scores) {
  const EquivalenceResult result = arena::TestEquivalence(scores, claim);
  return {{"margin", claim.margin},
          {"alpha", claim.alpha},
          {"equivalent", result.equivalent},
          {"p_value", result.p_value},
          {"low", result.interval.low},
          {"high", result.interval.high},
          {"pairs_wanted", PairsWanted(claim, scores)}};
}

bool NarrowerThan(const PairScores& scores, double confidence, double width) {
  const Interval interval = arena::AnytimeScore(scores, confidence);
  return interval.high - interval.low <= width;
}

}  // namespace

bool ArenaQuestion::Answered(const PairScores& scores) const {
  if (sequential) {
    return sequential->Decide(scores) != SequentialDecision::kUndecided;
  }
  if (!width) {
    return false;
  }
  // Computes the interval only after every further 1 % of pairs, which delays the end little and
  // saves time.
  const int64_t step = std::max<int64_t>(1, scores.NumPairs() / 100);
  return scores.NumPairs() % step == 0 && NarrowerThan(scores, confidence, *width);
}

std::optional<int> ArenaQuestion::Pairs() const {
  if (EndsEarly()) {
    return kMaxPairs;
  }
  if (equivalence) {
    const int64_t pairs =
        arena::SamplesForEquivalence(*equivalence, kPlannedMisses, kPlannedVariance);
    return static_cast<int>(std::min<int64_t>(pairs, int64_t{10} * kMaxPairs));
  }
  return std::nullopt;
}

std::string ArenaQuestion::Text(const PairScores& scores) const {
  if (sequential) {
    return SequentialText(*sequential, scores);
  }
  if (width) {
    return absl::StrFormat("interval no wider than %g: %s\n", *width,
                           NarrowerThan(scores, confidence, *width) ? "yes" : "not yet");
  }
  return equivalence ? EquivalenceText(*equivalence, scores) : "";
}

Json ArenaQuestion::ToJson(const PairScores& scores) const {
  if (sequential) {
    return {{"sprt", SequentialJson(*sequential, scores)}};
  }
  if (width) {
    return {{"until_width",
             {{"width", *width}, {"reached", NarrowerThan(scores, confidence, *width)}}}};
  }
  return equivalence ? Json{{"equivalence", EquivalenceJson(*equivalence, scores)}}
                     : Json::object();
}

}  // namespace kvintet::cli
