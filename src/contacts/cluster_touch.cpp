#include "contacts/cluster_touch.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "core/vector_clones.hpp"
#include "particles/vectors.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace pliant {
namespace {

/// Active clusters are handed to threads in pieces of this size.
constexpr std::size_t active_chunk = 64;

PlacedProxy placed_proxy(const ClusterInput& input, std::size_t c, Real left) {
    const SoftBodies& soft = input.soft;
    const Lanes last(soft.center.at(c, 0), soft.center.at(c, 1), soft.center.at(c, 2), Real(0));
    Lanes first = Lanes::Zero(), column[3] = {Lanes::Zero(), Lanes::Zero(), Lanes::Zero()};
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const Particle& particle = soft.particles[soft.by_cluster.index[k]];
        const Member& member = soft.by_cluster.members[k];
        const Lanes y = load(particle.position) - left * load(particle.velocity) - last;
        first += member.weight * y;
        for (int j = 0; j < 3; ++j) column[j] += member.vector[j] * y;
    }
    Mat3 a_xr;  // Σ wm p = 0, so it needs no correction for the shifted center
    for (int j = 0; j < 3; ++j) a_xr.col(j) = xyz(column[j]);
    return {input.colliders.proxies[c], input.origin(soft.cluster_body[c]) + xyz(last) + xyz(first),
            cluster_deformation(soft, c, a_xr)};
}

/// How deep the particle lay in the proxy when the two were one body, m: pieces of it overlap by so much for nothing.
double built_overlap(const ClusterInput& input, std::uint32_t particle, std::uint32_t cluster, double radius) {
    const PlacedProxy built(input.colliders.proxies[cluster], input.colliders.built_center[cluster], Mat3::Identity());
    const std::optional<Touch> touch = find_touch(built, {input.soft.built[particle], radius});
    return touch ? touch->penetration : 0;
}

/// Adds the touch of a particle with a proxy to those it has, of which the deepest of each body are kept.
void add_touch(const ClusterInput& input, ParticleTouches& touches, std::uint32_t particle, std::uint32_t cluster,
               const PlacedProxy& placed, const TouchingBall& ball) {
    const SoftBodies& soft = input.soft;
    const std::uint32_t body = soft.cluster_body[cluster];
    std::size_t k = 0;
    while (k < touches.count && soft.cluster_body[touches.found[k].cluster] != body) ++k;
    if (k == ParticleTouches::most) {
        const auto shallower = [](const FoundTouch& a, const FoundTouch& b) { return a.touch.rank < b.touch.rank; };
        k = static_cast<std::size_t>(std::min_element(touches.found.begin(), touches.found.end(), shallower) -
                                     touches.found.begin());
    }
    const double least = k < touches.count ? touches.found[k].touch.rank : no_rank;
    std::optional<Touch> touch = find_touch(placed, ball, least);
    if (!touch) return;
    if (soft.body[particle] == body && input.colliders.broken[body]) {
        const double overlap = built_overlap(input, particle, cluster, ball.radius);
        touch->penetration -= overlap;
        touch->rank -= overlap;
        if (!(touch->penetration > 0 && touch->rank > least)) return;
    }
    touches.found[k] = {particle, cluster, *touch};
    touches.count = std::max(touches.count, k + 1);
}

/// The culling balls of some partners of a cluster and the planes that cut most off them, side by side, so that a
/// particle is tested against many at once.
struct CullBlock {
    static constexpr std::uint32_t size = 64;
    static constexpr std::size_t planes = 2;
    struct Plane {
        Real x[size], y[size], z[size], offset[size];
    };
    // Relative to the origin of the particles' body.
    Real x[size], y[size], z[size], square[size];
    Plane cut[planes];  ///< where a ball has fewer planes: 0·p < 1
    std::uint32_t near[size];

