// ResidentBytes: see the header.
#include "serving/monitoring/resident_bytes.h"

#include <unistd.h>

#include <fstream>

namespace kvintet::serving {

uint64_t ResidentBytes() {
  uint64_t pages = 0;
  uint64_t resident = 0;
  std::ifstream statm("/proc/self/statm");
  statm >> pages >> resident;
  return statm ? resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace kvintet::serving
