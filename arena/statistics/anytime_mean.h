// AnytimeMean: the mean of any measure, with an interval that may be checked after every game.
//
// The asymptotic confidence sequence of a normal mixture (Waudby-Smith and others, "Time-uniform
// central limit theory", 2021). It plays the role of MeanBets for unbounded numbers, so it is valid
// only in the limit of many games. It also gives e-values, many of which can be compared at once.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kvintet::arena {

// A mean and its interval. With fewer than two samples the interval is the whole range of the
// measure.
struct MeanInterval {
  double mean = 0;
  double low = 0;
  double high = 0;
  int64_t samples = 0;
};

class AnytimeMean {
 public:
  // For a measure in [least, most].
  explicit AnytimeMean(double least = -std::numeric_limits<double>::infinity(),
                       double most = std::numeric_limits<double>::infinity())
      : least_(least), most_(most) {}

  void Add(double x);
  int64_t Samples() const { return samples_; }
  double Mean() const { return mean_; }
  // Sample variance (with n - 1); 0 with fewer than two samples.
  double Variance() const;
  // `confidence` in (0, 1).
  MeanInterval Estimate(double confidence) const;
  // Evidence (an e-value) against the true mean being `mean`, in nats; 0 with fewer than two
  // samples. If all samples are equal, it is 0 or infinite.
  double LogEvidence(double mean) const;

 private:
  double least_;
  double most_;
  int64_t samples_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

// Which hypotheses to reject so that, on average, at most a share `rate` of the rejected ones is
// true (the e-value form of the Benjamini-Hochberg procedure, Wang and Ramdas, 2022). Valid under
// any dependence of the evidence and any stopping rule.
std::vector<bool> RejectByEvidence(std::span<const double> log_evidence, double rate);

// The `share` quantile of the values, linearly interpolated. REQUIRES: values not empty, share in
// [0, 1].
double Quantile(std::vector<double> values, double share);

}  // namespace kvintet::arena
