// A wall clock that jumps, loaded with LD_PRELOAD: by hours at each reading or, with
// JUMPING_CLOCK_MS, by an hour back and forth every so many milliseconds.
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <ctime>

namespace {

constexpr long kHour = 3600;

// The next value of a sequence that only has to change at each reading.
long AtEachLook() {
  // Relaxed: only the values must differ.
  static std::atomic<long> looks = 0;
  const long look = looks.fetch_add(1, std::memory_order_relaxed);
  return look % 2 == 0 ? look % 100 * kHour : -look % 100 * kHour;
}

// An hour behind, correct, an hour ahead, and so on.
long AfterEach(long milliseconds) {
  timespec now = {};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return ((now.tv_sec * 1000 + now.tv_nsec / 1'000'000) / milliseconds % 3 - 1) * kHour;
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const long result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) {
    static const char* const kText = std::getenv("JUMPING_CLOCK_MS");
    static const long kPeriod = kText == nullptr ? 0 : std::atol(kText);
    time->tv_sec += kPeriod > 0 ? AfterEach(kPeriod) : AtEachLook();
  }
  return static_cast<int>(result);
}
