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
    /// No file may grow beyond `largest` bytes.
    Said limited(const std::vector<std::string>& arguments, std::uintmax_t largest) const {
        Launch full = launch(arguments);
        full.prepare = [largest] {
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit bytes{largest, largest};
            setrlimit(RLIMIT_FSIZE, &bytes);
        };
        return run_program(full);
    }
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
        const Said outcome = limited({"run", "small.json", "-o", "limited"}, limit);
        EXPECT_EQ(outcome.code, 2) << limit << ": " << outcome.text();
        if (fs::exists(folder / "limited/run.json")) {
            EXPECT_TRUE(outcome.says("cannot be written")) << outcome.text();
            expect_only_whole_files(folder / "limited");
        }
        const Said resumed = pliant({"run", "small.json", "-o", "limited", "--resume"});
        EXPECT_EQ(resumed.code, 0) << resumed.text();
        expect_same_files(folder / "whole", folder / "limited");
        fs::remove_all(folder / "limited");
    }
}

TEST_F(FullDisk, a_small_file_system_fills_up_and_the_run_goes_on_when_it_grows) {
    const fs::path disk = folder / "disk";
    fs::create_directory(disk);
    if (geteuid() != 0 || mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0)
        GTEST_SKIP() << "mounting a tmpfs needs root";
    const Said full = pliant({"run", "small.json", "-o", "disk/run"});
    EXPECT_EQ(full.code, 2) << full.text();
    EXPECT_TRUE(full.says("No space left")) << full.text();
    expect_only_whole_files(disk / "run");
    EXPECT_EQ(mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=16m"), 0);
    const Said resumed = pliant({"run", "disk/run", "--resume"});
    EXPECT_EQ(resumed.code, 0) << resumed.text();
    EXPECT_EQ(pliant({"run", "small.json", "-o", "whole"}).code, 0);
    EXPECT_EQ(pliant({"diff", "whole", "disk/run"}).code, 0);
    EXPECT_EQ(umount(disk.c_str()), 0);
}

TEST_F(FullDisk, a_forced_run_that_fails_before_its_first_frame_leaves_the_old_one_as_it_was) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "run"}).code, 0);
    const auto before = files_of(folder / "run");
    // No room for the manifest; enough for it but not for a frame of so many particles.
    for (const std::uintmax_t limit : {std::uintmax_t{50}, std::uintmax_t{before.at("run.json").size()}}) {
        const Said outcome =
            limited({"run", "small.json", "-o", "run", "--force", "--set", "bodies.0.sampling.particles=2000"}, limit);
        EXPECT_EQ(outcome.code, 2) << outcome.text();
        EXPECT_TRUE(files_of(folder / "run") == before) << limit;
    }
}

TEST_F(FullDisk, a_forced_run_that_fails_on_its_way_leaves_the_old_one_whole_and_can_go_on) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "run"}).code, 0);
    ASSERT_EQ(pliant({"run", "small.json", "-o", "new", "--set", "gravity=[0,3,0]"}).code, 0);
    const auto before = files_of(folder / "run");
    const auto frame = before.at("frames/frame_00010.pcf").size(),
               checkpoint = before.at("checkpoints/state_00024.pcs").size();
    const std::vector<std::string> forced = {"run", "small.json", "-o", "run", "--force", "--set", "gravity=[0,3,0]"};
    // Twice: the second one may not cost the old run either.
    for (int attempt = 0; attempt < 2; ++attempt) {
        const Said outcome = limited(forced, (frame + checkpoint) / 2);
        EXPECT_EQ(outcome.code, 2) << outcome.text();
        EXPECT_TRUE(outcome.says("kept in run/replaced")) << outcome.text();
        EXPECT_TRUE(files_of(folder / "run/replaced") == before);
        EXPECT_TRUE(pliant({"info", "run"}).says("kept in run/replaced"));
        EXPECT_EQ(pliant({"info", "run/replaced"}).code, 0);
    }
    const Said resumed = pliant({"run", "run", "--resume"});
    EXPECT_EQ(resumed.code, 0) << resumed.text();
    expect_same_files(folder / "new", folder / "run");
    EXPECT_FALSE(fs::exists(folder / "run/replaced"));
}

}  // namespace
}  // namespace pliant::testing
