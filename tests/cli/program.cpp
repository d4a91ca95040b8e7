#include "cli/program.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pliant::testing {
namespace fs = std::filesystem;

const std::string small_scene = R"({
  // a comment is fine
  "time": {"fps": 60, "frames": 4, "substeps": 4},
  "bodies": [{"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 60}, "translate": [0, 0.4, 0]}],
  "obstacles": [{"type": "plane"}]
})";

ProgramTest::ProgramTest() { write("small.json", small_scene); }

Launch ProgramTest::launch(const Arguments& arguments) const { return {PLIANT_PROGRAM, arguments, folder_}; }

Said ProgramTest::pliant(const Arguments& arguments, std::optional<std::uint64_t> largest_file) const {
    Launch limited = launch(arguments);
    if (largest_file)
        limited.prepare = [bytes = *largest_file] {
            const rlimit limit{bytes, bytes};
            setrlimit(RLIMIT_FSIZE, &limit);
        };
    return run_program(limited);
}

Said ProgramTest::run(const std::string& program, const Arguments& arguments) const {
    return run_program({program, arguments, folder_});
}

Said ProgramTest::interrupt(const Arguments& arguments, const fs::path& when) const {
    Child child(launch(arguments));
    while (!fs::exists(folder_ / when) && child.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    child.signal(SIGINT);
    return child.wait();
}

Said ProgramTest::interrupt_when_it_speaks(const Arguments& arguments) const {
    Child child(launch(arguments));
    child.wait_until_it_speaks();
    child.signal(SIGINT);
    return child.wait();
}

Said ProgramTest::interrupt_while_reading(const Arguments& arguments, const fs::path& pipe) const {
    if (mkfifo((folder_ / pipe).c_str(), 0600) != 0) throw std::system_error(errno, std::generic_category());
    Child child(launch(arguments));
    const int end = open((folder_ / pipe).c_str(), O_WRONLY | O_CLOEXEC);  // returns when the other end is open
    child.signal(SIGINT);
    const Said said = child.wait();
    close(end);
    return said;
}

void ProgramTest::write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    put_bytes(folder_ / name, text);
}

std::string ProgramTest::read(const fs::path& file) const { return bytes_of(folder_ / file); }

std::map<std::string, std::string> ProgramTest::files(const std::string& below) const {
    std::map<std::string, std::string> found;
    if (!fs::exists(folder_ / below)) return found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_ / below))
        if (entry.is_regular_file())
            found[fs::relative(entry.path(), folder_ / below).string()] = bytes_of(entry.path());
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
