// Tests of SceneText.
#include "envs/drawing/scene_text.h"

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs {
namespace {

Shape Label(float x, float y, const std::string& text) {
  return {.kind = ShapeKind::kLabel, .fill = Paint::kFirst, .points = {x, y}, .text = text};
}

TEST(SceneTextTest, DrawsABoardWithRowOneBelow) {
  const std::unique_ptr<Game> game = *MakeGame("tic_tac_toe");
  const auto play = Playthrough::FromRecord(*game, "tic_tac_toe; 0 a1; 1 c3");
  ASSERT_TRUE(play.ok());
  const std::string text = SceneText(game->MakeScene(play->View(Seat::k0).Span()));
  EXPECT_EQ(text, "three in a row wins\n 3 . . O\n 2 . . .\n 1 X . .\n   a b c\n");
}

TEST(SceneTextTest, CloseRowsOfHexagonsKeepTheirLines) {
  Scene scene;
  for (int row = 0; row < 4; ++row) {
    scene.shapes.push_back(
        Label(0.5f * static_cast<float>(row), 0.866f * static_cast<float>(row), "o"));
  }
  EXPECT_EQ(SceneText(scene), "   o\n  o\n o\no\n");
}

TEST(SceneTextTest, LaterShapesCoverEarlierOnes) {
  Scene scene;
  scene.shapes = {Label(1, 0, "a"), Label(1, 0.1f, "b")};
  EXPECT_EQ(SceneText(scene), "  b\n");
}

TEST(SceneTextTest, LongLabelsAreCentredAndButtonsListed) {
  Scene scene;
  scene.shapes = {Label(1, 0, "abc"), {.kind = ShapeKind::kButton, .text = "pass"}};
  EXPECT_EQ(SceneText(scene), " abc\n[pass]\n");
}

TEST(SceneTextTest, ColoursAreEscapes) {
  Scene scene;
  scene.shapes = {Label(0, 0, "a")};
  EXPECT_EQ(SceneText(scene, true), "\x1b[1;36ma\x1b[0m\n");
}

}  // namespace
}  // namespace kvintet::envs
