// StopOnSignal: see the header.
#include "cli/play/stop_on_signal.h"

#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <utility>

namespace kvintet::cli {
namespace {

void WaitForStop(const std::stop_token& ended) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, ended, [] { return false; });
}

}  // namespace

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
      // This thread takes the second signal, which all others block, so it has to last.
      pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
      WaitForStop(ended);
    }
  }
}

}  // namespace kvintet::cli
