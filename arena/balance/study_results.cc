// StudyResults: see the header.
#include "arena/balance/study_results.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "arena/balance/ladder_results.h"
#include "arena/balance/level_results.h"
#include "arena/balance/study/study_run.h"
#include "arena/balance/tension.h"
#include "arena/statistics/rating.h"
#include "base/status_macros.h"

namespace kvintet::arena {
namespace {

// Expected share of false positives among the differences between variants, or between strengths,
// that are reported as real.
constexpr double kFalseShare = 0.05;

// With fewer games, the evidence of means (AnytimeMean) is not valid: a few equal differences would
// be certain.
constexpr int64_t kFewestCompared = 50;

std::span<const StudyGame> Counted(const StudyGames& played, const StudyPlace& place,
                                   int64_t games) {
  return std::span(played.At(place)).first(static_cast<size_t>(games));
}

// A measure that is compared besides the score.
struct Compared {
  const char* name;
  std::function<double(const StudyGame&)> measure;
  // Whether to compare only games whose course was judged in both variants.
  bool judged;
};

const std::vector<Compared>& ComparedMeasures() {
  static const auto* const kMeasures = new std::vector<Compared>{
      {"draws", [](const StudyGame& game) { return game.first_return == 0 ? 1 : 0; }, false},
      {"moves", [](const StudyGame& game) { return game.moves; }, false},
      {"legal actions a decision", [](const StudyGame& game) { return game.choices; }, false},
      {"share of forced decisions",
       [](const StudyGame& game) {
         return static_cast<double>(game.forced) / std::max(1, game.decisions);
       },
       false},
      {"broken off", [](const StudyGame& game) { return game.truncated ? 1 : 0; }, false},
      {"lead changes",
       [](const StudyGame& game) { return TensionOf(game.values, game.first_return).lead_changes; },
       true},
      {"drama",
       [](const StudyGame& game) { return TensionOf(game.values, game.first_return).drama; }, true},
      {"decided at",
       [](const StudyGame& game) { return TensionOf(game.values, game.first_return).decided_at; },
       true},
  };
  return *kMeasures;
}

Difference ScoreDifference(const StudySettings& settings, const std::string& side,
                           std::span<const StudyGame> a, std::span<const StudyGame> b) {
  const Interval interval = DifferenceOf(a, b, settings.confidence);
  return {.measure = "score of " + side,
          .of_score = true,
          .difference = {.mean = interval.score,
                         .low = interval.low,
                         .high = interval.high,
                         .samples = std::ssize(a)},
          .log_evidence = LogEvidenceOfDifference(a, b)};
}

Difference MeasureDifference(const StudySettings& settings, const Compared& compared,
                             std::span<const StudyGame> a, std::span<const StudyGame> b) {
  AnytimeMean mean;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!compared.judged || (!a[i].values.empty() && !b[i].values.empty())) {
      mean.Add(compared.measure(b[i]) - compared.measure(a[i]));
    }
  }
  return {.measure = compared.name,
          .difference = mean.Estimate(settings.confidence),
          .log_evidence = mean.Samples() < kFewestCompared ? 0 : mean.LogEvidence(0)};
}

// Differences by seats, and by roles if both games have them.
std::vector<Difference> ScoreDifferences(const StudySettings& settings, const envs::Game& first,
                                         std::span<const StudyGame> a, const envs::Game& second,
                                         std::span<const StudyGame> b) {
  std::vector<Difference> all = {ScoreDifference(settings, SideNames().first, a, b)};
  const std::optional<RoleGames> role_a = GamesByRole(first, a);
  const std::optional<RoleGames> role_b = GamesByRole(second, b);
  if (role_a && role_b) {
    all.push_back(ScoreDifference(settings, role_a->names.first, role_a->games, role_b->games));
  }
  return all;
}

void Compare(const StudySettings& settings, const StudyGames& played,
             const std::vector<const envs::Game*>& games, StudyResults* results) {
  for (size_t variant = 1; variant < settings.games.size(); ++variant) {
    for (size_t level = 0; level < settings.levels.size(); ++level) {
      const int64_t count = results->levels[variant][level].games;
      const auto a = Counted(played, {.variant = 0, .level = level}, count);
      const auto b = Counted(played, {.variant = variant, .level = level}, count);
      std::vector<Difference> all = ScoreDifferences(settings, *games[0], a, *games[variant], b);
      for (const Compared& compared : ComparedMeasures()) {
        all.push_back(MeasureDifference(settings, compared, a, b));
      }
      for (Difference& one : all) {
        one.variant = variant;
        one.level = level;
        results->differences.push_back(std::move(one));
      }
    }
  }
  std::vector<double> evidence;
  for (const Difference& one : results->differences) {
    evidence.push_back(one.log_evidence);
  }
  const std::vector<bool> stands = RejectByEvidence(evidence, kFalseShare);
  for (size_t i = 0; i < stands.size(); ++i) {
    results->differences[i].stands = stands[i];
  }
}

