// BenchEnv: how fast an EnvPool steps a game under uniformly random legal play.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::envs {

// What to measure. In every step the seats to act choose at random, and planes, globals and masks
// are written for them (in simultaneous games: for both seats).
struct EnvBenchOptions {
  int envs = 1024;
  int threads = 1;
  // The result is the median of so many measurements, each at least so long.
  int repetitions = 5;
  double seconds_each = 0.3;
  uint64_t seed = 0;
  // What is written.
  bool planes = true;
  bool mask_bits = true;
  bool mask_bytes = false;
  // Counts allocations so far (base/allocation_counter.h); nullptr where the program does not.
  int64_t (*count_allocations)() = nullptr;
};

// A step is one of one game; that of both seats at one time counts once, chance never.
struct EnvBenchResult {
  std::string game;
  int envs = 0;
  int threads = 0;
  // Of all measurements.
  int64_t steps = 0;
  double seconds = 0;
  // Of the median measurement; per second of the wall clock, and of processor time of all threads.
  double steps_per_second = 0;
  double steps_per_cpu_second = 0;
  // Of one game: of one slot's observation and mask as bits, of the position.
  int observation_bytes = 0;
  int mask_bytes = 0;
  int position_bytes = 0;
  // -1 where not counted.
  double allocations_per_step = -1;
};

// InvalidArgument for options that make no sense.
absl::StatusOr<EnvBenchResult> BenchEnv(const Game& game, const EnvBenchOptions& options);

}  // namespace kvintet::envs
