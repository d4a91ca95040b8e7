// Looking at point-based bodies: energies, momenta, what a frame shows of them. In double precision, outside the step.
#pragma once

#include "particles/particle_set.hpp"
#include "point_based/point_body.hpp"

#include <pliant/simulation.hpp>

#include <span>

namespace pliant {

/// A particle as it is now.
struct PointMeasure {
    Vec3 stretch = Vec3::Ones();  ///< singular values of F, largest first; ones where the neighbors do not span space
    double energy = 0;            ///< J, elastic
    double raw_volume = 0;        ///< eq. 3 as printed; zero where the neighbors do not span space
};
std::vector<PointMeasure> measure_particles(const PointBody& body);

/// Adds a point-based body to the sums.
void measure_points(const BodyInfo& info, const PointBody& body, Stats& stats);

/// Appends their particles to a frame that has all others; `numbers` are their slots in the scene. Their ids begin at
/// `first_id`, those of their clusters (one each) at `first_cluster_id`. `soft_breaks`: may a body of shape matching?
void add_points(std::span<const BodyInfo> infos, std::span<const PointBody> points,
                std::span<const std::uint32_t> numbers, std::uint32_t first_id, std::uint32_t first_cluster_id,
                bool soft_breaks, Frame& frame);

/// The number in frames of a particle of the k-th of so many point-based bodies: they take turns, so that each may go
/// on counting.
inline std::uint32_t point_frame_id(std::uint32_t first_id, std::uint32_t id, std::size_t k, std::size_t bodies) {
    return static_cast<std::uint32_t>(first_id + id * bodies + k);
}

}  // namespace pliant
