// StudyRun: see the header.
#include "arena/balance/study/study_run.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "arena/match.h"
#include "base/hash.h"
#include "base/parallel_for.h"
#include "base/status_macros.h"

namespace kvintet::arena {
namespace {

// Games of each variant in one turn of a level; at the beginning of each turn the results are
// checked.
constexpr int64_t kTurnGames = 64;
// Games that share one network and its batches.
constexpr int64_t kModelGroup = 32;
// Duels begin with this many random actions, but at most an eighth of the longest game, so that
// deterministic players do not repeat themselves.
constexpr int kDuelOpening = 4;
constexpr int kOpeningShare = 8;

uint64_t DuelSeed(uint64_t seed, size_t variant, size_t a, size_t b) {
  const std::string text = absl::StrCat(seed, "\nduel\n", variant, "\n", a, "\n", b);
  return HashBytes(std::as_bytes(std::span(text))).low;
}

// Makes `count` items on this and other threads and passes them on in order, one at a time, as soon
// as an item and all before it are made. After a stop request no new item is started. Returns the
// first error in order.
template <typename T>
absl::Status InOrder(size_t count, int threads, const std::stop_token& stop,
                     const std::function<absl::StatusOr<T>(size_t)>& make,
                     const std::function<absl::Status(const T&)>& hand_over) {
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::vector<std::optional<absl::StatusOr<T>>> made(count);
  size_t handed = 0;
  absl::Status status;
  const auto work = [&] {
    for (size_t i = next++; i < count && !stop.stop_requested(); i = next++) {
      absl::StatusOr<T> one = make(i);
      const std::lock_guard lock(mutex);
      made[i] = std::move(one);
      for (; status.ok() && handed < count && made[handed].has_value(); ++handed) {
        const absl::StatusOr<T> ready = std::move(*made[handed]);
        made[handed].emplace(absl::UnknownError("handed over"));
        status = ready.ok() ? hand_over(*ready) : ready.status();
      }
      if (!status.ok()) {
        return;
      }
    }
  };
  {
    const std::vector<std::jthread> helpers = StartThreads(threads - 1, work);
    work();
  }
  return status;
}

}  // namespace

bool HasChance(const envs::Game& game) { return game.Spec().num_outcomes > 0; }

absl::Status StudyRun::Run(const std::stop_token& stop,
                           const std::function<void(const StudyProgress&)>& progress) {
  // Levels take turns, so that a study cut short has results for each. Duels come after the first
  // turn, since they are few and show which level matters most.
  std::vector<bool> answered(settings_.levels.size(), false);
  for (int64_t turn = 0; GamesAfter(turn) < settings_.max_games; ++turn) {
    for (size_t level = 0; level < answered.size() && !stop.stop_requested(); ++level) {
      if (!answered[level]) {
        KVINTET_ASSIGN_OR_RETURN(answered[level], PlayTurn(level, turn, stop, progress));
      }
    }
    const absl::Status duels = turn == 0 ? PlayDuels(stop, progress) : absl::OkStatus();
    if (stop.stop_requested() && (duels.ok() || absl::IsCancelled(duels))) {
      return absl::OkStatus();
    }
    KVINTET_RETURN_IF_ERROR(duels);
  }
  for (size_t level = 0; level < answered.size(); ++level) {
    KVINTET_RETURN_IF_ERROR(PlayReplicas(level, stop, progress));
  }
  return absl::OkStatus();
}

int64_t StudyRun::GamesAfter(int64_t turns) const {
  const int64_t games = turns == 1 ? kModelGroup : std::max<int64_t>(0, turns - 1) * kTurnGames;
  return std::min(settings_.max_games, games);
}

absl::StatusOr<bool> StudyRun::PlayTurn(size_t level, int64_t turn, const std::stop_token& stop,
                                        const std::function<void(const StudyProgress&)>& progress) {
  int64_t most = 0;
  int64_t least = settings_.max_games;
  for (size_t variant = 0; variant < games_.size(); ++variant) {
    const int64_t games = std::ssize(file_->Games().At({.variant = variant, .level = level}));
    most = std::max(most, games);
    least = std::min(least, games);
  }
  StudyProgress now = {.phase = "games", .level = level, .most = settings_.max_games};
  const auto show = [&] {
    // The last variant's games come last.
    now.done = std::ssize(file_->Games().At({.variant = games_.size() - 1, .level = level}));
    progress(now);
  };
  // Results are not checked within a turn, since the study would then depend on where it was
  // stopped.
  if (most <= GamesAfter(turn)) {
    const CountedGames counted = CountGames(settings_, file_->Games(), level);
    now.scores = counted.scores;
    now.complete = counted.complete;
    show();
    if (counted.complete) {
      return true;
    }
  }
  const int64_t end = GamesAfter(turn + 1);
  if (least < end) {
    KVINTET_RETURN_IF_ERROR(Play(Missing(level, 0, end), stop, show));
  }
  return false;
}

absl::Status StudyRun::PlayReplicas(size_t level, const std::stop_token& stop,
                                    const std::function<void(const StudyProgress&)>& progress) {
  // Options can decide whether a game has chance draws, so not every variant may have them.
  const auto last_with_chance = std::find_if(
      games_.rbegin(), games_.rend(), [](const envs::Game* game) { return HasChance(*game); });
  if (stop.stop_requested() || last_with_chance == games_.rend()) {
    return absl::OkStatus();
  }
  const auto variant = static_cast<size_t>(games_.rend() - last_with_chance) - 1;
  const int64_t end = std::min(kReplicas, CountGames(settings_, file_->Games(), level).games);
  return Play(Missing(level, 1, end), stop, [&] {
    const StudyPlace last = {.variant = variant, .level = level};
    progress({.phase = "the same draws again",
              .level = level,
              .done = std::ssize(file_->Games().At(last, 1)),
              .most = end});
  });
}

std::vector<StudyRun::Task> StudyRun::Missing(size_t level, int replica, int64_t end) const {
  std::vector<Task> tasks;
  for (size_t variant = 0; variant < games_.size(); ++variant) {
    if (replica > 0 && !HasChance(*games_[variant])) {
      continue;
    }
    const StudyPlace place = {.variant = variant, .level = level};
    const int64_t played = std::ssize(file_->Games().At(place, replica));
    // A group that was started is replayed as a whole, because the last bits of a network's output
    // may depend on the rest of the batch.
    const int64_t begin = played < end ? played / GroupSize(place) * GroupSize(place) : end;
    for (int64_t index = begin; index < end; ++index) {
      tasks.push_back({.place = place,
                       .deal = {.seed = settings_.seed,
                                .index = index,
                                .replica = replica,
                                .opening_plies = settings_.opening_plies,
                                .judged = replica == 0 && index < settings_.judged_games}});
    }
  }
  return tasks;
}

int64_t StudyRun::GroupSize(const StudyPlace& place) const {
  const std::string& spec = settings_.levels[place.level].specs[place.variant];
  return absl::StartsWith(spec, "model:") ? kModelGroup : 1;
}

absl::Status StudyRun::Play(const std::vector<Task>& tasks, const std::stop_token& stop,
                            const std::function<void()>& written) {
  std::vector<std::span<const Task>> groups;
  for (size_t begin = 0; begin < tasks.size();) {
    const StudyPlace place = tasks[begin].place;
    size_t end = begin + 1;
    while (end < tasks.size() && tasks[end].place == place &&
           std::cmp_less(end - begin, GroupSize(place))) {
      ++end;
    }
    groups.push_back(std::span(tasks).subspan(begin, end - begin));
    begin = end;
  }
  return InOrder<std::vector<StudyLine>>(
      groups.size(), threads_, stop, [&](size_t i) { return PlayGroup(groups[i]); },
      [&](const std::vector<StudyLine>& played) -> absl::Status {
        std::vector<StudyLine> lines = played;
        std::erase_if(lines, [this](const StudyLine& line) {
          return line.index < std::ssize(file_->Games().At(line.place, line.replica));
        });
        KVINTET_RETURN_IF_ERROR(file_->Add(lines));
        written();
        return absl::OkStatus();
      });
}

absl::StatusOr<std::vector<StudyLine>> StudyRun::PlayGroup(std::span<const Task> tasks) const {
  const StudyPlace place = tasks[0].place;
  const envs::Game& game = *games_[place.variant];
  const std::string& spec = settings_.levels[place.level].specs[place.variant];
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Agent> agent,
                           makers_.player(game, spec, SeedOf(tasks[0].deal)));
  std::vector<StudyDeal> deals;
  for (const Task& task : tasks) {
    deals.push_back(task.deal);
  }
  KVINTET_ASSIGN_OR_RETURN(std::vector<StudyGame> played, PlayDeals(game, agent.get(), deals));
  std::vector<StudyLine> lines;
  for (size_t i = 0; i < tasks.size(); ++i) {
    if (deals[i].judged) {
      KVINTET_ASSIGN_OR_RETURN(const ValueOf value, makers_.judge(game, SeedOf(deals[i])));
      KVINTET_ASSIGN_OR_RETURN(played[i].values, JudgeCourse(game, played[i].record, value));
    }
    lines.push_back({.place = place,
                     .index = deals[i].index,
                     .replica = deals[i].replica,
                     .game = std::move(played[i])});
  }
  return lines;
}

