// LiveNetwork: the network that plays now. It may be replaced between any two batches.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>

#include "training/network/network_evaluator.h"

namespace kvintet::network {

// Any thread.
class LiveNetwork {
 public:
  explicit LiveNetwork(PlayingNetwork first) : playing_(std::move(first)) {}

  // Batches that begin after this call are evaluated by `next`.
  void Publish(PlayingNetwork next) {
    const std::lock_guard lock(mutex_);
    playing_ = std::move(next);
  }
  PlayingNetwork Playing() const {
    const std::lock_guard lock(mutex_);
    return playing_;
  }

 private:
  mutable std::mutex mutex_;
  PlayingNetwork playing_;
};

// Evaluates each batch with the network that is current when the batch begins. One thread at a
// time.
class LiveEvaluator final : public selfplay::Evaluator {
 public:
  // `game` and `live` must outlive the evaluator.
  LiveEvaluator(const envs::Game& game, const LiveNetwork& live)
      : live_(live), evaluator_(game, live.Playing()) {}

  const envs::Game& game() const override { return evaluator_.game(); }
  // Id of the network that evaluated the last batch.
  std::string Id() const override { return evaluator_.Id(); }
  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override {
    evaluator_.Use(live_.Playing());
    return evaluator_.Evaluate(request, result);
  }

 private:
  const LiveNetwork& live_;
  NetworkEvaluator evaluator_;
};

}  // namespace kvintet::network
