// ResidentBytes: what of the process lies in memory.
#pragma once

#include <cstdint>

namespace kvintet::serving {

// 0 where the system does not tell.
uint64_t ResidentBytes();

}  // namespace kvintet::serving
