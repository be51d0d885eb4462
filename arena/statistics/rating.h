// FitRatings: how strong each of several players is, from the games between them; and which games
// would tell most.
//
// Bradley and Terry's model with draws as Davidson has them and a term for the seat: with
// d = rating of seat 0's player - rating of seat 1's + seat, a win of seat 0 has weight exp(d / 2),
// a loss exp(-d / 2), a draw exp(draw). Ratings are in nats of log odds; EloOf makes Elo of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kvintet::arena {

// How the games of two players ended, from the point of view of who held seat 0.
struct SeatedCounts {
  size_t seat0 = 0;
  size_t seat1 = 0;
  double wins = 0;
  double draws = 0;
  double losses = 0;
};

// Before any game: normal with these deviations, in nats, about 0, and about `draw_mean` for the
// draw's exponent. Weak: players that never lost still get a finite rating.
struct RatingPrior {
  double rating = 4;
  double seat = 1;
  double draw = 2;
  double draw_mean = -1;
};

// The chances of one game, from seat 0.
struct GameChances {
  double win = 0;
  double draw = 0;
  double loss = 0;
};

// The most probable ratings and how sure they are (Laplace's approximation): good where games are
// many or outcomes mixed. The two games of a pair count as independent; exchanging seats over one
// opening makes their sum vary less than that, so the deviations are rather too large.
struct RatingFit {
  // [N]; their mean is 0.
  std::vector<double> ratings = {};
  double seat = 0;
  double draw = 0;
  // [N + 2, N + 2] of ratings, seat, draw.
  std::vector<double> covariance = {};

  size_t NumPlayers() const { return ratings.size(); }
  double Covariance(size_t i, size_t j) const { return covariance[i * (NumPlayers() + 2) + j]; }
  // Of ratings[i] - ratings[j].
  double DifferenceDeviation(size_t i, size_t j) const;
  // Of ratings[i] less the mean of all.
  double Deviation(size_t i) const;
  GameChances Chances(size_t seat0, size_t seat1) const;
  // What a pair of games between them, seats exchanged, would tell about their difference: expected
  // fall of its entropy, in nats.
  double Information(size_t i, size_t j) const;
};

// Does not depend on the order of `counts`. REQUIRES: their players are < num_players and differ.
RatingFit FitRatings(size_t num_players, std::span<const SeatedCounts> counts,
                     const RatingPrior& prior = {});

// Nats of log odds as Elo: 400 to a factor of ten.
double EloOf(double nats);

// The two players whose pair of games tells most, the first such two; and how much.
struct Pairing {
  size_t a = 0;
  size_t b = 0;
  double information = 0;
};
// REQUIRES: two players at least.
Pairing BestPairing(const RatingFit& fit);

}  // namespace kvintet::arena
