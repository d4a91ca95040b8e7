// operator new and delete are replaced as a pair here; the compiler sees only one of them when it inlines.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "export/live_memory.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> live = 0, peak = 0;

void* counted(void* memory) {
    const std::size_t now = live += malloc_usable_size(memory);
    std::size_t seen = peak;
    while (now > seen && !peak.compare_exchange_weak(seen, now)) {
    }
    return memory;
}

void discounted_free(void* memory) {
    if (memory != nullptr) live -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) {
    void* memory = std::malloc(bytes > 0 ? bytes : 1);
    if (memory == nullptr) throw std::bad_alloc();
    return counted(memory);
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void* memory) noexcept { discounted_free(memory); }
void operator delete[](void* memory) noexcept { discounted_free(memory); }
void operator delete(void* memory, std::size_t) noexcept { discounted_free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { discounted_free(memory); }

namespace pliant::testing {

std::size_t live_bytes() { return live; }
void reset_peak() { peak = live.load(); }
std::size_t peak_bytes() { return peak; }

}  // namespace pliant::testing
