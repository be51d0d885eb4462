// FindRung: see the header.
#include "arena/balance/rung_findings.h"

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
// A game that ends so early, in moves of both sides, hardly was one.
constexpr int kNoGame = 4;
// So many times the median is a game without end.
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

void CountOutcomes(Games games, RungFindings* findings) {
  std::map<std::string, ReasonCount> reasons;
  std::set<std::string> distinct;
  for (size_t i = 0; i < games.size(); ++i) {
    const StudyGame& game = games[i];
    const size_t outcome = game.first_return > 0 ? 0 : game.first_return == 0 ? 1 : 2;
    ++findings->wins_draws_losses[outcome];
    ReasonCount& reason = reasons[game.reason];
    if (reason.games++ == 0) {
      reason.reason = game.reason;
      reason.example = static_cast<int64_t>(i);
    }
    reason.first_wins += outcome == 0 ? 1 : 0;
    reason.draws += outcome == 1 ? 1 : 0;
    findings->lengths.push_back(game.moves);
    distinct.insert(game.record);
  }
  for (auto& [name, reason] : reasons) {
    findings->reasons.push_back(std::move(reason));
  }
  std::ranges::stable_sort(findings->reasons, std::ranges::greater(), &ReasonCount::games);
  findings->distinct_games = std::ssize(distinct);
}

TensionFindings FindTension(Games games, double confidence) {
  TensionFindings findings;
  AnytimeMean changes(0);
  AnytimeMean drama(0, 1);
  AnytimeMean decided(0, 1);
  int64_t comebacks = 0;
  for (const StudyGame& game : games) {
    if (game.values.empty()) {
      continue;
    }
    const Tension tension = TensionOf(game.values, game.first_return);
    ++findings.games;
    changes.Add(tension.lead_changes);
    if (findings.courses.size() < kCourses) {
      findings.courses.push_back(game.values);
    }
    if (game.first_return != 0) {
      drama.Add(tension.drama);
      decided.Add(tension.decided_at);
      comebacks += tension.comeback ? 1 : 0;
      findings.decided.emplace_back(tension.decided_at * game.moves, game.moves);
    }
  }
  findings.lead_changes = changes.Estimate(confidence);
  findings.drama = drama.Estimate(confidence);
  findings.decided_at = decided.Estimate(confidence);
  findings.comebacks = RateOf(comebacks, drama.Samples(), confidence);
  return findings;
}

// Products of distances from the mean, as a share of the variance: their mean is the share.
LuckFindings FindLuck(Games games, Games replicas, double confidence) {
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
             const std::function<bool(const StudyGame&)>& is_one, RungFindings* findings) {
  RuleHole hole = {.what = what};
  for (size_t i = 0; i < games.size(); ++i) {
    if (is_one(games[i])) {
      hole.example = hole.example.value_or(static_cast<int64_t>(i));
      ++hole.games;
    }
  }
  hole.rate = RateOf(hole.games, std::ssize(games), confidence);
  findings->holes.push_back(std::move(hole));
}

void FindHoles(Games games, double confidence, RungFindings* findings) {
  std::vector<double> lengths(findings->lengths.begin(), findings->lengths.end());
  const double median = Quantile(lengths, 0.5);
  AddHole(
      games, "broken off by a bound on length, not ended by a rule", confidence,
      [](const StudyGame& game) { return game.truncated; }, findings);
  AddHole(
      games, absl::StrFormat("over within %d moves", kNoGame), confidence,
      [](const StudyGame& game) { return game.moves <= kNoGame; }, findings);
  AddHole(
      games, absl::StrFormat("%d times as long as usual, or more", kEndless), confidence,
      [median](const StudyGame& game) { return game.moves >= kEndless * median; }, findings);
  AddHole(
      games, "no choice at all: every decision had one legal action", confidence,
      [](const StudyGame& game) { return game.forced == game.decisions; }, findings);
  AddHole(
      games, "ended without a winner", confidence,
      [](const StudyGame& game) { return game.first_return == 0; }, findings);
}

