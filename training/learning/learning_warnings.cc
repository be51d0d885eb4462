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

// Rounds at the end that shares of games are taken over, and how few games say something.
constexpr size_t kLastRounds = 10;
constexpr double kLeastGames = 50;
// Half a 95 % interval in deviations.
constexpr double kDeviations = 1.96;
// Measured rounds that a course needs; it is compared by its quarters.
constexpr size_t kLeastCourse = 8;
// Measured rounds that a state is judged by, and steps before which a network knows nothing yet.
constexpr size_t kLastMeasured = 3;
constexpr int64_t kLeastSteps = 500;

constexpr double kMostWins = 0.65;
constexpr double kMostCut = 0.30;
constexpr double kLeastSurprise = 0.05;
constexpr double kLeastEntropy = 0.1;
constexpr double kLeastExplained = 0.02;
// Nats of the base rate's loss below which results are nearly all alike, with nothing to explain:
// nine draws in ten.
constexpr double kLeastBase = 0.4;
// Nats by which a loss must have moved; the deviation of a game's mean loss, about.
constexpr double kLeastMove = 0.02;
constexpr double kLossDeviation = 0.5;
// Values that are learnt by heart: below so much of the base rate's loss on rows learnt from.
constexpr double kKnownByHeart = 0.8;

using Get = Figure (*)(const LearningFigures&);

// A mean over rounds, each weighing its games, and how many games those are.
struct GameMean {
  double mean = 0;
  double games = 0;
  // Bounds of Wilson's interval of a share.
  double Low() const { return Bound(-1); }
  double High() const { return Bound(1); }
  double Bound(double sign) const {
    const double z2 = kDeviations * kDeviations;
    const double spread = std::sqrt(mean * (1 - mean) / games + z2 / (4 * games * games));
    return (mean + z2 / (2 * games) + sign * kDeviations * spread) / (1 + z2 / games);
  }
};

// Over the last rounds; none where too few games have the figure.
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
  if (sum.games < kLeastGames) {
    return std::nullopt;
  }
  sum.mean /= sum.games;
  return sum;
}

// The figure of all rounds that have it.
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

// Of the last measured rounds; none where there are too few of them.
Figure LastOf(const std::vector<Progress>& rounds, Get get) {
  const std::vector<double> course = CourseOf(rounds, get);
  if (course.size() < kLastMeasured) {
    return std::nullopt;
  }
  return MeanOf(course, course.size() - kLastMeasured, course.size());
}

// The same on held-out rows, or on those that are learnt from where none are held out.
Figure LastOf(const std::vector<Progress>& rounds, Get held_out, Get learnt) {
  const Figure held = LastOf(rounds, held_out);
  return held ? held : LastOf(rounds, learnt);
}

constexpr Get kHeldGames = [](const LearningFigures& f) { return f.held_out.games; };

// What a mean loss over so many games may be wrong by.
double LossNoise(double games) {
  return std::max(kLeastMove, 2 * kLossDeviation / std::sqrt(std::max(games, 1.0)));
}

// The mean of a course's quarter.
double QuarterOf(const std::vector<double>& course, size_t index) {
  return MeanOf(course, index * course.size() / 4, (index + 1) * course.size() / 4);
}

constexpr char kAgainstOverfitting[] =
    "the network learns its games by heart. Lower learner.reuse, a larger learner.window, a "
    "smaller network, or more learner.weight_decay (0.03).";

// Held-out rises from the second quarter of the course to the last, while training falls.
std::optional<LearningWarning> RisingLoss(const std::vector<Progress>& rounds, const char* name,
                                          Get held_out, Get learnt) {
  const std::vector<double> held = CourseOf(rounds, held_out);
  const std::vector<double> own = CourseOf(rounds, learnt);
  const std::vector<double> games = CourseOf(rounds, kHeldGames);
  if (held.size() < kLeastCourse || own.size() < kLeastCourse) {
    return std::nullopt;
  }
  const double before = QuarterOf(held, 1);
  const double now = QuarterOf(held, 3);
  const double own_before = QuarterOf(own, 1);
  const double own_now = QuarterOf(own, 3);
  // Early quarters have few games held out.
  const double noise = std::hypot(LossNoise(QuarterOf(games, 1)), LossNoise(QuarterOf(games, 3)));
  if (now - before < noise || own_before - own_now < kLeastMove) {
    return std::nullopt;
  }
  return LearningWarning{
      .kind = "overfitting",
      .text = absl::StrFormat("The %s loss on held-out games rises (%.3f to %.3f) while that on "
                              "games learnt from falls (%.3f to %.3f): %s",
                              name, before, now, own_before, own_now, kAgainstOverfitting)};
}

