// lockstep GAME [PLIES [SEED]]: plays a game in lock-step with its reference, the long form.
#include <cstdio>
#include <memory>
#include <span>
#include <string>

#include "absl/strings/numbers.h"

#include "envs/registry.h"
#include "tests/conformance/lockstep.h"

namespace {

int Run(std::span<char* const> arguments) {
  int64_t plies = 10000;
  uint64_t seed = 1;
  const bool well_called = arguments.size() >= 2 && arguments.size() <= 4 &&
                           (arguments.size() < 3 || absl::SimpleAtoi(arguments[2], &plies)) &&
                           (arguments.size() < 4 || absl::SimpleAtoi(arguments[3], &seed));
  if (!well_called) {
    std::fprintf(stderr, "usage: lockstep GAME [PLIES [SEED]]\n");
    return 2;
  }
  const auto game = kvintet::envs::MakeGame(arguments[1]);
  if (!game.ok()) {
    std::fprintf(stderr, "lockstep: %s\n", game.status().ToString().c_str());
    return 2;
  }
  const auto report = kvintet::conformance::RunLockstep(**game, plies, seed);
  if (!report.ok()) {
    std::fprintf(stderr, "lockstep: %s\n", report.status().ToString().c_str());
    return 1;
  }
  std::printf("%s: %lld games, %lld plies, no difference\n", (*game)->Spec().text.c_str(),
              static_cast<long long>(report->games), static_cast<long long>(report->plies));
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return Run({argv, static_cast<size_t>(argc)}); }
