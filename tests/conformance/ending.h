// Conformance checks of ends, for learners: margins and owners of cells.
#pragma once

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// The margin is always 0 if the game says that it has none. If the game has a standing, the
// standing at the end is the margin.
absl::Status CheckMargins(const Game& game, const Effort& effort);
// Each cell is own, the opponent's or nobody's. Own cells of one seat are the opponent's for the
// other seat. Symmetric images of the end and of the view have the same number of each.
absl::Status CheckOwnership(const Game& game, const Effort& effort);

}  // namespace kvintet::conformance
