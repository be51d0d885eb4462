// RunContinuously: see the header.
#include "training/loop/continuous.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "base/seconds.h"
#include "base/status_macros.h"
#include "training/data/game_queue.h"
#include "training/network/live_network.h"

namespace kvintet::training {
namespace {

using Clock = std::chrono::steady_clock;

// Maximum time between checks of clocks and limits.
constexpr std::chrono::duration<double> kWait(0.2);

// Threads that play from construction until they are stopped or have nothing left to play.
class Players {
 public:
  Players(Session* session, network::PlayingNetwork first,
          std::optional<network::PlayingNetwork> opponent)
      : live_(std::move(first)),
        queue_(static_cast<size_t>(session->SelfPlay().games_per_round())),
        outer_stop_(session->Options().stop, [this] { Stop(); }) {
    task_ = session->MakeTask();
    task_.stop = stop_.get_token();
    task_.in_order = false;
    task_.make_evaluator = [this](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
      return std::make_unique<network::LiveEvaluator>(*task_.game, live_);
    };
    if (opponent) {
      live_opponent_.emplace(*std::move(opponent));
      task_.make_opponent = [this](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
        return std::make_unique<network::LiveEvaluator>(*task_.game, *live_opponent_);
      };
    }
    task_.on_progress = [this](const selfplay::SelfPlayStats& stats) {
      const std::lock_guard lock(mutex_);
      stats_ = stats;
    };
    Restore(session);
    thread_ = std::jthread([this] { Play(); });
  }
  ~Players() { Stop(); }

  // Replaces the learner's newest network and its sparring partner.
  void Publish(network::PlayingNetwork next, std::optional<network::PlayingNetwork> opponent) {
    live_.Publish(std::move(next));
    if (opponent) {
      live_opponent_->Publish(*std::move(opponent));
    }
  }
  GameQueue& Queue() { return queue_; }
  selfplay::SelfPlayStats Stats() const {
    const std::lock_guard lock(mutex_);
    return stats_;
  }
  // Call after Queue().Done().
  absl::Status Status() const {
    const std::lock_guard lock(mutex_);
    return status_;
  }

 private:
  // Resumes the games that were in play, and records games in the journal.
  void Restore(Session* session) {
    PlayJournal* const journal = session->Journal();
    task_.sink = [this, journal](selfplay::GameRecord record) {
      if (journal != nullptr) {
        journal->AddEnded(record);
      }
      // After a stop the queue is closed and refuses games. An error would keep the games that end
      // after this one from the journal.
      queue_.Push(std::move(record)).IgnoreError();
      return absl::OkStatus();
    };
    if (journal == nullptr) {
      return;
    }
    task_.resumed_games = session->TakeBegun();
    if (task_.games) {
      task_.resumed_games.resize(std::min<size_t>(task_.resumed_games.size(), *task_.games));
      *task_.games -= static_cast<uint32_t>(task_.resumed_games.size());
    }
    task_.in_play_period = journal->Period();
    task_.on_checkpoint = [journal](std::vector<selfplay::GameRecord> games) {
      journal->SetInPlay(std::move(games));
    };
  }

  void Play() {
    const absl::StatusOr<selfplay::SelfPlayStats> played = selfplay::RunSelfPlay(task_);
    {
      const std::lock_guard lock(mutex_);
      status_ = played.status();
    }
    queue_.Close();
  }

  void Stop() {
    stop_.request_stop();
    queue_.Close();
  }

  network::LiveNetwork live_;
  // Set if the opponent is a network.
  std::optional<network::LiveNetwork> live_opponent_;
  GameQueue queue_;
  std::stop_source stop_;
  selfplay::SelfPlayTask task_;
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  selfplay::SelfPlayStats stats_;
  absl::Status status_;
  std::stop_callback<std::function<void()>> outer_stop_;
  std::jthread thread_;
};

// Values at the start of a round, which its figures are differences from. Playing continues while a
// round is committed, so that time counts for the next round.
struct RoundStart {
  Clock::time_point time = Clock::now();
  selfplay::SelfPlayStats stats = {};
  double push_seconds = 0;
  double queue_seconds = 0;
  double pop_seconds = 0;
  double learn_seconds = 0;
};

class Loop {
 public:
  Loop(Session* session, network::PlayingNetwork first,
       std::optional<network::PlayingNetwork> opponent)
      : session_(session), players_(session, std::move(first), std::move(opponent)) {}

