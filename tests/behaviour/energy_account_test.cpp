// The energy account: what each stage of a step gives and takes adds up to what the simulation has, and stages that
// have nothing to give give nothing.
#include "behaviour/helpers.hpp"

#include <pliant/output.hpp>

#include <cmath>

namespace pliant::testing {
namespace {

const char* const crowd = R"({
    "time": {"fps": 60, "frames": 40, "substeps": 4}, "output": {"energy": true},
    "bodies": [
        {"name": "jelly", "shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 250},
         "clusters": {"count": 10, "levels": 2}, "translate": [0, 0.25, 0]},
        {"name": "stone", "solver": "rigid", "shape": {"type": "box", "size": [0.15, 0.15, 0.15]},
         "sampling": {"particles": 60}, "translate": [0.05, 0.6, 0]},
        {"name": "points", "solver": "point_based", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]},
         "sampling": {"particles": 120}, "material": {"young": 2e4}, "translate": [0.6, 0.2, 0]}],
    "obstacles": [{"type": "plane"}]
})";

Energy sum_of(const StepReport& report) {
    Energy sum;
    for (const Energy& energy : report.energy) sum += energy;
    return sum;
}

Energy energy_of(const Stats& stats) { return {stats.kinetic_energy, stats.elastic_energy, stats.gravity_energy}; }

const Energy& of(const StepReport& report, Stage stage) { return report.energy[static_cast<std::size_t>(stage)]; }

TEST(EnergyAccount, adds_up_to_what_the_simulation_gained_or_lost) {
    Simulation simulation = serial(scene_of(crowd));
    for (int frame = 0; frame < 40; ++frame) {
        const Energy before = energy_of(simulation.stats());
        const StepReport report = simulation.advance_frame();
        const Energy change = energy_of(simulation.stats()) - before, sum = sum_of(report);
        const double scale =
            1e-5 * (std::abs(before.kinetic) + std::abs(before.elastic) + std::abs(before.gravity) + 1);
        EXPECT_NEAR(sum.kinetic, change.kinetic, scale) << "frame " << frame;
        EXPECT_NEAR(sum.elastic, change.elastic, scale) << "frame " << frame;
        EXPECT_NEAR(sum.gravity, change.gravity, scale) << "frame " << frame;
    }
}

TEST(EnergyAccount, is_off_unless_it_is_asked_for_and_changes_no_bit) {
    Simulation with = serial(scene_of(crowd)), without = serial(scene_of(crowd, {{"output.energy", "false"}}));
    for (int frame = 0; frame < 10; ++frame) {
        EXPECT_NE(sum_of(with.advance_frame()).kinetic, 0);
        EXPECT_EQ(sum_of(without.advance_frame()).kinetic, 0);
    }
    EXPECT_EQ(with.hash(), without.hash());
}

TEST(EnergyAccount, names_the_stage_that_acts) {
    // A ball in free fall: integration turns gravity's energy into motion, and nothing else does anything.
    Simulation falling = serial(scene_of(
        R"({"output": {"energy": true}, "bodies": [{"shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 200}}]})"));
    const StepReport free = falling.advance_frame();
    EXPECT_GT(of(free, Stage::integrate).kinetic, 0);
    EXPECT_LT(of(free, Stage::integrate).gravity, 0);
    for (const Stage stage : {Stage::forces, Stage::match, Stage::flow, Stage::glue, Stage::collide, Stage::finish})
        EXPECT_EQ(of(free, stage).total(), 0) << stage_name(stage);
    // On the ground contacts take motion out of the fall.
    Simulation landing = serial(scene_of(crowd));
    double taken = 0;
    for (int frame = 0; frame < 40; ++frame) taken += of(landing.advance_frame(), Stage::collide).kinetic;
    EXPECT_LT(taken, 0);
}

TEST(EnergyAccount, is_in_the_statistics_of_a_frame) {
    Simulation simulation = serial(scene_of(crowd));
    const StepReport report = simulation.advance_frame();
    const std::string json = stats_json(simulation.stats(), report);
    EXPECT_NE(json.find("\"energy\":{"), std::string::npos) << json;
    EXPECT_NE(json.find("\"gravity_energy\":"), std::string::npos);
    EXPECT_NE(json.find("\"integrate\":["), std::string::npos);
}

TEST(Spin, of_a_twisted_body_does_not_make_it_drift) {
    Simulation simulation = serial(scene_of(R"({"gravity": [0, 0, 0], "bodies": [{
        "shape": {"type": "difference", "parts": [
            {"type": "box", "size": [1, 0.8, 0.4]}, {"type": "box", "size": [0.8, 0.6, 1], "translate": [0.4, 0.3, 0]}]},
        "sampling": {"particles": 300}, "spin": [40, 120, 200], "twist": {"axis": [1, 0, 0], "angle": 90}}]})"));
    const Stats stats = simulation.stats();
    EXPECT_LT(stats.momentum.norm() / stats.mass, 1e-6) << "m/s";
}

}  // namespace
}  // namespace pliant::testing
