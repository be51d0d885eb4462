// JudgeLearning: see the header.
#include "training/learning/learning_warnings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include <absl/strings/str_format.h>

namespace kvintet::training {
namespace {

// Number of last rounds over which shares of games are taken, and the minimum number of games in
// them.
constexpr size_t kLastRounds = 10;
constexpr double kMinGames = 50;
// Half a 95 % interval, in standard deviations.
constexpr double kDeviations = 1.96;
// Minimum number of measured rounds for a trend, which is judged by comparing quarters.
constexpr size_t kMinCourse = 8;
// Number of measured rounds that show the current state, and steps before which a network is not
// judged.
constexpr size_t kLastMeasured = 3;
constexpr int64_t kMinSteps = 500;

constexpr double kMaxWins = 0.65;
constexpr double kMaxCut = 0.30;
constexpr double kMinSurprise = 0.05;
constexpr double kMinEntropy = 0.1;
constexpr double kMinExplained = 0.02;
// Base loss in nats below which nearly all results are alike, so there is nothing to explain. This
// corresponds to nine draws in ten.
constexpr double kMinBase = 0.4;
// Minimum change of a loss in nats, and the approximate standard deviation of a game's mean loss.
constexpr double kMinMove = 0.02;
constexpr double kLossDeviation = 0.5;
// Values count as memorised if their loss on learnt rows is below this share of the base loss.
constexpr double kKnownByHeart = 0.8;

using Get = Figure (*)(const LearningFigures&);

// A mean over rounds, weighted by their games, and the number of games.
struct GameMean {
  double mean = 0;
  double games = 0;
  // Bounds of the Wilson interval of a share.
  double Low() const { return Bound(-1); }
  double High() const { return Bound(1); }
  double Bound(double sign) const {
    const double z2 = kDeviations * kDeviations;
    const double spread = std::sqrt(mean * (1 - mean) / games + z2 / (4 * games * games));
    return (mean + z2 / (2 * games) + sign * kDeviations * spread) / (1 + z2 / games);
  }
};

// Over the last rounds; empty if too few games have the figure.
std::optional<GameMean> OverLastGames(const std::vector<Progress>& rounds, Get get) {
  GameMean sum;
  const size_t first = rounds.size() > kLastRounds ? rounds.size() - kLastRounds : 0;
  for (size_t i = first; i < rounds.size(); ++i) {
    const int64_t before = i > 0 ? rounds[i - 1].games : rounds[i].given_games;
    const auto games = static_cast<double>(rounds[i].games - before);
    if (const Figure figure = get(rounds[i].learning); figure && games > 0) {
      sum.mean += games * *figure;
      sum.games += games;
    }
  }
  if (sum.games < kMinGames) {
    return std::nullopt;
  }
  sum.mean /= sum.games;
  return sum;
}

// The figure's values in all rounds that have it.
std::vector<double> CourseOf(const std::vector<Progress>& rounds, Get get) {
  std::vector<double> course;
  for (const Progress& round : rounds) {
    if (const Figure figure = get(round.learning)) {
      course.push_back(*figure);
    }
  }
  return course;
}

double MeanOf(const std::vector<double>& values, size_t begin, size_t end) {
  double sum = 0;
  for (size_t i = begin; i < end; ++i) {
    sum += values[i];
  }
  return sum / static_cast<double>(end - begin);
}

// Mean over the last measured rounds; empty if there are too few.
Figure LastOf(const std::vector<Progress>& rounds, Get get) {
  const std::vector<double> course = CourseOf(rounds, get);
  if (course.size() < kLastMeasured) {
    return std::nullopt;
  }
  return MeanOf(course, course.size() - kLastMeasured, course.size());
}

// The same on held-out rows, or on learnt rows if none are held out.
Figure LastOf(const std::vector<Progress>& rounds, Get held_out, Get learnt) {
  const Figure held = LastOf(rounds, held_out);
  return held ? held : LastOf(rounds, learnt);
}

constexpr Get kHeldGames = [](const LearningFigures& f) { return f.held_out.games; };

// Uncertainty of a mean loss over this many games.
double LossNoise(double games) {
  return std::max(kMinMove, 2 * kLossDeviation / std::sqrt(std::max(games, 1.0)));
}

// Mean of one quarter of the values.
double QuarterOf(const std::vector<double>& course, size_t index) {
  return MeanOf(course, index * course.size() / 4, (index + 1) * course.size() / 4);
}

constexpr char kAgainstOverfitting[] =
    "the network memorises its games. Use a lower learner.reuse, a larger learner.window, a "
    "smaller network, or more learner.weight_decay (0.03).";

// Held-out loss rises from the second quarter of the values to the last, while the learnt loss
// falls.
std::optional<LearningWarning> RisingLoss(const std::vector<Progress>& rounds, const char* name,
                                          Get held_out, Get learnt) {
  const std::vector<double> held = CourseOf(rounds, held_out);
  const std::vector<double> own = CourseOf(rounds, learnt);
  const std::vector<double> games = CourseOf(rounds, kHeldGames);
  if (held.size() < kMinCourse || own.size() < kMinCourse) {
    return std::nullopt;
  }
  const double before = QuarterOf(held, 1);
  const double now = QuarterOf(held, 3);
  const double own_before = QuarterOf(own, 1);
  const double own_now = QuarterOf(own, 3);
  // Early quarters have few held-out games.
  const double noise = std::hypot(LossNoise(QuarterOf(games, 1)), LossNoise(QuarterOf(games, 3)));
  if (now - before < noise || own_before - own_now < kMinMove) {
    return std::nullopt;
  }
  return LearningWarning{
      .kind = "overfitting",
      .text = absl::StrFormat("The %s loss on held-out games rises (%.3f to %.3f) while the loss "
                              "on games learnt from falls (%.3f to %.3f): %s",
                              name, before, now, own_before, own_now, kAgainstOverfitting)};
}

// Values that fit the learnt games but not the held-out ones.
std::optional<LearningWarning> ValuesByHeart(const std::vector<Progress>& rounds) {
  const Figure held =
      LastOf(rounds, [](const LearningFigures& f) { return f.held_out.value_loss; });
  const Figure base =
      LastOf(rounds, [](const LearningFigures& f) { return f.held_out.value_base; });
  const Figure own = LastOf(rounds, [](const LearningFigures& f) { return f.learnt.value_loss; });
  const Figure own_base =
      LastOf(rounds, [](const LearningFigures& f) { return f.learnt.value_base; });
  if (!held || !base || !own || !own_base ||
      *held < *base + LossNoise(LastOf(rounds, kHeldGames).value_or(0)) ||
      *own > kKnownByHeart * *own_base) {
    return std::nullopt;
  }
  return LearningWarning{
      .kind = "overfitting",
      .text = absl::StrFormat("The value loss is %.3f on held-out games, worse than the %.3f of "
                              "predicting their mean result, but %.3f on games learnt from: %s",
                              *held, *base, *own, kAgainstOverfitting)};
}

std::optional<LearningWarning> Overfitting(const std::vector<Progress>& rounds) {
  std::optional<LearningWarning> found = ValuesByHeart(rounds);
  if (!found) {
    found = RisingLoss(
        rounds, "value", [](const LearningFigures& f) { return f.held_out.value_loss; },
        [](const LearningFigures& f) { return f.learnt.value_loss; });
  }
  if (!found) {
    found = RisingLoss(
        rounds, "policy", [](const LearningFigures& f) { return f.held_out.policy_kl; },
        [](const LearningFigures& f) { return f.learnt.policy_kl; });
  }
  return found;
}

// With perfect information and alternating turns a deterministic policy is fine.
std::optional<LearningWarning> PolicyCollapse(const std::vector<Progress>& rounds,
                                              const Config& config, const envs::GameSpec& spec) {
  const Figure entropy = LastOf(
      rounds, [](const LearningFigures& f) { return f.held_out.entropy; },
      [](const LearningFigures& f) { return f.learnt.entropy; });
  const bool must_mix = spec.simultaneous || (spec.secrets && !spec.perfect_information);
  if (!must_mix || !entropy || *entropy >= kMinEntropy) {
    return std::nullopt;
  }
  const bool gradient = config.learner().objective() == LearnerConfig::POLICY_GRADIENT;
  return LearningWarning{
      .kind = "policy_collapse",
      .text = absl::StrFormat(
          "The policy has an entropy of %.3f nats, so it nearly always takes the same action, in a "
          "game where %s. A predictable player loses there. %s",
          *entropy, spec.simultaneous ? "seats act at once" : "something is hidden",
          gradient ? "Raise learner.policy_gradient.kl_to_uniform and kl_to_data, or lower "
                     "learner.learning_rate."
                   : "Raise the search's exploration or its divergence from the policy, or use "
                     "POLICY_GRADIENT with kl_to_uniform.")};
}

std::optional<LearningWarning> SearchAddsNothing(const std::vector<Progress>& rounds,
                                                 const Config& config) {
  const auto surprise = OverLastGames(rounds, [](const LearningFigures& f) { return f.surprise; });
  if (!surprise || surprise->mean >= kMinSurprise) {
    return std::nullopt;
  }
  return LearningWarning{
      .kind = "search_adds_nothing",
      .text = absl::StrFormat(
          "Searches change the policy by only %.3f nats, so there is almost nothing to learn from "
          "them. Raise search.simulations (%d), or stop: the network may know everything that such "
          "a search finds.",
          surprise->mean, config.search().simulations())};
}

std::optional<LearningWarning> OneSeatWins(const std::vector<Progress>& rounds) {
  const auto first = OverLastGames(rounds, [](const LearningFigures& f) { return f.seat0_wins; });
  const auto second = OverLastGames(rounds, [](const LearningFigures& f) { return f.seat1_wins; });
  if (!first || !second || std::max(first->Low(), second->Low()) <= kMaxWins) {
    return std::nullopt;
  }
  const bool is_first = first->mean > second->mean;
  const GameMean& wins = is_first ? *first : *second;
  return LearningWarning{
      .kind = "one_seat_wins",
      .text = absl::StrFormat(
          "Seat %d wins %.0f %% [%.0f, %.0f] of the games, so results mostly show who had that "
          "seat. Games teach more with more self_play.opening_random_plies, or with rules that "
          "balance the seats.",
          is_first ? 0 : 1, 100 * wins.mean, 100 * wins.Low(), 100 * wins.High())};
}

std::optional<LearningWarning> UnfinishedGames(const std::vector<Progress>& rounds,
                                               const Config& config) {
  const auto cut = OverLastGames(rounds, [](const LearningFigures& f) { return f.cut; });
  if (!cut || cut->Low() <= kMaxCut) {
    return std::nullopt;
  }
  return LearningWarning{
      .kind = "unfinished_games",
      .text = absl::StrFormat(
          "%.0f %% [%.0f, %.0f] of the games are cut without a result, so values learn nothing "
          "from them. Raise self_play.max_plies (%d) or the game's own limit, score cut games with "
          "learner.cut_lead, or begin with self_play.demonstration_games.",
          100 * cut->mean, 100 * cut->Low(), 100 * cut->High(), config.self_play().max_plies())};
}

std::optional<LearningWarning> ValuesExplainNothing(const std::vector<Progress>& rounds) {
  const Figure explained =
      LastOf(rounds, [](const LearningFigures& f) { return f.learnt.explained_variance; });
  const Figure base = LastOf(rounds, [](const LearningFigures& f) { return f.learnt.value_base; });
  if (!explained || !base || *base < kMinBase || *explained >= kMinExplained ||
      rounds.back().steps < kMinSteps) {
    return std::nullopt;
  }
  return LearningWarning{
      .kind = "values_explain_nothing",
      .text = absl::StrFormat(
          "Values explain only %.1f %% of the variance of results, even in games learnt from, so "
          "searches and advantages have no basis. Raise learner.value_loss_weight or "
          "learner.learning_rate, or check whether results are mostly luck.",
          100 * *explained)};
}

}  // namespace

std::vector<LearningWarning> JudgeLearning(const std::vector<Progress>& rounds,
                                           const Config& config, const envs::GameSpec& spec) {
  std::vector<LearningWarning> warnings;
  const auto add = [&](std::optional<LearningWarning> warning) {
    if (warning) {
      warnings.push_back(*std::move(warning));
    }
  };
  if (rounds.empty()) {
    return warnings;
  }
  add(Overfitting(rounds));
  add(PolicyCollapse(rounds, config, spec));
  add(SearchAddsNothing(rounds, config));
  add(OneSeatWins(rounds));
  add(UnfinishedGames(rounds, config));
  add(ValuesExplainNothing(rounds));
  return warnings;
}

}  // namespace kvintet::training