  absl::Status Run() {
    session_->BeginRound();
    while (!players_.Queue().Done()) {
      // Once the time is up, learning is left to the next session.
      KVINTET_ASSIGN_OR_RETURN(const bool learnt,
                               session_->TimeIsUp() ? absl::StatusOr<bool>(false) : LearnOnce());
      if (!learnt) {
        KVINTET_RETURN_IF_ERROR(TakeGame());
      }
      if (session_->GamesOfRound() >= session_->SelfPlay().games_per_round()) {
        KVINTET_RETURN_IF_ERROR(EndRound());
        KVINTET_ASSIGN_OR_RETURN(network::PlayingNetwork next, session_->MakePlayingNetwork());
        KVINTET_ASSIGN_OR_RETURN(std::optional<network::PlayingNetwork> opponent,
                                 session_->MakeOpponent());
        players_.Publish(std::move(next), std::move(opponent));
      }
    }
    KVINTET_RETURN_IF_ERROR(players_.Status());
    // Playing that finished no game still counts towards --minutes.
    const bool played = players_.Stats().evaluations > round_.stats.evaluations;
    if (session_->HasNews() || played) {
      return EndRound();
    }
    MeasurePlay(players_.Stats());
    return absl::OkStatus();
  }

 private:
  void MeasurePlay(const selfplay::SelfPlayStats& stats) {
    session_->MeasurePlay(stats.Since(round_.stats), SecondsSince(round_.time));
  }

  absl::StatusOr<bool> LearnOnce() {
    const Clock::time_point begun = Clock::now();
    KVINTET_ASSIGN_OR_RETURN(const bool learnt, session_->Learn());
    learn_seconds_ += learnt ? SecondsSince(begun) : 0;
    return learnt;
  }

  absl::Status TakeGame() {
    const Clock::time_point begun = Clock::now();
    std::optional<selfplay::GameRecord> record = players_.Queue().Pop(kWait);
    pop_seconds_ += SecondsSince(begun);
    MeasurePlay(players_.Stats());
    return record ? session_->TakeGame(*std::move(record)) : session_->Tick();
  }

  absl::Status EndRound() {
    const Clock::time_point now = Clock::now();
    const double seconds = std::max(SecondsSince(round_.time), 1e-9);
    const selfplay::SelfPlayStats stats = players_.Stats();
    const double push_seconds = players_.Queue().PushSeconds();
    MeasurePlay(stats);
    Progress& figures = session_->Figures();
    figures.learn_share = (learn_seconds_ - round_.learn_seconds) / seconds;
    figures.learn_idle_share = (pop_seconds_ - round_.pop_seconds) / seconds;
    figures.play_idle_share = (push_seconds - round_.push_seconds) / seconds;
    const double queue_seconds = players_.Queue().QueueSeconds();
    figures.queue_seconds = (queue_seconds - round_.queue_seconds) /
                            static_cast<double>(std::max<int64_t>(session_->GamesOfRound(), 1));
    KVINTET_RETURN_IF_ERROR(session_->Commit());
    KVINTET_RETURN_IF_ERROR(session_->Report());
    round_ = {.time = now,
              .stats = stats,
              .push_seconds = push_seconds,
              .queue_seconds = queue_seconds,
              .pop_seconds = pop_seconds_,
              .learn_seconds = learn_seconds_};
    session_->BeginRound();
    return absl::OkStatus();
  }

  Session* const session_;
  Players players_;
  double pop_seconds_ = 0;
  double learn_seconds_ = 0;
  RoundStart round_;
};

}  // namespace

absl::Status RunContinuously(Session* session) {
  if (session->Done()) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(network::PlayingNetwork first, session->MakePlayingNetwork());
  KVINTET_ASSIGN_OR_RETURN(std::optional<network::PlayingNetwork> opponent,
                           session->MakeOpponent());
  KVINTET_RETURN_IF_ERROR(Loop(session, std::move(first), std::move(opponent)).Run());
  // Nobody plays any more at this point.
  return session->WriteJournal();
}

}  // namespace kvintet::training
