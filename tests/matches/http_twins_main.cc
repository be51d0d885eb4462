// http_twins GAME [PAIRS [SEED]]: compares what the service sends over HTTP in games that cannot be
// told apart; the long form of http_twins_test.
#include <cstdio>
#include <string>

#include "absl/strings/numbers.h"

#include "tests/matches/http_twins.h"

int main(int argc, char** argv) {
  int64_t pairs = 10'000;
  uint64_t seed = 1;
  if (argc < 2 || (argc > 2 && !absl::SimpleAtoi(argv[2], &pairs)) ||
      (argc > 3 && !absl::SimpleAtoi(argv[3], &seed))) {
    std::fprintf(stderr, "usage: http_twins GAME [PAIRS [SEED]]\n");
    return 2;
  }
  const auto count = kvintet::matches::RunHttpTwins(argv[1], pairs, seed, false);
  if (!count.ok()) {
    std::fprintf(stderr, "http_twins: %s\n", count.status().ToString().c_str());
    return 2;
  }
  std::printf("%s: %lld pairs, %lld bytes each, %lld leaks %s\n", argv[1],
              static_cast<long long>(count->pairs), static_cast<long long>(count->bytes),
              static_cast<long long>(count->leaks), count->example.c_str());
  return count->leaks == 0 ? 0 : 1;
}
