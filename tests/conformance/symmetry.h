// Conformance checks of symmetry: playing the image of a game gives the image of the game.
#pragma once

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Symmetry 0 is the identity; InverseSymmetry undoes a symmetry, and its inverse is the symmetry.
absl::Status CheckInverses(const Game& game, const Effort& effort);
// The image of a seat's view is the view of the image. Its legal actions are the images of the
// legal actions, one to one. Its observation has the same bytes in some order, if the symmetry
// keeps the seats.
absl::Status CheckImagesOfViews(const Game& game, const Effort& effort);
// A game and its image, played side by side with separate histories, stay images of each other, and
// the results are images too.
absl::Status CheckImagesOfGames(const Game& game, const Effort& effort);

}  // namespace kvintet::conformance
