// StrengthMeter: how strong a run's newest model is while it learns, by pairs of games in the
// background.
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

// Why these references cannot be had, as MakeAgent says.
absl::Status CheckReferences(const envs::Game& game, const StrengthConfig& config);

// One thread that plays, from when it is made until it is destroyed, and rests in between. Any
// thread may call.
class StrengthMeter {
 public:
  using Clock = std::chrono::steady_clock;

  // `game` must outlive the meter; `busy_share` in (0, 1): part of the time that it plays.
  // REQUIRES: CheckReferences is ok.
  StrengthMeter(const envs::Game& game, const StrengthConfig& config, double busy_share,
                uint64_t seed);
  ~StrengthMeter();

  // From now on the model in this file is the newest.
  void Publish(const std::string& model_file, Clock::time_point now);

  // By the games of the last against_minutes: an opponent's name is its spec, of the past model
  // "past". An opponent without games has none.
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
  // The next that can be played; takes turns.
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
  // Guarded by mutex_ from here on. Models oldest first: of those as old as `span_` the last.
  std::deque<Published> models_;
  std::deque<Played> played_;
  size_t turn_ = 0;
  // Last: it uses the others.
  std::jthread thread_;
};

}  // namespace kvintet::training
