// LeakedInformation: how much of a secret can be read from what is seen, in bits.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace kvintet::matches {

// Counts of secrets and of what was seen beside them, apart for each public context: both may
// depend on that, which tells nothing.
class LeakedInformation {
 public:
  void Add(const std::string& context, const std::string& secret, const std::string& seen);

  int64_t Count() const { return count_; }
  // I(secret; seen | context) of the frequencies, bits. Too high rather than too low where there
  // are few counts.
  double Estimate() const;
  // With 95 % confidence it is at most this: the entropy of what is seen in a context, where it may
  // be one of `classes` and was not the commonest one so often as it was not, and 3 times more. The
  // first in each context shows which is the commonest, and counts for nothing.
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
