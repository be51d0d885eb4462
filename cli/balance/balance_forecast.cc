// BalanceForecast: see the header.
#include "cli/balance/balance_forecast.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/statistics/verdict.h"
#include "base/status_macros.h"

namespace kvintet::cli {
namespace {

using std::chrono::steady_clock;

// Games of each level that are timed for the forecast.
constexpr int64_t kTimed = 2;
// Seconds after which no further game of a level is timed, and no further level.
constexpr double kLongEnough = 2;
constexpr double kTooLong = 20;
// Index of the first timed game, which no study reaches.
constexpr int64_t kTimedFrom = int64_t{1} << 31;

// Mean seconds of a game, and of judging one.
struct Seconds {
  double game = 0;
  double judging = 0;
};

absl::StatusOr<Seconds> TimeGames(const BalancePlan& plan, const arena::StudyPlace& place) {
  const arena::StudyMakers makers = MakersOf(plan.settings);
  const envs::Game& game = *plan.games[place.variant];
  Seconds seconds;
  int64_t timed = 0;
  for (; timed < kTimed && seconds.game < kLongEnough; ++timed) {
    const arena::StudyDeal deal = {.seed = plan.settings.seed,
                                   .index = kTimedFrom + timed,
                                   .opening_plies = plan.settings.opening_plies};
    // Making a player is not timed: a model is loaded once for many games.
    KVINTET_ASSIGN_OR_RETURN(
        const std::unique_ptr<arena::Agent> agent,
        makers.player(game, plan.settings.levels[place.level].specs[place.variant],
                      arena::SeedOf(deal)));
    const steady_clock::time_point begun = steady_clock::now();
    KVINTET_ASSIGN_OR_RETURN(const std::vector<arena::StudyGame> played,
                             arena::PlayDeals(game, agent.get(), std::span(&deal, 1)));
    const steady_clock::time_point ended = steady_clock::now();
    seconds.game += std::chrono::duration<double>(ended - begun).count();
    if (timed == 0 && plan.settings.judged_games > 0) {
      KVINTET_ASSIGN_OR_RETURN(const arena::ValueOf value, makers.judge(game, 0));
      KVINTET_RETURN_IF_ERROR(arena::JudgeCourse(game, played[0].record, value).status());
      seconds.judging = std::chrono::duration<double>(steady_clock::now() - ended).count();
    }
  }
  seconds.game /= static_cast<double>(timed);
  return seconds;
}

// The least and the most seconds of a study on one thread.
struct Forecast {
  double least = 0;
  double most = 0;
  // Whether every strength was timed.
  bool whole = true;
};

// Adds all strengths of one variant and their duels.
void AddVariant(const arena::StudySettings& settings, bool chance, std::span<const Seconds> levels,
                Forecast* forecast) {
  const auto min_games = static_cast<double>(std::min(settings.min_games, settings.max_games));
  const auto max_games = static_cast<double>(settings.max_games);
  const auto replicas =
      chance ? static_cast<double>(std::min(arena::StudyRun::kReplicas, settings.max_games)) : 0;
  double sure = 0;
  for (const Seconds& one : levels) {
    // A duel of a pair is two games, and half of their moves are this player's.
    const double duels = settings.duel_pairs * static_cast<double>(settings.levels.size() - 1);
    sure += one.game * (duels + replicas) +
            one.judging * std::min<double>(settings.judged_games, max_games);
    forecast->least += one.game * min_games;
    forecast->most += one.game * max_games;
  }
  forecast->least += sure;
  forecast->most += sure;
}

absl::StatusOr<Forecast> ForecastOf(const BalancePlan& plan, const std::stop_token& stop) {
  Forecast forecast;
  const steady_clock::time_point begun = steady_clock::now();
  const auto too_long = [&] {
    return std::chrono::duration<double>(steady_clock::now() - begun).count() > kTooLong;
  };
  for (size_t variant = 0; variant < plan.games.size(); ++variant) {
    std::vector<Seconds> levels;
    for (size_t level = 0; level < plan.settings.levels.size() && forecast.whole; ++level) {
      forecast.whole = !stop.stop_requested() && !too_long();
      if (forecast.whole) {
        KVINTET_ASSIGN_OR_RETURN(levels.emplace_back(),
                                 TimeGames(plan, {.variant = variant, .level = level}));
      }
    }
    AddVariant(plan.settings, arena::HasChance(*plan.games[variant]), levels, &forecast);
  }
  return forecast;
}

}  // namespace

absl::StatusOr<std::string> ForecastText(const BalancePlan& plan, int threads,
                                         const std::stop_token& stop) {
  const arena::StudySettings& settings = plan.settings;
  KVINTET_ASSIGN_OR_RETURN(const Forecast forecast, ForecastOf(plan, stop));
  const double share = 60.0 * threads;
  std::string text = absl::StrFormat(
      "plan: %d player(s) of %d game(s), %d to %d games each for ±%g points at %g %% (%d if the "
      "game is even)",
      settings.levels.size(), settings.games.size(),
      std::min(settings.min_games, settings.max_games), settings.max_games, 100 * settings.margin,
      100 * settings.confidence,
      std::min(settings.max_games,
               arena::GamesForVerdict(settings.margin, settings.confidence, 1e-9)));
  if (forecast.whole) {
    absl::StrAppendFormat(&text,
                          "; %.1f to %.1f minutes on %d thread(s), less if the answer is clear",
                          forecast.least / share, forecast.most / share, threads);
  } else {
    absl::StrAppendFormat(&text,
                          "; more than %.0f minutes on %d thread(s): the strongest players are too "
                          "slow to be timed here; --minutes limits the time",
                          forecast.least / share, threads);
  }
  return text + "\n";
}

}  // namespace kvintet::cli
