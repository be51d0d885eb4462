// Property: one thing that every game owes, as a function that says where it does not hold.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Named after its function without `Check`.
struct Property {
  const char* name;
  absl::Status (*check)(const Game& game, const Effort& effort);
};

// All of them; those that others rely on first.
std::span<const Property> Properties();

// Games to check: every registered one with its default options, and some with others.
std::vector<std::string> GamesToCheck();

}  // namespace kvintet::conformance
