// FailPoint: a place where a test can end the program as a crash would.
#pragma once

#include <csignal>
#include <cstdlib>
#include <cstring>

namespace kvintet {

// Kills the process with SIGKILL if the environment variable KVINTET_FAIL_POINT is `name`.
inline void FailPoint(const char* name) {
  static const char* const kChosen = std::getenv("KVINTET_FAIL_POINT");
  if (kChosen != nullptr && std::strcmp(kChosen, name) == 0) {
    std::raise(SIGKILL);
  }
}

}  // namespace kvintet
