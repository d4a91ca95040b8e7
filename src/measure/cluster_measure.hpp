// Clusters as they are now: deformation, stretch, energy. In double precision, outside the step.
#pragma once

#include "core/parallel.hpp"
#include "shape_matching/soft_bodies.hpp"

#include <vector>

namespace pliant {

/// The sums every measure starts from: center, A_xr and A_rr (per unit of mass).
struct ClusterFit {
    Vec3 center = Vec3::Zero();
    Mat3 a_xr = Mat3::Zero();
    Mat3 a_rr = Mat3::Zero();
};
ClusterFit fit_cluster(const SoftBodies& soft, std::size_t c);

/// A cluster as it is now.
struct ClusterMeasure {
    Mat3 deformation;           ///< F = A_xr A_rr⁺, R Fᵖ on the directions without extent
    Vec3 stretch;               ///< singular values of F, largest first, the last one negative when inverted
    double plastic_strain = 0;  ///< largest |singular value of Fᵖ − 1|
    /// J: ½ (W α / h²) Σ w m (‖g − x‖² + q (J − 1)²), where what bends counts by its share; and ½ (α_L / h²) Σ w m (‖g
    /// − x‖ − γ W_c)² beyond the strain limit.
    double elastic_energy = 0;
};
/// Of steps of dt.
std::vector<ClusterMeasure> measure_clusters(const SoftBodies& soft, double dt);
/// Per cluster, of the finest level: the largest |stretch − 1| of F, or of Fᵖ. Less than a full measure.
std::vector<float> cluster_strains(const SoftBodies& soft, bool plastic);
/// det F of the clusters in these parts; the others are left as they were.
void measure_volumes(const SoftBodies& soft, std::span<const WorkPart> parts, std::vector<double>& volumes);

/// Measures that are kept, so that a frame fits each cluster once: warnings, statistics and snapshot all use them.
struct MeasuredClusters {
    bool valid = false;  ///< are they of the state as it is?
    std::vector<ClusterMeasure> clusters;
};
/// The kept ones, or new ones where those are not valid.
std::vector<ClusterMeasure> measured_clusters(const SoftBodies& soft, double dt, const MeasuredClusters& kept);

}  // namespace pliant
