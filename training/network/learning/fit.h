// Fit: how well a network knows some rows: agreement, entropy, explained variance, calibration.
#pragma once

#include <array>
#include <cstddef>

namespace kvintet::network {

// Weighted means over rows; parts of one mean are added with +=. Scores are win + draw / 2, in
// [0, 1], returns win - loss, in [-1, 1], both from the row's seat.
struct Fit {
  static constexpr size_t kBins = 10;

  // The rows whose expected score is within one tenth: their part of all; and over all rows (the
  // mean times that part) the score expected and the score aimed at.
  struct Bin {
    double rows = 0;
    double expected = 0;
    double scored = 0;
  };

  // Over the rows with a policy target. Cross-entropy of the network's policy, in nats. Part of
  // them where the network puts first what the target does; entropy of the network's policy, in
  // nats; KL(network, target), in nats, where the target is the policy that acted (of a policy
  // gradient), else 0; part of them whose step is clipped (PolicyGradientConfig::clip), else 0.
  double cross_entropy = 0;
  double top1 = 0;
  double entropy = 0;
  double kl_to_data = 0;
  double clipped = 0;
  // Over all rows: the square of the return expected less the one aimed at; of the latter the mean
  // and the square.
  double squared_error = 0;
  double target = 0;
  double target_square = 0;
  // Of the probabilities of win, draw and loss that are aimed at.
  std::array<double, 3> results = {};
  std::array<Bin, kBins> bins = {};

  Fit& operator+=(const Fit& other);

  // 1: all that returns differ by is known; 0: no more than their mean; below: less. 0 where they
  // do not differ.
  double ExplainedVariance() const;
  // In nats: the value loss of one who says `results` of every row.
  double BaseLoss() const;
  // Mean distance over the bins between the score expected and the score aimed at (Guo and others:
  // "On calibration of modern neural networks", 2017).
  double CalibrationError() const;
};

}  // namespace kvintet::network
