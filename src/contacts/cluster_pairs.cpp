#include "contacts/cluster_pairs.hpp"

#include "core/parallel.hpp"
#include "geometry/morton.hpp"
#include "particles/vectors.hpp"
#include "shape_matching/kernels.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

void bound_cluster(const ClusterInput& input, std::uint32_t body, std::size_t c, ContactScratch& contacts) {
    const SoftBodies& soft = input.soft;
    const Colliders& colliders = input.colliders;
    const std::uint32_t begin = colliders.home_rows[c], end = colliders.home_rows[c + 1];
    const Lanes start(soft.center.at(c, 0), soft.center.at(c, 1), soft.center.at(c, 2), Real(0));
    const Real dt = static_cast<Real>(input.step.dt);
    Lanes drift = Lanes::Zero();
    for (std::uint32_t k = begin; k < end; ++k) drift += load(soft.particles[colliders.home[k]].velocity);
    drift *= Real(1) / static_cast<Real>(std::max(1u, end - begin));
    const Lanes middle = start + Real(0.5) * dt * drift;
    Real farthest = 0, reach = 0, spread = 0;  // squared
    for (std::uint32_t k = begin; k < end; ++k) {
        const Particle& particle = soft.particles[colliders.home[k]];
        const Lanes v = load(particle.velocity), after = load(particle.position), before = after - dt * v;
        farthest = std::max({farthest, (after - middle).square().sum(), (before - middle).square().sum()});
        reach = std::max(reach, (before - start).square().sum());
        spread = std::max(spread, (v - drift).square().sum());
    }
    const double farthest_own = std::sqrt(static_cast<double>(farthest)), rest = colliders.home_reach[c];
    const double stretch = rest > 0 ? std::max(1.0, std::sqrt(static_cast<double>(reach)) / rest) : 1;
    const double proxy = colliders.proxies[c].extent * stretch + 0.5 * input.step.dt * xyz(drift).norm();
    contacts.drift[c] = {xyz(drift), std::sqrt(static_cast<double>(spread))};
    // A cluster that lost its position collides with nothing until it is repaired.
    contacts.balls[c] = {};
    if (std::isfinite(farthest_own) && std::isfinite(proxy))
        contacts.balls[c] = {input.origin(body) + xyz(middle), std::max(farthest_own + input.radius(body), proxy),
                             farthest_own + input.radius(body)};
}

/// Has the body anything to collide with?
bool takes_part(const ClusterInput& input, std::size_t body) {
    return input.rules.bodies[body].collides && input.colliders.cluster_count[body] > 0 && !input.step.is_asleep(body);
}

/// Bodies sorted along a curve, their trees' boxes as balls.
void order_bodies(const ClusterInput& input, ContactScratch& contacts) {
    constexpr double cells = 1023;  // along the longest side
    Box all;
    contacts.order.clear();
    for (std::uint32_t b = 0; b < input.rules.bodies.size(); ++b) {
        if (!takes_part(input, b) || contacts.trees[b].bounds().empty()) continue;
        all.add(contacts.trees[b].bounds().lower);
        all.add(contacts.trees[b].bounds().upper);
        contacts.order.push_back(b);
    }
    const double scale = cells / std::max(all.size().maxCoeff(), std::numeric_limits<double>::min());
    for (const std::uint32_t b : contacts.order) {
        const Vec3 at = scale * (contacts.trees[b].bounds().center() - all.lower);
        contacts.keys[b] = morton_key(static_cast<std::uint64_t>(at.x()), static_cast<std::uint64_t>(at.y()),
                                      static_cast<std::uint64_t>(at.z()));
    }
    std::sort(contacts.order.begin(), contacts.order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return contacts.keys[a] != contacts.keys[b] ? contacts.keys[a] < contacts.keys[b] : a < b;
    });
    for (std::size_t k = 0; k < contacts.order.size(); ++k) {
        const Box& box = contacts.trees[contacts.order[k]].bounds();
        const double radius = 0.5 * box.size().norm();
        contacts.body_balls[k] = {box.center(), radius, radius};
    }
    // The tree is over all bodies: those that take no part touch nothing.
    std::fill(contacts.body_balls.begin() + static_cast<std::ptrdiff_t>(contacts.order.size()),
              contacts.body_balls.end(), Ball{});
}

}  // namespace

