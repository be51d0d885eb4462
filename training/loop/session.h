// Session: one process's work on a run. It takes in games, takes gradient steps and commits.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "selfplay/games/selfplay.h"
#include "training/data/batch_maker.h"
#include "training/data/run_games.h"
#include "training/data/train_bucket.h"
#include "training/learning/given_models.h"
#include "training/learning/learning_review.h"
#include "training/loop/loop.h"
#include "training/loop/round_figures.h"
#include "training/loop/run_learner.h"
#include "training/network/network_evaluator.h"
#include "training/run/event_file.h"
#include "training/run/play_journal.h"
#include "training/run/progress.h"
#include "training/run/run_directory.h"
#include "training/run/run_limits.h"

namespace kvintet::training {

// All of a run except when to play and when to learn, which its schedule decides (rounds.h,
// continuous.h). One thread at a time.
class Session {
 public:
  // See Train.
  static absl::StatusOr<std::unique_ptr<Session>> Open(const TrainOptions& options);

  const TrainOptions& Options() const { return options_; }
  const SelfPlayConfig& SelfPlay() const { return options_.config.self_play(); }
  // Whether a limit of the options has been reached (the limit on games aside) or `stop` was
  // requested.
  bool Done() const { return TimeIsUp() || limits_.GamesAreUp(OwnGames()); }
  bool TimeIsUp() const { return StopRequested() || limits_.TimeIsUp(); }
  bool StopRequested() const { return options_.stop.stop_requested(); }

  // The journal of games that no shard holds yet; null if the schedule or configuration has none.
  PlayJournal* Journal() { return games_->Journal(); }
  // The games in play that an earlier session left. Call once.
  std::vector<selfplay::GameRecord> TakeBegun() { return std::move(begun_); }
  // The remaining play: from the next game on, up to the limits. Without evaluators and sink.
  selfplay::SelfPlayTask MakeTask() const;
  // The network of the last commit, to play with. REQUIRES: no step since.
  absl::StatusOr<network::PlayingNetwork> MakePlayingNetwork() const;
  // The opponent until the next commit: the sparring model or an earlier self. Empty if the
  // opponent is not a network.
  absl::StatusOr<std::optional<network::PlayingNetwork>> MakeOpponent() const;

  // Resets the counts of games and steps that Report gives.
  void BeginRound();
  // Adds a finished game to the shard, the window and the train bucket. REQUIRES: CheckRecord has
  // accepted it, as MakeTask's threads do.
  absl::Status TakeGame(selfplay::GameRecord record);
  // The same for all games of an actor's file, which becomes a shard of its own (RunGames::Adopt).
  absl::Status TakeShard(const std::string& bytes, std::vector<selfplay::GameRecord> records);
  // Takes the playing figures of a round that has lasted `seconds`, including games in play, and
  // reports progress.
  void MeasurePlay(const selfplay::SelfPlayStats& since_round, double seconds);
  // Seals the shard and writes the journal when due (schedule CONTINUOUS), and reports progress.
  absl::Status Tick();
  // Writes the journal, if there is one.
  absl::Status WriteJournal() { return games_->WriteJournal(); }
  // Seals the shard, for the next session to recover. Nothing else is stored: what has been learnt
  // since the last commit is learnt again.
  absl::Status LeaveRound() { return games_->Seal(); }
  // Schedule ROUNDS: how many games the run has that no commit follows yet.
  int64_t GamesSinceCommit() const {
    return games_->Counts().next_game - directory_.State().commit->next_game;
  }
  // How many games have ended since BeginRound.
  int64_t GamesOfRound() const { return round_.Games(); }
  // Whether there are new games or steps since BeginRound.
  bool HasNews() const { return !round_.IsEmpty(); }
  // Takes one step if the train bucket allows it; returns whether it did. Takes none before the
  // window has its minimum number of rows. The credit gained until then is not spent all at once.
  absl::StatusOr<bool> Learn();
  // Takes all steps that the bucket allows. Those that are left when time is up are left to the
  // next session.
  absl::Status LearnAll();
  // Seals the shard and enters learner, model and all games so far into the manifest.
  absl::Status Commit();
  // Writes progress.json for viewers. The run continues if it cannot be written.
  void WriteProgress();
  // Writes one line of metrics for the round that ends here.
  absl::Status Report();

  // The run on disk, and the numbers of its games so far.
  const RunDirectory& Directory() const { return directory_; }
  const GameCounts& Counts() const { return games_->Counts(); }
  // The format that the run's networks play in.
  const RunFormat& Format() const { return learner_->Format(); }

  // The schedule fills in the speeds and shares.
  Progress& Figures() { return progress_; }

 private:
  Session(const TrainOptions& options, RunDirectory directory);

  // Makes or restores everything that the run learns with and from.
  absl::Status Begin(const GivenModels& given);
  // Counts a finished game in the round's figures and the train bucket.
  void CountGame(const selfplay::GameRecord& record);
  // Copies the counts of games and rows to the progress.
  void CountGames();
  // Number of games that the run has played itself.
  int64_t OwnGames() const { return progress_.games - progress_.given_games; }
  // Restores the games that an earlier session left in the journal.
  absl::Status RestoreJournal();
  // Reports progress; TellNowAndThen at most once a second.
  void Tell();
  void TellNowAndThen();
  // The factor of the learning rate in this round's steps (LearnerConfig::cooldown_share).
  double RateShare() const;

  using Clock = std::chrono::steady_clock;
  const TrainOptions options_;
  const Config& config_;
  RunDirectory directory_;
  BatchMaker batches_;
  LearningReview review_;
  std::unique_ptr<RunGames> games_;
  std::vector<selfplay::GameRecord> begun_;
  // The sparring model.
  std::optional<network::PlayingNetwork> opponent_;
  std::unique_ptr<RunLearner> learner_;
  std::optional<EventFile> events_;
  TrainBucket bucket_;
  RunLimits limits_;
  Clock::time_point told_ = Clock::now();
  Clock::time_point written_ = Clock::now();
  Progress progress_;
  // Since BeginRound.
  RoundFigures round_;
};

}  // namespace kvintet::training
