// run --force, --resume and --from, info and diff, as a user types them.
#include "cache/program.hpp"

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

class CacheCommands : public Program {
  protected:
    void SetUp() override {
        const Said outcome = pliant({"run", "small.json", "-o", "run", "--checkpoint-every", "10"});
        ASSERT_EQ(outcome.code, 0) << outcome.text();
    }
    void flip_a_bit_of(const fs::path& file) const {
        std::string bytes = bytes_of(file);
        bytes[bytes.size() / 2] ^= 1;
        put_bytes(file, bytes);
    }
};

TEST_F(CacheCommands, a_run_is_not_replaced_without_force) {
    const auto before = files_of(folder / "run");
    const Said refused = pliant({"run", "small.json", "-o", "run"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(refused.says("--force") && refused.says("--resume")) << refused.text();
    EXPECT_EQ(files_of(folder / "run"), before);
    EXPECT_EQ(pliant({"run", "small.json", "-o", "run", "--force", "--frames", "3"}).code, 0);
    EXPECT_EQ(RunReader(folder / "run").frame_numbers().size(), 4U);
    EXPECT_EQ(pliant({"run", "run"}).code, 2);
    EXPECT_EQ(pliant({"run", "small.json", "-o", "run", "--force", "--resume"}).code, 2);
}

TEST_F(CacheCommands, a_damaged_run_can_be_replaced_by_force) {
    flip_a_bit_of(folder / "run/run.json");
    EXPECT_EQ(pliant({"run", "small.json", "-o", "run", "--resume"}).code, 2);
    EXPECT_EQ(pliant({"run", "small.json", "-o", "run", "--force"}).code, 0);
    EXPECT_EQ(pliant({"info", "run"}).code, 0);
}

TEST_F(CacheCommands, info_counts_what_is_whole_and_what_is_damaged) {
    const Said whole = pliant({"info", "run"});
    EXPECT_EQ(whole.code, 0);
    EXPECT_TRUE(whole.says("25 files whole, 0 damaged")) << whole.text();
    EXPECT_TRUE(whole.says("frame 10, 20, 24")) << whole.text();
    flip_a_bit_of(folder / "run/frames/frame_00004.pcf");
    flip_a_bit_of(folder / "run/checkpoints/state_00010.pcs");
    const Said damaged = pliant({"info", "run"});
    EXPECT_EQ(damaged.code, 1);
    EXPECT_TRUE(damaged.says("24 files whole, 1 damaged")) << damaged.text();
    EXPECT_TRUE(damaged.says("frame_00004.pcf") && damaged.says("state_00010.pcs")) << damaged.text();
    EXPECT_EQ(pliant({"info", folder.path().string()}).code, 2);
}

TEST_F(CacheCommands, resume_takes_the_scene_from_the_folder_and_can_ask_for_more_frames) {
    EXPECT_EQ(pliant({"run", "run", "--resume", "--frames", "31", "--checkpoint-every", "10"}).code, 0);
    EXPECT_EQ(pliant({"run", "small.json", "--frames", "31", "--checkpoint-every", "10", "-o", "longer"}).code, 0);
    expect_same_files(folder / "longer", folder / "run");
    const Said other = pliant({"run", "run", "--resume", "--frames", "31", "--set", "gravity=[0,0,0]"});
    EXPECT_EQ(other.code, 2);
    EXPECT_TRUE(other.says("gravity") && other.says("--from")) << other.text();
    EXPECT_EQ(pliant({"run", "run", "--resume", "-o", "elsewhere"}).code, 2);
    EXPECT_EQ(pliant({"run", "small.json", "--resume", "-o", "run", "--set", "output.frames=false"}).code, 2);
}

TEST_F(CacheCommands, a_branch_goes_to_a_folder_of_its_own) {
    const std::vector<std::string> change = {"--set", "gravity=[0,0,0]"};
    const auto before = files_of(folder / "run");
    EXPECT_EQ(pliant({"run", "run", "--from", "12"}).code, 2);
    EXPECT_EQ(pliant({"run", "run", "--from", "12", "-o", "run", "--force"}).code, 2);
    EXPECT_EQ(pliant({"run", "run", "--from", "12", "-o", "../" + folder.path().filename().string() + "/run"}).code, 2);
    EXPECT_EQ(pliant({"run", "run", "--from", "99", "-o", "branch"}).code, 2);
    EXPECT_FALSE(fs::exists(folder / "branch"));
    const Said branch = pliant({"run", "run", "--from", "12", "-o", "branch", "--set", "gravity=[0,0,0]"});
    EXPECT_EQ(branch.code, 0) << branch.text();
    EXPECT_EQ(files_of(folder / "run"), before);
    const Said difference = pliant({"diff", "run", "branch"});
    EXPECT_EQ(difference.code, 1);
    EXPECT_TRUE(difference.says("frame 13")) << difference.text();
    // The same without a checkpoint to start from.
    fs::remove_all(folder / "run/checkpoints");
    EXPECT_EQ(pliant({"run", "run", "--from", "12", "-o", "slow", "--set", "gravity=[0,0,0]"}).code, 0);
    expect_same_files(folder / "branch", folder / "slow");
}

TEST_F(CacheCommands, nothing_is_written_where_a_run_keeps_its_own_files) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "other", "--frames", "2"}).code, 0);
    const auto before = files_of(folder.path());
    const std::vector<std::vector<std::string>> attempts = {
        {"run", "run", "--from", "12", "-o", "run/frames"},
        {"run", "run", "--from", "12", "-o", "other/checkpoints/deep", "--force"},
        {"run", "small.json", "-o", "other/../run/replaced"},
        {"run", "small.json", "-o", "new", "--stats", "run/timings.jsonl"},
        {"export", "run", "--format", "ply", "-o", "run/frames"},
        {"export", "other", "--format", "csv", "-o", "run/frames/all.csv", "--force"},
        {"render", "run", "-o", "run/checkpoints/picture.png"},
        {"render", "run", "--movie", "run/frames/film.webp"},
        {"report", "run", "-o", "run/frames/report.html"}};
    for (const auto& arguments : attempts) {
        const Said outcome = pliant(arguments);
        const std::string said = arguments[0] + ": " + outcome.text();
        EXPECT_EQ(outcome.code, 2) << said;
        EXPECT_TRUE(outcome.says("belongs to the run in " + folder.path().string() + "/")) << said;
        EXPECT_TRUE(outcome.says(arguments.back() == "--force" ? arguments[arguments.size() - 2] : arguments.back()))
            << said;
        EXPECT_TRUE(files_of(folder.path()) == before) << said;
    }
    EXPECT_EQ(pliant({"export", "run", "--format", "csv", "-o", "run/all.csv"}).code, 0);
}

