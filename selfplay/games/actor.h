// SelfPlayActor: one thread's games: advances them, evaluates them together, hands out records.
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

#include "proto/search_config.pb.h"
#include "proto/self_play_config.pb.h"
#include "selfplay/games/evaluation_batch.h"
#include "selfplay/games/game_slot.h"
#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {

// Games in play; sums over threads and games. A game that has ended but waits for its turn to be
// handed on (SelfPlayTask::in_order) still counts.
struct GamesInPlay {
  int64_t games = 0;
  // Actions and outcomes of chance so far.
  int64_t plies = 0;
  // Evaluations that they have asked for, those that a cache spared included.
  int64_t evaluations = 0;

  // Of a game; 0 without any.
  double MeanPly() const;
  void Add(const GamesInPlay& other);
};

// What was done; sums over threads and games.
struct SelfPlayStats {
  int64_t games = 0;
  int64_t rows = 0;
  // Rows of games that were dropped in the middle.
  int64_t dropped_rows = 0;
  // Views evaluated, in how many batches, and what those had room for. Those in games in play
  // count.
  int64_t evaluations = 0;
  int64_t batches = 0;
  int64_t batch_room = 0;
  // Evaluations that games asked for and that a cache spared.
  int64_t cache_hits = 0;
  // Games that a seat gave up; games that went on where a seat would have given up, and those of
  // them that this seat did not lose.
  int64_t resigned_games = 0;
  int64_t played_out_games = 0;
  int64_t wrong_resignations = 0;
  // Games that ended where the rules knew who wins; games that went on there, and those of them
  // that this seat did not win.
  int64_t adjudicated_games = 0;
  int64_t known_games = 0;
  int64_t wrong_adjudications = 0;
  // Seconds of thread time: in rules, search and records; and in the evaluator.
  double tree_seconds = 0;
  double evaluate_seconds = 0;
  // Seconds by the clock.
  double seconds = 0;
  // How playing stands, or stood when it was stopped.
  GamesInPlay in_play = {};

  // How full batches were, in [0, 1].
  double BatchFill() const;
  // Part of the evaluations asked for that a cache spared, in [0, 1].
  double CacheHitShare() const;
  // Part of the games that went on which giving up would have got wrong, in [0, 1]; 0 without any.
  double WrongResignShare() const;
  // The same of games that went on although the rules knew who wins; and the part of all games that
  // ended there.
  double WrongAdjudicationShare() const;
  double AdjudicatedShare() const;
  // Part of the thread time spent outside the evaluator, in [0, 1].
  double TreeShare() const;
  void Add(const SelfPlayStats& other);
  // What was done after `earlier`, a state of the same run; `in_play` is that of now.
  SelfPlayStats Since(const SelfPlayStats& earlier) const;
};

// What an actor works on.
struct ActorTask {
  const envs::Game* game = nullptr;
  SearchConfig search = {};
  SelfPlayConfig self_play = {};
  uint64_t seed = 0;
  // The number of the next game to play, none when there are no more. Called by any thread.
  std::function<std::optional<uint32_t>()> next_game = {};
  // A game to go on with, before new ones; none when there are no more. Called by any thread; may
  // be empty.
  std::function<std::optional<GameRecord>()> next_begun = {};
  // Told how far its games in play are, so often, and as it stops. Called by any thread; may be
  // empty.
  std::function<void(std::vector<GameRecord>)> in_play = {};
  std::chrono::duration<double> in_play_period = {};
  // Told what has been done so far, so often. Called by any thread; may be empty.
  std::function<void(const SelfPlayStats&)> told = {};
  std::chrono::duration<double> told_period = {};
  // Takes each game that ends. Called by any thread; may block.
  std::function<absl::Status(GameRecord)> sink = {};
  // Shared by actors; may be null.
  EvaluationCache* cache = nullptr;
  // Games in play are dropped when this time has come.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

class SelfPlayActor {
 public:
  // The evaluators are used by this actor's thread alone; `opponent` is the sparring model's, null
  // where self_play.sparring_model names none. Errors: see MakeSearch.
  static absl::StatusOr<std::unique_ptr<SelfPlayActor>> Create(const ActorTask& task,
                                                               Evaluator* evaluator,
                                                               Evaluator* opponent = nullptr);

  // Plays until there are no more games and all are ended, or `stop` or the deadline drops them, or
  // the evaluator or the sink fails.
  absl::Status Run(std::stop_token stop);

  const SelfPlayStats& Stats() const { return stats_; }

 private:
  // Who judges, what it is asked next, and the slots that wait for that, in the batch's order.
  struct Desk {
    Evaluator* evaluator;
    EvaluationBatch batch;
    std::vector<GameSlot*> waiting = {};
  };

  explicit SelfPlayActor(const ActorTask& task) : task_(task) {}

  void AddDesk(Evaluator* evaluator);
  absl::Status Play();
  bool TimeIsUp() const;
  // Advances slots, from where it last stopped, until a batch is full or all have been asked.
  absl::Status FillBatches();
  // Advances a slot through its games until it waits for a batch or is left without a game.
  absl::Status AdvanceSlot(GameSlot* slot);
  absl::Status EvaluateBatches();
  // Hands slots the answers that they wait for.
  void Answer();
  bool AnyFull() const;
  bool NoneAsked() const;
  // Begins a game in a slot, or goes on with one; false if there is none, or no time for it.
  bool Begin(GameSlot* slot);
  // The slot has a game; the game has ended.
  void CountBegun(const GameSlot& slot);
  void CountEnded(const GameRecord& record, const GameSlot& slot);
  // Those of its callers whose period is over.
  void TellWhatIsDue();
  void TellInPlay() const;

  const ActorTask task_;
  std::vector<std::unique_ptr<GameSlot>> slots_;
  size_t next_slot_ = 0;
  bool begun_left_ = true;
  bool games_left_ = true;
  // The learner's, then the sparring model's if there is one.
  std::vector<Desk> desks_;
  SelfPlayStats stats_;
  // When TellWhatIsDue last told of the games in play, and of what has been done.
  std::chrono::steady_clock::time_point in_play_told_;
  std::chrono::steady_clock::time_point stats_told_;
  std::stop_token stop_;
};

}  // namespace kvintet::selfplay
