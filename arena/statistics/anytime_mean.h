// AnytimeMean: the mean of any measure, with an interval that may be looked at after every game.
//
// The asymptotic confidence sequence of a normal mixture (Waudby-Smith and others, "Time-uniform
// central limit theory", 2021): as bets for scores are, but for numbers without bounds, so valid in
// the limit of many games. And evidence from it, of which many may be compared at once.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kvintet::arena {

// A mean and where it may lie: anywhere between the measure's bounds of fewer than two samples.
struct MeanInterval {
  double mean = 0;
  double low = 0;
  double high = 0;
  int64_t samples = 0;
};

class AnytimeMean {
 public:
  // Of a measure that lies between these.
  explicit AnytimeMean(double least = -std::numeric_limits<double>::infinity(),
                       double most = std::numeric_limits<double>::infinity())
      : least_(least), most_(most) {}

  void Add(double x);
  int64_t Samples() const { return samples_; }
  double Mean() const { return mean_; }
  // Of one sample, with n - 1; 0 of fewer than two.
  double Variance() const;
  // `confidence` in (0, 1).
  MeanInterval Estimate(double confidence) const;
  // Evidence (an e-value) against the mean being `mean`, in nats; 0 of fewer than two samples. Of
  // equal samples there is none, or any.
  double LogEvidence(double mean) const;

 private:
  double least_;
  double most_;
  int64_t samples_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

// Which of several hypotheses to reject so that of those rejected a share of `rate` at most is true
// on average (the e-value form of Benjamini and Hochberg's procedure, by Wang and Ramdas, 2022):
// holds however the evidence hangs together and whenever one stopped.
std::vector<bool> RejectByEvidence(std::span<const double> log_evidence, double rate);

// The value at `share` of the sorted values, between two of them on a straight line.
// REQUIRES: values, share in [0, 1].
double Quantile(std::vector<double> values, double share);

}  // namespace kvintet::arena
