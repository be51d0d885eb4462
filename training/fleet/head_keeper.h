// HeadKeeper: keeps a run's head and newest models in its link, also after the link has lost them.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/link/run_link.h"

namespace kvintet::training {

// One thread at a time.
class HeadKeeper {
 public:
  using Clock = std::chrono::steady_clock;

  // How many of the newest models actors can still get.
  static constexpr size_t kModels = 3;
  // How far a wiped link's numbers begin above all that the learner has seen.
  static constexpr int64_t kSlack = 100000;

  // Takes over the run. `link` must outlive the object. `last_epoch`: see RunLink::TakeOver.
  static absl::StatusOr<HeadKeeper> TakeOver(RunLink* link, int64_t last_epoch);

  int64_t Epoch() const { return epoch_; }
  // The learner has seen this game number.
  void Saw(int64_t number);
  // Publishes a head with its model's file. Sets head.epoch.
  absl::Status Publish(RunHead head, const std::string& model_bytes);
  // Looks once a second whether the link still has the head, and puts it back if not, with numbers
  // that nobody can have got before.
  absl::Status Keep(Clock::time_point now);

 private:
  HeadKeeper(RunLink* link, int64_t epoch) : link_(link), epoch_(epoch) {}

  struct NamedBytes {
    std::string sha;
    std::string bytes;
  };

  RunLink* link_;
  int64_t epoch_;
  std::optional<RunHead> head_;
  // The newest last.
  std::deque<NamedBytes> models_;
  int64_t greatest_ = -1;
  Clock::time_point looked_ = Clock::now();
};

}  // namespace kvintet::training
