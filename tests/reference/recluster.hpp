// Reclustering of a body in the plainest form (RC17 section 3.2 with the decisions of docs/methods.md section
// 3), after each step of shape matching and flow. Finest level only.
#pragma once

#include "reference/shape_matching.hpp"

#include <functional>
#include <vector>

namespace pliant::reference {

inline std::size_t at(int k) { return static_cast<std::size_t>(k); }

struct ReclusterSettings {
    bool embedded = true;  ///< false: in world space, centers not optimised
    double max_condition = 3;
    double fade_out = 0.2, fade_in = 0.1;  ///< s
    int sweeps = 20;
    double radius = 1;                       ///< m: d
    std::function<double(double q)> kernel;  ///< of q = s²/d²
    std::vector<int> order;                  ///< in which particles are asked whether they seed a cluster
};

struct Reclustered {
    int added = 0, removed = 0, sweeps = 0;
};

/// Marks, adds, fades and removes clusters; to be called at the end of a step.
Reclustered recluster(Body& body, const ReclusterSettings& settings);

/// The least-stress places of the particles of some clusters: minimises Σ w m ‖R Fᵖ p − (e_i − e_c)‖² by turns.
struct EmbeddedPlaces {
    std::vector<int> particles;    ///< rising
    std::vector<Vector3d> places;  ///< beside them
    int sweeps = 0;
    double energy = 0;  ///< the sum at the end, over Σ w m, m²
};
EmbeddedPlaces embed(const Body& body, const std::vector<int>& clusters, int sweeps);

/// The same for rotations that stay what they are, to the optimum, as a linear system (the alternative that RC17
/// compares with, where all rotations are I).
EmbeddedPlaces embed_linear(const Body& body, const std::vector<int>& clusters, const std::vector<Matrix3d>& rotations);

/// The clusters of these and all that share a particle with one of them, rising (RC17 eq. 22).
std::vector<int> with_neighbors(const Body& body, const std::vector<int>& clusters);

}  // namespace pliant::reference
