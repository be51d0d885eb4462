// AllocationCount: the replaced operators, which count and then call malloc and free.
#include "base/allocation_counter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "base/own_new.h"

namespace {

// Relaxed, since the count orders no other memory access.
std::atomic<int64_t> allocations = 0;

#if KVINTET_OWN_NEW

void* Counted(void* memory) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (memory == nullptr) {
    std::abort();
  }
  return memory;
}

void* Allocate(size_t size) { return Counted(std::malloc(size == 0 ? 1 : size)); }

void* Allocate(size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<size_t>(alignment);
  return Counted(std::aligned_alloc(unit, (size + unit) / unit * unit));
}

#endif

}  // namespace

namespace kvintet {

int64_t AllocationCount() { return allocations.load(std::memory_order_relaxed); }

bool CountsAllocations() { return KVINTET_OWN_NEW != 0; }

}  // namespace kvintet

#if KVINTET_OWN_NEW

void* operator new(size_t size) { return Allocate(size); }
void* operator new[](size_t size) { return Allocate(size); }
void* operator new(size_t size, std::align_val_t alignment) { return Allocate(size, alignment); }
void* operator new[](size_t size, std::align_val_t alignment) { return Allocate(size, alignment); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
#endif
