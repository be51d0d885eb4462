// K12, K14: the caption of a scene shows the score with its `(+1)`, and the number of the step.
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "envs/games/kontranto/table.h"

namespace kvintet::envs::kontranto {
namespace {

std::string Caption(const Table& table, Seat seat = Seat::kSpectator) {
  return table.rules.MakeScene(table.rules.MakeView(table.p, seat)).caption;
}

TEST(KontrantoSceneTest, K14_TheCaptionTellsTheStepAndItsKind) {
  Table table(OptionTexts{{"white", "ct"}, {"black", "c"}});
  EXPECT_EQ(Caption(table), "choose a grey shape: seat 0 plays White if they differ");
  table.Moves("circle", "triangle");
  EXPECT_EQ(Caption(table, Seat::k1), "step 1: place your pieces, you are Black");
  table.Moves("c A1 t A3", "c G5");
  EXPECT_EQ(Caption(table, Seat::k0), "0 : 0, step 2, you are White");
  table.Moves("A1-A1 A3-A3", "G5-G5");
  EXPECT_EQ(Caption(table), "0 : 0, step 3, extraordinary: choose who takes part");
  table.Move(0, "!A1");
  EXPECT_EQ(Caption(table), "0 : 0, step 3, extraordinary");
  table.Moves("A1-G5 A3-A3", "G5-G5");
  EXPECT_EQ(Caption(table), "1 : 0, step 4");
}

TEST(KontrantoSceneTest, K14_OfAPositionThatWasLaidOutTheStepHasNoNumber) {
  Table table;
  table.LayOut("conquered - / -; W c A1; B c G5; white 0; step A1xG5");
  EXPECT_EQ(Caption(table), "0 : 0, step, extraordinary");
  table.Moves("A1-G5", "G5-G5");
  EXPECT_EQ(Caption(table), "1 : 0, step");
  table.LayOut("conquered - / -; W -; B -; white 0; first");
  EXPECT_EQ(Caption(table), "step 1: place your pieces");
}

TEST(KontrantoSceneTest, K12_TheWinnerOfTheTwoStepCarriesOneMore) {
  Table table({{"board", "3x2"}, {"colour_choice", "false"}, {"white", "ct"}, {"black", "ct"}});
  const std::string position = "conquered A1 A2 / B1 B2; W c A1; B t B2; white 0; two-step";
  table.LayOut(position);
  EXPECT_EQ(Caption(table), "2 : 2, step, first of the final two-step: choose a piece");
  table.Moves("triangle", "circle").Moves("go", "go");
  EXPECT_EQ(Caption(table), "2(+1) : 2, White wins");
  table.LayOut(position).Moves("triangle", "circle").Moves("go", "stay");
  EXPECT_EQ(Caption(table), "2 : 2(+1), Black wins");
}

TEST(KontrantoSceneTest, K12_WithoutATwoStepNobodyCarriesOneMore) {
  Table table({{"colour_choice", "false"}, {"target", "1"}});
  table.LayOut("conquered - / -; W c C3; B c D3; white 0; step").Moves("C3-D3", "D3-D3");
  EXPECT_EQ(Caption(table), "1 : 0, White wins");
}

// Choices of colours and of pieces are not steps; those of the final two-step are.
TEST(KontrantoSceneTest, K14_TheNumberOfTheStepCountsStepsAlone) {
  Table table(OptionTexts{{"board", "5x4"}});
  int two_steps = 0;
  int choices = 0;
  for (uint32_t game = 0; game < 200; ++game) {
    RandomStream random(8, game, 0, Purpose::kTest);
    table.p = table.rules.Initial();
    int step = 0;
    for (; !table.Over(); table.StepRandomly(&random)) {
      const Stage stage = table.p.stage;
      const bool begins =
          table.p.to_act == table.p.actors && table.p.made[0] + table.p.made[1] == 0;
      const bool choice = stage == Stage::kColours || stage == Stage::kChoose;
      step += begins && !choice ? 1 : 0;
      choices += begins && choice ? 1 : 0;
      const int shown = stage == Stage::kColours ? 1 : step + (stage == Stage::kChoose ? 1 : 0);
      ASSERT_EQ(table.p.step, shown) << table.Text();
    }
    ASSERT_EQ(table.p.step, step) << table.Text();
    EXPECT_TRUE(Caption(table).ends_with(absl::StrCat(" wins in step ", step)));
    two_steps += table.p.end == End::kTwoStep ? 1 : 0;
  }
  EXPECT_GT(two_steps, 0);
  EXPECT_GT(choices, 200);
}

// The middles of the pieces of a scene, White's with capitals: a triangle's is that of its base.
std::vector<std::array<float, 2>> Middles(const Scene& scene, const std::string& letters) {
  std::vector<std::array<float, 2>> middles;
  for (const envs::Shape& shape : scene.shapes) {
    // A label may be the name of column A.
    if (shape.kind != ShapeKind::kLabel && !shape.text.empty() &&
        letters.find(shape.text) != std::string::npos) {
      const float x = shape.kind == ShapeKind::kDisc ? shape.points[0] : shape.points[4];
      middles.push_back({x, shape.points[1]});
    }
  }
  return middles;
}

TEST(KontrantoSceneTest, TwoPiecesOnOneCellStandEachOnOneSideOfItsMiddle) {
  Table table;
  int pairs = 0;
  for (uint32_t game = 0; game < 20; ++game) {
    RandomStream random(8, game, 0, Purpose::kTest);
    table.p = table.rules.Initial();
    for (; !table.Over(); table.StepRandomly(&random)) {
      const auto& pieces = table.p.pieces;
      const Cells met = (pieces[0][0] | pieces[0][1]) & (pieces[1][0] | pieces[1][1]);
      const Scene scene = table.rules.MakeScene(table.rules.MakeView(table.p, Seat::kSpectator));
      int found = 0;
      for (const auto& white : Middles(scene, "OA")) {
        for (const auto& black : Middles(scene, "oa")) {
          const float middle = (white[0] + black[0]) / 2;
          found += black[0] - white[0] == 0.5f && middle == std::round(middle) &&
                           std::abs(white[1] - black[1]) < 0.2f
                       ? 1
                       : 0;
        }
      }
      ASSERT_EQ(found, std::popcount(met)) << table.Text();
      pairs += found;
    }
  }
  EXPECT_GT(pairs, 20);
}

TEST(KontrantoSceneTest, TheNumberOfTheStepMakesNoOtherCacheKey) {
  Table table;
  Kontranto::View view = table.rules.MakeView(table.p, Seat::k0);
  const Key128 key = table.rules.CacheKey(view);
  view.position.step = 7;
  EXPECT_EQ(table.rules.CacheKey(view), key);
  view.seat = Seat::k1;
  EXPECT_NE(table.rules.CacheKey(view), key);
}

}  // namespace
}  // namespace kvintet::envs::kontranto
