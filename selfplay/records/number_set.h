// NumberSet: a set of game numbers, held as ranges.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace kvintet::selfplay {

// The numbers first..last, both included.
struct NumberSpan {
  int64_t first = 0;
  int64_t last = 0;
  bool operator==(const NumberSpan&) const = default;
};

// One thread at a time. Takes memory by the number of gaps, not of numbers.
class NumberSet {
 public:
  // Adds a number; returns false if it was there already.
  bool Add(int64_t number);
  // Adds all of them. REQUIRES: range.first <= range.last.
  void Add(const NumberSpan& range);
  void Add(const NumberSet& other);

  bool Contains(int64_t number) const;
  // How many numbers there are.
  int64_t Size() const;
  // Ascending, with a gap between each two.
  std::vector<NumberSpan> Ranges() const;

  bool operator==(const NumberSet&) const = default;

 private:
  // The last number of each range, by its first.
  std::map<int64_t, int64_t> ranges_;
};

}  // namespace kvintet::selfplay
