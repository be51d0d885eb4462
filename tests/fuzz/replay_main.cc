// Tries the valid inputs of a target and a fixed set of inputs derived from them, and prints how
// long the slowest took.
//
// NAME_fuzz_replay [COUNT]     tries COUNT derived inputs, by default 2,000
// NAME_fuzz_replay --seeds DIR writes the valid inputs to DIR, as seeds for libFuzzer
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/files/file.h"
#include "base/rng.h"
#include "base/seconds.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using kvintet::RandomStream;

constexpr uint32_t kMaxChanges = 4;

// A position in the text, its end included.
size_t Place(const std::string& text, RandomStream* random) {
  return random->Below(static_cast<uint32_t>(text.size()) + 1);
}

// One change: a bit or byte changed, a piece deleted, duplicated, or inserted from another input.
void Change(const std::vector<std::string>& sound, RandomStream* random, std::string* text) {
  const size_t at = Place(*text, random);
  const size_t size = random->Below(16) + 1;
  const auto byte = static_cast<char>(random->Below(256));
  switch (random->Below(6)) {
    case 0:
      if (at < text->size()) {
        (*text)[at] = static_cast<char>((*text)[at] ^ (1 << random->Below(8)));
      }
      break;
    case 1:
      if (at < text->size()) {
        (*text)[at] = byte;
      }
      break;
    case 2:
      text->erase(at, size);
      break;
    case 3:
      text->insert(at, text->substr(at, size));
      break;
    case 4:
      text->insert(at, 1, byte);
      break;
    default: {
      const std::string& other = sound[random->Below(static_cast<uint32_t>(sound.size()))];
      text->insert(at, other.substr(Place(other, random), size));
    }
  }
}

// Time per input.
class Times {
 public:
  void Try(const std::string& input) {
    const auto start = std::chrono::steady_clock::now();
    kvintet::fuzz::TryInput(input);
    const double seconds = kvintet::SecondsSince(start);
    slowest_ = std::max(slowest_, seconds);
    slow_ += seconds > kSlow ? 1 : 0;
    ++count_;
  }
  void Print() const {
    std::printf("%d inputs, the slowest %.1f ms, %d above %.0f ms\n", count_, 1000 * slowest_,
                slow_, 1000 * kSlow);
  }

 private:
  static constexpr double kSlow = 0.1;
  int count_ = 0;
  int slow_ = 0;
  double slowest_ = 0;
};

int WriteSeeds(const std::string& folder) {
  int number = 0;
  for (const std::string& input : kvintet::fuzz::SoundInputs()) {
    const auto written =
        kvintet::WriteFileAtomically(absl::StrCat(folder, "/seed", number++), input);
    KVINTET_CHECK(written.ok());
  }
  return 0;
}

}  // namespace

// An exception ends the process with its message.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--seeds") {
    return WriteSeeds(argv[2]);
  }
  const int count = argc > 1 ? std::atoi(argv[1]) : 2000;
  const std::vector<std::string> sound = kvintet::fuzz::SoundInputs();
  Times times;
  for (const std::string& input : sound) {
    times.Try(input);
  }
  for (int i = 0; i < count; ++i) {
    RandomStream random(1, static_cast<uint32_t>(i), 0, kvintet::Purpose::kTest);
    std::string input = sound[random.Below(static_cast<uint32_t>(sound.size()))];
    for (uint32_t changes = random.Below(kMaxChanges) + 1; changes > 0; --changes) {
      Change(sound, &random, &input);
    }
    times.Try(input);
  }
  times.Print();
  return 0;
}
