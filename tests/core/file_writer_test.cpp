// Files written in pieces: complete after commit(), otherwise not there.
#include "core/file_writer.hpp"

#include "support/files.hpp"

#include <gtest/gtest.h>
#include <pliant/error.hpp>

#include <fstream>
#include <string>

#include <unistd.h>

namespace pliant {
namespace {

namespace fs = std::filesystem;

class FileWriterTest : public ::testing::Test {
  protected:
    testing::TemporaryFolder folder_;
};

TEST_F(FileWriterTest, the_pieces_follow_each_other_and_the_name_comes_last) {
    std::string all;
    FileWriter file(folder_ / "file");
    for (int k = 0; k < 5000; ++k) {
        const std::string piece = std::to_string(k) + '\0';
        file.write(piece);
        all += piece;
    }
    EXPECT_FALSE(fs::exists(folder_ / "file"));
    file.commit();
    EXPECT_EQ(testing::bytes_of(folder_ / "file"), all);
    EXPECT_EQ(folder_.entries(), 1u);
}

TEST_F(FileWriterTest, without_commit_the_older_file_stays_and_nothing_else) {
    std::ofstream(folder_ / "file") << "old";
    {
        FileWriter file(folder_ / "file");
        file.write(std::string(100000, 'x'));
    }
    EXPECT_EQ(testing::bytes_of(folder_ / "file"), "old");
    EXPECT_EQ(folder_.entries(), 1u);
}

TEST_F(FileWriterTest, a_folder_in_its_place_is_refused_at_once) {
    fs::create_directory(folder_ / "file");
    EXPECT_THROW(FileWriter(folder_ / "file"), InputError);
    EXPECT_EQ(folder_.entries(), 1u);
}

TEST_F(FileWriterTest, a_name_under_a_file_is_refused_with_the_reason) {
    std::ofstream(folder_ / "file") << "old";
    try {
        FileWriter file(folder_ / "file" / "below");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().what.find("Not a directory"), std::string::npos) << error.what();
    }
}

TEST_F(FileWriterTest, a_full_disk_is_told_at_the_latest_by_commit) {
    // A write of a few bytes stays in the buffer: only the flush meets the full device.
    fs::create_symlink("/dev/full", folder_ / "file.part");
    FileWriter file(folder_ / "file");
    file.write("text");
    try {
        file.commit();
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().what.find("No space left on device"), std::string::npos) << error.what();
    }
    EXPECT_EQ(folder_.entries(), 0u);
}

}  // namespace
}  // namespace pliant
