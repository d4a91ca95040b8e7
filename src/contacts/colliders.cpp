#include "contacts/colliders.hpp"

#include "core/assert.hpp"
#include "geometry/hash_grid.hpp"
#include "math/decompose.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <limits>

namespace pliant {
namespace {

/// The cluster's center of mass at rest, from any member: r̄ = r_i − p_ic, averaged against rounding.
Vec3 rest_center(const SoftBodies& soft, const ColliderInput& input, std::uint32_t first_particle, std::size_t c) {
    Vec3 sum = Vec3::Zero();
    double total = 0;
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const double share = static_cast<double>(soft.by_cluster.members[k].weight);
        sum += share * input.rest[soft.by_cluster.index[k] - first_particle];
        total += share;
    }
    return sum / total;
}

/// The particles near the body's surface, where it is known.
struct Surface {
    std::vector<Vec3> points, normals;
    PointGrid grid;

    explicit Surface(const ColliderInput& input) {
        for (std::size_t i = 0; i < input.normal.size(); ++i) {
            if (input.normal[i].isZero()) continue;
            points.push_back(input.rest[i]);
            normals.push_back(input.normal[i]);
        }
        if (!points.empty()) grid = PointGrid(points, input.cluster_radius);
    }
    /// The normals of the faces that may cut a sphere.
    std::vector<Vec3> faces_near(const Vec3& center, double radius) const {
        std::vector<Vec3> faces;
        if (!points.empty())
            grid.for_each_within(center, radius, [&](std::uint32_t i, double) { faces.push_back(normals[i]); });
        return faces;
    }
};

Proxy proxy_of(const SoftBodies& soft, const ColliderInput& input, const Surface& surface,
               const ProxySettings& settings, std::uint32_t first_particle, std::size_t c, const Vec3& mass_center,
               const Vec3& sphere_center) {
    std::vector<Vec3> members;
    std::vector<double> reach;
    Mat3 a_rr = Mat3::Zero();
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const Vec3 p = input.rest[soft.by_cluster.index[k] - first_particle] - mass_center;
        members.push_back(p);
        const std::size_t i = soft.by_cluster.index[k] - first_particle;
        reach.push_back(input.reach[i]);
        a_rr += static_cast<double>(soft.by_cluster.members[k].weight) * p * p.transpose();
    }
    const std::vector<Vec3> faces = surface.faces_near(sphere_center, input.cluster_radius + 2 * input.radius);
    return make_proxy({members, reach, faces}, a_rr, sphere_center - mass_center, input.cluster_radius, settings);
}

/// Is there a pair of clusters that did not overlap at rest?
bool has_far_parts(const std::vector<Ball>& rest) {
    for (std::size_t i = 0; i < rest.size(); ++i)
        for (std::size_t j = i + 1; j < rest.size(); ++j)
            if (!overlap(rest[i], rest[j])) return true;
    return false;
}

/// A particle's home and its distance from that cluster's center at rest.
struct Home {
    std::uint32_t cluster = 0;
    double distance = std::numeric_limits<double>::infinity();
};

Home home_of(const SoftBodies& soft, std::size_t particle) {
    Home home;
    const bool born = !soft.finest.born.empty();  // by where it was when the cluster was made: fades change nothing
    const std::uint32_t row = soft.by_particle.rows[particle], first = soft.finest.rows[particle];
    for (std::uint32_t k = 0; k < soft.finest.rows[particle + 1] - first; ++k) {
        const Member& member = born ? soft.finest.born[first + k] : soft.by_particle.members[row + k];
        const double distance = vec(member.vector).norm();
        if (distance < home.distance) home = {soft.finest.cluster[first + k], distance};
    }
    return home;
}

void list_homes(const SoftBodies& soft, Colliders& colliders) {
    std::vector<std::uint32_t>& home = colliders.home_of;
    home.resize(soft.particle_count());
    colliders.home_rows.assign(soft.cluster_count() + 1, 0);
    colliders.home_reach.assign(soft.cluster_count(), 0);
    for (std::size_t i = 0; i < home.size(); ++i) {
        const Home found = home_of(soft, i);
        home[i] = found.cluster;
        if (soft.hidden[i]) continue;
        colliders.home_reach[found.cluster] = std::max(colliders.home_reach[found.cluster], found.distance);
        ++colliders.home_rows[home[i] + 1];
    }
    for (std::size_t c = 0; c < soft.cluster_count(); ++c) colliders.home_rows[c + 1] += colliders.home_rows[c];
    std::vector<std::uint32_t> next = colliders.home_rows;
    colliders.home.resize(colliders.home_rows.back());
    for (std::size_t i = 0; i < home.size(); ++i)
        if (!soft.hidden[i]) colliders.home[next[home[i]]++] = static_cast<std::uint32_t>(i);
}

