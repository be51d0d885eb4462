// FailingMemory: see the header. The replaced operators are plain malloc and free.
#include "tests/support/failing_memory.h"

#include <cstddef>
#include <cstdlib>
#include <new>

#include "base/own_new.h"

namespace {

// The counter of this thread; null: nothing fails.
thread_local int64_t* left = nullptr;

#if KVINTET_OWN_NEW

void* Allocate(size_t size) {
  if (left != nullptr && --*left == 0) {
    throw std::bad_alloc();
  }
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) {
    std::abort();
  }
  return memory;
}

#endif

}  // namespace

namespace kvintet::testing {

bool MemoryCanFail() { return KVINTET_OWN_NEW != 0; }

FailingMemory::FailingMemory(int64_t* left_here) { left = left_here; }

FailingMemory::~FailingMemory() { left = nullptr; }

}  // namespace kvintet::testing

#if KVINTET_OWN_NEW

void* operator new(size_t size) { return Allocate(size); }
void* operator new[](size_t size) { return Allocate(size); }
// Not counted, since callers of the nothrow version handle failures.
void* operator new(size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }

#endif
