#include "interrupt.hpp"

#include <atomic>
#include <csignal>

namespace pliant::cli {
namespace {

std::atomic<bool> asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // what a signal handler may touch

void ask_to_stop(int) { asked = true; }

}  // namespace

void heed_interrupts() {
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);
}

void forget_interrupts() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool stop_asked() { return asked; }

}  // namespace pliant::cli
