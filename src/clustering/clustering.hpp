// From particles to clusters (CC15 section 3.3; docs/methods.md section 2, Clustering).
//
// A body is cut into overlapping balls of particles, all of one radius. What always holds for the result, whatever the
// settings: a cluster holds exactly the particles within the radius of its center; every particle is in at least one
// cluster; the particles of one connected body (particles linked within 1.8 spacings) hang together through clusters
// that share a particle; the weights of a particle sum to 1. A radius that cannot do that is grown, and the notes say
// so. The same input gives the same bits for any number of threads. Nothing depends on the body's size or position.
#pragma once

#include <pliant/scene.hpp>
#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pliant {

struct Clustering {
    /// Centers of the balls. fuzzy: the centers of mass of the members by m w², within 0.1 % of the radius; kmeans:
    /// the centers of mass of the particles nearest to each; random: particles.
    std::vector<Vec3> centers;
    double radius = 0;                     ///< m, above 0
    std::vector<std::uint32_t> offsets;    ///< clusters + 1: rows of `particles` and `weights`
    std::vector<std::uint32_t> particles;  ///< by rising index inside a cluster
    std::vector<double> weights;           ///< w_ic; over the clusters of a particle they sum to 1
    bool converged = true;                 ///< as docs/methods.md defines it; random always does
    int iterations = 0;              ///< sweeps done, all attempts together; those of the k-means start not counted
    std::vector<std::string> notes;  ///< plain sentences for people: what was grown and why, whether it converged
};

/// Clusters one level. `masses` (kg) beside `points` (m); `spacing` > 0 is the sampling distance of the particles.
/// settings.count clusters, or points / settings.per_cluster of them; the count is kept, except that random only comes
/// near it, and only when the radius is automatic. settings.seed is mixed with `seed`.
/// A radius of 0 is automatic: settings.overlap times the smallest that covers and connects with the k-means (random:
/// drawn) centers. When fuzzy does not converge in settings.max_iterations sweeps (one that moves a tenth of the
/// centers counts a tenth) the radius grows by 5 % or to what covers and connects, and the iteration goes on; after
/// three growths it is stopped, completed and said so. Should it draw centers together (the box kernel does, having no
/// preference for near particles) the k-means centers it started from are kept, and the notes say so.
Clustering cluster_particles(std::span<const Vec3> points, std::span<const double> masses, double spacing,
                             const Clusters& settings, std::uint64_t seed);

}  // namespace pliant
