// env_step: measures steps per second of games in an EnvPool, by number of games and threads.
//
// env_step [GAME[{options}] [ENVS [THREADS [FIELDS]]]]: one game, or all of them; FIELDS is "all"
// (planes and both masks), "sight" (planes and bits), "mask" (bits) or "none".
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"

#include "base/allocation_counter.h"
#include "envs/pool/bench_env.h"
#include "envs/registry.h"

namespace {

// Prints one line of figures. Returns the exit status.
int Report(const std::string& text, const kvintet::envs::EnvBenchOptions& options) {
  const auto game = kvintet::envs::MakeGame(text);
  if (!game.ok()) {
    std::cerr << game.status().message() << "\n";
    return 1;
  }
  const auto result = kvintet::envs::BenchEnv(**game, options);
  if (!result.ok()) {
    std::cerr << result.status().message() << "\n";
    return 1;
  }
  std::cout << absl::StrFormat(
                   "%-36s %6d games %2d threads %8.2f M steps/s %8.2f M per CPU second "
                   "%5d B seen %4d B position %g allocations a step in %d steps",
                   result->game, result->envs, result->threads, result->steps_per_second / 1e6,
                   result->steps_per_cpu_second / 1e6, result->observation_bytes,
                   result->position_bytes, result->allocations_per_step, result->steps)
            << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  const std::string fields = args.size() > 3 ? args[3] : "all";
  kvintet::envs::EnvBenchOptions options;
  options.envs = args.size() > 1 ? std::atoi(args[1].c_str()) : options.envs;
  options.threads = args.size() > 2 ? std::atoi(args[2].c_str()) : options.threads;
  options.planes = fields == "all" || fields == "sight";
  options.mask_bits = fields != "none";
  options.mask_bytes = fields == "all";
  options.count_allocations = kvintet::AllocationCount;
  int status = 0;
  for (const std::string& name :
       args.empty() ? kvintet::envs::GameNames() : std::vector<std::string>{args[0]}) {
    status |= Report(name, options);
  }
  return status;
}
