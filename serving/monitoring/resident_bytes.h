// ResidentBytes: the resident memory of the process.
#pragma once

#include <cstdint>

namespace kvintet::serving {

// 0 if the system does not report it.
uint64_t ResidentBytes();

}  // namespace kvintet::serving
