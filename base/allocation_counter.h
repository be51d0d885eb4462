// AllocationCount: counts how often this program allocates with `new`.
//
// Link kvintet::allocation_counter, which replaces operator new, only into programs that measure.
#pragma once

#include <cstdint>

namespace kvintet {

// Calls of operator new so far, over all threads.
int64_t AllocationCount();

// False under sanitizers that define operator new themselves; the count is then always 0.
bool CountsAllocations();

}  // namespace kvintet
