// size_channel GAME [PHASES [SEED]]: how much sizes and numbers of messages reveal of hidden
// choices; the long form of size_channel_test. Exit code 1 if it may be a hundredth of a bit, or if
// stages end unevenly.
#include <algorithm>
#include <cstdio>
#include <string>

#include "absl/strings/numbers.h"

#include "tests/matches/size_channel.h"

int main(int argc, char** argv) {
  int64_t phases = 100000;
  uint64_t seed = 1;
  if (argc < 2 || (argc > 2 && !absl::SimpleAtoi(argv[2], &phases)) ||
      (argc > 3 && !absl::SimpleAtoi(argv[3], &seed))) {
    std::fprintf(stderr, "usage: size_channel GAME [PHASES [SEED]]\n");
    return 2;
  }
  const auto count = kvintet::matches::RunSizeChannel(argv[1], phases, seed, false);
  if (!count.ok()) {
    std::fprintf(stderr, "size_channel: %s\n", count.status().ToString().c_str());
    return 2;
  }
  const double bits = std::max(count->lengths.Estimate(), count->kinds.Estimate());
  const double bound = std::max(count->lengths.Bound(kvintet::matches::kSizeClasses),
                                count->kinds.Bound(kvintet::matches::kSizeClasses));
  std::printf("%s: %lld stages, %.6f bits, at most %.6f with 95 %% confidence, %lld uneven\n",
              argv[1], static_cast<long long>(count->phases), bits, bound,
              static_cast<long long>(count->uneven));
  return bits < 0.01 && bound < 0.01 && count->uneven == 0 ? 0 : 1;
}
