// BenchEnv: repeats timed runs of random play and reports the median.
#include "envs/pool/bench_env.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

#include "base/status_macros.h"
#include "envs/pool/env_pool.h"

namespace kvintet::envs {
namespace {

// Steps before the measurement, so that games are at all stages and all memory has been touched.
constexpr int kWarmUpSteps = 64;
// Steps between two readings of the clock.
constexpr int kStepsTogether = 16;

// Wall-clock and CPU time in seconds.
struct Times {
  double wall = 0;
  double cpu = 0;
};

Times Now() {
  timespec cpu = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
  return {
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(),
      static_cast<double>(cpu.tv_sec) + 1e-9 * static_cast<double>(cpu.tv_nsec)};
}

// A pool with the buffers to be measured.
class Bench {
 public:
  Bench(EnvPool* pool, const EnvBenchOptions& options)
      : pool_(pool),
        actions_(pool->Sizes().actions),
        planes_(options.planes ? pool->Sizes().planes : 0),
        globals_(options.planes ? pool->Sizes().globals : 0),
        mask_bits_(options.mask_bits ? pool->Sizes().mask_bits : 0),
        mask_bytes_(options.mask_bytes ? pool->Sizes().mask_bytes : 0),
        to_act_(pool->Sizes().rows),
        rewards_(pool->Sizes().rewards),
        terminal_(pool->Sizes().rows) {
    pool_->Reset(Buffers());
  }

  // Plays `count` steps at random.
  absl::Status Steps(int count) {
    for (int i = 0; i < count; ++i) {
      pool_->SampleActions(actions_);
      KVINTET_RETURN_IF_ERROR(pool_->Step(actions_, Buffers()));
    }
    return absl::OkStatus();
  }

 private:
  EnvBuffers Buffers() {
    return {.planes = planes_,
            .globals = globals_,
            .mask_bits = mask_bits_,
            .mask_bytes = mask_bytes_,
            .to_act = to_act_,
            .rewards = rewards_,
            .terminal = terminal_};
  }

  EnvPool* const pool_;
  std::vector<Action> actions_;
  std::vector<uint8_t> planes_;
  std::vector<float> globals_;
  std::vector<uint64_t> mask_bits_;
  std::vector<uint8_t> mask_bytes_;
  std::vector<uint8_t> to_act_;
  std::vector<float> rewards_;
  std::vector<uint8_t> terminal_;
};

struct Measurement {
  int64_t pool_steps = 0;
  Times taken;
};

// Steps until the time is over.
absl::StatusOr<Measurement> Measure(Bench* bench, double seconds) {
  Measurement measurement;
  const Times start = Now();
  do {
    KVINTET_RETURN_IF_ERROR(bench->Steps(kStepsTogether));
    measurement.pool_steps += kStepsTogether;
    const Times now = Now();
    measurement.taken = {now.wall - start.wall, now.cpu - start.cpu};
  } while (measurement.taken.wall < seconds);
  return measurement;
}

double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

absl::StatusOr<EnvBenchResult> BenchEnv(const Game& game, const EnvBenchOptions& options) {
  if (options.repetitions < 1) {
    return absl::InvalidArgumentError("a benchmark needs at least one repetition");
  }
  const GameSpec& spec = game.Spec();
  const auto layout = spec.simultaneous ? SeatLayout::kPerSeat : SeatLayout::kToAct;
  KVINTET_ASSIGN_OR_RETURN(const auto pool, EnvPool::Make(game, {.num_envs = options.envs,
                                                                 .num_threads = options.threads,
                                                                 .seed = options.seed,
                                                                 .layout = layout}));
  EnvBenchResult result = {
      .game = spec.text,
      .envs = options.envs,
      .threads = options.threads,
      .observation_bytes = spec.PlaneBytes() + spec.globals * static_cast<int>(sizeof(float)),
      .mask_bytes = spec.MaskWords() * static_cast<int>(sizeof(uint64_t)),
      .position_bytes = spec.position_bytes};
  Bench bench(pool.get(), options);
  KVINTET_RETURN_IF_ERROR(bench.Steps(kWarmUpSteps));
  std::vector<double> rates;
  std::vector<double> cpu_rates;
  rates.reserve(static_cast<size_t>(options.repetitions));
  cpu_rates.reserve(static_cast<size_t>(options.repetitions));
  const int64_t allocations = options.count_allocations ? options.count_allocations() : 0;
  for (int i = 0; i < options.repetitions; ++i) {
    KVINTET_ASSIGN_OR_RETURN(const Measurement one, Measure(&bench, options.seconds_each));
    const auto steps = static_cast<double>(one.pool_steps * options.envs);
    result.steps += one.pool_steps * options.envs;
    result.seconds += one.taken.wall;
    rates.push_back(steps / one.taken.wall);
    cpu_rates.push_back(steps / one.taken.cpu);
  }
  if (options.count_allocations != nullptr) {
    result.allocations_per_step = static_cast<double>(options.count_allocations() - allocations) /
                                  static_cast<double>(result.steps);
  }
  result.steps_per_second = Median(rates);
  result.steps_per_cpu_second = Median(cpu_rates);
  return result;
}

}  // namespace kvintet::envs
