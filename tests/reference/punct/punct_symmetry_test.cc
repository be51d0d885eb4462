// Tests of the reference PÜNCT: rotated and mirrored games and games with exchanged colours are
// equivalent.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "tests/reference/punct/punct_setup.h"

namespace kvintet::reference::punct {
namespace {

// A symmetry of the board: rotations by a sixth of a turn, with or without a reflection first.
struct Symmetry {
  int turns = 0;
  bool mirrors = false;
};

Space Image(const Symmetry& symmetry, Space space) {
  if (symmetry.mirrors) space = {space.y, space.x};
  for (int turn = 0; turn < symmetry.turns; ++turn) space = {space.y, space.y - space.x};
  return space;
}

char Image(const Symmetry& symmetry, char kind) {
  if (!symmetry.mirrors || (kind != 'L' && kind != 'R')) return kind;
  return kind == 'L' ? 'R' : 'L';
}

// Found by its dots: the PÜNCT's first, then the minor dots in any order.
Placement Image(const Symmetry& symmetry, const Placement& placement) {
  std::array<Space, 3> expected;
  for (std::size_t dot = 0; dot < 3; ++dot) {
    expected[dot] = Image(symmetry, DotsOf(placement)[dot]);
  }
  std::sort(expected.begin() + 1, expected.end());
  for (const int rotation : DistinctRotations(placement.kind)) {
    const Placement image = {Image(symmetry, placement.kind), expected[0], rotation};
    std::array<Space, 3> dots = DotsOf(image);
    std::sort(dots.begin() + 1, dots.end());
    if (dots == expected) return image;
  }
  ADD_FAILURE() << "no image of " << placement.kind << " " << placement.rotation;
  return placement;
}

Turn Image(const Symmetry& symmetry, Turn turn) {
  if (turn.from) turn.from = Image(symmetry, *turn.from);
  turn.piece.placement = Image(symmetry, turn.piece.placement);
  return turn;
}

// The images of the legal turns as texts, sorted.
Texts ImagesOfTurns(const Rules& rules, const Symmetry& symmetry, const Position& position) {
  Texts texts;
  for (const Turn& turn : LegalTurns(rules, position)) {
    texts.push_back(TurnText(rules, Image(symmetry, turn)));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Plays a random game and its image in parallel.
void CompareGames(const Rules& rules, const Symmetry& symmetry, std::uint32_t number) {
  RandomStream random(3, number, 0, Purpose::kTest);
  Punct game(rules);
  Punct image(rules);
  while (!game.Actors().empty()) {
    ASSERT_EQ(image.Actors(), game.Actors());
    const int actor = game.Actors()[0];
    ASSERT_EQ(image.LegalMoves(actor), ImagesOfTurns(rules, symmetry, game.Now()));
    const std::vector<Turn> turns = LegalTurns(rules, game.Now());
    const Turn turn = turns[random.Below(static_cast<std::uint32_t>(turns.size()))];
    game.Apply(actor, TurnText(rules, turn));
    image.Apply(actor, TurnText(rules, Image(symmetry, turn)));
  }
  EXPECT_EQ(EndOf(image), EndOf(game));
  EXPECT_EQ(image.Margin(), game.Margin());
}

TEST(PunctSymmetryTest, TurnedAndMirroredGamesAreTheSame) {
  std::uint32_t number = 0;
  for (const bool mirrors : {false, true}) {
    for (int turns = 0; turns < 6; ++turns)
      CompareGames(CrowdedRules(), {turns, mirrors}, ++number);
  }
}

TEST(PunctSymmetryTest, SymmetriesOfTheWholeBoardKeepFirstMoves) {
  for (const Symmetry symmetry : {Symmetry{1, false}, Symmetry{0, true}}) {
    EXPECT_EQ(ImagesOfTurns(Rules(), symmetry, Position()), Punct(Rules()).LegalMoves(0));
  }
}

TEST(PunctSymmetryTest, ColoursHaveEqualRights) {
  const Rules rules = CrowdedRules();
  RandomStream random(5, 0, 0, Purpose::kTest);
  Punct game(rules);
  while (!game.Actors().empty()) {
    Position exchanged = {game.Now().pieces, Opponent(game.Now().side)};
    for (Piece& piece : exchanged.pieces) piece.owner = Opponent(piece.owner);
    const int actor = game.Actors()[0];
    const Texts legal = game.LegalMoves(actor);
    ASSERT_EQ(Punct(rules, exchanged).LegalMoves(1 - actor), legal);
    game.Apply(actor, legal[random.Below(static_cast<std::uint32_t>(legal.size()))]);
  }
}

}  // namespace
}  // namespace kvintet::reference::punct
