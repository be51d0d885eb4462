// twins GAME [PAIRS [SEED]]: compares what seats are shown in games that they cannot tell apart,
// the long form.
#include <cstdio>
#include <memory>
#include <span>

#include "absl/strings/numbers.h"

#include "envs/registry.h"
#include "tests/conformance/twins.h"

namespace {

constexpr uint32_t kEventsBetween = 2;

int Run(std::span<char* const> arguments) {
  int64_t pairs = 1000;
  uint64_t seed = 1;
  const bool well_called = arguments.size() >= 2 && arguments.size() <= 4 &&
                           (arguments.size() < 3 || absl::SimpleAtoi(arguments[2], &pairs)) &&
                           (arguments.size() < 4 || absl::SimpleAtoi(arguments[3], &seed));
  if (!well_called) {
    std::fprintf(stderr, "usage: twins GAME [PAIRS [SEED]]\n");
    return 2;
  }
  const auto game = kvintet::envs::MakeGame(arguments[1]);
  if (!game.ok()) {
    std::fprintf(stderr, "twins: %s\n", game.status().ToString().c_str());
    return 2;
  }
  const auto report =
      kvintet::conformance::RunTwins(**game, (*game)->Spec().text, pairs, kEventsBetween, seed);
  if (!report.ok()) {
    std::fprintf(stderr, "twins: %s\n", report.status().ToString().c_str());
    return 2;
  }
  for (const auto& [face, example] : report->leaks) {
    std::printf("%s leaks %s\n", face.c_str(), example.c_str());
  }
  std::printf("%s: %lld pairs, %lld with other secrets, %zu leaks\n", (*game)->Spec().text.c_str(),
              static_cast<long long>(report->pairs), static_cast<long long>(report->secret_pairs),
              report->leaks.size());
  return report->leaks.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) { return Run({argv, static_cast<size_t>(argc)}); }
