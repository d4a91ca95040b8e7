// Fracture in its plainest form (docs/methods.md section 7): double precision, sets, one cluster or particle at a time.
#pragma once

#include "reference/point_based.hpp"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace pliant::reference {

/// A cluster as breaking sees it.
struct BreakingCluster {
    std::vector<std::size_t> members;
    std::vector<Vector3d> p;    ///< in the rest shape, per member
    std::vector<double> share;  ///< of the cluster's mass, per member
    Matrix3d plastic = Matrix3d::Identity();
    double toughness = 0;  ///< 0: it never breaks
};
struct BreakingBody {
    std::vector<Vector3d> x;
    std::vector<BreakingCluster> clusters;
};

struct ClusterBreak {
    std::size_t cluster = 0;
    double excess = 0;  ///< of the strain over the toughness, as a part of that
    Vector3d normal = Vector3d::UnitX(), center = Vector3d::Zero();
    std::set<std::size_t> near, far;
};
/// Which clusters of a body that is whole break in a step, and how their members part: those beyond their toughness,
/// the largest excess first, none that shares a particle with one before it, and none with too few members on a side.
std::vector<ClusterBreak> breaks_of(const BreakingBody& body, std::size_t smallest);

/// Of a member of a cluster that breaks: its other clusters that go on with its twin, by where their centers lie.
std::set<std::size_t> clusters_of_twin(const BreakingBody& body, const ClusterBreak& broken, std::size_t particle);

using Link = std::pair<std::size_t, std::size_t>;  ///< the lower one first

/// The links that part in a step of a point-based body that was whole: of particles beyond their toughness, the largest
/// excess first, none whose neighborhood shares a particle with one before it.
std::set<Link> cracks_of(const PointCloudBody& body, double toughness, std::size_t smallest);

}  // namespace pliant::reference
