// MR20 section 5.2, Falling Bunny and Armadillo: what the parameters of the weights do, on the scenes with meshes.
#include "behaviour/levels_helpers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

TEST(LevelsBunny, has_the_numbers_of_mr20) {
    PLIANT_NEEDS_MODELS(load_scene("falling-bunny"))
    const Simulation bunny = serial(load_scene("falling-bunny"));
    const BodySummary& body = bunny.bodies().front();
    EXPECT_NEAR(static_cast<double>(body.particles), 16510, 0.02 * 16510);
    EXPECT_EQ(body.clusters, (std::vector<std::size_t>{330, 41, 5, 1}));
}

/// The bunny of fewer particles in the same clusters, dropped from higher with the papers' settings.
class BunnyDrop {
  public:
    explicit BunnyDrop(const std::vector<Override>& overrides)
        : bunny_(serial(load_scene("falling-bunny", papers_settings() +
                                                        std::vector<Override>{{"bodies.0.sampling.particles", "6600"},
                                                                              {"bodies.0.translate", "[0, 4, 0]"}} +
                                                        overrides))),
          first_(bunny_.snapshot()) {}

    /// The least height on the impact, over that at rest: the fall takes 0.85 s.
    double squash(const std::string& name) {
        const Height height(bunny_);
        double least = 1, energy = 0;
        while (bunny_.time() < 1.2) {
            report_.add(bunny_.advance_frame());
            if (bunny_.time() < 0.8 || bunny_.frame() % 2 != 0) continue;
            least = std::min(least, height(bunny_));
            const Stats stats = bunny_.stats();
            energy = std::max(energy, stats.kinetic_energy + stats.elastic_energy);
        }
        const double fallen = bunny_.stats().mass * 9.81 * 3.5;
        measured(name + ", squashed to", least);
        EXPECT_LT(energy, 1.1 * fallen) << name << " stays stable";
        EXPECT_EQ(report_.warning(Warning::non_finite_particle) + report_.warning(Warning::speed_limited), 0U) << name;
        return least;
    }

    /// How far the shape is off after six seconds, over its height.
    double difference(const std::string& name) {
        while (bunny_.time() < 6) bunny_.advance_frame();
        const double off =
            shape_difference(bunny_.snapshot().positions, first_.positions) / bounds_of(first_).size().y();
        measured(name + ", shape off by", off);
        return off;
    }

  private:
    Simulation bunny_;
    Frame first_;
    StepReport report_;
};

Override polynomial(double c) {
    return weights(fmt::format(R"({{"scheme": "polynomial", "favor": "fine", "b": 10, "c": {}}})", c));
}
Override linear(double epsilon) {
    return weights(fmt::format(R"({{"scheme": "linear", "favor": "fine", "epsilon": {}}})", epsilon));
}

TEST(LevelsBunny, flows_more_with_a_larger_exponent_and_stays_stable) {
    PLIANT_NEEDS_MODELS(load_scene("falling-bunny"))
    double last = 1;
    for (const double c : {0.0, 1.0, 2.0, 8.0}) {
        const double squashed = BunnyDrop({polynomial(c)}).squash(fmt::format("polynomial, c = {}", c));
        EXPECT_LT(squashed, 0.95 * last) << c;
        last = squashed;
    }
}

TEST(LevelsBunny, stiffens_with_epsilon_towards_uniform_weights) {
    PLIANT_NEEDS_MODELS(load_scene("falling-bunny"))
    double last = 0;
    for (const double epsilon : {0.01, 1.0, 100.0}) {
        const double squashed = BunnyDrop({linear(epsilon)}).squash(fmt::format("linear, ε = {}", epsilon));
        EXPECT_GT(squashed, 1.1 * last) << epsilon;
        last = squashed;
    }
    EXPECT_NEAR(last, BunnyDrop({polynomial(0)}).squash("uniform"), 0.03);
}

TEST(LevelsBunny, keeps_its_shape_where_the_finest_level_alone_loses_it) {
    PLIANT_NEEDS_MODELS(load_scene("falling-bunny"))
    const double finest = BunnyDrop(one_level(330)).difference("330 clusters alone");
    const double levels = BunnyDrop({linear(1)}).difference("linear, ε = 1");
    EXPECT_GT(finest, 0.4);
    EXPECT_LT(levels, 0.5 * finest);
}

TEST(LevelsArmadillo, has_the_numbers_of_mr20_and_lands_whole) {
    PLIANT_NEEDS_MODELS(load_scene("armadillo"))
    Simulation armadillo(load_scene("armadillo"));
    const BodySummary& body = armadillo.bodies().front();
    EXPECT_NEAR(static_cast<double>(body.particles), 124631, 0.02 * 124631);
    EXPECT_EQ(body.clusters, (std::vector<std::size_t>{8192, 1024, 128, 16, 2, 1}));
    for (const std::string& note : body.notes) {
        fmt::print("[ measured ] {}\n", note);
        EXPECT_EQ(note.find("did not converge"), std::string::npos) << note;
    }
    const RunResult result = run_frames(armadillo, armadillo.frame_count());
    EXPECT_TRUE(result.finite);
    EXPECT_GT(result.report.contacts, 0U);
    EXPECT_EQ(result.report.warning(Warning::non_finite_particle) + result.report.warning(Warning::speed_limited), 0U);
    measured("max stretch", result.max_stretch);
    EXPECT_GT(result.lowest, -0.01 * body.spacing);
}

}  // namespace
}  // namespace pliant::testing
