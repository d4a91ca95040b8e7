// A body turned inside out or pressed flat finds back to its shape (docs/methods.md section 2: R is always proper).
#include "behaviour/helpers.hpp"

#include "sim/parts.hpp"

#include <Eigen/LU>

#include <fmt/format.h>

#include <algorithm>

namespace pliant::testing {
namespace {

Scene block(int clusters, const std::string& stretch) {
    return scene_of(R"({
        "time": {"fps": 60, "frames": 240, "substeps": 4},
        "gravity": [0, 0, 0],
        "bodies": [{
            "shape": {"type": "box", "size": [1, 0.8, 0.6]},
            "sampling": {"particles": 400},
            "material": {"stiffness": 8, "damping": 10}
        }]
    })",
                    {{"bodies.0.clusters.count", std::to_string(clusters)}, {"bodies.0.stretch", stretch}});
}

double largest_rotation_error(const Simulation& simulation) {
    double largest = 0;
    for (std::size_t c = 0; c < simulation.parts().state.soft.cluster_count(); ++c) {
        const ClusterFrame& frame = simulation.parts().scratch.soft.match.frames[c];
        Mat3 r;
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) r(k, j) = static_cast<double>(frame.column[j][k]);
        largest = std::max({largest, (r.transpose() * r - Mat3::Identity()).norm(), std::abs(r.determinant() - 1)});
    }
    return largest;
}

struct Recovered {
    double left = 0;  // distance from the rest shape, against the body's size
    double stretch = 0;
    std::uint64_t inverted = 0;  // clusters at the last frame
};

Recovered recover(int clusters, const std::string& stretch) {
    Simulation simulation = serial(block(clusters, stretch));
    const std::vector<Vec3> rest = serial(block(clusters, "[1, 1, 1]")).snapshot().positions;
    double rotation_error = 0;
    const RunResult result = run_frames(simulation, simulation.frame_count() - 1, [&](const Simulation& now) {
        rotation_error = std::max(rotation_error, largest_rotation_error(now));
    });
    Recovered recovered;
    recovered.inverted = simulation.advance_frame().warning(Warning::inverted_cluster);
    EXPECT_TRUE(result.finite);
    EXPECT_EQ(result.report.warning(Warning::speed_limited), 0U);
    EXPECT_EQ(result.report.warning(Warning::non_finite_particle), 0U);
    EXPECT_LT(rotation_error, in_double ? 1e-12 : 1e-5) << "every R is a proper rotation";
    recovered.left = shape_difference(simulation.snapshot().positions, rest);
    recovered.stretch = simulation.stats().max_stretch;
    fmt::print("[ measured ] {} clusters, stretch {}: {:.3g} left, stretch {:.4f}\n", clusters, stretch, recovered.left,
               recovered.stretch);
    return recovered;
}

TEST(Recovery, a_mirrored_body_turns_back) {
    for (const int clusters : {1, 4, 8})
        for (const char* stretch : {"[-1, 1, 1]", "[1, 1, -1]"})
            EXPECT_LT(recover(clusters, stretch).left, 0.02) << clusters << " clusters, " << stretch;
}

TEST(Recovery, a_flattened_body_swells_again) {
    for (const int clusters : {1, 8, 40})
        for (const char* stretch : {"[1, 0, 1]", "[0, 1, 1]", "[0, 0, 1]"})
            EXPECT_LT(recover(clusters, stretch).left, 0.06) << clusters << " clusters, " << stretch;
}

// Many small clusters turn right side out each by itself, in ways that do not fit together: the body stays crumpled.
TEST(Recovery, many_small_mirrored_clusters_each_turn_back) {
    const Recovered recovered = recover(40, "[-1, 1, 1]");
    EXPECT_EQ(recovered.inverted, 0U);
    EXPECT_LT(recovered.stretch, 1.4);
}

}  // namespace
}  // namespace pliant::testing
