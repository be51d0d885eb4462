// Tests of Offers.
#include "matches/game/offers.h"

#include <gtest/gtest.h>

namespace kvintet::matches {
namespace {

TEST(OffersTest, NobodyOffersAtFirst) {
  const Offers offers;
  EXPECT_EQ(offers.draw_by(), -1);
  EXPECT_EQ(offers.reset_by(), -1);
  EXPECT_TRUE(offers.MayOfferReset(0, 0));
}

TEST(OffersTest, EachOfferIsDeclinedByItself) {
  Offers offers;
  offers.OfferDraw(0);
  offers.OfferReset(1, 30);
  offers.DeclineDraw();
  EXPECT_EQ(offers.draw_by(), -1);
  EXPECT_EQ(offers.reset_by(), 1);
  offers.DeclineReset();
  EXPECT_EQ(offers.reset_by(), -1);
}

TEST(OffersTest, Q8_TenOwnTurnsMustPassBetweenOffersOfAReset) {
  Offers offers;
  offers.OfferReset(0, 30);
  offers.Lapse();
  EXPECT_EQ(offers.reset_by(), -1);
  EXPECT_FALSE(offers.MayOfferReset(0, 49));
  EXPECT_TRUE(offers.MayOfferReset(0, 50));
  EXPECT_TRUE(offers.MayOfferReset(1, 31));
}

TEST(OffersTest, AResetLeavesTheOfferOfADrawAndForgetsTheOffersOfResets) {
  Offers offers;
  offers.OfferDraw(1);
  offers.OfferReset(0, 30);
  offers.Reset();
  EXPECT_EQ(offers.draw_by(), 1);
  EXPECT_EQ(offers.reset_by(), -1);
  EXPECT_TRUE(offers.MayOfferReset(0, 31));
}

}  // namespace
}  // namespace kvintet::matches