std::vector<StudyRun::Meeting> StudyRun::MissingDuels() const {
  std::vector<Meeting> missing;
  for (size_t variant = 0; variant < games_.size(); ++variant) {
    for (size_t a = 1; a < settings_.levels.size() && settings_.duel_pairs > 0; ++a) {
      for (size_t b = 0; b < a; ++b) {
        missing.push_back({.variant = variant, .a = a, .b = b});
      }
    }
  }
  std::erase_if(missing, [this](const Meeting& meeting) {
    return std::ranges::any_of(file_->Games().duels, [&](const StudyDuel& duel) {
      return duel.variant == meeting.variant && duel.a == meeting.a && duel.b == meeting.b;
    });
  });
  return missing;
}

absl::Status StudyRun::PlayDuels(const std::stop_token& stop,
                                 const std::function<void(const StudyProgress&)>& progress) {
  const std::vector<Meeting> missing = MissingDuels();
  const auto played = std::ssize(file_->Games().duels);
  const int64_t all = played + std::ssize(missing);
  return InOrder<StudyDuel>(
      missing.size(), threads_, stop, [&](size_t i) { return PlayDuel(missing[i], stop); },
      [&](const StudyDuel& duel) -> absl::Status {
        if (duel.scores.NumPairs() < settings_.duel_pairs) {
          // Stopped in the middle of a game: this group and all later ones do not count.
          return absl::CancelledError();
        }
        KVINTET_RETURN_IF_ERROR(file_->Add(duel));
        progress({.phase = "duels", .done = std::ssize(file_->Games().duels), .most = all});
        return absl::OkStatus();
      });
}

