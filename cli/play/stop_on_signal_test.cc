// Tests of StopOnSignal: what the first and the second signal do.
#include "cli/play/stop_on_signal.h"

#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include <gtest/gtest.h>

namespace kvintet::cli {
namespace {

void SendAndAwaitStop(const StopOnSignal& signals, int signal) {
  kill(getpid(), signal);
  while (!signals.Token().stop_requested()) {
    std::this_thread::yield();
  }
}

// Ends with the exit code 0 after one signal.
[[noreturn]] void StopOnce(int signal) {
  {
    const StopOnSignal signals("stopping");
    SendAndAwaitStop(signals, signal);
  }
  _exit(0);
}

[[noreturn]] void StopTwice(int signal) {
  const StopOnSignal signals("stopping");
  SendAndAwaitStop(signals, signal);
  // Ends the process with another signal if the second one does not.
  alarm(10);
  kill(getpid(), signal);
  while (true) {
    pause();
  }
}

TEST(StopOnSignalTest, TheFirstSignalRequestsAStop) {
  EXPECT_EXIT(StopOnce(SIGINT), ::testing::ExitedWithCode(0), "stopping");
  EXPECT_EXIT(StopOnce(SIGTERM), ::testing::ExitedWithCode(0), "stopping");
}

TEST(StopOnSignalTest, TheSecondSignalEndsTheProgram) {
  EXPECT_EXIT(StopTwice(SIGTERM), ::testing::KilledBySignal(SIGTERM), "stopping");
}

}  // namespace
}  // namespace kvintet::cli