void bound_clusters(const ClusterInput& input, ContactScratch& contacts) {
    const SoftBodies& soft = input.soft;
    PLIANT_ASSERT(contacts.balls.size() == soft.cluster_count());
    for_chunks(soft.cluster_count(), cluster_chunk, input.parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            const std::uint32_t body = soft.cluster_body[c];
            if (soft.mode[c].level == 0 && input.rules.bodies[body].collides && !input.step.is_asleep(body))
                bound_cluster(input, body, c, contacts);
        }
    });
}

void find_pairs(const ClusterInput& input, ContactScratch& contacts) {
    const std::vector<BodyColliders>& bodies = input.rules.bodies;
    contacts.pairs.clear();
    const auto first = [&](std::size_t b) { return input.colliders.first_cluster[b]; };
    const auto balls_of = [&](std::size_t b) {
        return std::span<const Ball>(contacts.balls).subspan(first(b), input.colliders.cluster_count[b]);
    };
    for (std::size_t b = 0; b < bodies.size(); ++b)
        if (takes_part(input, b)) contacts.trees[b].refit(balls_of(b));
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        if (!(bodies[b].self || input.colliders.broken[b]) || !takes_part(input, b)) continue;
        contacts.trees[b].pairs_within(balls_of(b), [&](std::uint32_t i, std::uint32_t j) {
            if (bodies[b].self || fragment_of(input.soft, first(b) + i) != fragment_of(input.soft, first(b) + j))
                contacts.pairs.push_back({first(b) + i, first(b) + j});
        });
    }
    order_bodies(input, contacts);
    if (contacts.order.size() < 2) return;
    contacts.body_tree.refit(contacts.body_balls);
    contacts.body_tree.pairs_within(contacts.body_balls, [&](std::uint32_t m, std::uint32_t n) {
        const std::uint32_t a = std::min(contacts.order[m], contacts.order[n]);
        const std::uint32_t b = std::max(contacts.order[m], contacts.order[n]);
        if (input.step.apart.holds(a, b)) return;
        contacts.trees[a].pairs_with(balls_of(a), contacts.trees[b], balls_of(b),
                                     [&](std::uint32_t i, std::uint32_t j) {
                                         contacts.pairs.push_back({first(a) + i, first(b) + j});
                                     });
    });
}

void list_partners(const SoftBodies& soft, ContactScratch& contacts) {
    std::vector<std::uint32_t>& rows = contacts.partner_rows;
    const auto each = [&](const auto& f) {
        for (const ClusterPair& pair : contacts.pairs) {
            if (can_strike(contacts.balls[pair.first], contacts.balls[pair.second])) f(pair.first, pair.second);
            if (can_strike(contacts.balls[pair.second], contacts.balls[pair.first])) f(pair.second, pair.first);
        }
    };
    std::fill(rows.begin(), rows.end(), 0u);
    std::fill(contacts.is_active.begin(), contacts.is_active.end(), std::uint8_t{0});
    each([&](std::uint32_t striking, std::uint32_t struck) {
        ++rows[striking + 1];
        contacts.is_active[struck] = 1;
    });
    contacts.active.clear();
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (rows[c + 1] > 0 || contacts.is_active[c]) {
            contacts.active_slot[c] = static_cast<std::uint32_t>(contacts.active.size());
            contacts.active.push_back(c);
        }
        rows[c + 1] += rows[c];
    }
    PLIANT_ASSERT(rows.size() == soft.cluster_count() + 1);
    // Filling moves each row's start to the next one's; shifting them back restores the rows.
    contacts.partners.resize(rows.back());
    each([&](std::uint32_t striking, std::uint32_t struck) { contacts.partners[rows[striking]++] = struck; });
    std::copy_backward(rows.begin(), rows.end() - 1, rows.end());
    rows.front() = 0;
    for (const std::uint32_t c : contacts.active)
        std::sort(contacts.partners.begin() + rows[c], contacts.partners.begin() + rows[c + 1]);
}

std::uint32_t pieces_needed(const ClusterInput& input, const ContactScratch& contacts) {
    double most = 1;
    for (const ClusterPair& pair : contacts.pairs) {
        const ClusterDrift &a = contacts.drift[pair.first], &b = contacts.drift[pair.second];
        const double approach = input.step.dt * ((a.mean - b.mean).norm() + a.spread + b.spread);
        // A particle goes through when its center passes the other's middle; its matter may reach hardly beyond it.
        const double way =
            std::min(input.colliders.proxies[pair.first].half_width, input.colliders.proxies[pair.second].half_width);
        most = std::max(most, approach / way);
    }
    return static_cast<std::uint32_t>(std::ceil(std::min(most, 2.0 * most_pieces)));
}

}  // namespace pliant
