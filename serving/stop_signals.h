// StopSignals: waits for SIGINT and SIGTERM.
#pragma once

#include <csignal>

namespace kvintet::serving {

// While it exists, the two signals do not end the program. Create it before anything starts threads
// (gRPC does), since threads inherit the signal mask. Only one may exist at a time.
class StopSignals {
 public:
  StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  ~StopSignals() { Release(); }

  // Waits for a signal and returns its number. The next signal then ends the program at once.
  int Wait();

 private:
  void Release();

  sigset_t signals_;
  sigset_t before_;
};

}  // namespace kvintet::serving
