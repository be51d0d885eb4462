// FailingMemory: lets memory allocation fail at a chosen moment.
//
// Link kvintet::failing_memory, which replaces operator new, only into tests that use this.
#pragma once

#include <cstdint>

namespace kvintet::testing {

// False under sanitizers that have their own operator new; then nothing fails or is counted.
bool MemoryCanFail();

// During its lifetime each `new` of this thread decrements `*left`. The one that reaches zero
// throws std::bad_alloc; later ones do not. At most one instance per thread.
class FailingMemory {
 public:
  explicit FailingMemory(int64_t* left);
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
  ~FailingMemory();
};

}  // namespace kvintet::testing