TEST_F(CacheCommands, diff_names_frame_field_and_particle) {
    EXPECT_EQ(pliant({"run", "small.json", "-o", "same", "--threads", "3"}).code, 0);
    const Said same = pliant({"diff", "run", "same"});
    EXPECT_EQ(same.code, 0);
    EXPECT_TRUE(same.says("25 frames are equal")) << same.text();
    EXPECT_EQ(pliant({"run", "small.json", "-o", "other", "--set", "bodies.1.velocity=[0,1,0]"}).code, 0);
    const Said other = pliant({"diff", "run", "other"});
    EXPECT_EQ(other.code, 1);
    EXPECT_TRUE(other.says("frame 0") && other.says("velocity") && other.says("by 1 at most")) << other.text();
    EXPECT_FALSE(other.says("position")) << other.text();
    // The ball comes first in the order of particles; only the box moves differently.
    const std::size_t ball = RunReader(folder / "run").read_frame(0).frame.bodies.size();
    std::size_t first = 0;
    const std::vector<std::uint32_t> bodies = RunReader(folder / "run").read_frame(0).frame.bodies;
    while (first < ball && bodies[first] == 0) ++first;
    EXPECT_TRUE(other.says("particle " + std::to_string(first) + ":")) << other.text();
    EXPECT_EQ(pliant({"run", "small.json", "-o", "shorter", "--frames", "20"}).code, 0);
    EXPECT_EQ(pliant({"diff", "run", "shorter"}).code, 1);
    EXPECT_EQ(pliant({"run", "small.json", "-o", "fewer", "--set", "bodies.0.sampling.particles=50"}).code, 0);
    EXPECT_TRUE(pliant({"diff", "run", "fewer"}).says("particles"));
    EXPECT_EQ(pliant({"diff", "run", "nothing"}).code, 2);
    flip_a_bit_of(folder / "same/frames/frame_00004.pcf");
    EXPECT_EQ(pliant({"diff", "run", "same"}).code, 2);
}

TEST_F(CacheCommands, a_run_moved_together_with_its_scene_finds_the_scene_files_again) {
    fs::create_directories(folder / "project");
    put_bytes(folder / "project/cloud.xyz", "0 0 0\n0.1 0 0\n0 0.1 0\n0 0 0.1\n0.1 0.1 0\n0.1 0 0.1\n0 0.1 0.1\n");
    put_bytes(folder / "project/scene.json",
              R"({"time": {"frames": 6}, "bodies": [{"shape": {"type": "points", "file": "cloud.xyz"}}]})");
    const Said first = pliant({"run", "project/scene.json", "-o", "project/out"});
    ASSERT_EQ(first.code, 0) << first.text();
    fs::rename(folder / "project", folder / "moved");
    fs::remove_all(folder / "moved/out/checkpoints");
    fs::remove(folder / "moved/out/frames/frame_00003.pcf");
    const Said resumed = pliant({"run", "moved/out", "--resume"});
    EXPECT_EQ(resumed.code, 0) << resumed.text();
    EXPECT_EQ(RunReader(folder / "moved/out").frame_numbers().size(), 7U);
    // Also one that is being replaced, and lies deeper meanwhile.
    fs::create_directories(folder / "moved/over/replaced");
    fs::copy(folder / "moved/out", folder / "moved/over/replaced", fs::copy_options::recursive);
    ASSERT_EQ(pliant({"run", "small.json", "-o", "moved/other", "--frames", "1"}).code, 0);
    fs::copy(folder / "moved/other/run.json", folder / "moved/over/run.json");
    const Said replaced = pliant({"run", "moved/over/replaced/", "--from", "2", "-o", "branch"});
    EXPECT_EQ(replaced.code, 0) << replaced.text();
    // Another file in its place is noticed.
    put_bytes(folder / "moved/cloud.xyz", "0 0 0\n0.2 0 0\n0 0.1 0\n0 0 0.1\n0.1 0.1 0\n0.1 0 0.1\n0 0.1 0.1\n");
    const Said changed = pliant({"run", "moved/out", "--resume", "--frames", "9"});
    EXPECT_EQ(changed.code, 2);
    EXPECT_TRUE(changed.says("has changed")) << changed.text();
}

}  // namespace
}  // namespace pliant::testing