    void fill(const ContactScratch& contacts, const Vec3& origin, double radius, std::uint32_t first,
              std::uint32_t count) {
        for (std::uint32_t k = 0; k < count; ++k) {
            const PlacedProxy& placed = contacts.placed[contacts.active_slot[contacts.partners[first + k]]];
            const Vec3 center = placed.center - origin;
            const double reach = (placed.cull + radius) * (1 + rounding);
            x[k] = static_cast<Real>(center.x());
            y[k] = static_cast<Real>(center.y());
            z[k] = static_cast<Real>(center.z());
            square[k] = static_cast<Real>(reach * reach + rounding * center.squaredNorm());
            const double margin = radius + rounding * (placed.cull + center.cwiseAbs().sum());
            for (std::size_t p = 0; p < planes; ++p) {
                const HalfSpace plane = p < placed.plane_count ? placed.planes[p] : HalfSpace{Vec3::Zero(), 1};
                cut[p].x[k] = static_cast<Real>(plane.normal.x());
                cut[p].y[k] = static_cast<Real>(plane.normal.y());
                cut[p].z[k] = static_cast<Real>(plane.normal.z());
                cut[p].offset[k] = static_cast<Real>(plane.offset + plane.normal.dot(center) + margin);
            }
        }
    }
    /// Sets near[k] where the point may be inside; returns whether any is set.
    PLIANT_VECTOR_CLONES bool test(const Vec3& point, std::uint32_t count) {
        const Real px = static_cast<Real>(point.x()), py = static_cast<Real>(point.y()),
                   pz = static_cast<Real>(point.z());
        std::uint32_t any = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            const Real dx = x[k] - px, dy = y[k] - py, dz = z[k] - pz;
            bool inside = dx * dx + dy * dy + dz * dz < square[k];
            for (std::size_t p = 0; p < planes; ++p)
                inside &= cut[p].x[k] * px + cut[p].y[k] * py + cut[p].z[k] * pz < cut[p].offset[k];
            near[k] = inside;
            any |= near[k];
        }
        return any != 0;
    }

    static constexpr double rounding = sizeof(Real) == 8 ? 1e-12 : 1e-5;
};

/// One active cluster's own particles against its partners.
void touch_partners(const ClusterInput& input, ContactScratch& contacts, std::uint32_t c, double left) {
    const SoftBodies& soft = input.soft;
    const std::uint32_t body = soft.cluster_body[c];
    const Vec3& origin = input.origin(body);
    const double radius = input.radius(body);
    const std::uint32_t first = input.colliders.home_rows[c], last = input.colliders.home_rows[c + 1];
    for (std::uint32_t h = first; h < last; ++h) contacts.touches[h].count = 0;
    const std::array<Real, 4> q = soft.rotation.row(c);
    const Mat3 turn = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
    const double size = static_cast<double>(input.step.bodies[body].radius);
    CullBlock block;
    for (std::uint32_t begin = contacts.partner_rows[c]; begin < contacts.partner_rows[c + 1];
         begin += CullBlock::size) {
        const std::uint32_t count = std::min(CullBlock::size, contacts.partner_rows[c + 1] - begin);
        block.fill(contacts, origin, radius, begin, count);
        for (std::uint32_t h = first; h < last; ++h) {
            const std::uint32_t i = input.colliders.home[h];
            const Particle& particle = soft.particles[i];
            const Vec3 local = xyz(load(particle.position)) - left * xyz(load(particle.velocity));
            if (!block.test(local, count)) continue;
            const TouchingBall ball{origin + local, input.set.contact_radius(i), turn * soft.facing[i], size};
            for (std::uint32_t k = 0; k < count; ++k) {
                if (!block.near[k]) continue;
                const std::uint32_t other = contacts.partners[begin + k];
                add_touch(input, contacts.touches[h], i, other, contacts.placed[contacts.active_slot[other]], ball);
            }
        }
    }
}

}  // namespace

void place_proxies(const ClusterInput& input, double left, ContactScratch& contacts) {
    contacts.placed.resize(contacts.active.size());
    for_chunks(contacts.active.size(), active_chunk, input.parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
            contacts.placed[k] = placed_proxy(input, contacts.active[k], static_cast<Real>(left));
    });
}

void find_contacts(const ClusterInput& input, double left, ContactScratch& contacts) {
    PLIANT_ASSERT(contacts.placed.size() == contacts.active.size());
    for_chunks(contacts.active.size(), active_chunk, input.parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) touch_partners(input, contacts, contacts.active[k], left);
    });
    contacts.contacts.clear();
    for (const std::uint32_t c : contacts.active) {
        for (std::uint32_t h = input.colliders.home_rows[c]; h < input.colliders.home_rows[c + 1]; ++h) {
            for (std::size_t k = 0; k < contacts.touches[h].count; ++k) {
                const FoundTouch& found = contacts.touches[h].found[k];
                PairContact& contact = contacts.contacts.emplace_back();
                contact.particle = found.particle;
                contact.struck = contact.shape = found.cluster;
                contact.normal = found.touch.normal;
                contact.penetration = found.touch.penetration;
            }
        }
    }
}

}  // namespace pliant
