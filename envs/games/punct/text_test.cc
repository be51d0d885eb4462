// Tests of PÜNCT: texts of positions and turns, scenes, the baseline, observations.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/punct/played.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::punct {
namespace {

TEST(PunctTextTest, ImpossiblePositionsAreRefusedWithTheReason) {
  const Table table("punct");
  const auto refusal = [&](const std::string& pieces, const std::string& side) {
    return table.Refusal(pieces, side);
  };
  const auto says = [](const std::string& refused, const std::string& why) {
    return refused.find(why) != std::string::npos;
  };
  const std::string black = " b E L13/2";
  EXPECT_TRUE(refusal("w T F3/3" + black, "white").empty());
  EXPECT_TRUE(says(refusal("", "black"), "first turns"));
  EXPECT_TRUE(says(refusal("w T F3/3", "white"), "first turns"));
  EXPECT_TRUE(says(refusal("w T F3/3 w T F6/3", "black"), "first turns"));
  EXPECT_TRUE(says(refusal("w T F3/3 w E A2/0" + black, "white"), "not on the board"));
  EXPECT_TRUE(says(refusal("w C F9/3" + black, "white"), "not on the board"));
  EXPECT_TRUE(says(refusal("w E F3/2 w E F9/2 b E F9/2", "white"), "cannot lie"));
  EXPECT_TRUE(says(refusal("w E F3/2 w T F3/0 b E H9/2", "white"), "cannot lie"));
  EXPECT_TRUE(says(refusal("w E F3/6" + black, "white"), "written like"));
  EXPECT_TRUE(says(refusal("w E R3/2" + black, "white"), "written like"));
  EXPECT_TRUE(says(refusal("w E F3/2" + black, "green"), "white or black"));
  EXPECT_TRUE(says(refusal("w E F3/2" + black, "white M9"), "cannot be chosen"));
  EXPECT_TRUE(refusal("w E F3/2" + black, "white F3").empty());
  EXPECT_TRUE(refusal("w E F3/2" + black, "white R").empty());
  EXPECT_TRUE(says(table.RefusalOf("-; white T6 C2 E4 L2 M2 R1; black T6 C2 E4 L2 M2 R2; white"),
                   "the supply is"));
  EXPECT_TRUE(says(table.RefusalOf("w C F3/2 w C F6/2 w C F9/2 b E L13/2; white -; black -; white"),
                   "one more than"));
  EXPECT_TRUE(
      says(refusal("w E A8/5 w E D8/5 w E G8/5 w E J9/4 w C N11/2 w T P11/4" + black, "black"),
           "joined"));
  EXPECT_TRUE(says(table.RefusalOf("empty"), "a position is"));
}

TEST(PunctTextTest, PositionsWhoseSupplyIsOutAreOver) {
  const Table table("tiny_punct", {1, 1, 1, 1, 0, 0});
  EXPECT_NE(table.Refusal("w T E5/0 w C B3/0 w E H6/3 w L G7/3 b T C6/3", "black").find("used up"),
            std::string::npos);
}

TEST(PunctTextTest, PositionsListLowerPiecesFirst) {
  const Table table("punct");
  Playthrough play = table.SetUp("w E F9/3 w E F3/2 b E F5/2", "white");
  Play(&play, "F9-F3/3");
  EXPECT_EQ(play.game().PositionText(play.Position()),
            "w E F3/2 b E F5/2 w E F3/3; white T6 C2 E2 L2 M2 R2; black T6 C2 E3 L2 M2 R2; black");
}

TEST(PunctTextTest, WrongTurnsAreRefused) {
  const Table table("punct");
  const Playthrough play = table.SetUp("w E F3/2 b E L13/2", "white");
  for (const char* turn :
       {"T", "F3", "T F3/0", "X A5/0", "T A5", "T A5/6", "T A5/x", "C A5/4", "C F9/4", "L13-L9/0",
        "F3-F3/2", "F3-G5/2", "F3 F4/2", "T-F9/0", "F3-F4/2 "}) {
    EXPECT_FALSE(IsLegal(play, turn)) << turn;
  }
}

// The shapes in the scene of the side to move that satisfy a predicate.
template <typename Test>
int CountShapes(const Playthrough& play, const Test& test) {
  const Scene scene = play.game().MakeScene(play.View(Seat::k0).Span());
  return static_cast<int>(std::ranges::count_if(scene.shapes, test));
}

TEST(PunctTextTest, P7_SceneMarksWhereThePunctCameFrom) {
  const Table table("punct");
  Playthrough play = table.SetUp("w E F9/3 w E F3/2 b E F5/2", "white");
  const auto is_mark = [](const Shape& shape) {
    return shape.kind == ShapeKind::kDisc && shape.fill == Paint::kNone;
  };
  EXPECT_EQ(CountShapes(play, is_mark), 0);
  Play(&play, "F9-F3/3");
  EXPECT_EQ(CountShapes(play, is_mark), 1);
  Play(&play, "T M8/0");
  EXPECT_EQ(CountShapes(play, is_mark), 0);
}

TEST(PunctTextTest, P5_SceneShowsHeightsAndWhatLiesUnderneath) {
  const Table table("punct");
  const Playthrough play = table.SetUp("w E F3/2 b E F5/2 w E F3/3", "white");
  // A label for each end of the bridge and for the height of its middle, and a small dot for the
  // dot that each end covers.
  EXPECT_EQ(CountShapes(play,
                        [](const Shape& shape) {
                          return shape.kind == ShapeKind::kLabel && shape.text == "2" &&
                                 shape.points[0] > -6.5f;
                        }),
            3);
  EXPECT_EQ(CountShapes(play,
                        [](const Shape& shape) {
                          return shape.kind == ShapeKind::kDisc && shape.points[2] < 0.08f;
                        }),
            2);
}

TEST(PunctTextTest, BaselineConnects) {
  const Table table("punct");
  Playthrough play = table.SetUp(
      "w E A8/5 w E F8/5 w E I8/4 w E L11/5 w C P11/2 b E A5/5 b E D7/5 b E G7/5", "white");
  for (int action = 0; action < 2; ++action) {
    std::vector<Action> best;
    play.game().baseline()->GreedyActions(ViewToMove(play).Span(), &best);
    ASSERT_FALSE(best.empty());
    ASSERT_OK(play.Apply(Actor::kSeat0, best.front()));
  }
  EXPECT_EQ(ReasonOf(play), "connection");
}

TEST(PunctTextTest, CacheKeyLeavesOutPlies) {
  const Table table("punct");
  Playthrough one(*table.game);
  Play(&one, "E F3/2,E H14/2,T M8/0,T P12/0");
  Playthrough other(*table.game);
  Play(&other, "E F4/2,E H13/2,F4-F3/2,H13-H14/2,T M8/0,T P12/0");
  const auto key = [](const Playthrough& play) {
    return play.game().CacheKey(play.View(Seat::k0).Span());
  };
  EXPECT_EQ(key(one), key(other));
  Play(&other, "M8-M8/1");
  EXPECT_NE(key(one), key(other));
}

}  // namespace
}  // namespace kvintet::envs::punct
