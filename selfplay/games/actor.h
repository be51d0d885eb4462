// SelfPlayActor: runs one thread's games: advances them, evaluates them in batches, returns
// records.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "selfplay/games/evaluation_batch.h"
#include "selfplay/games/game_slot.h"
#include "selfplay/records/game_record.h"
#include "selfplay/settings/search_settings.h"
#include "selfplay/settings/self_play_settings.h"

namespace kvintet::selfplay {

// Games in play, as sums over threads and games. A finished game that is held back for its turn
// (SelfPlayTask::in_order) still counts.
struct GamesInPlay {
  int64_t games = 0;
  // Actions and chance outcomes so far.
  int64_t plies = 0;
  // Evaluations requested by them, including cache hits.
  int64_t evaluations = 0;

  // Mean plies per game; 0 without games.
  double MeanPly() const;
  void Add(const GamesInPlay& other);
};

// Work done, as sums over threads and games.
struct SelfPlayStats {
  int64_t games = 0;
  int64_t rows = 0;
  // Rows of games that were dropped before their end.
  int64_t dropped_rows = 0;
  // Views evaluated, the number of batches, and the batches' total capacity. Games in play count.
  int64_t evaluations = 0;
  int64_t batches = 0;
  int64_t batch_room = 0;
  // Evaluations answered by the cache.
  int64_t cache_hits = 0;
  // Games that a seat resigned; games played on to the end although a seat would have resigned, and
  // those of them that this seat did not lose.
  int64_t resigned_games = 0;
  int64_t played_out_games = 0;
  int64_t wrong_resignations = 0;
  // Games adjudicated because the rules knew the winner; games played on from such a position, and
  // those of them that this seat did not win.
  int64_t adjudicated_games = 0;
  int64_t known_games = 0;
  int64_t wrong_adjudications = 0;
  // Thread time in seconds: in rules, search and records; and in the evaluator.
  double tree_seconds = 0;
  double evaluate_seconds = 0;
  // Wall-clock seconds.
  double seconds = 0;
  // The games in play now, or when playing stopped.
  GamesInPlay in_play = {};

  // Mean fill of batches, in [0, 1].
  double BatchFill() const;
  // Share of the requested evaluations answered by the cache, in [0, 1].
  double CacheHitShare() const;
  // Share of the played-out games in which resigning would have been wrong, in [0, 1]; 0 without
  // any.
  double WrongResignShare() const;
  // The same for adjudication: the share of games played on in which adjudicating would have been
  // wrong; and the share of all games that were adjudicated.
  double WrongAdjudicationShare() const;
  double AdjudicatedShare() const;
  // Share of the thread time spent outside the evaluator, in [0, 1].
  double TreeShare() const;
  void Add(const SelfPlayStats& other);
  // Work done since `earlier`, a state of the same run; `in_play` is the current one.
  SelfPlayStats Since(const SelfPlayStats& earlier) const;
};

// Settings and callbacks of an actor.
struct ActorTask {
  const envs::Game* game = nullptr;
  SearchSettings search = {};
  SelfPlaySettings self_play = {};
  uint64_t seed = 0;
  // Returns the number of the next game to play, or nothing when there are no more. Called from any
  // thread.
  std::function<std::optional<uint32_t>()> next_game = {};
  // Returns an unfinished game to resume before new games start, or nothing when there are no more.
  // Called from any thread; may be empty.
  std::function<std::optional<GameRecord>()> next_begun = {};
  // Receives the records so far of the games in play, once per in_play_period and when the actor
  // stops. Called from any thread; may be empty.
  std::function<void(std::vector<GameRecord>)> on_checkpoint = {};
  std::chrono::duration<double> in_play_period = {};
  // Receives the work done so far, once per told_period. Called from any thread; may be empty.
  std::function<void(const SelfPlayStats&)> on_progress = {};
  std::chrono::duration<double> told_period = {};
  // Takes each finished game. Called from any thread; may block.
  std::function<absl::Status(GameRecord)> sink = {};
  // Shared by actors; may be null.
  EvaluationCache* cache = nullptr;
  // Games in play are dropped at this time.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

class SelfPlayActor {
 public:
  // Only this actor's thread uses the evaluators. `opponent` evaluates for the sparring model; null
  // if self_play.sparring_model names none. Errors are those of MakeSearch.
  static absl::StatusOr<std::unique_ptr<SelfPlayActor>> Create(const ActorTask& task,
                                                               Evaluator* evaluator,
                                                               Evaluator* opponent = nullptr);

  // Plays until all games are finished, until `stop` or the deadline drops them, or until the
  // evaluator or the sink fails.
  absl::Status Run(std::stop_token stop);

  const SelfPlayStats& Stats() const { return stats_; }

 private:
  // An evaluator, its next batch, and the slots that wait for it, in the batch's order.
  struct EvaluatorQueue {
    Evaluator* evaluator;
    EvaluationBatch batch;
    std::vector<GameSlot*> waiting = {};
  };

  explicit SelfPlayActor(const ActorTask& task) : task_(task) {}

  void AddQueue(Evaluator* evaluator);
  absl::Status Play();
  bool TimeIsUp() const;
  // Advances slots, from where it last stopped, until a batch is full or every slot waits.
  absl::Status FillBatches();
  // Advances a slot through its games until it waits for a batch or has no game.
  absl::Status AdvanceSlot(GameSlot* slot);
  absl::Status EvaluateBatches();
  // Passes the answers to the waiting slots.
  void Answer();
  bool AnyFull() const;
  bool NoneAsked() const;
  // Starts or resumes a game in a slot; false if there is none left, or time is up.
  bool Begin(GameSlot* slot);
  // CountBegun: the slot has started a game. CountEnded: the game has ended.
  void CountBegun(const GameSlot& slot);
  void CountEnded(const GameRecord& record, const GameSlot& slot);
  // Calls `told` and `in_play` if their periods are over.
  void TellWhatIsDue();
  void TellInPlay() const;

  const ActorTask task_;
  std::vector<std::unique_ptr<GameSlot>> slots_;
  size_t next_slot_ = 0;
  bool begun_left_ = true;
  bool games_left_ = true;
  // The learner's queue, then the sparring model's if there is one.
  std::vector<EvaluatorQueue> queues_;
  SelfPlayStats stats_;
  // When TellWhatIsDue last called `in_play` and `told`.
  std::chrono::steady_clock::time_point in_play_told_;
  std::chrono::steady_clock::time_point stats_told_;
  std::stop_token stop_;
};

}  // namespace kvintet::selfplay
