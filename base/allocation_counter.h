// AllocationCount: how often this program has asked for memory by `new`.
//
// Link kvintet::allocation_counter, which replaces operator new, only into programs that measure.
#pragma once

#include <cstdint>

namespace kvintet {

// Calls of operator new so far, in all threads.
int64_t AllocationCount();

// False under sanitizers that have an operator new of their own; the count is then always 0.
bool CountsAllocations();

}  // namespace kvintet
