// What a game owes of its ends, for learners: margins and whose cells are.
#pragma once

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// The margin is 0 throughout where the game says that it has none, and how a game stands in its end
// is its margin where it can say how it stands.
absl::Status CheckMargins(const Game& game, const Effort& effort);
// Each cell is own, the other's or nobody's; what is own to one seat is the other's to the other;
// and images of the end and of the view have as many of each.
absl::Status CheckOwnership(const Game& game, const Effort& effort);

}  // namespace kvintet::conformance
