// Files that are complete or not there, whatever goes wrong on the way.
#include "core/write_file.hpp"

#include "support/files.hpp"

#include <gtest/gtest.h>
#include <pliant/error.hpp>

#include <csignal>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pliant {
namespace {

namespace fs = std::filesystem;

class WriteFile : public ::testing::Test {
  protected:
    static void write(const fs::path& file, const std::string& text) { write_file(file, text.data(), text.size()); }

    testing::TemporaryFolder folder_;
};

TEST_F(WriteFile, writes_all_bytes_and_nothing_else) {
    const std::string bytes("a\0b\n\r\xff", 6);
    write(folder_ / "file", bytes);
    EXPECT_EQ(testing::bytes_of(folder_ / "file"), bytes);
    write(folder_ / "empty", "");
    EXPECT_EQ(fs::file_size(folder_ / "empty"), 0u);
    EXPECT_EQ(folder_.entries(), 2u);
}

TEST_F(WriteFile, replaces_an_older_file) {
    write(folder_ / "file", "a long first version");
    write(folder_ / "file", "second");
    EXPECT_EQ(testing::bytes_of(folder_ / "file"), "second");
    EXPECT_EQ(folder_.entries(), 1u);
}

TEST_F(WriteFile, a_missing_folder_is_named_and_nothing_is_made) {
    try {
        write(folder_ / "missing" / "file", "text");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().file, (folder_ / "missing" / "file").string());
        EXPECT_NE(error.problem().what.find("No such file or directory"), std::string::npos);
        EXPECT_FALSE(error.problem().hint.empty());
    }
    EXPECT_EQ(folder_.entries(), 0u);
}

TEST_F(WriteFile, a_folder_in_its_place_is_refused_and_kept) {
    fs::create_directories(folder_ / "file" / "inside");
    EXPECT_THROW(write(folder_ / "file", "text"), InputError);
    EXPECT_TRUE(fs::is_directory(folder_ / "file" / "inside"));
    EXPECT_EQ(folder_.entries(), 1u);
}

TEST_F(WriteFile, a_full_disk_leaves_the_older_file_and_nothing_half_written) {
    write(folder_ / "file", "old");
    rlimit old_limit{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{100000, old_limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    std::string message;
    try {
        write(folder_ / "file", std::string(1000000, 'x'));
    } catch (const InputError& error) {
        message = error.problem().what;
    }
    setrlimit(RLIMIT_FSIZE, &old_limit);
    std::signal(SIGXFSZ, old_handler);
    EXPECT_NE(message.find("File too large"), std::string::npos) << message;
    EXPECT_EQ(testing::bytes_of(folder_ / "file"), "old");
    EXPECT_EQ(folder_.entries(), 1u);
}

TEST_F(WriteFile, a_read_only_folder_is_refused) {
    // Root may write anywhere: a child process without its rights tries.
    fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_exec);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534) != 0) _exit(3);
        try {
            write(folder_ / "file", "text");
            _exit(1);
        } catch (const InputError& error) {
            _exit(error.problem().what.find("Permission denied") != std::string::npos ? 0 : 2);
        }
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(folder_.entries(), 0u);
    fs::permissions(folder_, fs::perms::owner_all);
}

}  // namespace
}  // namespace pliant