// The game with the largest measure, if any has more than nothing.
void AddExample(Games games, const std::string& why,
                const std::function<double(const StudyGame&)>& measure, RungFindings* findings) {
  const auto best = std::ranges::max_element(games, {}, measure);
  if (best != games.end() && measure(*best) > 0) {
    findings->examples.push_back({.index = best - games.begin(), .why = why});
  }
}

void FindExamples(Games games, RungFindings* findings) {
  const double usual = findings->length.mean;
  const auto deepest = [](const StudyGame& game) {
    return game.values.empty() ? 0 : TensionOf(game.values, game.first_return).deepest;
  };
  // Of games that were judged, else of all, the one of the most usual length.
  AddExample(
      games, "typical: of the mean length",
      [usual](const StudyGame& game) { return 1 / (1 + std::abs(game.moves - usual)); }, findings);
  AddExample(games, "most dramatic: the winner was furthest behind", deepest, findings);
  AddExample(
      games, "most one-sided: decided earliest",
      [](const StudyGame& game) {
        return game.values.empty() || game.first_return == 0
                   ? 0
                   : 1 - TensionOf(game.values, game.first_return).decided_at;
      },
      findings);
  AddExample(
      games, "longest", [](const StudyGame& game) { return game.moves; }, findings);
  AddExample(
      games, "shortest", [](const StudyGame& game) { return 1.0 / (1 + game.moves); }, findings);
  for (const ReasonCount& reason : findings->reasons) {
    findings->examples.push_back({.index = reason.example, .why = "ended by: " + reason.reason});
  }
  for (const RuleHole& hole : findings->holes) {
    if (hole.example) {
      findings->examples.push_back({.index = *hole.example, .why = hole.what});
    }
  }
}

}  // namespace

absl::StatusOr<RungFindings> FindRung(const StudySettings& settings, const envs::Game& game,
                                      const StudyPlace& place, const CountedGames& counts,
                                      std::span<const StudyGame> counted,
                                      std::span<const StudyGame> replicas) {
  RungFindings findings = {.place = place, .games = counts.games, .complete = counts.complete};
  const double confidence = settings.confidence;
  findings.score = counts.scores[place.variant];
  findings.fairness = JudgeFairness(findings.score, settings.margin);
  findings.verdict = VerdictText(findings.score, settings.margin);
  findings.track = counts.tracks[place.variant];
  if (counted.empty()) {
    return findings;
  }
  CountOutcomes(counted, &findings);
  if (const std::optional<RoleGames> role = GamesByRole(game, counted); role) {
    findings.role = FindRole(*role, settings.margin, confidence);
  }
  const int64_t truncated = std::ranges::count_if(counted, &StudyGame::truncated);
  findings.finished = RateOf(findings.games - truncated, findings.games, confidence);
  findings.draws = RateOf(findings.wins_draws_losses[1], findings.games, confidence);
  const auto mean = [&](const auto& measure) { return MeanOf(counted, confidence, measure); };
  findings.length = mean([](const StudyGame& one) { return one.moves; });
  findings.choices = mean([](const StudyGame& one) { return one.choices; });
  findings.forced = mean([](const StudyGame& one) {
    return static_cast<double>(one.forced) / std::max(1, one.decisions);
  });
  if (game.Spec().margins) {
    findings.margin = mean([](const StudyGame& one) {
      return std::abs(static_cast<double>(one.margin[0] - one.margin[1]));
    });
  }
  findings.tension = FindTension(counted, confidence);
  if (HasChance(game)) {
    findings.luck = FindLuck(counted, replicas, confidence);
  }
  findings.openings = OpeningsOf(counted, confidence);
  KVINTET_ASSIGN_OR_RETURN(findings.replayed,
                           ReplayGames(game, counted.first(std::min(counted.size(), kReplayed))));
  FindHoles(counted, confidence, &findings);
  FindExamples(counted, &findings);
  return findings;
}

}  // namespace kvintet::arena
