// A clock of the wall that jumps by hours at each look, put before a program by LD_PRELOAD.
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  // Relaxed: only the values must differ.
  static std::atomic<long> looks = 0;
  const long result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) {
    constexpr long kHour = 3600;
    const long look = looks.fetch_add(1, std::memory_order_relaxed);
    time->tv_sec += look % 2 == 0 ? look % 100 * kHour : -look % 100 * kHour;
  }
  return static_cast<int>(result);
}
