// The folder of a run, through the library: what is refused, what is kept, what goes on.
#include "cache/helpers.hpp"

#include <algorithm>

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

class RunFolders : public ::testing::Test {
  protected:
    RunFolders() { run_scene(small_scene(), whole, every(5)); }

    static RunSettings every(int frames) { return {.checkpoint_every = frames}; }
    /// Runs the scene to frame `last` and stops as a kill would: nothing is finished.
    void run_until(int last, const fs::path& to, const Scene& scene = small_scene()) const {
        Simulation simulation(scene);
        RunWriter writer = RunWriter::begin(to, describe_run(scene), simulation, every(5));
        run_to(simulation, writer, last);
    }
    /// Resumes and runs to the end; what it said when it went on.
    std::vector<std::string> resume(const fs::path& to, const Scene& scene = small_scene()) const {
        Simulation simulation(scene);
        RunWriter writer = RunWriter::resume(to, describe_run(scene), simulation, every(5));
        run_to(simulation, writer);
        writer.finish(simulation);
        return writer.notes();
    }
    std::string refusal_to_resume(const fs::path& to, const Scene& scene = small_scene()) const {
        return refusal_of([&] { resume(to, scene); });
    }

    TemporaryFolder folder;
    fs::path whole = folder / "whole", broken = folder / "broken";
};

TEST_F(RunFolders, hold_every_frame_bit_for_bit_as_the_simulation_had_it) {
    const RunReader reader(whole);
    EXPECT_EQ(reader.info().name, "small");
    EXPECT_EQ(reader.info().frame_count, 24);
    EXPECT_EQ(reader.frame_numbers().size(), 25U);
    EXPECT_EQ(reader.info().frames.size(), 25U);
    EXPECT_EQ(scene_to_json(reader.scene()), scene_to_json(small_scene()));
    Simulation simulation(reader.scene());
    for (const int n : reader.frame_numbers()) {
        const StepReport report = n > 0 ? simulation.advance_frame() : StepReport{};
        const CachedFrame cached = reader.read_frame(n);
        const Frame now = simulation.snapshot();
        EXPECT_EQ(cached.frame.number, n);
        EXPECT_EQ(cached.frame.time, simulation.time());
        EXPECT_EQ(cached.frame.positions, now.positions);
        EXPECT_EQ(cached.frame.velocities, now.velocities);
        EXPECT_EQ(cached.frame.strains, now.strains);
        EXPECT_EQ(cached.frame.plastics, now.plastics);
        EXPECT_EQ(cached.frame.fragments, now.fragments);
        EXPECT_EQ(cached.frame.parents, now.parents);
        EXPECT_EQ(cached.stats.hash, simulation.hash());
        EXPECT_EQ(cached.report.steps, report.steps);
        EXPECT_EQ(cached.report.contacts, report.contacts);
        EXPECT_EQ(reader.info().frames[static_cast<std::size_t>(n)].hash, simulation.hash());
        EXPECT_EQ(stats_json(reader.read_stats(n).stats, {}), stats_json(simulation.stats(), {}));
    }
    EXPECT_EQ(reader.timings().size(), 24U);
    EXPECT_GT(reader.timings().back().milliseconds[static_cast<std::size_t>(Stage::match)], 0);
}

TEST_F(RunFolders, refuse_frames_that_are_not_there) {
    const RunReader reader(whole);
    for (const int n : {-1, 25, 1000000}) {
        const std::string said = refusal_of([&] { reader.read_frame(n); });
        EXPECT_NE(said.find("0 to 24"), std::string::npos) << said;
    }
}

TEST_F(RunFolders, keep_the_checkpoints_that_were_asked_for_and_the_last) {
    EXPECT_EQ(RunReader(whole).checkpoints(), (std::vector<int>{5, 10, 15, 20, 24}));
    const Scene scene = small_scene();
    run_scene(scene, broken, {.checkpoint_every = 0, .checkpoint_seconds = 0});
    EXPECT_EQ(RunReader(broken).checkpoints(), std::vector<int>{24});
    // Before the end: the last two.
    Simulation simulation(scene);
    RunWriter writer = RunWriter::begin(folder / "stopped", describe_run(scene), simulation,
                                        {.checkpoint_every = 0, .checkpoint_seconds = 0});
    run_to(simulation, writer, 7);
    EXPECT_EQ(RunReader(folder / "stopped").checkpoints(), (std::vector<int>{6, 7}));
}

TEST_F(RunFolders, have_the_same_frames_however_often_checkpoints_are_made) {
    run_scene(small_scene(), broken, {.checkpoint_every = 0, .checkpoint_seconds = 0});
    run_scene(small_scene(), folder / "never", {});
    expect_same_files(broken, folder / "never");
    expect_same_files(broken / "frames", whole / "frames");
}

TEST_F(RunFolders, stopped_anywhere_and_resumed_are_byte_equal_to_unbroken_ones) {
    for (const int last : {0, 3, 5, 12, 23, 24}) {
        run_until(last, broken);
        resume(broken);
        expect_same_files(whole, broken);
        resume(broken);  // there is nothing to do
        expect_same_files(whole, broken);
        fs::remove_all(broken);
    }
}

