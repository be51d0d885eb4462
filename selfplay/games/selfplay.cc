// RunSelfPlay: see the header.
#include "selfplay/games/selfplay.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/seconds.h"
#include "base/status_macros.h"
#include "selfplay/evaluators/evaluation_cache.h"

namespace kvintet::selfplay {
namespace {

// State shared by the threads of one run. Thread-safe.
class SharedRun {
 public:
  SharedRun(const SelfPlayTask& task, int threads)
      : task_(task), next_out_(task.first_game), stats_(static_cast<size_t>(threads)) {
    if (const int64_t positions = task.self_play.cache_positions; positions > 0) {
      cache_ = std::make_unique<EvaluationCache>(positions, task.game->Spec().num_actions);
    }
  }

  std::optional<uint32_t> NextGame() {
    if (task_.next_number) {
      return task_.next_number();
    }
    const std::lock_guard lock(mutex_);
    if (task_.games.has_value() && given_ == *task_.games) {
      return std::nullopt;
    }
    return task_.first_game + given_++;
  }

  std::optional<GameRecord> NextBegun() {
    const std::lock_guard lock(mutex_);
    return begun_ == task_.resumed_games.size() ? std::nullopt
                                                : std::optional(task_.resumed_games[begun_++]);
  }

  // Passes on a thread's record, and updates that thread's statistics.
  absl::Status Take(GameRecord record, int thread, const SelfPlayStats& stats) {
    const std::lock_guard lock(mutex_);
    Note(thread, stats);
    // A sink that failed gets no more records, although other threads have not stopped yet.
    if (sink_status_.ok()) {
      sink_status_ = task_.in_order ? TakeInOrder(std::move(record)) : HandOn(std::move(record));
    }
    return sink_status_;
  }

  // Updates a thread's statistics; skipped while another thread's record is being taken.
  void Tell(int thread, const SelfPlayStats& stats) {
    if (const std::unique_lock lock(mutex_, std::try_to_lock); lock.owns_lock()) {
      Note(thread, stats);
    }
  }

  // Called when a thread ends; an error stops the other threads.
  void Report(const absl::Status& status, int thread, const SelfPlayStats& stats) {
    const std::lock_guard lock(mutex_);
    status_.Update(status);
    Note(thread, stats);
    if (!status.ok()) {
      stop_.request_stop();
    }
  }

  // Null without a cache.
  EvaluationCache* Cache() const { return cache_.get(); }
  void RequestStop() { stop_.request_stop(); }
  std::stop_token StopToken() const { return stop_.get_token(); }
  // Valid after all threads have ended.
  const absl::Status& Status() const { return status_; }
  SelfPlayStats Stats() const { return Sum(); }

 private:
  // REQUIRES: mutex_ is held.
  void Note(int thread, const SelfPlayStats& stats) {
    stats_[static_cast<size_t>(thread)] = stats;
    if (task_.on_progress) {
      task_.on_progress(Sum());
    }
  }

  SelfPlayStats Sum() const {
    SelfPlayStats sum;
    sum.in_play = early_in_play_;
    for (const SelfPlayStats& stats : stats_) {
      sum.Add(stats);
    }
    return sum;
  }

  absl::Status HandOn(GameRecord record) {
    return task_.sink ? task_.sink(std::move(record)) : absl::OkStatus();
  }

  // Holds back records that come early.
  absl::Status TakeInOrder(GameRecord record) {
    const uint32_t number = record.number;
    CountEarly(record, 1);
    early_.emplace(number, std::move(record));
    for (auto first = early_.begin(); first != early_.end() && first->first == next_out_;
         first = early_.erase(first), ++next_out_) {
      CountEarly(first->second, -1);
      KVINTET_RETURN_IF_ERROR(HandOn(std::move(first->second)));
    }
    return absl::OkStatus();
  }

  void CountEarly(const GameRecord& record, int64_t sign) {
    early_in_play_.Add({.games = sign,
                        .plies = sign * std::ssize(record.events),
                        .evaluations = sign * record.evaluations});
  }

