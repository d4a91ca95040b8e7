// Looking at the bodies of shape matching: energies, momenta, what a frame shows of them. In double precision, outside
// the step.
#pragma once

#include "contacts/colliders.hpp"
#include "measure/cluster_measure.hpp"
#include "particles/particle_set.hpp"

#include <pliant/simulation.hpp>

#include <span>

namespace pliant {

/// Adds the bodies of shape matching to the sums.
void measure_soft(std::span<const BodyInfo> bodies, const SoftBodies& soft, std::span<const ClusterMeasure> measures,
                  Stats& stats);

/// Appends their particles, but for hidden ones, to an empty frame, by rising id. Fragments of the rigid bodies are
/// numbered after those that were built. Without measures: without strains and clusters.
void add_soft(std::span<const BodyInfo> bodies, const SoftBodies& soft, std::span<const ClusterMeasure> measures,
              std::uint32_t rigid_bodies, Frame& frame);

/// Per particle, as stored: what a frame has of it, the largest |stretch − 1| of its clusters or of their Fᵖ.
std::vector<float> particle_strains(const SoftBodies& soft, bool plastic);

/// The number of a fragment in frames, where rigid bodies come after what was built: it never changes.
std::uint32_t frame_fragment(const SoftBodies& soft, std::uint32_t fragment, std::uint32_t rigid_bodies);

/// The proxies of the finest clusters for particles at the frame's positions.
std::vector<ProxyShape> proxy_shapes(std::span<const BodyInfo> bodies, const SoftBodies& soft,
                                     const Colliders& colliders, const Frame& frame);

/// Counts the clusters in these parts that are inverted or have lost nearly all of their volume.
/// `volumes` over those at rest (measure_volumes).
void inspect_clusters(const SoftBodies& soft, std::span<const double> volumes, std::span<const WorkPart> parts,
                      StepReport& report);

/// The number of a particle in frames. Those added in mid-run are numbered apart from all others.
inline std::uint32_t frame_id(const SoftBodies& soft, std::uint32_t id) {
    return id < soft.counts[1] ? id : 0x80000000U | (id - soft.counts[1]);
}

}  // namespace pliant