TEST_F(RunFolders, with_leftovers_of_a_kill_are_cleaned_when_resumed) {
    run_until(12, broken);
    put_bytes(broken / "frames/frame_00013.pcf.part", "half");
    put_bytes(broken / "checkpoints/state_00015.pcs.part", "half");
    put_bytes(broken / "run.json.part", "{");
    put_bytes(broken / "timings.jsonl", bytes_of(broken / "timings.jsonl") + "{\"frame\":13,\"fo");
    put_bytes(broken / "frames/notes.txt", "the user's own");
    resume(broken);
    EXPECT_EQ(bytes_of(broken / "frames/notes.txt"), "the user's own");
    fs::remove(broken / "frames/notes.txt");
    expect_same_files(whole, broken);
    EXPECT_EQ(RunReader(broken).timings().size(), 24U);
}

TEST_F(RunFolders, go_back_to_an_older_checkpoint_or_the_start_when_the_newest_is_damaged) {
    run_until(17, broken);
    put_bytes(broken / "checkpoints/state_00015.pcs", bytes_of(broken / "checkpoints/state_00015.pcs").substr(0, 500));
    const std::vector<std::string> notes = resume(broken);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_NE(notes[0].find("frame 15"), std::string::npos) << notes[0];
    expect_same_files(whole, broken);
    fs::remove_all(broken / "checkpoints");
    resume(broken);
    expect_same_files(whole, broken);
}

TEST_F(RunFolders, compute_a_missing_frame_again_and_refuse_a_damaged_one) {
    run_until(17, broken);
    fs::remove(broken / "frames/frame_00007.pcf");
    resume(broken);
    expect_same_files(whole, broken);
    for (const int frame : {7, 22}) {
        const fs::path file = RunReader(broken).frame_path(frame);
        std::string bytes = bytes_of(file);
        bytes[bytes.size() / 2] ^= 4;
        put_bytes(file, bytes);
        const std::string said = refusal_to_resume(broken);
        EXPECT_NE(said.find(file.filename().string()), std::string::npos) << said;
        EXPECT_NE(said.find("delete that file"), std::string::npos) << said;
        EXPECT_EQ(bytes_of(file), bytes) << "the damaged frame was overwritten";
        fs::remove(file);
        resume(broken);
        expect_same_files(whole, broken);
    }
}

TEST_F(RunFolders, refuse_to_go_on_with_another_scene_and_say_where_it_differs) {
    run_until(12, broken);
    const auto before = files_of(broken);
    const std::string said = refusal_to_resume(broken, small_scene({{"bodies.1.material.stiffness", "9"}}));
    EXPECT_NE(said.find("another scene"), std::string::npos) << said;
    EXPECT_NE(said.find("bodies/1/material/stiffness"), std::string::npos) << said;
    EXPECT_NE(refusal_to_resume(broken, small_scene({{"time.frames", "10"}})).find("more frames"), std::string::npos);
    EXPECT_EQ(files_of(broken), before);
}

TEST_F(RunFolders, of_another_instruction_set_cannot_go_on) {
    if (instruction_sets().size() < 2) GTEST_SKIP() << "this machine has one instruction set";
    run_until(12, broken);
    BuildOptions options;
    options.instruction_set = instruction_sets().back();
    Simulation other(small_scene(), options);
    const std::string said =
        refusal_of([&] { RunWriter::resume(broken, describe_run(small_scene()), other, every(5)); });
    EXPECT_NE(said.find("instruction set"), std::string::npos) << said;
}

TEST_F(RunFolders, grow_when_more_frames_are_asked_for) {
    const Scene longer = small_scene({{"time.frames", "33"}});
    run_scene(longer, folder / "longer", every(5));
    resume(whole, longer);
    expect_same_files(whole, folder / "longer");
}

/// A plastic bar that is split and merged while it falls on a rigid box beside a soft one.
Scene point_scene() {
    return parse_scene(R"({
        "time": {"fps": 60, "frames": 24, "substeps": 2},
        "bodies": [
            {"name": "bar", "solver": "point_based", "shape": {"type": "box", "size": [0.6, 0.3, 0.3]},
             "sampling": {"particles": 400}, "translate": [0, 0.5, 0], "velocity": [0, -2, 0],
             "material": {"young": 5e4, "yield_stress": 300, "flow": 40, "viscosity": 5, "hardening": 0.5},
             "point_based": {"split": 1, "merge": 1, "crowded": 1.2, "embedding": "nonlinear"}},
            {"name": "box", "solver": "rigid", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]},
             "sampling": {"particles": 60}, "translate": [0.1, 0.12, 0]},
            {"name": "jelly", "shape": {"type": "sphere", "radius": 0.15}, "sampling": {"particles": 100},
             "material": {"stiffness": 5, "damping": 2}, "translate": [-0.25, 0.16, 0]}],
        "obstacles": [{"type": "plane"}]
    })",
                       "points");
}

