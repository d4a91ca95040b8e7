#include "sim/body_touch.hpp"

#include "core/parallel.hpp"
#include "sim/step.hpp"

#include <algorithm>

namespace pliant {
namespace {

using Lanes = Eigen::Array<Real, 4, 1>;
Lanes load(const Real* v) { return Eigen::Map<const Lanes, Eigen::Aligned>(v); }
Vec3 xyz(const Lanes& v) { return Vec3(v[0], v[1], v[2]); }

/// Active clusters are handed to threads in pieces of this size.
constexpr std::size_t active_chunk = 64;

bool worth_threads(const State& state) { return state.soft.particle_count() >= parallel_threshold; }

PlacedProxy placed_proxy(const Model& model, const SoftBodies& soft, std::size_t c, Real left) {
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
    return {model.colliders.proxies[c], model.ranges[soft.cluster_body[c]].origin + xyz(last) + xyz(first),
            cluster_deformation(soft, c, a_xr)};
}

/// Adds a touch to those of its particle, of which the deepest of each body are kept.
void add_touch(const SoftBodies& soft, ParticleTouches& touches, const FoundTouch& found) {
    const std::uint32_t body = soft.cluster_body[found.cluster];
    std::size_t k = 0;
    while (k < touches.count && soft.cluster_body[touches.found[k].cluster] != body) ++k;
    if (k == touches.count && touches.count < ParticleTouches::most) {
        touches.found[touches.count++] = found;
        return;
    }
    if (k == touches.count) {
        const auto shallower = [](const FoundTouch& a, const FoundTouch& b) { return a.touch.depth < b.touch.depth; };
        k = static_cast<std::size_t>(std::min_element(touches.found.begin(), touches.found.end(), shallower) -
                                     touches.found.begin());
    }
    if (found.touch.depth > touches.found[k].touch.depth) touches.found[k] = found;
}

/// The culling balls of some partners of a cluster and the planes that cut most off them, side by side, so that a
/// particle is tested against many at once.
struct CullBlock {
    static constexpr std::uint32_t size = 64;
    // Relative to the origin of the particles' body. A ball without planes has the plane 0·p < 1.
    Real x[size], y[size], z[size], square[size];
    Real nx[size], ny[size], nz[size], offset[size];
    std::uint32_t near[size];

    void fill(const ContactScratch& contacts, const Vec3& origin, double radius, std::uint32_t first,
              std::uint32_t count) {
        for (std::uint32_t k = 0; k < count; ++k) {
            const PlacedProxy& placed = contacts.placed[contacts.place[contacts.partners[first + k]]];
            const Vec3 center = placed.center - origin;
            const double reach = (placed.cull + radius) * (1 + rounding);
            x[k] = static_cast<Real>(center.x());
            y[k] = static_cast<Real>(center.y());
            z[k] = static_cast<Real>(center.z());
            square[k] = static_cast<Real>(reach * reach + rounding * center.squaredNorm());
            const HalfSpace plane = placed.plane_count > 0 ? placed.planes[0] : HalfSpace{Vec3::Zero(), 1};
            const double margin = radius + rounding * (placed.cull + center.cwiseAbs().sum());
            nx[k] = static_cast<Real>(plane.normal.x());
            ny[k] = static_cast<Real>(plane.normal.y());
            nz[k] = static_cast<Real>(plane.normal.z());
            offset[k] = static_cast<Real>(plane.offset + plane.normal.dot(center) + margin);
        }
    }
    /// Sets near[k] where the point may be inside; returns whether any is set.
    bool test(const Vec3& point, std::uint32_t count) {
        const Real px = static_cast<Real>(point.x()), py = static_cast<Real>(point.y()),
                   pz = static_cast<Real>(point.z());
        std::uint32_t any = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            const Real dx = x[k] - px, dy = y[k] - py, dz = z[k] - pz;
            const bool in_ball = dx * dx + dy * dy + dz * dz < square[k];
            const bool below = nx[k] * px + ny[k] * py + nz[k] * pz < offset[k];
            near[k] = in_ball & below;
            any |= near[k];
        }
        return any != 0;
    }

    static constexpr double rounding = sizeof(Real) == 8 ? 1e-12 : 1e-5;
};

/// One active cluster's own particles against its partners.
void touch_partners(const Model& model, const SoftBodies& soft, ContactScratch& contacts, std::uint32_t c,
                    double left) {
    const std::uint32_t body = soft.cluster_body[c];
    const Vec3& origin = model.ranges[body].origin;
    const double radius = model.colliders.bodies[body].radius;
    const std::uint32_t first = model.colliders.home_rows[c], own = model.colliders.home_rows[c + 1] - first;
    for (std::uint32_t h = first; h < first + own; ++h) contacts.touches[h].count = 0;
    CullBlock block;
    for (std::uint32_t begin = contacts.partner_rows[c]; begin < contacts.partner_rows[c + 1];
         begin += CullBlock::size) {
        const std::uint32_t count = std::min(CullBlock::size, contacts.partner_rows[c + 1] - begin);
        block.fill(contacts, origin, radius, begin, count);
        for (std::uint32_t h = first; h < first + own; ++h) {
            const std::uint32_t i = model.colliders.home[h];
            const Particle& particle = soft.particles[i];
            const Vec3 local = xyz(load(particle.position)) - left * xyz(load(particle.velocity));
            if (!block.test(local, count)) continue;
            for (std::uint32_t k = 0; k < count; ++k) {
                if (!block.near[k]) continue;
                const std::uint32_t other = contacts.partners[begin + k];
                if (const auto touch = find_touch(contacts.placed[contacts.place[other]], origin + local, radius))
                    add_touch(soft, contacts.touches[h], {i, other, *touch});
            }
        }
    }
}

}  // namespace

void place_proxies(const Model& model, const State& state, double left, ContactScratch& contacts) {
    contacts.placed.resize(contacts.active.size());
    for_chunks(contacts.active.size(), active_chunk, worth_threads(state), [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
            contacts.placed[k] = placed_proxy(model, state.soft, contacts.active[k], static_cast<Real>(left));
    });
}

void find_contacts(const Model& model, const State& state, double left, ContactScratch& contacts) {
    for_chunks(contacts.active.size(), active_chunk, worth_threads(state), [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) touch_partners(model, state.soft, contacts, contacts.active[k], left);
    });
    contacts.contacts.clear();
    for (const std::uint32_t c : contacts.active) {
        for (std::uint32_t h = model.colliders.home_rows[c]; h < model.colliders.home_rows[c + 1]; ++h) {
            for (std::size_t k = 0; k < contacts.touches[h].count; ++k) {
                const FoundTouch& found = contacts.touches[h].found[k];
                PairContact& contact = contacts.contacts.emplace_back();
                contact.particle = found.particle;
                contact.struck = contact.shape = found.cluster;
                contact.normal = found.touch.normal;
                contact.depth = found.touch.depth;
            }
        }
    }
}

}  // namespace pliant
