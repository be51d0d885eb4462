// Property: one property that every game must have, checked by a function that reports violations.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Named after its function, without `Check`.
struct Property {
  const char* name;
  absl::Status (*check)(const Game& game, const Effort& effort);
};

// All properties; those that others rely on come first.
std::span<const Property> Properties();

// The games to check: every registered one with its default options, and some with other options.
std::vector<std::string> GamesToCheck();

}  // namespace kvintet::conformance