SeatedCounts Seated(size_t seat0, size_t seat1, int64_t wins, int64_t draws, int64_t losses) {
  return {.seat0 = seat0,
          .seat1 = seat1,
          .wins = static_cast<double>(wins),
          .draws = static_cast<double>(draws),
          .losses = static_cast<double>(losses)};
}

RatingFit FitDuels(const StudySettings& settings, const StudyGames& played, size_t variant) {
  std::vector<SeatedCounts> counts;
  for (const StudyDuel& duel : played.duels) {
    if (duel.variant == variant) {
      const auto& [wins, draws, losses] = duel.a_first;
      counts.push_back(Seated(duel.a, duel.b, wins, draws, losses));
      // The counts are from the point of view of `a`, which holds seat 1 here.
      const auto& [second_wins, second_draws, second_losses] = duel.b_first;
      counts.push_back(Seated(duel.b, duel.a, second_losses, second_draws, second_wins));
    }
  }
  return FitRatings(settings.levels.size(), counts);
}

std::vector<Strength> StrengthsOf(const RatingFit& fit, double confidence) {
  const auto weakest =
      static_cast<size_t>(std::ranges::min_element(fit.ratings) - fit.ratings.begin());
  std::vector<Strength> strengths;
  for (size_t level = 0; level < fit.NumPlayers(); ++level) {
    const double half = EloOf(NormalQuantile(confidence) * fit.DifferenceDeviation(level, weakest));
    const double elo = EloOf(fit.ratings[level] - fit.ratings[weakest]);
    strengths.push_back({.elo = elo, .low = elo - half, .high = elo + half});
  }
  return strengths;
}

// The witness of the first game, else the strongest level that has played, else the strongest.
size_t HeadlineOf(const StudyResults& results) {
  size_t last = results.weakest_first.back();
  for (const size_t level : results.weakest_first) {
    last = results.levels[0][level].games > 0 || results.levels[0][last].games == 0 ? level : last;
  }
  return results.ladders[0].by_seat.witness.value_or(last);
}

void FindStrengths(const StudySettings& settings, const StudyGames& played, StudyResults* results) {
  for (const StudyDuel& duel : played.duels) {
    results->duels.push_back({.variant = duel.variant,
                              .a = duel.a,
                              .b = duel.b,
                              .pairs = duel.scores.NumPairs(),
                              .score = duel.scores.Estimate(settings.confidence)});
  }
  const size_t levels = settings.levels.size();
  const size_t wanted =
      settings.duel_pairs == 0 ? 0 : settings.games.size() * levels * (levels - 1) / 2;
  results->complete &= played.duels.size() == wanted;
  const bool all = wanted > 0 && played.duels.size() == wanted;
  std::optional<RatingFit> first;
  for (size_t variant = 0; variant < settings.games.size() && all; ++variant) {
    const RatingFit fit = FitDuels(settings, played, variant);
    results->strengths.push_back(StrengthsOf(fit, settings.confidence));
    first = variant == 0 ? fit : first;
  }
  results->weakest_first = LadderOrder(settings, first ? &*first : nullptr);
}

absl::Status FindBoards(const StudyGames& played, const std::vector<const envs::Game*>& games,
                        StudyResults* results) {
  for (size_t variant = 0; variant < games.size(); ++variant) {
    const LevelResults& level = results->levels[variant][results->headline];
    const auto counted = Counted(played, level.place, level.games);
    KVINTET_ASSIGN_OR_RETURN(
        BoardUse use,
        UseOfBoard(*games[variant], counted.first(std::min(counted.size(), kPictured))));
    results->boards.push_back(std::move(use));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<StudyResults> StudyResultsOf(const StudySettings& settings, const StudyGames& played,
                                            const std::vector<const envs::Game*>& games) {
  StudyResults results = {.complete = true};
  results.levels.resize(settings.games.size());
  for (size_t level = 0; level < settings.levels.size(); ++level) {
    const CountedGames counts = CountGames(settings, played, level);
    results.complete &= counts.complete;
    for (size_t variant = 0; variant < settings.games.size(); ++variant) {
      const StudyPlace place = {.variant = variant, .level = level};
      KVINTET_ASSIGN_OR_RETURN(
          LevelResults one, FindLevel(settings, *games[variant], place, counts,
                                      Counted(played, place, counts.games), played.At(place, 1)));
      if (one.luck) {
        results.complete &= one.luck->games == std::min(StudyRun::kReplicas, one.games);
      }
      results.levels[variant].push_back(std::move(one));
    }
  }
  Compare(settings, played, games, &results);
  FindStrengths(settings, played, &results);
  results.ladders =
      FindLadders(settings, played, games, results.levels, results.weakest_first, kFalseShare);
  results.headline = HeadlineOf(results);
  KVINTET_RETURN_IF_ERROR(FindBoards(played, games, &results));
  return results;
}

}  // namespace kvintet::arena
