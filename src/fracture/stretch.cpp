#include "fracture/stretch.hpp"

#include "math/decompose.hpp"
#include "particles/vectors.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

namespace pliant {
namespace {

Mat3 matrix_of(const Columns<9>& columns, std::size_t c) {
    Mat3 m;
    for (int k = 0; k < 9; ++k) m(k % 3, k / 3) = static_cast<double>(columns.at(c, static_cast<std::size_t>(k)));
    return m;
}

/// No singular value of the matrix is larger than the root of this. The largest eigenvalue of FᵀF is its mean plus at
/// most twice what its deviator measures.
double stretch_bound(const Mat3& f) {
    const Mat3 square = f.transpose() * f;
    const double mean = square.trace() / 3;
    const double deviation = std::sqrt(std::max(0.0, square.squaredNorm() / 3 - mean * mean) / 2);
    return mean + 2 * deviation;
}

/// Where a member is, beyond where F puts it.
Vec3 beyond_of(const SoftBodies& soft, std::uint32_t k, const Vec3& p, const ElasticStretch& stretch) {
    return vec(soft.particles[soft.by_cluster.index[k]].position) - stretch.center - stretch.deformation * p;
}

}  // namespace

Vec3 rest_of(const SoftBodies& soft, std::uint32_t k) {
    const Member& member = soft.by_cluster.members[k];
    const double share = static_cast<double>(member.weight);
    return share > 0 ? Vec3(vec(member.vector) / share) : Vec3(Vec3::Zero());
}

ElasticStretch elastic_stretch(const SoftBodies& soft, std::size_t c) {
    const std::uint32_t begin = soft.by_cluster.rows[c], end = soft.by_cluster.rows[c + 1];
    ElasticStretch found;
    double total = 0;
    for (std::uint32_t k = begin; k < end; ++k) {
        const double share = static_cast<double>(soft.by_cluster.members[k].weight);
        found.center += share * vec(soft.particles[soft.by_cluster.index[k]].position);
        total += share;
    }
    found.center /= total;
    Mat3 a_xr = Mat3::Zero();
    for (std::uint32_t k = begin; k < end; ++k)
        a_xr += (vec(soft.particles[soft.by_cluster.index[k]].position) - found.center) *
                vec(soft.by_cluster.members[k].vector).transpose();
    const Mat3 plastic = matrix_of(soft.plastic, c);
    found.goals = nearest_rotation(a_xr * plastic.transpose()) * plastic;
    const Mat3 deformation =
        a_xr * symmetric(soft.rest_inverse.row(c)) + found.goals * symmetric(soft.rest_missing.row(c));
    const Mat3 elastic = deformation * plastic.inverse();
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(elastic * elastic.transpose());
    found.normal = solver.eigenvectors().col(2).normalized();
    found.strain = std::sqrt(std::max(0.0, solver.eigenvalues()[2])) - 1;
    found.deformation = deformation;
    for (std::uint32_t k = begin; k < end; ++k) found.radius = std::max(found.radius, rest_of(soft, k).norm());
    return found;
}

void add_bending(const SoftBodies& soft, std::size_t c, ElasticStretch& stretch) {
    const std::uint32_t begin = soft.by_cluster.rows[c], end = soft.by_cluster.rows[c + 1];
    Mat3 a_rr = Mat3::Zero();
    double beyond = 0;  // mean square of what F does not explain
    for (std::uint32_t k = begin; k < end; ++k) {
        const double share = static_cast<double>(soft.by_cluster.members[k].weight);
        const Vec3 p = rest_of(soft, k);
        a_rr += share * p * p.transpose();
        beyond += share * beyond_of(soft, k, p, stretch).squaredNorm();
    }
    const double bend = std::sqrt(beyond / std::max(a_rr.trace(), 1e-300));
    if (!(bend > stretch.strain)) return;
    // Along each axis: how much of it goes with the square of the way along that axis.
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(a_rr);
    double most = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 along = solver.eigenvectors().col(axis);
        const double mean = solver.eigenvalues()[axis];
        Vec3 sum = Vec3::Zero();
        for (std::uint32_t k = begin; k < end; ++k) {
            const double share = static_cast<double>(soft.by_cluster.members[k].weight);
            const Vec3 p = rest_of(soft, k);
            const double way = along.dot(p);
            sum += share * (way * way - mean) * beyond_of(soft, k, p, stretch);
        }
        if (mean > 0 && sum.norm() / mean > most) {
            most = sum.norm() / mean;
            stretch.normal = (stretch.deformation * along).normalized();
        }
    }
    stretch.strain = bend;
}

void list_strained(const SoftBodies& soft, const MatchScratch& match, double weakest, std::size_t begin,
                   std::size_t end, std::vector<std::uint32_t>& strained) {
    for (std::size_t c = begin; c < end; ++c) {
        const double brittle = static_cast<double>(soft.brittle[c]) / weakest;
        if (!(brittle > 0)) continue;
        const Mat3 plastic = matrix_of(soft.plastic, c);
        Mat3 f = matrix_of(match.shape, c) * symmetric(soft.rest_inverse.row(c));
        if (plastic != Mat3::Identity()) f *= plastic.inverse();
        const double least = 1 + 1 / brittle;
        if (stretch_bound(f) > least * least) strained.push_back(static_cast<std::uint32_t>(c));
    }
}

}  // namespace pliant
