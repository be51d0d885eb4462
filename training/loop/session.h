// Session: one process's work on a run: games come in, steps are taken, commits go out.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "selfplay/games/selfplay.h"
#include "selfplay/records/shard_writer.h"
#include "training/data/batch_maker.h"
#include "training/data/replay_window.h"
#include "training/learning/given_models.h"
#include "training/learning/learning_measures.h"
#include "training/learning/privileged_critic.h"
#include "training/learning/strength.h"
#include "training/loop/loop.h"
#include "training/network/files/model_file.h"
#include "training/network/learning/learner.h"
#include "training/network/network_evaluator.h"
#include "training/network/network_sight.h"
#include "training/network/ranks/ranks.h"
#include "training/run/event_file.h"
#include "training/run/play_journal.h"
#include "training/run/progress.h"
#include "training/run/run_directory.h"
#include "training/run/run_format.h"

namespace kvintet::training {

// Everything of a run but when to play and when to learn, which its schedule says (rounds.h,
// continuous.h). One thread at a time.
class Session {
 public:
  // See Train.
  static absl::StatusOr<std::unique_ptr<Session>> Open(const TrainOptions& options);

  const TrainOptions& Options() const { return options_; }
  const SelfPlayConfig& SelfPlay() const { return options_.config.self_play(); }
  // A limit of the options has been reached, or `stop` says so; the limit to the games aside.
  bool Done() const;
  bool TimeIsUp() const;

  // Of games that no shard holds yet; null where the schedule or the configuration has none.
  PlayJournal* Journal() { return journal_ ? &*journal_ : nullptr; }
  // The games in play that a session before left; once.
  std::vector<selfplay::GameRecord> TakeBegun() { return std::move(begun_); }
  // What is left to play: from the next game on, up to the limits. Without evaluators and sink.
  selfplay::SelfPlayTask MakeTask() const;
  // The newest network, to play with.
  absl::StatusOr<network::PlayingNetwork> MakePlayingNetwork() const;
  // Who spars until the next commit: the sparring model, or an earlier self. None where no network
  // does.
  absl::StatusOr<std::optional<network::PlayingNetwork>> MakeOpponent() const;

  // Begins to count games and steps anew, for what Report gives.
  void BeginRound();
  // A game that has ended: into the shard, the window and the train bucket.
  absl::Status TakeGame(selfplay::GameRecord record);
  // Takes the figures of a round's playing, which has gone on for so many seconds, games in play
  // included, and tells how far the run is.
  void MeasurePlay(const selfplay::SelfPlayStats& since_round, double seconds);
  // Seals the shard and writes the journal if their time has come (schedule CONTINUOUS), and tells
  // how far the run is.
  absl::Status Tick();
  // Writes the journal, if there is one.
  absl::Status WriteJournal();
  // How many games have come since BeginRound.
  int64_t GamesOfRound() const { return round_.games; }
  // Whether games have come or steps been taken since BeginRound.
  bool HasNews() const { return round_.games > 0 || round_.steps > 0; }
  // Takes one step if the train bucket allows; whether it did. None before the window has its least
  // number of rows; what was credited until then is not made up for at once.
  absl::StatusOr<bool> Learn();
  // Seals, and enters learner and model into the manifest with all games so far.
  absl::Status Commit();
  // What watchers read (progress.json). Where it cannot be written, the run goes on without.
  void WriteProgress();
  // One line of metrics, for the round that ends here.
  absl::Status Report();

  // Speeds and shares are the schedule's to fill in.
  Progress& Figures() { return progress_; }

 private:
  Session(const TrainOptions& options, RunDirectory directory);

  // Makes or restores the learner, and chooses the format.
  absl::Status Begin(const GivenModels& given);
  absl::Status Restore(const CommitEntry& commit);
  absl::Status EnterShard(const selfplay::Shard& shard);
  // Also counts what the run has, and credits what it was given before its first commit.
  absl::Status LoadWindow();
  // Those that the run has played itself.
  int64_t OwnGames() const;
  // What the journal has of a session before.
  absl::Status TakeUpJournal();
  // Says how far the run is; the other once a second.
  void Tell();
  void TellNowAndThen();
  // What the round's steps have of the learning rate (LearnerConfig::cooldown_share).
  double RateShare() const;
  // Takes the step of the batch just made (session_step.cc).
  absl::Status Step();
  // What the weights make of rows held out and learnt from, as the round ends
  // (session_learning.cc).
  absl::Status MeasureLearning();
  // None where there are no such rows.
  absl::StatusOr<std::optional<RowFigures>> MeasureRows(network::Learner::Which which,
                                                        bool held_out);
  // Minutes of work since the run had so many rows less than now, by the rounds that have ended.
  double MinutesOfRows(double rows) const;
  void ReadRoundsBefore();
  void BeginStrength();
  network::Model CurrentModel() const;
  double SecondsSoFar() const;
  // Of the limit; see Progress.
  double DoneShare() const;

  using Clock = std::chrono::steady_clock;
  const TrainOptions options_;
  const Config& config_;
  RunDirectory directory_;
  selfplay::ShardWriter shards_;
  const network::NetworkSight sight_;
  BatchMaker batches_;
  LearningMeasures measures_;
  // As metrics.jsonl tells them.
  std::vector<Progress> rounds_;
  ReplayWindow window_;
  std::optional<PlayJournal> journal_;
  std::vector<selfplay::GameRecord> begun_;
  network::ModelHead head_;
  network::TrainingHeads heads_;
  // Whether the learner has a magnet.
  bool magnet_ = false;
  RunFormat format_;
  // The sparring model.
  std::optional<network::PlayingNetwork> opponent_;
  std::unique_ptr<network::Learner> learner_;
  // Takes the learner's steps.
  std::unique_ptr<network::Ranks> ranks_;
  // Null: none is wanted.
  std::unique_ptr<PrivilegedCritic> critic_;
  std::optional<EventFile> events_;
  // Null where the configuration wants none.
  std::unique_ptr<StrengthMeter> strength_;
  // Samples that the train bucket allows.
  double credit_ = 0;
  int64_t next_game_ = 0;
  // The number of the first game that the run plays itself.
  int64_t first_game_ = 0;
  double seconds_before_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point told_ = Clock::now();
  Clock::time_point written_ = Clock::now();
  // Of games that have ended.
  int64_t ended_evaluations_ = 0;
  Progress progress_;
  // Since BeginRound.
  struct Round {
    int64_t games = 0;
    int64_t plies = 0;
    int64_t steps = 0;
    // Their sums.
    network::LossReport losses = {};
    network::LossReport critic_losses = {};
    ReturnFit fit = {};
  } round_;
};

}  // namespace kvintet::training
