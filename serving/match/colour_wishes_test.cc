// ColoursByWish: each case of T7.
#include "serving/match/colour_wishes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serving/refusal.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;

using Colours = std::array<std::string, 2>;

ColourDecision Decided(const ColourWish& one, const ColourWish& other) {
  const absl::StatusOr<ColourDecision> decision = ColoursByWish({one, other});
  EXPECT_OK(decision);
  return decision.value_or(ColourDecision{});
}

TEST(ColourWishesTest, T7_DifferentFirstsAreGiven) {
  EXPECT_EQ(Decided({"red", "blue"}, {"blue", "red"}).colours, (Colours{"red", "blue"}));
}

TEST(ColourWishesTest, T7_OfTheSameFirstEachGetsTheSecond) {
  EXPECT_EQ(Decided({"red", "blue"}, {"red", "green"}).colours, (Colours{"blue", "green"}));
}

TEST(ColourWishesTest, T7_OfTheSameSecondsToThePlayersHaveToAgree) {
  EXPECT_EQ(Decided({"red", "blue"}, {"red", "blue"}).colours, std::nullopt);
  EXPECT_EQ(Decided({"red", ""}, {"red", "blue"}).colours, std::nullopt);
}

TEST(ColourWishesTest, T7_WhoHasNoneCannotVeto) {
  EXPECT_EQ(Decided({"red", "blue"}, {}).colours, (Colours{"red", "yellow"}));
  EXPECT_EQ(Decided({}, {"red", "blue"}).colours, (Colours{"yellow", "red"}));
  EXPECT_EQ(Decided({}, {"green", ""}).colours, (Colours{"red", "green"}));
  EXPECT_EQ(Decided({}, {}).colours, (Colours{"red", "yellow"}));
}

TEST(ColourWishesTest, T7_AgainstAColourBlindPlayerTheOtherChoosesBoth) {
  const ColourWish blind = {"red", "blue", true};
  EXPECT_EQ(Decided(blind, {"blue", ""}).chooser, 1);
  EXPECT_EQ(Decided({"blue", ""}, blind).chooser, 0);
  EXPECT_EQ(Decided({"blue", ""}, blind).colours, std::nullopt);
  EXPECT_EQ(Decided(blind, {"blue", "", true}).colours, (Colours{"red", "blue"}));
}

TEST(ColourWishesTest, RefusesWhatIsNoWish) {
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(ColoursByWish({{{"white", ""}, {}}}), testing::StatusIs(kInvalid, "white"));
  EXPECT_THAT(ColoursByWish({{{}, {"red", "red"}}}), testing::StatusIs(kInvalid, "second"));
  EXPECT_THAT(ColoursByWish({{{}, {"", "red"}}}), testing::StatusIs(kInvalid, "second"));
}

TEST(GameByWishesTest, T7_TheGameHasTheColours) {
  EXPECT_EQ(*GameByWishes("tantrix{colours=red-yellow,racks=open}", {{{"blue"}, {"green"}}}, false),
            "tantrix{colours=blue-green,racks=open}");
}

TEST(GameByWishesTest, RefusesWhatWishesDoNotDecide) {
  const auto refused = [](const std::string& game, const std::array<ColourWish, 2>& wishes,
                          bool lot) {
    const absl::Status status = GameByWishes(game, wishes, lot).status();
    EXPECT_EQ(ReasonOf(status), v1::REASON_BAD_FIELD);
    EXPECT_EQ(FieldOf(status), "players.colours");
    return std::string(status.message());
  };
  const std::array<ColourWish, 2> same = {{{"blue"}, {"blue"}}};
  EXPECT_THAT(refused("tantrix", same, false), HasSubstr("both players wish the same"));
  EXPECT_THAT(refused("tantrix", {{{"blue", "", true}, {}}}, false),
              HasSubstr("player 1 chooses both, since only player 0 is colour-blind"));
  EXPECT_THAT(refused("tantrix", {{{"pink"}, {}}}, false), HasSubstr("found 'pink'"));
  EXPECT_THAT(refused("tantrix", {{{"blue"}, {"green"}}}, true), HasSubstr("found a lot"));
  EXPECT_THAT(refused("renju", {{{"blue"}, {"green"}}}, false), HasSubstr("found some for renju"));
}

}  // namespace
}  // namespace kvintet::serving
