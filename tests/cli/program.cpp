#include "cli/program.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

struct Launch {
    std::string program;
    std::vector<std::string> arguments;
    fs::path folder;
    std::optional<std::uint64_t> largest_file;
};

/// A program that runs, and the ends of the pipes that it speaks into: a limit on file sizes leaves those alone.
struct Running {
    pid_t child = 0;
    std::array<int, 2> streams{};
};

[[noreturn]] void become(const Launch& launch, const std::array<int, 2>& streams) {
    dup2(streams[0], STDOUT_FILENO);
    dup2(streams[1], STDERR_FILENO);
    if (launch.largest_file) {
        const rlimit limit{*launch.largest_file, *launch.largest_file};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (chdir(launch.folder.c_str()) != 0) _exit(127);
    std::vector<char*> argv = {const_cast<char*>(launch.program.c_str())};
    for (const std::string& argument : launch.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execvp(argv.front(), argv.data());
    _exit(127);
}

Running start(const Launch& launch) {
    Running running;
    std::array<int, 2> theirs{};
    for (std::size_t k = 0; k < 2; ++k) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
        running.streams[k] = ends[0];
        theirs[k] = ends[1];
    }
    running.child = fork();
    if (running.child == 0) become(launch, theirs);
    for (const int end : theirs) close(end);
    return running;
}

/// Reads both pipes until both are closed.
std::array<std::string, 2> listen(const Running& running) {
    std::array<std::string, 2> texts;
    std::array<pollfd, 2> waiting = {pollfd{running.streams[0], POLLIN, 0}, pollfd{running.streams[1], POLLIN, 0}};
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

Said finish(const Running& running) {
    const std::array<std::string, 2> texts = listen(running);
    int status = 0;
    waitpid(running.child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), texts[0], texts[1]};
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

const std::string small_scene = R"({
  // a comment is fine
  "time": {"fps": 60, "frames": 4, "substeps": 4},
  "bodies": [{"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 60}, "translate": [0, 0.4, 0]}],
  "obstacles": [{"type": "plane"}]
})";

ProgramTest::ProgramTest() {
    static int number = 0;
    folder_ = fs::path(::testing::TempDir()) / fmt::format("pliant-cli-{}-{}", getpid(), ++number);
    fs::create_directories(folder_);
    write("small.json", small_scene);
}

ProgramTest::~ProgramTest() { fs::remove_all(folder_); }

Said ProgramTest::pliant(const Arguments& arguments, std::optional<std::uint64_t> largest_file) const {
    return finish(start({PLIANT_PROGRAM, arguments, folder_, largest_file}));
}

Said ProgramTest::run(const std::string& program, const Arguments& arguments) const {
    return finish(start({program, arguments, folder_, {}}));
}

Said ProgramTest::interrupt(const Arguments& arguments, const fs::path& when) const {
    const Running running = start({PLIANT_PROGRAM, arguments, folder_, {}});
    siginfo_t ended{};
    while (!fs::exists(folder_ / when) && ended.si_pid == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        waitid(P_PID, static_cast<id_t>(running.child), &ended, WEXITED | WNOHANG | WNOWAIT);
    }
    kill(running.child, SIGINT);
    return finish(running);
}

Said ProgramTest::interrupt_when_it_speaks(const Arguments& arguments) const {
    const Running running = start({PLIANT_PROGRAM, arguments, folder_, {}});
    pollfd waiting{running.streams[1], POLLIN, 0};
    poll(&waiting, 1, -1);
    kill(running.child, SIGINT);
    return finish(running);
}

Said ProgramTest::interrupt_while_reading(const Arguments& arguments, const fs::path& pipe) const {
    if (mkfifo((folder_ / pipe).c_str(), 0600) != 0) throw std::system_error(errno, std::generic_category());
    const Running running = start({PLIANT_PROGRAM, arguments, folder_, {}});
    const int end = open((folder_ / pipe).c_str(), O_WRONLY | O_CLOEXEC);  // returns when the other end is open
    kill(running.child, SIGINT);
    const Said said = finish(running);
    close(end);
    return said;
}

void ProgramTest::write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
}

std::string ProgramTest::read(const fs::path& file) const { return text_of(folder_ / file); }

std::map<std::string, std::string> ProgramTest::files(const std::string& below) const {
    std::map<std::string, std::string> found;
    if (!fs::exists(folder_ / below)) return found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_ / below))
        if (entry.is_regular_file())
            found[fs::relative(entry.path(), folder_ / below).string()] = text_of(entry.path());
    return found;
}

std::vector<std::string> ProgramTest::named(const std::string& below, const std::string& part) const {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : files(below))
        if (name.find(part) != std::string::npos) names.push_back(name);
    return names;
}

void ProgramTest::expect_refused(const Said& said, const std::vector<std::string>& parts) const {
    EXPECT_EQ(said.code, 2) << said.out << said.err;
    for (const std::string& part : parts)
        EXPECT_NE(said.err.find(part), std::string::npos) << "'" << part << "' is not in:\n" << said.err;
}

}  // namespace pliant::testing