absl::StatusOr<StudyDuel> StudyRun::PlayDuel(const Meeting& meeting,
                                             const std::stop_token& stop) const {
  const auto [variant, a, b] = meeting;
  const envs::Game& game = *games_[variant];
  const uint64_t seed = DuelSeed(settings_.seed, variant, a, b);
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Agent> stronger,
                           makers_.player(game, settings_.levels[a].specs[variant], seed));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Agent> weaker,
                           makers_.player(game, settings_.levels[b].specs[variant], seed));
  const int opening = std::min(kDuelOpening, game.Spec().max_game_length / kOpeningShare);
  const MatchOptions options = {.pairs = settings_.duel_pairs,
                                .opening_random_plies = std::max(opening, settings_.opening_plies),
                                .seed = seed,
                                .stop = stop};
  KVINTET_ASSIGN_OR_RETURN(const MatchResult match,
                           PlayMatch(game, stronger.get(), weaker.get(), options));
  StudyDuel duel = {.variant = variant, .a = a, .b = b, .scores = match.scores};
  for (const MatchGame& one : match.games) {
    std::array<int64_t, 3>& counts = one.a_seat == 0 ? duel.a_first : duel.b_first;
    ++counts[one.a_return > 0 ? 0 : one.a_return == 0 ? 1 : 2];
  }
  return duel;
}

}  // namespace kvintet::arena
