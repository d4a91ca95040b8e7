#include "reference/fracture.hpp"

#include <algorithm>
#include <tuple>

namespace pliant::reference {
namespace {

Vector3d center_of(const BreakingBody& body, const BreakingCluster& cluster) {
    Vector3d sum = Vector3d::Zero();
    double total = 0;
    for (std::size_t k = 0; k < cluster.members.size(); ++k) {
        sum += cluster.share[k] * body.x[cluster.members[k]];
        total += cluster.share[k];
    }
    return sum / total;
}

/// F of the members, by least squares; the cluster spans space.
Matrix3d deformation_of(const BreakingBody& body, const BreakingCluster& cluster) {
    const Vector3d center = center_of(body, cluster);
    Matrix3d moved = Matrix3d::Zero(), rest = Matrix3d::Zero();
    for (std::size_t k = 0; k < cluster.members.size(); ++k) {
        moved += cluster.share[k] * (body.x[cluster.members[k]] - center) * cluster.p[k].transpose();
        rest += cluster.share[k] * cluster.p[k] * cluster.p[k].transpose();
    }
    return moved * rest.inverse();
}

/// Per particle: those that it is linked with, in either direction.
using Links = std::vector<std::set<std::size_t>>;

Links links_of(const PointCloudBody& body) {
    Links links(body.particles.size());
    for (std::size_t i = 0; i < links.size(); ++i)
        for (const PointNeighbor& neighbor : body.particles[i].neighbors) {
            links[i].insert(neighbor.index);
            links[neighbor.index].insert(i);
        }
    return links;
}

/// A particle that its own side would leave with fewer than six goes with the other one, if that holds it better.
bool changes_sides(const Links& links, std::size_t i, const std::vector<std::size_t>& other) {
    std::size_t there = 0;
    for (const std::size_t j : other) there += links[i].count(j);
    const std::size_t here = links[i].size() - there;
    return here < 6 && there > here;
}

/// All pairs across the plane through the mean of a neighborhood; none where a side has too few.
std::set<Link> pairs_across(const PointCloudBody& body, const Links& links, const std::vector<std::size_t>& members,
                            const Vector3d& normal, std::size_t smallest) {
    Vector3d center = Vector3d::Zero();
    for (const std::size_t i : members) center += body.particles[i].x / static_cast<double>(members.size());
    std::vector<std::size_t> plain[2], side[2];
    for (const std::size_t i : members) plain[normal.dot(body.particles[i].x - center) > 0 ? 1 : 0].push_back(i);
    for (const int k : {0, 1})
        for (const std::size_t i : plain[k]) side[changes_sides(links, i, plain[1 - k]) ? 1 - k : k].push_back(i);
    std::set<Link> pairs;
    if (std::min(side[0].size(), side[1].size()) < smallest) return pairs;
    for (const std::size_t a : side[0])
        for (const std::size_t b : side[1]) pairs.insert({std::min(a, b), std::max(a, b)});
    return pairs;
}

/// What hangs together with a particle through links that are not among those; so many of them at most.
std::set<std::size_t> part_of(const Links& links, std::size_t first, const std::set<Link>& parted, std::size_t most) {
    std::set<std::size_t> part = {first}, next = part;
    while (!next.empty() && part.size() < most) {
        const std::size_t i = *next.begin();
        next.erase(next.begin());
        for (const std::size_t j : links[i])
            if (!part.contains(j) && !parted.contains({std::min(i, j), std::max(i, j)})) {
                part.insert(j);
                next.insert(j);
            }
    }
    return part;
}

/// The links without those that hold parts with too few particles, the shortest ones first.
std::set<Link> without_crumbs(const PointCloudBody& body, const Links& links, std::set<Link> parted,
                              std::size_t smallest) {
    std::vector<std::pair<double, Link>> linked;
    for (const Link& link : parted)
        if (links[link.first].contains(link.second))
            linked.emplace_back((body.particles[link.first].x - body.particles[link.second].x).squaredNorm(), link);
    std::sort(linked.begin(), linked.end());
    for (const auto& [length, link] : linked) {
        const auto is_small = [&](std::size_t one, std::size_t other) {
            const std::set<std::size_t> part = part_of(links, one, parted, smallest);
            return part.size() < smallest && !part.contains(other);
        };
        if (is_small(link.first, link.second) || is_small(link.second, link.first)) parted.erase(link);
    }
    return parted;
}

}  // namespace

std::vector<ClusterBreak> breaks_of(const BreakingBody& body, std::size_t smallest) {
    std::vector<ClusterBreak> strained, broken;
    for (std::size_t c = 0; c < body.clusters.size(); ++c) {
        const BreakingCluster& cluster = body.clusters[c];
        if (!(cluster.toughness > 0)) continue;
        const Matrix3d elastic = deformation_of(body, cluster) * cluster.plastic.inverse();
        const Eigen::JacobiSVD<Matrix3d> svd(elastic, Eigen::ComputeFullU);
        ClusterBreak found{c,
                           (svd.singularValues()[0] - 1) / cluster.toughness - 1,
                           svd.matrixU().col(0),
                           center_of(body, cluster),
                           {},
                           {}};
        if (found.excess > 0) strained.push_back(found);
    }
    std::sort(strained.begin(), strained.end(), [](const ClusterBreak& a, const ClusterBreak& b) {
        return std::tuple(-a.excess, a.cluster) < std::tuple(-b.excess, b.cluster);
    });
    std::set<std::size_t> taken;
    for (ClusterBreak& found : strained) {
        const std::vector<std::size_t>& members = body.clusters[found.cluster].members;
        if (std::any_of(members.begin(), members.end(), [&](std::size_t i) { return taken.contains(i); })) continue;
        for (const std::size_t i : members)
            (found.normal.dot(body.x[i] - found.center) > 0 ? found.far : found.near).insert(i);
        if (std::min(found.near.size(), found.far.size()) < smallest) continue;
        taken.insert(members.begin(), members.end());
        broken.push_back(found);
    }
    return broken;
}

std::set<std::size_t> clusters_of_twin(const BreakingBody& body, const ClusterBreak& broken, std::size_t particle) {
    std::set<std::size_t> clusters;
    for (std::size_t c = 0; c < body.clusters.size(); ++c) {
        const std::vector<std::size_t>& members = body.clusters[c].members;
        if (c == broken.cluster || std::find(members.begin(), members.end(), particle) == members.end()) continue;
        const bool lies_far = broken.normal.dot(center_of(body, body.clusters[c]) - broken.center) > 0;
        if (lies_far != broken.far.contains(particle)) clusters.insert(c);
    }
    return clusters;
}

std::set<Link> cracks_of(const PointCloudBody& body, double toughness, std::size_t smallest) {
    const Links links = links_of(body);
    std::vector<std::tuple<double, std::size_t, Vector3d>> strained;
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        if (!is_solid(basis_matrix(body.particles[i]))) continue;
        const Eigen::JacobiSVD<Matrix3d> svd(deformation(body, i), Eigen::ComputeFullU);
        const double excess = (svd.singularValues()[0] - 1) / toughness - 1;
        if (excess > 0) strained.emplace_back(-excess, i, svd.matrixU().col(0));
    }
    std::sort(strained.begin(), strained.end(), [](const auto& a, const auto& b) {
        return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    std::set<std::size_t> taken;
    std::set<Link> wanted;
    for (const auto& [excess, i, normal] : strained) {
        std::vector<std::size_t> members = {i};
        for (const PointNeighbor& neighbor : body.particles[i].neighbors) members.push_back(neighbor.index);
        if (std::any_of(members.begin(), members.end(), [&](std::size_t k) { return taken.contains(k); })) continue;
        const std::set<Link> pairs = pairs_across(body, links, members, normal, smallest);
        if (pairs.empty()) continue;
        wanted.insert(pairs.begin(), pairs.end());
        taken.insert(members.begin(), members.end());
    }
    return without_crumbs(body, links, wanted, smallest);
}

}  // namespace pliant::reference