/// The cluster itself, or of those that share a particle with it the one with the most particles of its own.
std::uint32_t carrier_of(const Colliders& colliders, const SoftBodies& soft, std::uint32_t c) {
    constexpr std::uint32_t few_own = 4;
    const auto own_count = [&](std::uint32_t k) { return colliders.home_rows[k + 1] - colliders.home_rows[k]; };
    std::uint32_t carrier = c;
    if (own_count(c) >= few_own) return carrier;
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const std::uint32_t i = soft.by_cluster.index[k];
        for (std::uint32_t m = soft.by_particle.rows[i]; m < soft.by_particle.rows[i + 1]; ++m) {
            const std::uint32_t other = soft.by_particle.index[m];
            if (soft.mode[other].level == 0 && own_count(other) > own_count(carrier)) carrier = other;
        }
    }
    return carrier;
}

Real member_mean(const SoftBodies& soft, const std::vector<Real>& values, std::size_t c) {
    double sum = 0, total = 0;
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const double share = static_cast<double>(soft.by_cluster.members[k].weight);
        sum += share * static_cast<double>(values[soft.by_cluster.index[k]]);
        total += share;
    }
    return static_cast<Real>(sum / total);
}

}  // namespace

void add_colliders(ColliderRules& rules, const SoftBodies& soft, const ColliderInput& input,
                   std::uint32_t first_particle, std::uint32_t first_cluster) {
    const Collisions& settings = rules.settings;
    BodyColliders body;
    body.first = first_cluster;
    body.count = static_cast<std::uint32_t>(input.centers.size());
    body.cluster_radius = input.cluster_radius;
    body.collides = settings.enabled && input.collides;
    body.may_break = body.collides && input.may_break;
    rules.proxies.resize(soft.cluster_count());
    const Surface surface(input);
    std::vector<Ball> rest;
    for (std::uint32_t k = 0; k < body.count; ++k) {
        const std::uint32_t c = first_cluster + k;
        PLIANT_ASSERT(soft.mode[c].level == 0 && soft.cluster_id[c] == c);
        const Vec3 center = rest_center(soft, input, first_particle, c);
        Proxy& proxy = rules.proxies[c];
        proxy = proxy_of(soft, input, surface, {settings.plane_fraction, settings.more_planes}, first_particle, c,
                         center, input.centers[k]);
        const double radius = neighbor_margin * (std::max(proxy.extent, proxy.reach) + input.radius);
        rest.push_back({center, radius, radius});
    }
    body.self = body.collides && settings.self && input.self && has_far_parts(rest);
    body.tree = BoxTree(rest);
    rules.bodies.push_back(std::move(body));
}

void finish_rules(ColliderRules& rules) {
    const auto& bodies = rules.bodies;
    const auto colliding = std::count_if(bodies.begin(), bodies.end(), [](const auto& b) { return b.collides; });
    rules.any =
        colliding > 1 || std::any_of(bodies.begin(), bodies.end(), [](const auto& b) { return b.self || b.may_break; });
}

void find_homes(const ColliderRules& rules, const SoftBodies& soft, Colliders& colliders) {
    list_homes(soft, colliders);
    colliders.carrier.assign(soft.cluster_count(), 0);
    colliders.friction.assign(soft.cluster_count(), 0);
    colliders.restitution.assign(soft.cluster_count(), 0);
    for (std::size_t b = 0; b < rules.bodies.size(); ++b)
        for (std::uint32_t k = 0; k < colliders.cluster_count[b]; ++k) {
            const std::uint32_t c = colliders.first_cluster[b] + k;
            colliders.carrier[c] = carrier_of(colliders, soft, c);
            set_contact_material(soft, c, colliders);
        }
    PLIANT_ASSERT(colliders.home_rows.back() <= soft.particle_count());
}

void set_contact_material(const SoftBodies& soft, std::uint32_t cluster, Colliders& colliders) {
    PLIANT_ASSERT(soft.mode[cluster].level == 0);
    colliders.friction[cluster] = member_mean(soft, soft.friction, cluster);
    colliders.restitution[cluster] = member_mean(soft, soft.restitution, cluster);
}

Mat3 cluster_deformation(const SoftBodies& soft, std::size_t cluster, const Mat3& a_xr) {
    const Mat3 inverse = symmetric(soft.rest_inverse.row(cluster)), missing = symmetric(soft.rest_missing.row(cluster));
    if (missing.cwiseAbs().maxCoeff() == 0) return a_xr * inverse;
    Mat3 plastic;
    for (int k = 0; k < 9; ++k) plastic(k % 3, k / 3) = soft.plastic.at(cluster, static_cast<std::size_t>(k));
    return a_xr * inverse + nearest_rotation(a_xr * plastic.transpose()) * plastic * missing;
}

}  // namespace pliant