TEST_F(RunFolders, of_point_based_bodies_that_are_resampled_resume_byte_equal) {
    run_scene(point_scene(), folder / "points", every(5));
    StepReport sum;
    const RunReader reader(folder / "points");
    for (const int n : reader.frame_numbers()) sum.add(reader.read_stats(n).report);
    EXPECT_GT(sum.splits, 0U);
    EXPECT_GT(sum.merges, 0U);
    EXPECT_GT(sum.contacts, 0U);
    for (const int last : {3, 12, 23}) {
        run_until(last, broken, point_scene());
        resume(broken, point_scene());
        expect_same_files(folder / "points", broken);
        fs::remove_all(broken);
    }
}

TEST_F(RunFolders, that_write_each_third_frame_report_all_steps_and_resume) {
    const Scene sparse = small_scene({{"output.every", "3"}, {"time.frames", "22"}});
    run_scene(sparse, folder / "sparse", every(5));
    const RunReader reader(folder / "sparse"), full(whole);
    EXPECT_EQ(reader.frame_numbers(), (std::vector<int>{0, 3, 6, 9, 12, 15, 18, 21}));
    for (int n = 3; n <= 21; n += 3) {
        StepReport sum;
        for (int k = n - 2; k <= n; ++k) sum.add(full.read_stats(k).report);
        EXPECT_EQ(reader.read_stats(n).report.steps, sum.steps);
        EXPECT_EQ(reader.read_stats(n).report.contacts, sum.contacts);
    }
    for (const int last : {4, 11, 20}) {
        run_until(last, broken, sparse);
        resume(broken, sparse);
        expect_same_files(folder / "sparse", broken);
        fs::remove_all(broken);
    }
    // From the end that is no written frame: what happened since is not forgotten.
    const Scene longer = small_scene({{"output.every", "3"}, {"time.frames", "27"}});
    run_scene(longer, folder / "longer", every(5));
    resume(folder / "sparse", longer);
    expect_same_files(folder / "sparse", folder / "longer");
}

TEST_F(RunFolders, are_not_overwritten_unless_asked) {
    const auto before = files_of(whole);
    const Scene other = small_scene({{"time.frames", "3"}});
    Simulation simulation(other);
    const std::string said = refusal_of([&] { RunWriter::begin(whole, describe_run(other), simulation); });
    EXPECT_NE(said.find("--force"), std::string::npos) << said;
    EXPECT_EQ(files_of(whole), before);
    put_bytes(whole / "notes.txt", "mine");
    {
        RunWriter writer = RunWriter::begin(whole, describe_run(other), simulation, {}, true);
        run_to(simulation, writer);
        writer.finish(simulation);
    }
    EXPECT_EQ(bytes_of(whole / "notes.txt"), "mine");
    fs::remove(whole / "notes.txt");
    run_scene(other, broken);
    expect_same_files(whole, broken);
    EXPECT_EQ(RunReader(whole).timings().size(), 3U);
}

TEST_F(RunFolders, with_frames_but_no_manifest_are_never_overwritten) {
    fs::remove(whole / "run.json");
    const auto before = files_of(whole);
    Simulation simulation(small_scene());
    for (const bool overwrite : {false, true})
        EXPECT_THROW(RunWriter::begin(whole, describe_run(small_scene()), simulation, {}, overwrite), InputError);
    EXPECT_EQ(files_of(whole), before);
}

TEST_F(RunFolders, have_one_writer_at_a_time) {
    Simulation first(small_scene()), second(small_scene());
    {
        const RunWriter writer = RunWriter::begin(broken, describe_run(small_scene()), first);
        const std::string said = refusal_of([&] { RunWriter::resume(broken, describe_run(small_scene()), second); });
        EXPECT_NE(said.find("another run is being written"), std::string::npos) << said;
    }
    EXPECT_NO_THROW(RunWriter::resume(broken, describe_run(small_scene()), second));
}

TEST_F(RunFolders, whose_frames_come_from_another_run_are_refused) {
    const Scene other = small_scene({{"gravity", "[0,-3,0]"}});
    run_scene(other, broken, every(5));
    fs::copy_file(whole / "frames/frame_00004.pcf", broken / "frames/frame_00004.pcf",
                  fs::copy_options::overwrite_existing);
    EXPECT_NE(refusal_of([&] { RunReader(broken).read_frame(4); }).find("another run"), std::string::npos);
    EXPECT_NE(refusal_to_resume(broken, other).find("another run"), std::string::npos);
    // A frame of the same run under another's name.
    fs::copy_file(whole / "frames/frame_00004.pcf", whole / "frames/frame_00009.pcf",
                  fs::copy_options::overwrite_existing);
    EXPECT_NE(refusal_of([&] { RunReader(whole).read_frame(9); }).find("number"), std::string::npos);
    EXPECT_NE(refusal_to_resume(whole).find("number"), std::string::npos);
}

}  // namespace
}  // namespace pliant::testing
