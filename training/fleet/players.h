// Players: threads that play an assignment.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "selfplay/games/selfplay.h"
#include "training/fleet/assignment.h"
#include "training/fleet/number_stock.h"
#include "training/network/live_network.h"

namespace kvintet::training {

// Plays from construction until it is stopped or its numbers end. Any thread.
class Players {
 public:
  // `sink` takes finished games, one call at a time, on any thread.
  // The stock must outlive the object.
  Players(const Assignment& assignment, NumberStock* stock,
          std::function<absl::Status(selfplay::GameRecord)> sink)
      : stock_(stock), live_(assignment.Playing()), task_(assignment.MakeTask()) {
    task_.stop = stop_.get_token();
    task_.next_number = [stock] { return stock->Take(); };
    task_.sink = std::move(sink);
    task_.make_evaluator = [this](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
      return std::make_unique<network::LiveEvaluator>(*task_.game, live_);
    };
    task_.on_progress = [this](const selfplay::SelfPlayStats& stats) {
      const std::lock_guard lock(mutex_);
      stats_ = stats;
    };
    thread_ = std::jthread([this] {
      const absl::Status status = selfplay::RunSelfPlay(task_).status();
      const std::lock_guard lock(mutex_);
      status_ = status;
      ended_ = true;
    });
  }
  ~Players() { Stop(); }

  void Publish(const network::PlayingNetwork& next) { live_.Publish(next); }
  void Stop() {
    stop_.request_stop();
    stock_->Close();
  }
  bool Ended() const {
    const std::lock_guard lock(mutex_);
    return ended_;
  }
  absl::Status Status() const {
    const std::lock_guard lock(mutex_);
    return status_;
  }
  selfplay::SelfPlayStats Stats() const {
    const std::lock_guard lock(mutex_);
    return stats_;
  }

 private:
  NumberStock* const stock_;
  network::LiveNetwork live_;
  std::stop_source stop_;
  selfplay::SelfPlayTask task_;
  mutable std::mutex mutex_;
  // Guarded by mutex_ from here on.
  selfplay::SelfPlayStats stats_;
  absl::Status status_;
  bool ended_ = false;
  std::jthread thread_;
};

}  // namespace kvintet::training
