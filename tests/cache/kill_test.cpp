// Killed at any moment and resumed: the same bytes as a run that was left alone.
#include "cache/program.hpp"
#include "core/random.hpp"

#include <chrono>
#include <csignal>
#include <thread>

#include <unistd.h>

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

class Killed : public Program {
  protected:
    static constexpr int frames = 60;

    std::vector<std::string> run(const std::string& to, int threads, std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"run", "small.json", "-o", to, "--frames", std::to_string(frames),
                                   "--checkpoint-every", "7", "--threads", std::to_string(threads)});
        return more;
    }
    /// Waits until the run has written frame `frame`, or has ended.
    void wait_for_frame(Child& child, const fs::path& to, int frame) const {
        char name[32];
        std::snprintf(name, sizeof name, "frames/frame_%05d.pcf", frame);
        while (child.is_running() && !fs::exists(to / name)) usleep(100);
    }
};

TEST_F(Killed, twenty_times_at_random_moments_and_resumed_the_run_is_byte_equal) {
    ASSERT_EQ(pliant(run("whole", 1)).code, 0);
    Random random(20);
    int kills = 0, after_a_frame = 0;
    for (int attempt = 0; kills < 20; ++attempt) {
        ASSERT_LT(attempt, 60) << "the program ends before it can be killed";
        Child child(launch(run("broken", 1 + attempt % 3, {"--resume"})));
        // Some moments lie in the building of the bodies, most after a frame, each a little later than a write.
        if (attempt % 5 != 0) wait_for_frame(child, folder / "broken", static_cast<int>(random.below(frames)));
        usleep(random.below(attempt % 5 != 0 ? 6000 : 30000));
        child.signal(SIGKILL);
        const Said outcome = child.wait();
        if (outcome.code == 1000 + SIGKILL) {
            ++kills;
            after_a_frame += fs::exists(folder / "broken/frames/frame_00000.pcf");
            if (random.below(3) != 0) continue;  // the next kill hits what was resumed
        }
        const Said end = pliant(run("broken", 1 + attempt % 2, {"--resume"}));
        ASSERT_EQ(end.code, 0) << end.text();
        expect_same_files(folder / "whole", folder / "broken");
        fs::remove_all(folder / "broken");
    }
    EXPECT_GE(after_a_frame, 10);
    const Said end = pliant(run("broken", 2, {"--resume"}));
    ASSERT_EQ(end.code, 0) << end.text();
    expect_same_files(folder / "whole", folder / "broken");
}

TEST_F(Killed, while_a_forced_run_replaces_another_never_mixes_the_two) {
    Random random(5);
    ASSERT_EQ(pliant(run("new", 1, {"--set", "gravity=[0,3,0]"})).code, 0);
    ASSERT_EQ(pliant(run("old", 1)).code, 0);
    for (int attempt = 0; attempt < 5; ++attempt) {
        fs::remove_all(folder / "both");
        fs::copy(folder / "old", folder / "both", fs::copy_options::recursive);
        Child child(launch(run("both", 1, {"--set", "gravity=[0,3,0]", "--force"})));
        // The moment at which the old run is set aside.
        while (child.is_running() && fs::exists(folder / "both/checkpoints/state_00007.pcs")) usleep(20);
        usleep(random.below(2000));
        child.signal(SIGKILL);
        if (child.wait().code == 0) continue;  // the new one is complete
        const bool aside = fs::exists(folder / "both/replaced/run.json");
        if (aside) expect_same_files(folder / "old", folder / "both/replaced");
        const Said as_new = pliant(run("both", 1, {"--set", "gravity=[0,3,0]", "--resume"}));
        if (as_new.code == 0) {
            expect_same_files(folder / "new", folder / "both");
            continue;
        }
        EXPECT_TRUE(as_new.says("another scene")) << as_new.text();
        const Said as_old = pliant(run("both", 1, {"--resume"}));
        ASSERT_EQ(as_old.code, 0) << as_old.text();
        fs::remove(folder / "both/run.json.next");
        expect_same_files(folder / "old", folder / "both");
    }
}

TEST_F(Killed, by_ctrl_c_a_forced_run_keeps_the_one_it_replaces_until_it_is_complete) {
    ASSERT_EQ(pliant(run("new", 1, {"--set", "gravity=[0,3,0]"})).code, 0);
    ASSERT_EQ(pliant(run("both", 1)).code, 0);
    const auto old = files_of(folder / "both");
    Child child(launch(run("both", 1, {"--set", "gravity=[0,3,0]", "--force"})));
    wait_for_frame(child, folder / "both/replaced", frames);
    wait_for_frame(child, folder / "both", 3);
    child.signal(SIGINT);
    const Said stopped = child.wait();
    if (stopped.code == 0) GTEST_SKIP() << "the run was over before the signal came";
    EXPECT_EQ(stopped.code, 130);
    EXPECT_TRUE(stopped.says("kept in both/replaced")) << stopped.text();
    EXPECT_TRUE(files_of(folder / "both/replaced") == old);
    const Said resumed = pliant({"run", "both", "--resume", "--checkpoint-every", "7"});
    ASSERT_EQ(resumed.code, 0) << resumed.text();
    expect_same_files(folder / "new", folder / "both");
}

TEST_F(Killed, by_ctrl_c_it_says_how_to_go_on_and_does) {
    ASSERT_EQ(pliant(run("whole", 1)).code, 0);
    Child child(launch(run("broken", 1)));
    wait_for_frame(child, folder / "broken", 3);
    child.signal(SIGINT);
    const Said stopped = child.wait();
    if (stopped.code == 0) GTEST_SKIP() << "the run was over before the signal came";
    EXPECT_EQ(stopped.code, 130);
    EXPECT_TRUE(stopped.says("pliant run broken --resume")) << stopped.text();
    const Said resumed = pliant({"run", "broken", "--resume", "--checkpoint-every", "7"});
    ASSERT_EQ(resumed.code, 0) << resumed.text();
    expect_same_files(folder / "whole", folder / "broken");
}

}  // namespace
}  // namespace pliant::testing
