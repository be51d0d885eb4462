// StrengthMeter: measures the strength of a run's newest model while it learns, by playing pairs of
// games in the background.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <absl/status/status.h>

#include "arena/statistics/score.h"
#include "envs/game.h"
#include "proto/strength_config.pb.h"
#include "training/run/learning_figures.h"

namespace kvintet::training {

// Why an agent cannot be made for one of these references; see MakeAgent.
absl::Status CheckReferences(const envs::Game& game, const StrengthConfig& config);

// One thread that plays and rests by turns, from construction to destruction. Any thread may call.
class StrengthMeter {
 public:
  using Clock = std::chrono::steady_clock;

  // `game` must outlive the meter; `busy_share` in (0, 1): the share of time that it plays.
  // REQUIRES: CheckReferences is ok.
  StrengthMeter(const envs::Game& game, const StrengthConfig& config, double busy_share,
                uint64_t seed);
  ~StrengthMeter();

  // Makes the model in this file the newest.
  void Publish(const std::string& model_file, Clock::time_point now);

  // From the games of the last against_minutes. Keys are the opponents' specs, "past" for the past
  // model. Opponents without games have no entry.
  std::map<std::string, EloFigures> Figures(Clock::time_point now) const;

 private:
  struct Published {
    std::string file;
    Clock::time_point time;
  };
  struct Played {
    Clock::time_point time;
    std::string opponent;
    arena::PairScores scores;
  };
  struct Pairing {
    std::string newest;
    std::string opponent_spec;
    std::string opponent;
  };

  void Work(const std::stop_token& stop);
  // The next pairing that can be played; opponents take turns.
  std::optional<Pairing> Next(Clock::time_point now);
  absl::Status PlayPair(const Pairing& pairing, const std::stop_token& stop);
  std::string SpecOf(const std::string& model_file) const;

  const envs::Game& game_;
  const StrengthConfig config_;
  const double busy_share_;
  const uint64_t seed_;
  const Clock::duration span_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by mutex_ from here on. Models oldest first; of those older than `span_` only the last.
  std::deque<Published> models_;
  std::deque<Played> played_;
  size_t turn_ = 0;
  // Last member, since the thread uses the others.
  std::jthread thread_;
};

}  // namespace kvintet::training
