// StopOnSignal: see the header.
#include "cli/play/stop_on_signal.h"

#include <cstdio>
#include <ctime>
#include <utility>

namespace kvintet::cli {

StopOnSignal::StopOnSignal(std::string notice) : notice_(std::move(notice)) {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  thread_ = std::jthread([this](const std::stop_token& ended) { Wait(ended); });
}

void StopOnSignal::Wait(const std::stop_token& ended) {
  while (!ended.stop_requested()) {
    const timespec pause = {.tv_sec = 0, .tv_nsec = 50'000'000};
    if (sigtimedwait(&signals_, nullptr, &pause) > 0) {
      std::fprintf(stderr, "\n%s\n", notice_.c_str());
      source_.request_stop();
      pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
      return;
    }
  }
}

}  // namespace kvintet::cli
