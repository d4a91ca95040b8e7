#include "support/program.hpp"

#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pliant::testing {
namespace {

[[noreturn]] void become(const Launch& launch, const std::array<int, 2>& streams) {
    if (dup2(streams[0], STDOUT_FILENO) < 0 || dup2(streams[1], STDERR_FILENO) < 0) _exit(127);
    if (chdir(launch.folder.c_str()) != 0) _exit(127);
    if (launch.prepare) launch.prepare();
    std::vector<char*> argv = {const_cast<char*>(launch.program.c_str())};
    for (const std::string& argument : launch.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execvp(argv.front(), argv.data());
    _exit(127);
}

}  // namespace

Child::Child(const Launch& launch) {
    std::array<int, 2> theirs{};
    for (std::size_t k = 0; k < 2; ++k) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
        streams_[k] = ends[0];
        theirs[k] = ends[1];
    }
    id_ = fork();
    if (id_ == 0) become(launch, theirs);
    for (const int end : theirs) close(end);
}

void Child::signal(int number) const { kill(id_, number); }

void Child::reap(int flags) {
    if (!ended_ && waitpid(id_, &status_, flags) == id_) ended_ = true;
}

bool Child::is_running() {
    reap(WNOHANG);
    return !ended_;
}

void Child::wait_until_it_speaks() const {
    pollfd waiting{streams_[1], POLLIN, 0};
    poll(&waiting, 1, -1);
}

/// Reads both pipes until both are closed.
std::array<std::string, 2> Child::listen() {
    std::array<std::string, 2> texts;
    std::array<pollfd, 2> waiting = {pollfd{streams_[0], POLLIN, 0}, pollfd{streams_[1], POLLIN, 0}};
    for (int open = 2; open > 0;) {
        poll(waiting.data(), waiting.size(), -1);
        for (std::size_t k = 0; k < 2; ++k) {
            if (waiting[k].revents == 0) continue;
            char buffer[4096];
            const ssize_t count = read(waiting[k].fd, buffer, sizeof buffer);
            if (count > 0) {
                texts[k].append(buffer, static_cast<std::size_t>(count));
            } else {
                close(waiting[k].fd);
                waiting[k].fd = -1;
                --open;
            }
        }
    }
    return texts;
}

Said Child::wait() {
    const std::array<std::string, 2> texts = listen();
    reap(0);
    return {WIFEXITED(status_) ? WEXITSTATUS(status_) : 1000 + WTERMSIG(status_), texts[0], texts[1]};
}

}  // namespace pliant::testing
