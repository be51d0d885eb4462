// Tests of ColoursByWish: each case of T7.
#include "matches/settings/colour_wishes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serving/errors/refusal.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using ::testing::HasSubstr;

using Colours = std::array<std::string, 2>;

const std::array<std::string, 4> kColours = {"red", "yellow", "blue", "green"};

DecidedColours Decided(const ColourWish& one, const ColourWish& other) {
  const absl::StatusOr<DecidedColours> decided = ColoursByWish(kColours, {one, other});
  EXPECT_OK(decided);
  return decided.value_or(DecidedColours{});
}

TEST(ColourWishesTest, T7_DifferentFirstsAreGiven) {
  EXPECT_EQ(Decided({"red", "blue"}, {"blue", "red"}), (Colours{"red", "blue"}));
}

TEST(ColourWishesTest, T7_OfTheSameFirstEachGetsTheSecond) {
  EXPECT_EQ(Decided({"red", "blue"}, {"red", "green"}), (Colours{"blue", "green"}));
}

TEST(ColourWishesTest, T7_OfTheSameSecondsToThePlayersHaveToAgree) {
  EXPECT_EQ(Decided({"red", "blue"}, {"red", "blue"}), std::nullopt);
  EXPECT_EQ(Decided({"red", ""}, {"red", "blue"}), std::nullopt);
}

TEST(ColourWishesTest, T7_WhoHasNoneCannotVeto) {
  EXPECT_EQ(Decided({"red", "blue"}, {}), (Colours{"red", "yellow"}));
  EXPECT_EQ(Decided({}, {"red", "blue"}), (Colours{"yellow", "red"}));
  EXPECT_EQ(Decided({}, {"green", ""}), (Colours{"red", "green"}));
  EXPECT_EQ(Decided({}, {}), (Colours{"red", "yellow"}));
}

TEST(ColourWishesTest, T7_AgainstAColourBlindPlayerTheOtherChoosesBoth) {
  const ColourWish blind = {"red", "blue", true};
  EXPECT_EQ(Decided(blind, {.first = "red", .opponent = "green"}), (Colours{"green", "red"}));
  EXPECT_EQ(Decided({.first = "red", .opponent = "green"}, blind), (Colours{"red", "green"}));
  EXPECT_EQ(Decided({.opponent = "red"}, blind), (Colours{"yellow", "red"}));
  // The colour-blind player's own wish fills what the opponent leaves open.
  EXPECT_EQ(Decided({"green"}, blind), (Colours{"green", "red"}));
  EXPECT_EQ(Decided({"red"}, blind), (Colours{"red", "blue"}));
  EXPECT_EQ(Decided({}, blind), (Colours{"yellow", "red"}));
  EXPECT_EQ(Decided({"red"}, {.colour_blind = true}), (Colours{"red", "yellow"}));
  // If both are colour-blind, neither chooses for the other.
  EXPECT_EQ(Decided(blind, {"blue", "", true, ""}), (Colours{"red", "blue"}));
  // The same holds if neither is.
  EXPECT_EQ(Decided({.first = "red", .opponent = "green"}, {"blue"}), (Colours{"red", "blue"}));
}

TEST(ColourWishesTest, RefusesWhatIsNoWish) {
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(ColoursByWish(kColours, {{{"white", ""}, {}}}), testing::StatusIs(kInvalid, "white"));
  EXPECT_THAT(ColoursByWish(kColours, {{{}, {"red", "red"}}}),
              testing::StatusIs(kInvalid, "second"));
  EXPECT_THAT(ColoursByWish(kColours, {{{}, {"", "red"}}}), testing::StatusIs(kInvalid, "second"));
  const ColourWish same = {.first = "red", .opponent = "red"};
  EXPECT_THAT(ColoursByWish(kColours, {same, {}}), testing::StatusIs(kInvalid, "opponent"));
  const ColourWish blind = {.colour_blind = true, .opponent = "red"};
  EXPECT_THAT(ColoursByWish(kColours, {blind, {}}), testing::StatusIs(kInvalid, "opponent"));
  EXPECT_THAT(ColoursByWish(kColours, {{{.opponent = "pink"}, {}}}),
              testing::StatusIs(kInvalid, "pink"));
}

TEST(GameByWishesTest, T7_TheGameHasTheColours) {
  EXPECT_EQ(*GameByWishes("tantrix{colours=red-yellow,racks=open}", {{{"blue"}, {"green"}}}, false,
                          "colours"),
            "tantrix{colours=blue-green,racks=open}");
}

TEST(GameByWishesTest, WithoutAWishTheGameStaysAsItIs) {
  EXPECT_EQ(*GameByWishes("renju", {}, true, "colours"), "renju");
  const ColourWishes blind = {{{.colour_blind = true}, {.opponent = "red"}}};
  EXPECT_EQ(*GameByWishes("tantrix{colours=blue-green}", {{blind[0], {}}}, false, "colours"),
            "tantrix{colours=blue-green}");
  EXPECT_EQ(*GameByWishes("tantrix{colours=blue-green}", {{{}, blind[1]}}, false, "colours"),
            "tantrix{colours=blue-green}");
  EXPECT_EQ(*GameByWishes("tantrix{colours=blue-green}", blind, false, "colours"),
            "tantrix{colours=red-yellow}");
}

TEST(GameByWishesTest, RefusesWhatWishesDoNotDecide) {
  const auto refused = [](const std::string& game, const ColourWishes& wishes, bool lot) {
    const absl::Status status = GameByWishes(game, wishes, lot, "players.colours").status();
    EXPECT_EQ(ReasonOf(status), v1::REASON_BAD_FIELD);
    EXPECT_EQ(FieldOf(status), "players.colours");
    return std::string(status.message());
  };
  const std::array<ColourWish, 2> same = {{{"blue"}, {"blue"}}};
  EXPECT_THAT(refused("tantrix", same, false), HasSubstr("both players wish the same"));
  EXPECT_THAT(refused("tantrix", {{{"pink"}, {}}}, false), HasSubstr("found 'pink'"));
  EXPECT_THAT(refused("tantrix", {{{"blue"}, {"green"}}}, true),
              HasSubstr("found seats drawn by lot"));
  EXPECT_THAT(refused("renju", {{{"blue"}, {"green"}}}, false), HasSubstr("found some for renju"));
}

}  // namespace
}  // namespace kvintet::matches
