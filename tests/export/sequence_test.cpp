// A run's folder as frames to export: which of them, and what is said when they are not there.
#include "export/sample_frames.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <algorithm>
#include <fstream>

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

Scene small_scene(int frames, int every) {
    Scene scene = parse_scene(
        R"({"bodies": [{"shape": {"type": "sphere"}, "sampling": {"particles": 60}, "velocity": [1, 2, 3]}], "time": {"fps": 50}})",
        "small");
    scene.time.frames = frames;
    scene.output.every = every;
    return scene;
}

/// Runs the scene into the folder and returns the frames as the simulation had them.
std::vector<Frame> run_into(const fs::path& folder, const Scene& scene) {
    Simulation simulation(scene);
    RunWriter writer = RunWriter::begin(folder, describe_run(scene), simulation);
    std::vector<Frame> frames = {simulation.snapshot()};
    writer.write(simulation, {});
    while (simulation.frame() < simulation.frame_count()) {
        const StepReport report = simulation.advance_frame();
        writer.write(simulation, report);
        frames.push_back(simulation.snapshot());
    }
    writer.finish(simulation);
    return frames;
}

class Sequence : public ExportTest {
  protected:
    std::string problem_with(const std::string& range) {
        try {
            run_sequence(folder_ / "run", range);
        } catch (const InputError& error) {
            return error.problem().what;
        }
        return "";
    }
};

TEST_F(Sequence, has_the_frames_of_the_run_as_they_were_simulated) {
    const std::vector<Frame> frames = run_into(folder_ / "run", small_scene(4, 1));
    const FrameSequence sequence = run_sequence(folder_ / "run");
    EXPECT_EQ(sequence.name, "small");
    EXPECT_EQ(sequence.fps, 50);
    ASSERT_EQ(sequence.numbers, (std::vector<int>{0, 1, 2, 3, 4}));
    for (const int number : {3, 0, 4, 4}) {
        const Frame frame = sequence.read(number);
        const Frame& expected = frames[static_cast<std::size_t>(number)];
        EXPECT_EQ(frame.number, number);
        EXPECT_EQ(frame.time, expected.time);
        EXPECT_EQ(frame.positions, expected.positions);
        EXPECT_EQ(frame.velocities, expected.velocities);
        EXPECT_EQ(frame.radii, expected.radii);
        EXPECT_EQ(frame.strains, expected.strains);
    }
}

TEST_F(Sequence, takes_ranges_with_both_ends_one_end_and_one_frame) {
    run_into(folder_ / "run", small_scene(6, 2));
    EXPECT_EQ(run_sequence(folder_ / "run", "").numbers, (std::vector<int>{0, 2, 4, 6}));
    EXPECT_EQ(run_sequence(folder_ / "run", "2:4").numbers, (std::vector<int>{2, 4}));
    EXPECT_EQ(run_sequence(folder_ / "run", "1:5").numbers, (std::vector<int>{2, 4}));
    EXPECT_EQ(run_sequence(folder_ / "run", "3:").numbers, (std::vector<int>{4, 6}));
    EXPECT_EQ(run_sequence(folder_ / "run", ":2").numbers, (std::vector<int>{0, 2}));
    EXPECT_EQ(run_sequence(folder_ / "run", "4").numbers, (std::vector<int>{4}));
    EXPECT_EQ(problem_with("3"), "no frame in this range was written, only every 2nd frame");
}

TEST_F(Sequence, refuses_ranges_that_are_none_and_frames_that_are_not_there) {
    run_into(folder_ / "run", small_scene(3, 1));
    for (const char* range : {"7", "-1", "0:4", "4:", ":-2", "99999999:"})
        EXPECT_EQ(problem_with(range), "the run has no such frame") << range;
    for (const char* range : {"a", "1:b", "1-2", "1:2:3", " 1", "1.5", "0x1", "99999999999999999999"})
        EXPECT_EQ(problem_with(range), "this is not a range of frames") << range;
    EXPECT_EQ(problem_with("2:1"), "the range ends before it starts");
}

TEST_F(Sequence, refuses_a_folder_that_is_not_there_or_no_run) {
    EXPECT_NE(problem_with(""), "");
    fs::create_directory(folder_ / "run");
    EXPECT_NE(problem_with(""), "");
}

TEST_F(Sequence, a_damaged_frame_ends_the_export_and_leaves_no_file) {
    run_into(folder_ / "run", small_scene(3, 1));
    const fs::path damaged = RunReader(folder_ / "run").frame_path(2);
    fs::resize_file(damaged, fs::file_size(damaged) / 2);
    const FrameSequence sequence = run_sequence(folder_ / "run");
    EXPECT_THROW(export_frames(sequence, "usda", folder_ / "run.usda"), InputError);
    EXPECT_EQ(names_in(folder_), std::vector<std::string>{"run"});
}

}  // namespace
}  // namespace pliant::testing
