// LeakedInformation: see the header.
#include "tests/matches/leaked_information.h"

#include <algorithm>
#include <cmath>

namespace kvintet::matches {
namespace {

// The upper end of the 95 % interval of a Poisson mean, rounded up: 3 if none was seen.
double AtMost(double seen) { return seen + 2 * std::sqrt(seen) + 3; }

}  // namespace

void LeakedInformation::Add(const std::string& context, const std::string& secret,
                            const std::string& seen) {
  Context& counts = contexts_[context];
  ++counts.both[{secret, seen}];
  ++counts.secrets[secret];
  ++counts.seen[seen];
  ++counts.count;
  ++count_;
}

double LeakedInformation::Estimate() const {
  double bits = 0;
  for (const auto& [name, context] : contexts_) {
    const auto all = static_cast<double>(context.count);
    for (const auto& [pair, times] : context.both) {
      const auto together = static_cast<double>(times);
      const auto apart = static_cast<double>(context.secrets.at(pair.first)) *
                         static_cast<double>(context.seen.at(pair.second));
      bits += together * std::log2(together * all / apart);
    }
  }
  return count_ == 0 ? 0 : bits / static_cast<double>(count_);
}

double LeakedInformation::Bound(int classes) const {
  const double most = std::log2(classes);
  double others = 0;
  double counted = 0;
  for (const auto& [name, context] : contexts_) {
    const auto commonest =
        std::ranges::max_element(context.seen, {}, [](const auto& entry) { return entry.second; });
    others += static_cast<double>(context.count - commonest->second);
    counted += static_cast<double>(context.count - 1);
  }
  const double p = counted < 1 ? 1 : AtMost(others) / counted;
  if (p >= 0.5) {
    return most;
  }
  return std::min(most, -p * std::log2(p) - (1 - p) * std::log2(1 - p) + p * most);
}

}  // namespace kvintet::matches
