// What a game owes of symmetry: playing the image of a game is the image of playing it.
#pragma once

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Symmetry 0 is the identity; InverseSymmetry undoes, twice is back.
absl::Status CheckInverses(const Game& game, const Effort& effort);
// The image of a seat's view is the view of the image; its legal actions are the images of the
// legal actions, one to one; its observation has the same bytes in some order, where the seats
// stay.
absl::Status CheckImagesOfViews(const Game& game, const Effort& effort);
// A game and its image, played side by side with their own trails, stay images of each other, and
// end with the image of the result.
absl::Status CheckImagesOfGames(const Game& game, const Effort& effort);

}  // namespace kvintet::conformance
