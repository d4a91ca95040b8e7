// What the tests of MR20's claims share.
#pragma once

#include "behaviour/helpers.hpp"

namespace pliant::testing {

/// The settings of MR20, as far as it names them, for the first body: the rotation of F, damping towards the mean
/// velocity, α and k_d per step, no collisions of far parts. The rest was chosen here so that the baselines behave as
/// it says: no strain limit, weights that hardly overlap (fcm with m = 1.1, the smallest covering radius), α = 1.2,
/// k_d = 0.2 and steps of 1/120 s, each a frame. With Pliant's own defaults the baselines behave better; the tests
/// measure both.
std::vector<Override> papers_settings();

/// "clusters.level_weights" of the first body, as JSON.
Override weights(const std::string& json);
/// One level of this many clusters: a baseline.
std::vector<Override> one_level(int clusters);

std::vector<Override> operator+(std::vector<Override> a, const std::vector<Override>& b);

/// Height of the bounding box over that of frame 0.
class Height {
  public:
    explicit Height(const Simulation& start) : rest_(start.stats().bbox.size().y()) {}
    double operator()(const Simulation& now) const { return now.stats().bbox.size().y() / rest_; }

  private:
    double rest_;
};

/// The first file of models/ that a body of the scene needs and that is not installed; empty: none.
std::string missing_model(const Scene& scene);
/// Are tests that take minutes wanted? `make test-all` sets PLIANT_ALL_TESTS.
bool runs_all_tests();
/// Too large for every run of the tests?
bool takes_minutes(const Scene& scene);

}  // namespace pliant::testing

/// Skips a test whose scene needs a mesh that is not installed; under `make test-all`, which installs it, that is a
/// failure. Skips one that takes minutes everywhere else.
#define PLIANT_NEEDS_MODELS(scene)                                                                  \
    if (::pliant::testing::takes_minutes(scene) && !::pliant::testing::runs_all_tests())            \
        GTEST_SKIP() << "takes minutes: make test-all runs it";                                     \
    if (const std::string missing = ::pliant::testing::missing_model(scene); !missing.empty()) {    \
        if (::pliant::testing::runs_all_tests()) FAIL() << missing << " is not installed";          \
        GTEST_SKIP() << missing << " is not installed: run tools/install-models, or make test-all"; \
    }
