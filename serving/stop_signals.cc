// StopSignals: see the header.
#include "serving/stop_signals.h"

namespace kvintet::serving {

StopSignals::StopSignals() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

int StopSignals::Wait() {
  int signal = 0;
  sigwait(&signals_, &signal);
  Release();
  return signal;
}

void StopSignals::Release() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace kvintet::serving
