// StopSignals: SIGINT and SIGTERM as something to wait for.
#pragma once

#include <csignal>

namespace kvintet::serving {

// Keeps the two signals from ending the program while it lives. Make it before anything that starts
// threads (gRPC does): threads inherit what they may be interrupted by. One at a time.
class StopSignals {
 public:
  StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  ~StopSignals() { Release(); }

  // Waits for one of them and returns its number. Another one then ends the program at once.
  int Wait();

 private:
  void Release();

  sigset_t signals_;
  sigset_t before_;
};

}  // namespace kvintet::serving
