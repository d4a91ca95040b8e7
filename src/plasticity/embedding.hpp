// The least-stress shape of a part of a body (RC17 section 3.2.2, eq. 21–23).
//
// What flowed has no rest shape that fits into space as a whole; what comes nearest is found here:
//
//     minimise  Σ_ic w_ic m_i ‖R_c Fᵖ_c p_ic − (e_i − e_c)‖²   over e_i, e_c and R_c
//
// by turns: e_c and R_c of each cluster fitted to the e_i, which is the fit of every step; then each e_i put to the
// mean of its clusters' goals. Neither half can raise the sum. It starts from the world positions and ends after a
// number of sweeps, or once a sweep moves the particles by 1e-8 of what the first one did (sum of squares). The
// masses, which eq. 21 does not have, are there because Σ w m p = 0 is what holds for our p_ic; they change nothing
// where particles weigh alike.
#pragma once

#include "shape_matching/kernels.hpp"

#include <span>
#include <vector>

namespace pliant {

/// Some clusters of one level and all their particles; both rise.
struct Region {
    std::vector<std::uint32_t> clusters;
    std::vector<std::uint32_t> particles;
    std::vector<std::uint32_t> slot;  ///< per particle of all: its slot in `particles`, if it is there
};

Region region_of(const SoftBodies& soft, std::vector<std::uint32_t> clusters);

/// The finest clusters given, those that share a particle with one of them, and all their particles (eq. 22 and 23).
Region region_around(const SoftBodies& soft, std::span<const std::uint32_t> clusters);

struct Embedding {
    std::vector<Vec3> positions;  ///< e_i per particle of the region, body-local, m
    int sweeps = 0;
    double moved = 0;     ///< m: root mean square way of a particle in the last sweep
    double residual = 0;  ///< m: root mean square distance of a particle from a cluster's goal

    bool is_finite() const;
};

Embedding embed(const SoftBodies& soft, const Region& region, const Kernels& kernels, int most_sweeps);

/// The same from other positions than the world's, each sweep going on by a part of the last one, which brings bends
/// much longer than a cluster to rest sooner; the sum may rise on the way.
Embedding embed_from(const SoftBodies& soft, const Region& region, const Kernels& kernels, int most_sweeps,
                     double momentum, const std::vector<Vec3>& start);

/// The same without any relaxation: the world positions as they are.
Embedding world_positions(const SoftBodies& soft, const Region& region);

}  // namespace pliant
