// Tests of FitRatings: simulated games of players with known strength.
#include "arena/statistics/rating.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::arena {
namespace {

// Parameters of the simulated games.
struct Truth {
  std::vector<double> ratings = {};
  double seat = 0;
  double draw = -1;
  // How much an opening may favour one seat, in nats; both games of a pair have the same opening.
  double opening = 0;
};

// Counts one game, seat 0's player first.
void PlayGame(const Truth& truth, size_t seat0, size_t seat1, double opening, RandomStream* random,
              SeatedCounts* counts) {
  const double d = truth.ratings[seat0] - truth.ratings[seat1] + truth.seat + opening;
  const std::array<double, 3> weights = {std::exp(d / 2), std::exp(truth.draw), std::exp(-d / 2)};
  counts->seat0 = seat0;
  counts->seat1 = seat1;
  double rest = random->Uniform() * (weights[0] + weights[1] + weights[2]);
  if ((rest -= weights[0]) < 0) {
    ++counts->wins;
  } else if ((rest -= weights[1]) < 0) {
    ++counts->draws;
  } else {
    ++counts->losses;
  }
}

// `pairs` pairs of games between every two players.
std::vector<SeatedCounts> PlayAll(const Truth& truth, int pairs, RandomStream* random) {
  std::vector<SeatedCounts> counts;
  for (size_t a = 0; a < truth.ratings.size(); ++a) {
    for (size_t b = a + 1; b < truth.ratings.size(); ++b) {
      SeatedCounts first;
      SeatedCounts second;
      for (int pair = 0; pair < pairs; ++pair) {
        const double opening = truth.opening * random->Normal();
        PlayGame(truth, a, b, opening, random, &first);
        PlayGame(truth, b, a, opening, random, &second);
      }
      counts.push_back(first);
      counts.push_back(second);
    }
  }
  return counts;
}

TEST(RatingTest, FindsTheTruthInManyGames) {
  const Truth truth = {.ratings = {-1.5, -0.5, 0.4, 1.6}, .seat = 0.7, .draw = 0.3};
  RandomStream random(1, 0, 0, Purpose::kTest);
  const RatingFit fit = FitRatings(4, PlayAll(truth, 20000, &random));
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(fit.ratings[i], truth.ratings[i], 0.03) << i;
  }
  EXPECT_NEAR(fit.seat, truth.seat, 0.03);
  EXPECT_NEAR(fit.draw, truth.draw, 0.03);
  const GameChances chances = fit.Chances(3, 0);
  EXPECT_NEAR(chances.win + chances.draw + chances.loss, 1, 1e-12);
}

// How often the 95 % intervals of all differences contain the true value, over simulated
// tournaments.
double Coverage(const Truth& truth, int pairs) {
  int inside = 0;
  int all = 0;
  for (uint32_t tournament = 0; tournament < 300; ++tournament) {
    RandomStream random(2, tournament, 0, Purpose::kTest);
    const size_t n = truth.ratings.size();
    const RatingFit fit = FitRatings(n, PlayAll(truth, pairs, &random));
    for (size_t a = 0; a < n; ++a) {
      for (size_t b = a + 1; b < n; ++b) {
        const double error =
            fit.ratings[a] - fit.ratings[b] - (truth.ratings[a] - truth.ratings[b]);
        inside += std::abs(error) < 1.96 * fit.DifferenceDeviation(a, b) ? 1 : 0;
        ++all;
      }
    }
  }
  return static_cast<double>(inside) / all;
}

TEST(RatingTest, IntervalsCover) {
  EXPECT_NEAR(Coverage({.ratings = {-1, 0, 0.3, 0.9}, .seat = 0.5}, 20), 0.95, 0.025);
  EXPECT_NEAR(Coverage({.ratings = {-0.2, 0.2}, .seat = 0, .draw = 1.5}, 40), 0.95, 0.03);
  EXPECT_GE(Coverage({.ratings = {-2, 0, 2}, .seat = 0}, 10), 0.93);
}

TEST(RatingTest, IntervalsCoverWhereOpeningsFavourASeat) {
  EXPECT_GE(Coverage({.ratings = {-0.5, 0, 0.5}, .seat = 0.5, .opening = 1}, 30), 0.94);
}

