// What a step of the point-based solver costs, by stage as in DE14's Table II, against the reference and as particles
// are added.
#pragma once

#include "point_based/point_step.hpp"

#include <array>
#include <string>

namespace pliant::bench {

struct PointsCase {
    std::string name;
    int particles;
    bool with_reference;
};

struct PointsResult {
    std::string name;
    std::size_t particles = 0;
    double one_thread = 0, two_threads = 0;                     ///< ms a step
    std::array<double, point_stage_count> stages{};             ///< ms a step, on one thread
    double embedding_iterations = 0, viscosity_iterations = 0;  ///< a step
    double reference = 0;                                       ///< ms a step; 0: not run
    double disagreement = 0;                                    ///< between the two sides, over the spacing
    bool right = true;

    double per_particle() const { return 1e6 * one_thread / static_cast<double>(particles); }  ///< ns
};

std::string_view point_stage_name(PointStage stage);

/// A twisted, stretched bar that flows plastically: every stage but resampling works in every step.
PointsResult time_points(const PointsCase& c);

}  // namespace pliant::bench
