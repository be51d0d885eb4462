// Fit: how well a network predicts rows: agreement, entropy, explained variance, calibration.
#pragma once

#include <array>
#include <cstddef>

namespace kvintet::network {

// Weighted means over rows. Partial means are added with +=. Scores are win + draw / 2, in [0, 1];
// returns are win - loss, in [-1, 1]; both from the row's seat.
struct Fit {
  static constexpr size_t kBins = 10;

  // The rows whose expected score lies in one tenth of [0, 1]: their share of all rows, and the
  // expected score and target score, each as a mean times that share.
  struct Bin {
    double rows = 0;
    double expected = 0;
    double scored = 0;
  };

  // Over the rows with a policy target: cross-entropy of the network's policy, in nats; share of
  // rows where the network and the target agree on the most likely action; entropy of the network's
  // policy, in nats; KL(network, target), in nats, if the target is the policy that acted (policy
  // gradient), else 0; share of rows whose step is clipped (PolicyGradientConfig::clip), else 0.
  double cross_entropy = 0;
  double top1 = 0;
  double entropy = 0;
  double kl_to_data = 0;
  double clipped = 0;
  // Over all rows, in nats: cross-entropy of win, draw and loss, and entropy of their targets,
  // whichever loss of the value is minimised.
  double value_cross_entropy = 0;
  double value_entropy = 0;
  // Over all rows: squared difference between the expected and the target return; mean of the
  // target return; mean of its square.
  double squared_error = 0;
  double target = 0;
  double target_square = 0;
  // Mean target probabilities of win, draw and loss.
  std::array<double, 3> results = {};
  std::array<Bin, kBins> bins = {};

  Fit& operator+=(const Fit& other);

  // 1: returns are predicted perfectly; 0: no better than their mean; negative: worse. 0 if all
  // returns are equal.
  double ExplainedVariance() const;
  // In nats: the cross-entropy of predicting `results` for every row.
  double BaseLoss() const;
  // Mean distance over the bins between the expected and the target score (Guo and others: "On
  // calibration of modern neural networks", 2017).
  double CalibrationError() const;
};

}  // namespace kvintet::network
