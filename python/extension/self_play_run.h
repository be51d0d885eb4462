// SelfPlayRun: self-play in the background, which a thread of Python drives batch by batch.
//
// A process that inherited a run by fork refuses every call on it, since its threads do not exist
// there.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "python/extension/evaluation_desk.h"
#include "python/extension/handles.h"
#include "selfplay/games/selfplay.h"

namespace kvintet::python {

// Who answers: Python; the uniform evaluator; or that one after it has written what Python would
// see, which measures the cost of Python alone.
enum class Judge : uint8_t { kPython, kUniform, kObserving };

// What to play.
struct SelfPlayPlan {
  SharedGame game;
  selfplay::SearchSettings search = {};
  // With threads, slots and the size of batches.
  selfplay::SelfPlaySettings self_play = {};
  uint64_t seed = 0;
  // Plays games first_game, first_game + 1, ...; without `games`, until it is closed.
  uint32_t first_game = 0;
  std::optional<uint32_t> games = {};
  Judge judge = Judge::kPython;
  PolicyLayout layout = PolicyLayout::kActions;
};

// What Wait found: finished games, or a batch to evaluate, or the end of all games. Nothing of it
// if time was up.
struct SelfPlayEvent {
  std::vector<selfplay::GameRecord> records = {};
  std::shared_ptr<DeskBatch> batch = {};
  bool ended = false;
};

// Any thread may call any function.
class SelfPlayRun {
 public:
  // Starts to play. Errors are those of CheckRanges and CheckSlotSearches; ResourceExhausted if the
  // system starts no thread. A process that inherited the run by fork never deletes it.
  static absl::StatusOr<std::shared_ptr<SelfPlayRun>> Start(const SelfPlayPlan& plan);

  const SharedGame& Game() const { return plan_.game; }
  EvaluationDesk& Desk() { return desk_; }

  // Waits for an event, at most `patience`. Takes at most `most` finished games, by ascending
  // number without gaps; games come before a batch. A batch that is not answered comes again.
  // FailedPrecondition if the run is closed; otherwise the error that ended self-play.
  absl::StatusOr<SelfPlayEvent> Wait(size_t most, std::chrono::milliseconds patience);
  // The work done, as of about a second ago.
  selfplay::SelfPlayStats Stats();
  // Drops the games in play and waits for the threads. A second call does nothing.
  void Close();
  // FailedPrecondition in a process that inherited the run by fork.
  absl::Status CheckProcess() const;

 private:
  static void Delete(SelfPlayRun* run);

  explicit SelfPlayRun(const SelfPlayPlan& plan);
  ~SelfPlayRun();

  void Play();
  // Takes a finished game; blocks while many wait.
  absl::Status Take(selfplay::GameRecord record);
  selfplay::SelfPlayTask NewTask();

  const SelfPlayPlan plan_;
  const pid_t process_;
  EvaluationDesk desk_;
  std::stop_source stop_;
  std::mutex mutex_;
  // Signals what Wait waits for, and room for further games.
  std::condition_variable changed_;
  std::condition_variable room_;
  // Guarded by mutex_ from here on.
  std::deque<selfplay::GameRecord> records_;
  selfplay::SelfPlayStats stats_;
  absl::Status status_;
  bool ended_ = false;
  bool closed_ = false;
  // Guarded by closing_. Starts last and ends first.
  std::mutex closing_;
  std::thread runner_;
};

}  // namespace kvintet::python
