// LongForm: see the header.
#include "tests/conformance/suites/long_form.h"

#include <cstdio>
#include <utility>

#include "absl/strings/numbers.h"

#include "envs/registry.h"
#include "tests/reference/reference_registry.h"

namespace kvintet::conformance {

std::optional<LongForm> ReadLongForm(std::span<char* const> arguments, const char* program,
                                     const char* unit, int64_t count) {
  LongForm form{.game = nullptr, .count = count};
  const bool well_called = arguments.size() >= 2 && arguments.size() <= 4 &&
                           (arguments.size() < 3 || absl::SimpleAtoi(arguments[2], &form.count)) &&
                           (arguments.size() < 4 || absl::SimpleAtoi(arguments[3], &form.seed));
  if (!well_called) {
    std::fprintf(stderr, "usage: %s GAME [%s [SEED]]\n", program, unit);
    return std::nullopt;
  }
  auto game = envs::MakeGame(arguments[1]);
  if (!game.ok()) {
    std::fprintf(stderr, "%s: %s\n", program, game.status().ToString().c_str());
    return std::nullopt;
  }
  form.game = *std::move(game);
  form.reference = reference::MakeReference(form.game->Spec().text);
  if (form.reference == nullptr) {
    std::fprintf(stderr, "%s: no reference of %s\n", program, form.game->Spec().text.c_str());
    return std::nullopt;
  }
  return form;
}

}  // namespace kvintet::conformance
