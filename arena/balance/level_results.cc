// FindLevel: see the header.
#include "arena/balance/level_results.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "absl/strings/str_format.h"

#include "arena/balance/study/study_run.h"
#include "arena/balance/tension.h"
#include "arena/statistics/anytime_interval.h"
#include "base/status_macros.h"

namespace kvintet::arena {
namespace {

using Games = std::span<const StudyGame>;

constexpr size_t kCourses = 100;
// A game that ends within this many moves of both sides counts as suspiciously short.
constexpr int kNoGame = 4;
// A game of this many times the median length counts as suspiciously long.
constexpr int kEndless = 5;

MeanInterval MeanOf(Games games, double confidence,
                    const std::function<double(const StudyGame&)>& measure) {
  AnytimeMean mean;
  for (const StudyGame& game : games) {
    mean.Add(measure(game));
  }
  return mean.Estimate(confidence);
}

Interval RateOf(int64_t games, int64_t all, double confidence) {
  return AnytimeWinRate(games, all - games, confidence);
}

void CountOutcomes(Games games, LevelResults* results) {
  std::map<std::string, ReasonCount> reasons;
  std::set<std::string> distinct;
  for (size_t i = 0; i < games.size(); ++i) {
    const StudyGame& game = games[i];
    const size_t outcome = game.first_return > 0 ? 0 : game.first_return == 0 ? 1 : 2;
    ++results->wins_draws_losses[outcome];
    ReasonCount& reason = reasons[game.reason];
    if (reason.games++ == 0) {
      reason.reason = game.reason;
      reason.example = static_cast<int64_t>(i);
    }
    reason.first_wins += outcome == 0 ? 1 : 0;
    reason.draws += outcome == 1 ? 1 : 0;
    results->lengths.push_back(game.moves);
    distinct.insert(game.record);
  }
  for (auto& [name, reason] : reasons) {
    results->reasons.push_back(std::move(reason));
  }
  std::ranges::stable_sort(results->reasons, std::ranges::greater(), &ReasonCount::games);
  results->distinct_games = std::ssize(distinct);
}

TensionResults FindTension(Games games, double confidence) {
  TensionResults results;
  AnytimeMean changes(0);
  AnytimeMean drama(0, 1);
  AnytimeMean decided(0, 1);
  int64_t comebacks = 0;
  for (const StudyGame& game : games) {
    if (game.values.empty()) {
      continue;
    }
    const Tension tension = TensionOf(game.values, game.first_return);
    ++results.games;
    changes.Add(tension.lead_changes);
    if (results.courses.size() < kCourses) {
      results.courses.push_back(game.values);
    }
    if (game.first_return != 0) {
      drama.Add(tension.drama);
      decided.Add(tension.decided_at);
      comebacks += tension.comeback ? 1 : 0;
      results.decided.emplace_back(tension.decided_at * game.moves, game.moves);
    }
  }
  results.lead_changes = changes.Estimate(confidence);
  results.drama = drama.Estimate(confidence);
  results.decided_at = decided.Estimate(confidence);
  results.comebacks = RateOf(comebacks, drama.Samples(), confidence);
  return results;
}

// Products of deviations from the mean, divided by the variance; their mean is the share.
LuckResults FindLuck(Games games, Games replicas, double confidence) {
  const size_t count = std::min(games.size(), replicas.size());
  AnytimeMean all;
  for (size_t i = 0; i < count; ++i) {
    all.Add(games[i].first_return);
    all.Add(replicas[i].first_return);
  }
  AnytimeMean share;
  for (size_t i = 0; i < count && all.Variance() > 0; ++i) {
    share.Add((games[i].first_return - all.Mean()) * (replicas[i].first_return - all.Mean()) /
              all.Variance());
  }
  return {.games = static_cast<int64_t>(count), .share = share.Estimate(confidence)};
}

void AddHole(Games games, const std::string& what, double confidence,
             const std::function<bool(const StudyGame&)>& is_one, LevelResults* results) {
  RuleHole hole = {.what = what};
  for (size_t i = 0; i < games.size(); ++i) {
    if (is_one(games[i])) {
      hole.example = hole.example.value_or(static_cast<int64_t>(i));
      ++hole.games;
    }
  }
  hole.rate = RateOf(hole.games, std::ssize(games), confidence);
  results->holes.push_back(std::move(hole));
}

void FindHoles(Games games, double confidence, LevelResults* results) {
  std::vector<double> lengths(results->lengths.begin(), results->lengths.end());
  const double median = Quantile(lengths, 0.5);
  AddHole(
      games, "broken off by a bound on length, not ended by a rule", confidence,
      [](const StudyGame& game) { return game.truncated; }, results);
  AddHole(
      games, absl::StrFormat("over within %d moves", kNoGame), confidence,
      [](const StudyGame& game) { return game.moves <= kNoGame; }, results);
  AddHole(
      games, absl::StrFormat("%d times as long as usual, or more", kEndless), confidence,
      [median](const StudyGame& game) { return game.moves >= kEndless * median; }, results);
  AddHole(
      games, "no choice at all: every decision had one legal action", confidence,
      [](const StudyGame& game) { return game.forced == game.decisions; }, results);
  AddHole(
      games, "ended without a winner", confidence,
      [](const StudyGame& game) { return game.first_return == 0; }, results);
}

// Adds the game with the largest measure, if that is above 0.
void AddExample(Games games, const std::string& why,
                const std::function<double(const StudyGame&)>& measure, LevelResults* results) {
  const auto best = std::ranges::max_element(games, {}, measure);
  if (best != games.end() && measure(*best) > 0) {
    results->examples.push_back({.index = best - games.begin(), .why = why});
  }
}

void FindExamples(Games games, LevelResults* results) {
  const double usual = results->length.mean;
  const auto deepest = [](const StudyGame& game) {
    return game.values.empty() ? 0 : TensionOf(game.values, game.first_return).deepest;
  };
  // The game closest to the mean length.
  AddExample(
      games, "typical: of the mean length",
      [usual](const StudyGame& game) { return 1 / (1 + std::abs(game.moves - usual)); }, results);
  AddExample(games, "most dramatic: the winner was furthest behind", deepest, results);
  AddExample(
      games, "most one-sided: decided earliest",
      [](const StudyGame& game) {
        return game.values.empty() || game.first_return == 0
                   ? 0
                   : 1 - TensionOf(game.values, game.first_return).decided_at;
      },
      results);
  AddExample(
      games, "longest", [](const StudyGame& game) { return game.moves; }, results);
  AddExample(
      games, "shortest", [](const StudyGame& game) { return 1.0 / (1 + game.moves); }, results);
  for (const ReasonCount& reason : results->reasons) {
    results->examples.push_back({.index = reason.example, .why = "ended by: " + reason.reason});
  }
  for (const RuleHole& hole : results->holes) {
    if (hole.example) {
      results->examples.push_back({.index = *hole.example, .why = hole.what});
    }
  }
}

}  // namespace

absl::StatusOr<LevelResults> FindLevel(const StudySettings& settings, const envs::Game& game,
                                       const StudyPlace& place, const CountedGames& counts,
                                       std::span<const StudyGame> counted,
                                       std::span<const StudyGame> replicas) {
  LevelResults results = {.place = place, .games = counts.games, .complete = counts.complete};
  const double confidence = settings.confidence;
  results.score = counts.scores[place.variant];
  results.fairness = JudgeFairness(results.score, settings.margin);
  results.verdict = VerdictText(results.score, settings.margin);
  results.track = counts.tracks[place.variant];
  if (counted.empty()) {
    return results;
  }
  CountOutcomes(counted, &results);
  if (const std::optional<RoleGames> role = GamesByRole(game, counted); role) {
    results.role = FindRole(*role, settings.margin, confidence);
  }
  const int64_t truncated = std::ranges::count_if(counted, &StudyGame::truncated);
  results.finished = RateOf(results.games - truncated, results.games, confidence);
  results.draws = RateOf(results.wins_draws_losses[1], results.games, confidence);
  const auto mean = [&](const auto& measure) { return MeanOf(counted, confidence, measure); };
  results.length = mean([](const StudyGame& one) { return one.moves; });
  results.choices = mean([](const StudyGame& one) { return one.choices; });
  results.forced = mean([](const StudyGame& one) {
    return static_cast<double>(one.forced) / std::max(1, one.decisions);
  });
  if (game.Spec().margins) {
    results.margin = mean([](const StudyGame& one) {
      return std::abs(static_cast<double>(one.margin[0] - one.margin[1]));
    });
  }
  results.tension = FindTension(counted, confidence);
  if (HasChance(game)) {
    results.luck = FindLuck(counted, replicas, confidence);
  }
  results.openings = OpeningsOf(counted, confidence);
  KVINTET_ASSIGN_OR_RETURN(results.replayed,
                           ReplayGames(game, counted.first(std::min(counted.size(), kReplayed))));
  FindHoles(counted, confidence, &results);
  FindExamples(counted, &results);
  return results;
}

}  // namespace kvintet::arena
