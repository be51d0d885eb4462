// Tests of StrengthVerdict: who decides, who contradicts, and what is left open.
#include "arena/balance/strength_verdict.h"

#include <vector>

#include <gtest/gtest.h>

namespace kvintet::arena {
namespace {

constexpr double kGap = 0.05;

// A ladder in which every contrast is significant, built from the first player's shares in points.
class Ladder {
 public:
  Ladder& Baseline(double points, Place place) { return Add(points, place, true); }
  Ladder& Judge(double points, Place place) { return Add(points, place, false); }
  // The last player has too few games.
  Ladder& TooFew() {
    players_.back().enough = false;
    players_.back().games = 40;
    return *this;
  }
  // The last player is some games behind.
  Ladder& Behind() {
    players_.back().games = 150;
    return *this;
  }
  // The last player's contrast with the witness is not significant.
  Ladder& Uncertain() {
    uncertain_.push_back(players_.size() - 1);
    return *this;
  }
  StrengthVerdict Weigh() const {
    std::vector<Contrast> contrasts(players_.size());
    const std::optional<size_t> witness = WitnessOf(players_);
    for (size_t i = 0; i < players_.size() && witness; ++i) {
      contrasts[i] = {.asked = true,
                      .difference = players_[i].share.score - players_[*witness].share.score,
                      .stands = true};
    }
    for (const size_t i : uncertain_) {
      contrasts[i].stands = false;
    }
    return arena::Weigh(players_, contrasts, kGap);
  }

 private:
  Ladder& Add(double points, Place place, bool baseline) {
    players_.push_back({.level = players_.size(),
                        .baseline = baseline,
                        .games = 200,
                        .enough = true,
                        .share = {.score = points / 100},
                        .place = place});
    return *this;
  }