  const SelfPlayTask& task_;
  std::stop_source stop_;
  std::unique_ptr<EvaluationCache> cache_;
  std::mutex mutex_;
  // Guarded by mutex_ from here on.
  uint32_t given_ = 0;
  size_t begun_ = 0;
  uint32_t next_out_;
  std::map<uint32_t, GameRecord> early_;
  // Counts of the held-back games.
  GamesInPlay early_in_play_;
  absl::Status status_;
  absl::Status sink_status_;
  // By thread.
  std::vector<SelfPlayStats> stats_;
};

absl::Status PlayOnThread(const SelfPlayTask& task, int thread, SharedRun* shared,
                          SelfPlayStats* stats) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Evaluator> evaluator, task.make_evaluator(thread));
  std::unique_ptr<Evaluator> opponent;
  if (task.make_opponent) {
    KVINTET_ASSIGN_OR_RETURN(opponent, task.make_opponent(thread));
  }
  std::unique_ptr<SelfPlayActor> actor;
  const ActorTask actor_task = {
      .game = task.game,
      .search = task.search,
      .self_play = task.self_play,
      .seed = task.seed,
      .next_game = [shared] { return shared->NextGame(); },
      .next_begun = [shared] { return shared->NextBegun(); },
      .on_checkpoint = task.on_checkpoint,
      .in_play_period = task.in_play_period,
      .on_progress = [shared,
                      thread](const SelfPlayStats& so_far) { shared->Tell(thread, so_far); },
      .told_period = task.told_period,
      .sink =
          [&](GameRecord record) {
            if (task.check) {
              KVINTET_RETURN_IF_ERROR(task.check(record));
            }
            return shared->Take(std::move(record), thread, actor->Stats());
          },
      .cache = shared->Cache(),
      .deadline = task.deadline};
  KVINTET_ASSIGN_OR_RETURN(actor,
                           SelfPlayActor::Create(actor_task, evaluator.get(), opponent.get()));
  absl::Status status = actor->Run(shared->StopToken());
  *stats = actor->Stats();
  return status;
}

// Calls `play`; where that finds no memory, the run ends with an error, and the process does not.
template <typename Play>
auto WithMemory(const Play& play) -> decltype(play()) {
  try {
    return play();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(
        "self-play finds no more memory: wanted fewer games at once or cached positions");
  }
}

void PlayAndReport(const SelfPlayTask& task, int thread, SharedRun* shared) {
  SelfPlayStats stats;
  const absl::Status status =
      WithMemory([&] { return PlayOnThread(task, thread, shared, &stats); });
  shared->Report(status, thread, stats);
}

// Plays on so many threads until all have ended.
void PlayOnThreads(const SelfPlayTask& task, int threads, SharedRun* shared) {
  std::vector<std::jthread> running;
  running.reserve(static_cast<size_t>(threads));
  for (int i = 0; i < threads; ++i) {
    try {
      running.emplace_back([&task, shared, i] { PlayAndReport(task, i, shared); });
    } catch (const std::system_error& error) {
      const auto text =
          absl::StrCat("wanted ", threads, " threads of self-play, the system starts ",
                       "no more than ", i, ": ", error.what());
      return shared->Report(absl::ResourceExhaustedError(text), i, {});
    }
  }
}

absl::Status CheckOrder(const SelfPlayTask& task) {
  if (!task.in_order || (!task.next_number && task.resumed_games.empty())) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("self-play: in_order needs games numbered in a row, there are ",
                   task.next_number ? "numbers of the caller's" : "games to resume",
                   ": in_order must be false"));
}

absl::StatusOr<SelfPlayStats> Run(const SelfPlayTask& task) {
  KVINTET_RETURN_IF_ERROR(CheckOrder(task));
  const auto start = std::chrono::steady_clock::now();
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int threads = task.self_play.threads > 0 ? task.self_play.threads : cores;
  SharedRun shared(task, threads);
  const std::stop_callback stop(task.stop, [&shared] { shared.RequestStop(); });
  PlayOnThreads(task, threads, &shared);
  KVINTET_RETURN_IF_ERROR(shared.Status());
  SelfPlayStats stats = shared.Stats();
  stats.seconds = SecondsSince(start);
  return stats;
}

}  // namespace

absl::StatusOr<SelfPlayStats> RunSelfPlay(const SelfPlayTask& task) {
  return WithMemory([&task] { return Run(task); });
}

}  // namespace kvintet::selfplay
