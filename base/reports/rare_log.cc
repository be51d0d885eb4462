// RareLog: counts events and writes a line when the pause is over.
#include "base/reports/rare_log.h"

namespace kvintet {

void RareLog::Tell(absl::string_view why, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  ++times_;
  if (now >= next_) {
    Log(level_, room_, sentence_, {{"why", why}, {"times", times_}});
    next_ = now + kPause;
    times_ = 0;
  }
}

}  // namespace kvintet
