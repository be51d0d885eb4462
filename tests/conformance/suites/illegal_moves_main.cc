// illegal_moves GAME [POSITIONS [SEED]]: tries illegal moves, the long form of illegal_moves_test.
#include <cstdio>
#include <span>

#include "tests/conformance/illegal_moves.h"
#include "tests/conformance/suites/long_form.h"

namespace kvintet::conformance {
namespace {

int Run(std::span<char* const> arguments) {
  const auto form = ReadLongForm(arguments, "illegal_moves", "POSITIONS", 10000);
  if (!form.has_value()) {
    return 2;
  }
  const auto count = RunIllegalMoves(*form->game, *form->reference, form->count, form->seed);
  if (!count.ok()) {
    std::fprintf(stderr, "illegal_moves: %s\n", count.status().ToString().c_str());
    return 1;
  }
  std::printf("%s: %lld positions, %lld illegal moves and actions refused\n",
              form->game->Spec().text.c_str(), static_cast<long long>(count->positions),
              static_cast<long long>(count->refused));
  return 0;
}

}  // namespace
}  // namespace kvintet::conformance

int main(int argc, char** argv) {
  return kvintet::conformance::Run({argv, static_cast<size_t>(argc)});
}