// Values that know the games learnt from and nothing of others.
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
      .text = absl::StrFormat("The value loss on held-out games is %.3f, worse than the %.3f of "
                              "saying their mean result, and %.3f on games learnt from: %s",
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

// Where all is open and seats take turns, a policy may be sure.
std::optional<LearningWarning> PolicyCollapse(const std::vector<Progress>& rounds,
                                              const Config& config, const envs::GameSpec& spec) {
  const Figure entropy = LastOf(
      rounds, [](const LearningFigures& f) { return f.held_out.entropy; },
      [](const LearningFigures& f) { return f.learnt.entropy; });
  const bool must_mix = spec.simultaneous || (spec.secrets && !spec.perfect_information);
  if (!must_mix || !entropy || *entropy >= kLeastEntropy) {
    return std::nullopt;
  }
  const bool gradient = config.learner().objective() == LearnerConfig::POLICY_GRADIENT;
  return LearningWarning{
      .kind = "policy_collapse",
      .text = absl::StrFormat(
          "The policy has an entropy of %.3f nats, nearly always one action, in a game where %s: "
          "who is foreseen loses. %s",
          *entropy, spec.simultaneous ? "seats act at once" : "something is hidden",
          gradient ? "Raise learner.policy_gradient.kl_to_uniform and kl_to_data, or lower "
                     "learner.learning_rate."
                   : "Raise the search's exploration or its divergence from the policy, or learn "
                     "by POLICY_GRADIENT with kl_to_uniform.")};
}

std::optional<LearningWarning> SearchAddsNothing(const std::vector<Progress>& rounds,
                                                 const Config& config) {
  const auto surprise = OverLastGames(rounds, [](const LearningFigures& f) { return f.surprise; });
  if (!surprise || surprise->mean >= kLeastSurprise) {
    return std::nullopt;
  }
  return LearningWarning{
      .kind = "search_adds_nothing",
      .text = absl::StrFormat(
          "Searches move the policy by %.3f nats only: there is next to nothing to learn from "
          "them. Raise search.simulations (%d), or stop: the network may know all that such a "
          "search finds.",
          surprise->mean, config.search().simulations())};
}

std::optional<LearningWarning> OneSeatWins(const std::vector<Progress>& rounds) {
  const auto first = OverLastGames(rounds, [](const LearningFigures& f) { return f.seat0_wins; });
  const auto second = OverLastGames(rounds, [](const LearningFigures& f) { return f.seat1_wins; });
  if (!first || !second || std::max(first->Low(), second->Low()) <= kMostWins) {
    return std::nullopt;
  }
  const bool is_first = first->mean > second->mean;
  const GameMean& wins = is_first ? *first : *second;
  return LearningWarning{
      .kind = "one_seat_wins",
      .text = absl::StrFormat(
          "Seat %d wins %.0f %% [%.0f, %.0f] of the games: their results say who sat where. More "
          "self_play.opening_random_plies, or rules that even the seats out, make games that "
          "teach more.",
          is_first ? 0 : 1, 100 * wins.mean, 100 * wins.Low(), 100 * wins.High())};
}

std::optional<LearningWarning> UnfinishedGames(const std::vector<Progress>& rounds,
                                               const Config& config) {
  const auto cut = OverLastGames(rounds, [](const LearningFigures& f) { return f.cut; });
  if (!cut || cut->Low() <= kMostCut) {
    return std::nullopt;
  }
  return LearningWarning{
      .kind = "unfinished_games",
      .text = absl::StrFormat(
          "%.0f %% [%.0f, %.0f] of the games are cut without a result, and teach values nothing. "
          "Raise self_play.max_plies (%d) or the game's own bound, give them a worth by "
          "learner.cut_lead, or begin with self_play.demonstration_games.",
          100 * cut->mean, 100 * cut->Low(), 100 * cut->High(), config.self_play().max_plies())};
}

std::optional<LearningWarning> ValuesExplainNothing(const std::vector<Progress>& rounds) {
  const Figure explained =
      LastOf(rounds, [](const LearningFigures& f) { return f.learnt.explained_variance; });
  const Figure base = LastOf(rounds, [](const LearningFigures& f) { return f.learnt.value_base; });
  if (!explained || !base || *base < kLeastBase || *explained >= kLeastExplained ||
      rounds.back().steps < kLeastSteps) {
    return std::nullopt;
  }
  return LearningWarning{
      .kind = "values_explain_nothing",
      .text = absl::StrFormat(
          "Values explain %.1f %% of how results vary, even in games learnt from: searches and "
          "advantages rest on nothing. Raise learner.value_loss_weight or learner.learning_rate, "
          "or see whether results are mostly luck.",
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
