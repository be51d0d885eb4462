// ForcedExit: see the header.
#include "serving/forced_exit.h"

#include <unistd.h>

#include "base/reports/log.h"

namespace kvintet::serving {

ForcedExit::ForcedExit(std::chrono::milliseconds after)
    : thread_([this, after](const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, stop, after, [&] { return stop.stop_requested(); })) {
          LogError("serving", "stopping took too long: ending by force",
                   {{"milliseconds", after.count()}});
          _exit(kForcedExitCode);
        }
      }) {}

}  // namespace kvintet::serving
