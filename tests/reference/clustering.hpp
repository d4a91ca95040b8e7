// Weights and fuzzy clusters in the plainest form we can write: CC15 eq. 7-13 and section 3.3 with the decisions of
// docs/methods.md section 2. Every particle looks at every cluster; distances are in meters and kernels have their
// units.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace pliant::reference {

using Eigen::Vector3d;

enum class WeightKernel { box, poly6, blend, invsq, fcm };

struct Weighting {
    WeightKernel kernel = WeightKernel::invsq;
    double beta = 0.1;  ///< blend
    double m = 2;       ///< fcm, above 1
};

/// The weights of one particle in its clusters (eq. 13), from its distances to their centers and the neighbor radius.
/// They sum to 1. A distance above the radius counts as on the rim.
std::vector<double> particle_weights(const std::vector<double>& distances, double radius, const Weighting& weighting);

struct WeightedCluster {
    std::size_t cluster;
    double weight;
};

/// The clusters of each particle: those whose centers are within the radius, or the nearest one (`covered` becomes
/// false).
std::vector<std::vector<WeightedCluster>> clusters_of_particles(const std::vector<Vector3d>& points,
                                                                const std::vector<Vector3d>& centers, double radius,
                                                                const Weighting& weighting, bool& covered);

struct FuzzyClusters {
    std::vector<Vector3d> centers;
    bool settled = false;
    bool covered = false;
    int sweeps = 0;
};

/// The fuzzy iteration. Centers rest when their center of mass (eq. 7) is within 0.001 radii; one pulled the way it
/// last went goes 1.5 times the way plus 0.7 of its last step, any other the plain way. Ends when all rest, or when the
/// moves of all sweeps reach max_iterations times the number of centers, or after 4 · max_iterations sweeps.
FuzzyClusters fuzzy_clusters(const std::vector<Vector3d>& points, const std::vector<double>& masses,
                             std::vector<Vector3d> centers, double radius, const Weighting& weighting,
                             int max_iterations);

}  // namespace pliant::reference