  std::vector<Testimony> players_;
  std::vector<size_t> uncertain_;
};

TEST(StrengthVerdictTest, FreeRenjuDependsOnStrength) {
  const StrengthVerdict verdict = Ladder()
                                      .Baseline(17, Place::kBelow)
                                      .Baseline(34, Place::kBelow)
                                      .Judge(42, Place::kOpen)
                                      .Judge(49, Place::kInside)
                                      .Judge(49, Place::kInside)
                                      .Weigh();
  EXPECT_EQ(verdict.finding, Finding::kDepends);
  EXPECT_EQ(verdict.witness, 4u);
  // Two judges agree, so baselines do not count; the weakest judge does.
  EXPECT_TRUE(verdict.backed);
  EXPECT_EQ(verdict.against, (std::vector<size_t>{2}));
}

TEST(StrengthVerdictTest, WhereTheStrongestIsNotCertainTheTrendIsHeardAllTheSame) {
  const StrengthVerdict verdict = Ladder()
                                      .Baseline(17, Place::kBelow)
                                      .Baseline(34, Place::kBelow)
                                      .Judge(42, Place::kOpen)
                                      .Judge(49, Place::kOpen)
                                      .Weigh();
  EXPECT_EQ(verdict.finding, Finding::kDepends);
  EXPECT_EQ(verdict.against, (std::vector<size_t>{0, 1, 2}));
}

TEST(StrengthVerdictTest, AWeakPlayersBiasIsNoneOfTheGame) {
  const StrengthVerdict verdict = Ladder()
                                      .Baseline(65, Place::kAbove)
                                      .Judge(51, Place::kInside)
                                      .Judge(50, Place::kInside)
                                      .Weigh();
  EXPECT_EQ(verdict.finding, Finding::kSettled);
  EXPECT_EQ(verdict.place, Place::kInside);
}

TEST(StrengthVerdictTest, ASingleJudgeDoesNotOverruleBaselines) {
  const StrengthVerdict verdict =
      Ladder().Baseline(65, Place::kAbove).Judge(50, Place::kInside).Weigh();
  EXPECT_FALSE(verdict.backed);
  EXPECT_EQ(verdict.finding, Finding::kDepends);
}

TEST(StrengthVerdictTest, ABiasAtEveryStrengthIsOne) {
  const StrengthVerdict verdict = Ladder()
                                      .Baseline(60, Place::kAbove)
                                      .Baseline(60, Place::kAbove)
                                      .Judge(60, Place::kAbove)
                                      .Judge(60, Place::kAbove)
                                      .Weigh();
  EXPECT_EQ(verdict.finding, Finding::kSettled);
  EXPECT_EQ(verdict.place, Place::kAbove);
}

TEST(StrengthVerdictTest, ABiasThatGrowsWithStrengthIsOne) {
  const StrengthVerdict verdict = Ladder()
                                      .Baseline(50, Place::kInside)
                                      .Judge(52, Place::kInside)
                                      .Judge(60, Place::kAbove)
                                      .Weigh();
  EXPECT_EQ(verdict.finding, Finding::kSettled);
  EXPECT_EQ(verdict.place, Place::kAbove);
}

TEST(StrengthVerdictTest, ABiasThatShrinksWithStrengthDependsOnIt) {
  const StrengthVerdict first =
      Ladder().Judge(80, Place::kAbove).Judge(70, Place::kAbove).Judge(60, Place::kAbove).Weigh();
  EXPECT_EQ(first.finding, Finding::kDepends);
  const StrengthVerdict second =
      Ladder().Judge(20, Place::kBelow).Judge(30, Place::kBelow).Judge(40, Place::kBelow).Weigh();
  EXPECT_EQ(second.finding, Finding::kDepends);
}

TEST(StrengthVerdictTest, ABiasThatChangesSidesDependsOnStrength) {
  EXPECT_EQ(Ladder().Judge(40, Place::kBelow).Judge(60, Place::kAbove).Weigh().finding,
            Finding::kDepends);
}

TEST(StrengthVerdictTest, WhatChanceMayHaveMadeAndWhatIsSmallContradictsNothing) {
  EXPECT_EQ(Ladder().Judge(57, Place::kOpen).Uncertain().Judge(50, Place::kInside).Weigh().finding,
            Finding::kSettled);
  EXPECT_EQ(Ladder().Judge(54, Place::kOpen).Judge(50, Place::kInside).Weigh().finding,
            Finding::kSettled);
}

TEST(StrengthVerdictTest, BaselinesAloneAreNoJudges) {
  const StrengthVerdict verdict =
      Ladder().Baseline(60, Place::kAbove).Baseline(60, Place::kAbove).Weigh();
  EXPECT_EQ(verdict.finding, Finding::kNoJudge);
  EXPECT_FALSE(verdict.witness.has_value());
}

TEST(StrengthVerdictTest, AStrongerPlayerWithTooFewGamesIsNotHeard) {
  const StrengthVerdict verdict = Ladder()
                                      .Judge(60, Place::kAbove)
                                      .Judge(60, Place::kAbove)
                                      .Judge(50, Place::kOpen)
                                      .TooFew()
                                      .Weigh();
  EXPECT_EQ(verdict.witness, 1u);
  EXPECT_EQ(verdict.finding, Finding::kSettled);
}

// Levels take turns, so a level that is one turn behind can still be the strongest.
TEST(StrengthVerdictTest, AStrongerPlayerWithAFewGamesLessIsTheWitness) {
  const StrengthVerdict verdict =
      Ladder().Judge(60, Place::kAbove).Judge(50, Place::kInside).Behind().Uncertain().Weigh();
  EXPECT_EQ(verdict.witness, 1u);
}

TEST(StrengthVerdictTest, WithoutEnoughGamesNothingIsSaid) {
  const StrengthVerdict verdict = Ladder()
                                      .Baseline(60, Place::kAbove)
                                      .Judge(60, Place::kAbove)
                                      .TooFew()
                                      .Judge(61, Place::kOpen)
                                      .TooFew()
                                      .Weigh();
  EXPECT_EQ(verdict.finding, Finding::kTooFew);
  EXPECT_EQ(verdict.witness, 2u);
}

TEST(StrengthVerdictTest, AnUncertainWitnessWhomNobodyContradictsLeavesItOpen) {
  EXPECT_EQ(Ladder().Judge(52, Place::kOpen).Judge(51, Place::kOpen).Weigh().finding,
            Finding::kOpen);
}

TEST(StrengthVerdictTest, DrawsAreFewOrManyOnlyForCertain) {
  EXPECT_EQ(PlaceOfDraws({.score = 0.1, .low = 0, .high = 0.3}), Place::kInside);
  EXPECT_EQ(PlaceOfDraws({.score = 0.3, .low = 0.2, .high = 0.4}), Place::kOpen);
  EXPECT_EQ(PlaceOfDraws({.score = 0.6, .low = 0.51, .high = 0.7}), Place::kAbove);
}

TEST(StrengthVerdictTest, WhoNeitherSearchesNorHasLearntIsABaseline) {
  EXPECT_TRUE(IsBaseline({.name = "random", .specs = {"random", "random"}}));
  EXPECT_TRUE(IsBaseline({.name = "greedy", .specs = {"greedy"}}));
  EXPECT_FALSE(IsBaseline({.name = "rollouts:8", .specs = {"rollouts:8"}}));
  EXPECT_FALSE(IsBaseline({.name = "m", .specs = {"model:m,simulations=0"}}));
}

}  // namespace
}  // namespace kvintet::arena
