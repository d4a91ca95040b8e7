// A disk without room: a message, exit code 2, nothing half-written, and the run goes on when there is room again.
#include "cache/program.hpp"

#include <csignal>

#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

class FullDisk : public Program {
  protected:
    /// Every frame and checkpoint that is there is whole, and there is nothing else but the run's own files.
    static void expect_only_whole_files(const fs::path& run) {
        const RunReader reader(run);
        for (const int n : reader.frame_numbers()) EXPECT_NO_THROW(reader.read_frame(n));
        for (const int c : reader.checkpoints()) EXPECT_NO_THROW(reader.check_checkpoint(c));
        for (const auto& [name, bytes] : files_of(run)) EXPECT_FALSE(name.ends_with(".part")) << name;
    }
};

TEST_F(FullDisk, files_that_may_not_grow_are_reported_and_none_is_left_half_written) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "whole"}).code, 0);
    const auto frame = fs::file_size(folder / "whole/frames/frame_00010.pcf");
    const auto checkpoint = fs::file_size(folder / "whole/checkpoints/state_00024.pcs");
    ASSERT_LT(frame, checkpoint);
    // Too small for a frame; enough for frames but not for the checkpoint; too small for the manifest.
    for (const auto limit : {frame / 2, (frame + checkpoint) / 2, std::uintmax_t{100}}) {
        Child child(folder.path(), {"run", "small.json", "-o", "limited"}, [&] {
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit bytes{limit, limit};
            setrlimit(RLIMIT_FSIZE, &bytes);
        });
        const Outcome outcome = child.wait();
        EXPECT_EQ(outcome.code, 2) << limit << ": " << outcome.text;
        if (fs::exists(folder / "limited/run.json")) {
            EXPECT_TRUE(outcome.says("cannot be written")) << outcome.text;
            expect_only_whole_files(folder / "limited");
        }
        const Outcome resumed = pliant({"run", "small.json", "-o", "limited", "--resume"});
        EXPECT_EQ(resumed.code, 0) << resumed.text;
        expect_same_files(folder / "whole", folder / "limited");
        fs::remove_all(folder / "limited");
    }
}

TEST_F(FullDisk, a_small_file_system_fills_up_and_the_run_goes_on_when_it_grows) {
    const fs::path disk = folder / "disk";
    fs::create_directory(disk);
    if (geteuid() != 0 || mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0)
        GTEST_SKIP() << "mounting a tmpfs needs root";
    const Outcome full = pliant({"run", "small.json", "-o", "disk/run"});
    EXPECT_EQ(full.code, 2) << full.text;
    EXPECT_TRUE(full.says("No space left")) << full.text;
    expect_only_whole_files(disk / "run");
    EXPECT_EQ(mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=16m"), 0);
    const Outcome resumed = pliant({"run", "disk/run", "--resume"});
    EXPECT_EQ(resumed.code, 0) << resumed.text;
    EXPECT_EQ(pliant({"run", "small.json", "-o", "whole"}).code, 0);
    EXPECT_EQ(pliant({"diff", "whole", "disk/run"}).code, 0);
    EXPECT_EQ(umount(disk.c_str()), 0);
}

TEST_F(FullDisk, a_forced_run_without_room_for_its_manifest_leaves_the_old_one_whole) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "run"}).code, 0);
    const auto before = files_of(folder / "run");
    Child child(folder.path(), {"run", "small.json", "-o", "run", "--force"}, [] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit bytes{50, 50};
        setrlimit(RLIMIT_FSIZE, &bytes);
    });
    EXPECT_EQ(child.wait().code, 2);
    EXPECT_EQ(files_of(folder / "run"), before);
}

}  // namespace
}  // namespace pliant::testing
