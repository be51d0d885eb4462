// FitRatings: ratings of several players from the games between them, and which games would be most
// informative.
//
// The Bradley-Terry model with Davidson's draws and a term for the seat: with d = rating of seat
// 0's player - rating of seat 1's + seat, a win of seat 0 has weight exp(d / 2), a loss exp(-d /
// 2), a draw exp(draw). Ratings are log odds in nats; EloOf converts them to Elo.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kvintet::arena {

// How the games of two players ended, from the point of view of the player in seat 0.
struct SeatedCounts {
  size_t seat0 = 0;
  size_t seat1 = 0;
  double wins = 0;
  double draws = 0;
  double losses = 0;
};

// Prior: normal distributions with these standard deviations, in nats, around 0, and around
// `draw_mean` for the draw exponent. It is weak, but gives players that never lost a finite rating.
struct RatingPrior {
  double rating = 4;
  double seat = 1;
  double draw = 2;
  double draw_mean = -1;
};

// Outcome probabilities of one game, from seat 0's point of view.
struct GameChances {
  double win = 0;
  double draw = 0;
  double loss = 0;
};

// The most probable ratings and their covariance (Laplace's approximation), which is accurate if
// there are many games or mixed outcomes. The two games of a pair count as independent. Exchanging
// seats over one opening makes their sum vary less than that, so the deviations err on the large
// side.
struct RatingFit {
  // [N]; their mean is 0.
  std::vector<double> ratings = {};
  double seat = 0;
  double draw = 0;
  // [N + 2, N + 2] of ratings, seat, draw.
  std::vector<double> covariance = {};

  size_t NumPlayers() const { return ratings.size(); }
  double Covariance(size_t i, size_t j) const { return covariance[i * (NumPlayers() + 2) + j]; }
  // Standard deviation of ratings[i] - ratings[j].
  double DifferenceDeviation(size_t i, size_t j) const;
  // Standard deviation of ratings[i] minus the mean of all ratings.
  double Deviation(size_t i) const;
  GameChances Chances(size_t seat0, size_t seat1) const;
  // Information that a pair of games between them, seats exchanged, would give about their
  // difference: the expected drop of its entropy, in nats.
  double Information(size_t i, size_t j) const;
};

// Does not depend on the order of `counts`. REQUIRES: their players are < num_players and differ.
RatingFit FitRatings(size_t num_players, std::span<const SeatedCounts> counts,
                     const RatingPrior& prior = {});

// Converts log odds in nats to Elo, where 400 Elo are a factor of ten.
double EloOf(double nats);

// The most informative pair of players (the first of equals), and how informative it is.
struct Pairing {
  size_t a = 0;
  size_t b = 0;
  double information = 0;
};
// REQUIRES: at least two players.
Pairing BestPairing(const RatingFit& fit);

}  // namespace kvintet::arena
