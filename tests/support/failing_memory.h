// FailingMemory: memory that runs out at a moment of one's choice.
//
// Link kvintet::failing_memory, which replaces operator new, only into tests of that.
#pragma once

#include <cstdint>

namespace kvintet::testing {

// False under sanitizers that have an operator new of their own; then nothing fails or is counted.
bool MemoryCanFail();

// While it lives, each `new` of this thread takes one from `*left`; the one that takes the last
// throws std::bad_alloc, and those after it do not. One at a time in a thread.
class FailingMemory {
 public:
  explicit FailingMemory(int64_t* left);
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
  ~FailingMemory();
};

}  // namespace kvintet::testing
