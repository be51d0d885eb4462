// BenchEnv: measures how fast an EnvPool steps a game under uniformly random legal play.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::envs {

// What to measure. In every step the seats to act choose at random, and the pool writes planes,
// globals and masks for them (in simultaneous games for both seats).
struct EnvBenchOptions {
  int envs = 1024;
  int threads = 1;
  // The number of measurements, of which the median counts, and the minimum length of each.
  int repetitions = 5;
  double seconds_each = 0.3;
  uint64_t seed = 0;
  // Which outputs the pool writes.
  bool planes = true;
  bool mask_bits = true;
  bool mask_bytes = false;
  // Returns the allocations so far (base/allocation_counter.h). nullptr if the program does not
  // count them.
  int64_t (*count_allocations)() = nullptr;
};

// A step is one step of one game. A joint action of both seats is one step; chance events do not
// count.
struct EnvBenchResult {
  std::string game;
  int envs = 0;
  int threads = 0;
  // Totals over all measurements.
  int64_t steps = 0;
  double seconds = 0;
  // The median measurement, per second of wall-clock time and per second of CPU time of all
  // threads.
  double steps_per_second = 0;
  double steps_per_cpu_second = 0;
  // Bytes of one slot's observation and of its bit mask, and of one position.
  int observation_bytes = 0;
  int mask_bytes = 0;
  int position_bytes = 0;
  // -1 if not counted.
  double allocations_per_step = -1;
};

// InvalidArgument if the options are invalid.
absl::StatusOr<EnvBenchResult> BenchEnv(const Game& game, const EnvBenchOptions& options);

}  // namespace kvintet::envs
