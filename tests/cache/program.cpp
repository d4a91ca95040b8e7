#include "cache/program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pliant::testing {

namespace fs = std::filesystem;

Child::Child(const fs::path& folder, const std::vector<std::string>& arguments, const std::function<void()>& prepare) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    std::vector<std::string> words = {PLIANT_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    id_ = fork();
    if (id_ != 0) {
        close(ends[1]);
        said_ = ends[0];
        return;
    }
    if (dup2(ends[1], STDOUT_FILENO) < 0 || dup2(ends[1], STDERR_FILENO) < 0) _exit(98);
    if (chdir(folder.c_str()) != 0) _exit(98);
    if (prepare) prepare();
    execv(argv[0], argv.data());
    _exit(99);
}

void Child::signal(int number) const { kill(id_, number); }

void Child::reap(int flags) {
    if (!ended_ && waitpid(id_, &status_, flags) == id_) ended_ = true;
}

bool Child::is_running() {
    reap(WNOHANG);
    return !ended_;
}

Outcome Child::wait() {
    std::string text;
    char part[4096];
    for (ssize_t size; (size = read(said_, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(size));
    close(said_);
    reap(0);
    return {WIFEXITED(status_) ? WEXITSTATUS(status_) : -1, text};
}

Program::Program() { put_bytes(folder / "small.json", small_scene_text()); }

}  // namespace pliant::testing