TEST(RatingTest, WhoNeverLostIsStillFinite) {
  const std::vector<SeatedCounts> counts = {{.seat0 = 0, .seat1 = 1, .wins = 50},
                                            {.seat0 = 1, .seat1 = 0, .losses = 50}};
  const RatingFit fit = FitRatings(2, counts);
  EXPECT_GT(fit.ratings[0] - fit.ratings[1], 4);
  EXPECT_LT(fit.ratings[0] - fit.ratings[1], 20);
  EXPECT_GT(fit.DifferenceDeviation(0, 1), 0.5);
}

TEST(RatingTest, WithoutGamesOnlyThePriorSpeaks) {
  const RatingFit fit = FitRatings(3, {});
  EXPECT_EQ(fit.ratings, (std::vector<double>{0, 0, 0}));
  EXPECT_NEAR(fit.DifferenceDeviation(0, 1), 4 * std::sqrt(2.0), 1e-9);
}

TEST(RatingTest, SeatTermIsNoStrength) {
  const std::vector<SeatedCounts> counts = {{.seat0 = 0, .seat1 = 1, .wins = 90, .losses = 10},
                                            {.seat0 = 1, .seat1 = 0, .wins = 90, .losses = 10}};
  const RatingFit fit = FitRatings(2, counts);
  EXPECT_NEAR(fit.ratings[0], fit.ratings[1], 1e-9);
  EXPECT_NEAR(fit.seat, std::log(9.0), 0.15);
}

TEST(RatingTest, OrderOfGamesDoesNotMatter) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  std::vector<SeatedCounts> counts = PlayAll({.ratings = {0, 1, 2}}, 7, &random);
  const RatingFit first = FitRatings(3, counts);
  std::ranges::reverse(counts);
  EXPECT_EQ(FitRatings(3, counts).ratings, first.ratings);
}

TEST(RatingTest, AsksForTheGamesThatTellMost) {
  // The ratings of players 0 and 1 are well known; player 2 has played few games, about as well as
  // 1.
  const std::vector<SeatedCounts> counts = {{.seat0 = 0, .seat1 = 1, .wins = 10, .losses = 190},
                                            {.seat0 = 1, .seat1 = 0, .wins = 190, .losses = 10},
                                            {.seat0 = 1, .seat1 = 2, .wins = 2, .losses = 2},
                                            {.seat0 = 2, .seat1 = 1, .wins = 2, .losses = 2}};
  const Pairing pairing = BestPairing(FitRatings(3, counts));
  EXPECT_EQ(pairing.a, 1u);
  EXPECT_EQ(pairing.b, 2u);
  EXPECT_GT(pairing.information, 0.05);
}

TEST(RatingTest, PairingByInformationBeatsRoundRobin) {
  // A chain of players in which distant pairs are mostly uninformative.
  Truth truth;
  for (int i = 0; i < 8; ++i) {
    truth.ratings.push_back(2.0 * i);
  }
  const auto spread = [](const RatingFit& fit) {
    double sum = 0;
    for (size_t i = 0; i < fit.NumPlayers(); ++i) {
      sum += fit.Deviation(i);
    }
    return sum;
  };
  RandomStream random(4, 0, 0, Purpose::kTest);
  const RatingFit everyone = FitRatings(8, PlayAll(truth, 5, &random));
  std::vector<SeatedCounts> counts;
  for (int pair = 0; pair < 28 * 5; ++pair) {
    const Pairing next = BestPairing(FitRatings(8, counts));
    counts.push_back({});
    PlayGame(truth, next.a, next.b, 0, &random, &counts.back());
    counts.push_back({});
    PlayGame(truth, next.b, next.a, 0, &random, &counts.back());
  }
  EXPECT_LT(spread(FitRatings(8, counts)), 0.92 * spread(everyone));
}

TEST(RatingTest, EloIsTenfoldOddsByFourHundred) { EXPECT_NEAR(EloOf(std::log(10.0)), 400, 1e-9); }

}  // namespace
}  // namespace kvintet::arena
