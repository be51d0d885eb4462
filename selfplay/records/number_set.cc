// NumberSet: see the header.
#include "selfplay/records/number_set.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"

namespace kvintet::selfplay {

bool NumberSet::Add(int64_t number) {
  if (Contains(number)) {
    return false;
  }
  Add(NumberSpan{number, number});
  return true;
}

void NumberSet::Add(const NumberSpan& range) {
  KVINTET_CHECK_LE(range.first, range.last);
  int64_t first = range.first;
  int64_t last = range.last;
  // The first range that overlaps or touches the new one.
  auto at = ranges_.upper_bound(first);
  if (at != ranges_.begin() && std::prev(at)->second >= first - 1) {
    --at;
  }
  while (at != ranges_.end() && at->first <= last + 1) {
    first = std::min(first, at->first);
    last = std::max(last, at->second);
    at = ranges_.erase(at);
  }
  ranges_.emplace(first, last);
}

void NumberSet::Add(const NumberSet& other) {
  for (const auto& [first, last] : other.ranges_) {
    Add(NumberSpan{first, last});
  }
}

bool NumberSet::Contains(int64_t number) const {
  const auto after = ranges_.upper_bound(number);
  return after != ranges_.begin() && std::prev(after)->second >= number;
}

int64_t NumberSet::Size() const {
  int64_t size = 0;
  for (const auto& [first, last] : ranges_) {
    size += last - first + 1;
  }
  return size;
}

std::vector<NumberSpan> NumberSet::Ranges() const {
  std::vector<NumberSpan> all;
  for (const auto& [first, last] : ranges_) {
    all.push_back({first, last});
  }
  return all;
}

}  // namespace kvintet::selfplay
