// Branches: the motion of one run under the parameters of another scene.
#include "cache/helpers.hpp"

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

class Branches : public ::testing::Test {
  protected:
    Branches() { run_scene(small_scene(), source, {.checkpoint_every = 10}); }

    /// A simulation of the scene at frame `frame` of the source.
    Simulation branch_at(int frame, const Scene& scene) const {
        const RunReader reader(source);
        Simulation past(reader.scene());
        reader.replay(past, frame);
        Simulation branch(scene);
        continue_from(past, branch);
        return branch;
    }
    std::string refusal(const std::vector<Override>& overrides) const {
        return refusal_of([&] { branch_at(7, small_scene(overrides)); });
    }

    TemporaryFolder folder;
    fs::path source = folder / "source";
};

TEST_F(Branches, without_a_change_repeat_the_run) {
    for (const int frame : {0, 7, 10, 15}) {
        Simulation branch = branch_at(frame, small_scene());
        const RunReader reader(source);
        for (int n = frame; n <= 24; ++n) {
            EXPECT_EQ(branch.frame(), n);
            EXPECT_EQ(branch.hash(), reader.read_stats(n).stats.hash) << "frame " << n;
            branch.advance_frame();
        }
    }
}

TEST_F(Branches, with_a_change_start_from_the_same_particles_and_part_afterwards) {
    for (const Override& change : std::vector<Override>{{"gravity", "[0,0,0]"},
                                                        {"bodies.0.material.stiffness", "9"},
                                                        {"bodies.0.material", R"({"stiffness": 9, "density": 500})"},
                                                        {"time.substeps", "5"}}) {
        Simulation branch = branch_at(7, small_scene({change}));
        const RunReader reader(source);
        const CachedFrame now = reader.read_frame(7), later = reader.read_frame(9);
        EXPECT_EQ(branch.frame(), 7);
        EXPECT_NEAR(branch.time(), now.frame.time, 1e-12 * now.frame.time);
        // Where the density changed, a body's origin may differ in its last bits.
        const Frame start = branch.snapshot();
        for (std::size_t i = 0; i < start.positions.size(); ++i)
            EXPECT_LE((start.positions[i] - now.frame.positions[i]).norm(), 1e-6 * static_cast<double>(start.radii[i]));
        EXPECT_EQ(branch.snapshot().velocities, now.frame.velocities) << change.first;
        branch.advance_frame();
        branch.advance_frame();
        EXPECT_NE(branch.snapshot().positions, later.frame.positions) << change.first;
    }
}

TEST_F(Branches, with_other_bodies_are_refused_with_a_reason) {
    EXPECT_NE(refusal({{"bodies.0.sampling.particles", "80"}}).find("particles"), std::string::npos);
    EXPECT_NE(refusal({{"bodies.0.shape.radius", "0.3"}}).find("cannot go on"), std::string::npos);
    EXPECT_NE(refusal({{"bodies.0.translate", "[0,1,0]"}}).find("translate"), std::string::npos);
    EXPECT_NE(refusal({{"time.fps", "30"}}).find("frame rate"), std::string::npos);
    EXPECT_NE(refusal({{"bodies.1.clusters.count", "3"}}).find("memberships"), std::string::npos);
}

TEST_F(Branches, resume_from_any_point_with_the_same_bytes) {
    const Scene scene = small_scene({{"gravity", "[0,1,0]"}});
    {
        Simulation branch = branch_at(7, scene);
        RunWriter writer = RunWriter::begin(folder / "whole", describe_run(scene), branch, {.checkpoint_every = 5});
        run_to(branch, writer);
        writer.finish(branch);
    }
    EXPECT_EQ(RunReader(folder / "whole").frame_numbers().front(), 7);
    EXPECT_EQ(RunReader(folder / "whole").checkpoints(), (std::vector<int>{7, 10, 15, 20, 24}));
    for (const int last : {7, 8, 13, 24}) {
        const fs::path to = folder / "broken";
        {
            Simulation branch = branch_at(7, scene);
            RunWriter writer = RunWriter::begin(to, describe_run(scene), branch, {.checkpoint_every = 5});
            run_to(branch, writer, last);
        }
        if (last == 7) fs::remove(to / "frames/frame_00007.pcf");  // killed before the first frame
        Simulation again(scene);
        RunWriter writer = RunWriter::resume(to, describe_run(scene), again, {.checkpoint_every = 5});
        run_to(again, writer);
        writer.finish(again);
        expect_same_files(folder / "whole", to);
        fs::remove_all(to);
    }
}

TEST_F(Branches, without_the_checkpoint_they_start_from_cannot_go_on) {
    const Scene scene = small_scene();
    {
        Simulation branch = branch_at(7, scene);
        RunWriter writer = RunWriter::begin(folder / "branch", describe_run(scene), branch);
        run_to(branch, writer, 9);
    }
    fs::remove(folder / "branch/checkpoints/state_00007.pcs");
    Simulation again(scene);
    const std::string said = refusal_of([&] { RunWriter::resume(folder / "branch", describe_run(scene), again); });
    EXPECT_NE(said.find("branch again"), std::string::npos) << said;
}

TEST_F(Branches, of_frames_outside_the_run_are_refused) {
    const RunReader reader(source);
    Simulation simulation(small_scene());
    for (const int frame : {-1, 25})
        EXPECT_NE(refusal_of([&] { reader.replay(simulation, frame); }).find("0 to 24"), std::string::npos);
}

TEST_F(Branches, of_a_scene_that_no_longer_gives_what_was_written_are_refused) {
    const RunReader reader(source);
    Simulation other(small_scene({{"bodies.0.velocity", "[0,0,0]"}}));
    EXPECT_NE(refusal_of([&] { reader.replay(other, 7); }).find("does not give what was written"), std::string::npos);
}

}  // namespace
}  // namespace pliant::testing
