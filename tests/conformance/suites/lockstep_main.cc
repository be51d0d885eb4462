// lockstep GAME [PLIES [SEED]]: plays a game in lock-step with its reference, the long form.
#include <cstdio>
#include <span>

#include "tests/conformance/lockstep.h"
#include "tests/conformance/suites/long_form.h"

namespace kvintet::conformance {
namespace {

int Run(std::span<char* const> arguments) {
  const auto form = ReadLongForm(arguments, "lockstep", "PLIES", 10000);
  if (!form.has_value()) {
    return 2;
  }
  const auto report = RunLockstep(*form->game, *form->reference, form->count, form->seed);
  if (!report.ok()) {
    std::fprintf(stderr, "lockstep: %s\n", report.status().ToString().c_str());
    return 1;
  }
  std::printf("%s: %lld games, %lld plies, no difference\n", form->game->Spec().text.c_str(),
              static_cast<long long>(report->games), static_cast<long long>(report->plies));
  return 0;
}

}  // namespace
}  // namespace kvintet::conformance

int main(int argc, char** argv) {
  return kvintet::conformance::Run({argv, static_cast<size_t>(argc)});
}
