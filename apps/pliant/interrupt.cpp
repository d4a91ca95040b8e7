#include "interrupt.hpp"

#include <atomic>
#include <csignal>
#include <cstring>

#include <unistd.h>

namespace pliant::cli {
namespace {

constexpr int stopped_code = 130;
std::atomic<bool> asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // what a signal handler may touch

void ask_to_stop(int signal) {
    asked = true;
    std::signal(signal, SIG_DFL);
}

/// Only what a signal handler may call.
void end_now(int) {
    constexpr char line[] = "\npliant: stopped; nothing was written\n";
    const ssize_t ignored = ::write(STDERR_FILENO, line, std::strlen(line));
    static_cast<void>(ignored);
    _exit(stopped_code);
}

void handle_by(void (*handler)(int)) {
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
}

}  // namespace

void end_on_interrupts() { handle_by(end_now); }

void heed_interrupts() { handle_by(ask_to_stop); }

bool stop_asked() { return asked; }

void stop_if_asked(const std::string& doing, const std::string& left) {
    if (stop_asked()) throw Stopped{"stopped while " + doing + "; " + left};
}

}  // namespace pliant::cli
