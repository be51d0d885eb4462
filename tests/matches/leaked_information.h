// LeakedInformation: estimates how many bits of a secret can be inferred from what is visible.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace kvintet::matches {

// Counts pairs of a secret and what was seen, separately for each public context, since both may
// depend on the context without a leak.
class LeakedInformation {
 public:
  void Add(const std::string& context, const std::string& secret, const std::string& seen);

  int64_t Count() const { return count_; }
  // The empirical I(secret; seen | context), in bits. With few counts it is biased upwards.
  double Estimate() const;
  // An upper bound with 95 % confidence: H(p) + p * log2(classes), at most log2(classes). Here p is
  // the upper limit of the probability that what is seen is not the most common value of its
  // context, where it may have one of `classes` values. The first observation in each context only
  // selects the most common value and is not counted.
  double Bound(int classes) const;

 private:
  struct Context {
    std::map<std::pair<std::string, std::string>, int64_t> both;
    std::map<std::string, int64_t> secrets;
    std::map<std::string, int64_t> seen;
    int64_t count = 0;
  };
  std::map<std::string, Context> contexts_;
  int64_t count_ = 0;
};

}  // namespace kvintet::matches
