// MR20 section 5.2, Falling Ball: 101 clusters alone end as a puddle; with 12 and 1 above them the ball squashes as far
// and comes back.
#include "behaviour/levels_helpers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pliant::testing {
namespace {

/// From higher than the scene, so that the impact is violent.
const std::vector<Override> high = {{"bodies.0.translate", "[0, 16, 0]"}};

struct Drop {
    double squashed = 1;  ///< least height on the first impact, over the height at rest
    double settled = 0;   ///< mean height over the last two seconds, likewise
};

/// Falls for 1.8 s, strikes, and has until the 20th second to settle.
Drop drop(const std::string& name, const std::vector<Override>& overrides) {
    Simulation ball = serial(load_scene("falling-ball", overrides));
    const Height height(ball);
    Drop result;
    int counted = 0;
    while (ball.time() < 20) {
        ball.advance_frame();
        if (ball.time() > 1.7 && ball.time() < 2.5) result.squashed = std::min(result.squashed, height(ball));
        if (ball.time() > 18 && ball.frame() % 5 == 0) result.settled += height(ball), ++counted;
    }
    result.settled /= counted;
    measured(name + ", squashed to", result.squashed);
    measured(name + ", settles at", result.settled);
    return result;
}

TEST(LevelsBall, the_papers_finest_level_alone_ends_as_a_puddle_and_levels_bring_it_back) {
    const auto paper = [](const std::vector<Override>& more) { return papers_settings() + high + more; };
    const Drop finest = drop("101 clusters", paper(one_level(101)));
    EXPECT_LT(finest.settled, 0.55);
    // Squashes as far, within a tenth, and returns to within a tenth of its height.
    const Drop levels =
        drop("linear, fine, ε = 2", paper({weights(R"({"scheme": "linear", "favor": "fine", "epsilon": 2})")}));
    EXPECT_GT(1 - levels.squashed, 0.9 * (1 - finest.squashed));
    EXPECT_GT(levels.settled, 0.9);
}

TEST(LevelsBall, the_papers_twelve_clusters_alone_stay_flattened_and_one_hardly_squashes) {
    const auto paper = [](const std::vector<Override>& more) { return papers_settings() + high + more; };
    const Drop twelve = drop("12 clusters", paper(one_level(12)));
    const Drop one = drop("1 cluster", paper(one_level(1)));
    EXPECT_LT(twelve.settled, 0.9);
    EXPECT_GT(one.settled, 0.9);
    const Drop uniform = drop("uniform", paper({}));
    EXPECT_GT(uniform.settled, 0.9);
    EXPECT_LT(uniform.squashed, 0.8 * one.squashed) << "richer than one cluster";
}

TEST(LevelsBall, every_scheme_of_the_paper_returns_to_a_ball) {
    const auto settled = [](const std::string& name, const std::string& json) {
        return drop(name, papers_settings() + high + std::vector<Override>{weights(json)}).settled;
    };
    EXPECT_GT(settled("polynomial, coarse", R"({"scheme": "polynomial", "favor": "coarse"})"), 0.9);
    EXPECT_GT(settled("gaussian, coarse", R"({"scheme": "gaussian", "favor": "coarse"})"), 0.9);
    EXPECT_GT(settled("linear, coarse", R"({"scheme": "linear", "favor": "coarse"})"), 0.9);
    // These two flow most; a tenth of the weight or less is on the one cluster that knows the ball.
    EXPECT_GT(settled("middle", R"({"scheme": "list", "values": [1, 8, 1]})"), 0.87);
    EXPECT_GT(settled("gaussian, fine", R"({"scheme": "gaussian", "favor": "fine"})"), 0.87);
}

TEST(LevelsBall, our_defaults_hold_the_finest_level_alone_too_and_levels_do_better) {
    const std::vector<Override> ours = {{"bodies.0.material.alpha", "1.2"},
                                        {"bodies.0.material.k_d", "0.2"},
                                        {"time.fps", "120"},
                                        {"time.substeps", "1"}};
    const Drop finest = drop("101 clusters, our defaults", ours + high + one_level(101));
    const Drop levels = drop("levels, our defaults", ours + high);
    EXPECT_GT(finest.settled, 0.75) << "no puddle: overlap, strain limit, proper rotations";
    EXPECT_GT(levels.settled, 0.9);
    EXPECT_GT(levels.settled, finest.settled);
}

}  // namespace
}  // namespace pliant::testing
