// The fast contacts of soft bodies against the reference: the same contacts as brute force, and the same response.
#include "behaviour/helpers.hpp"
#include "contacts/cluster_pairs.hpp"
#include "contacts/cluster_response.hpp"
#include "contacts/cluster_touch.hpp"
#include "reference/collision.hpp"
#include "sim/parts.hpp"
#include "support/reference_bridge.hpp"

#include <cmath>
#include <map>

namespace pliant::testing {
namespace {

/// Two bodies of different shape, density and spacing that press against each other, with CC15's planes only.
Scene pressed_together(int seed) {
    return scene_of(R"({
        "time": {"fps": 60, "frames": 60, "substeps": 4}, "gravity": [0, 0, 0],
        "collisions": {"more_planes": false, "self": false},
        "bodies": [
            {"shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 300}, "clusters": {"count": 14},
             "material": {"restitution": 0, "friction": 0.3}, "translate": [-0.33, 0.05, 0], "velocity": [2, 0, 0.2], "spin": [0, 0, 90]},
            {"shape": {"type": "box", "size": [0.4, 0.5, 0.3]}, "sampling": {"particles": 400}, "clusters": {"count": 16},
             "material": {"density": 400, "restitution": 0, "friction": 0.3}, "translate": [0.25, 0, 0], "velocity": [-1, 0.2, 0]}]
    })",
                    {{"seed", std::to_string(seed)}});
}

Vec3 vec(const Real* v) { return Vec3(v[0], v[1], v[2]); }

/// The state in the reference's terms, in world coordinates, with the proxies the reference makes of it.
struct Mirror {
    reference::Body body;
    std::vector<reference::Proxy> proxies;
    reference::Bodies bodies;
    std::vector<std::vector<int>> own;

    explicit Mirror(const Simulation& simulation) {
        const Model& model = simulation.parts().model;
        const SoftBodies& soft = simulation.parts().state.soft;
        StepInput input;
        input.dt = static_cast<Real>(model.dt);
        body = to_reference(soft, input, 0);
        for (std::size_t i = 0; i < soft.particle_count(); ++i) {
            body.particles[i].position += model.bodies[soft.body[i]].origin;
            bodies.of_particle.push_back(static_cast<int>(soft.body[i]));
            bodies.reach.push_back(static_cast<double>(soft.reach[i]));
        }
        const Colliders& colliders = simulation.parts().scratch.soft.colliders;
        for (std::size_t i = 0; i < soft.particle_count(); ++i) {
            const auto q = soft.rotation.row(colliders.home_of[i]);
            bodies.facing.push_back(Eigen::Quaterniond(q[0], q[1], q[2], q[3]) * soft.facing[i]);
            bodies.size.push_back(static_cast<double>(model.bodies[soft.body[i]].radius));
        }
        for (std::size_t c = 0; c < soft.cluster_count(); ++c) {
            const Proxy& fast = colliders.proxies[c];
            bodies.of_cluster.push_back(static_cast<int>(soft.cluster_body[c]));
            proxies.push_back(reference::make_proxy(body.clusters[c], fast.axes * fast.center, fast.radius,
                                                    model.soft.colliders.settings.plane_fraction, bodies.reach));
            proxies.back().half_width = fast.half_width;
            reference::match(body.particles, reference::Rotation::least_squares, body.clusters[c]);
            own.emplace_back(colliders.home.begin() + colliders.home_rows[c],
                             colliders.home.begin() + colliders.home_rows[c + 1]);
        }
    }
};

/// What the contacts of the state's clusters know, at the end of the last step.
struct Contacts {
    explicit Contacts(Simulation& simulation)
        : parts(simulation.parts()),
          set(parts.scratch.sets.front()),
          step{simulation.time(),
               simulation.dt(),
               0,
               parts.model.speed_limit,
               parts.model.bodies,
               parts.model.obstacles,
               parts.model.soft.colliders.settings,
               parts.scratch.apart},
          input{step,  parts.model.soft.colliders,      parts.scratch.soft.colliders, parts.state.soft, set,
                false, parts.scratch.soft.rolling.loads},
          contacts(parts.scratch.soft.contacts) {
        set.arriving = {};  // nothing bounces
    }

    /// The fast narrow phase.
    const std::vector<PairContact>& find() {
        bound_clusters(input, contacts);
        find_pairs(input, contacts);
        list_partners(parts.state.soft, contacts);
        place_proxies(input, 0, contacts);
        find_contacts(input, 0, contacts);
        return contacts.contacts;
    }
    void respond() {
        const StepPiece piece{0, step.dt, step.dt};
        ResponseReport report;
        prepare_response(input, contacts, piece, report);
        solve_response(input, contacts, piece, report);
        move_particles(input, contacts, piece);
    }

    Simulation::Parts& parts;
    ParticleSet set;
    ContactInput step;
    ClusterInput input;
    ContactScratch& contacts;
};

/// To the moment when they are pressed together: contacts are found before they are resolved.
Simulation pressing(int seed) {
    Simulation simulation = serial(pressed_together(seed));
    for (int k = 0; k < 14; ++k) simulation.step();
    SoftBodies& soft = simulation.parts().state.soft;
    for (Particle& particle : soft.particles)
        for (int k = 0; k < 3; ++k) particle.position[k] += static_cast<Real>(simulation.dt()) * particle.velocity[k];
    return simulation;
}

class CollisionReference : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, CollisionReference, ::testing::Range(1, 9));

TEST_P(CollisionReference, brute_force_finds_the_same_contacts) {
    Simulation simulation = pressing(GetParam());
    const Mirror mirror(simulation);
    const auto expected =
        reference::find_contacts(mirror.body.particles, mirror.body.clusters, mirror.proxies, mirror.bodies);
    Contacts fast(simulation);
    const std::vector<PairContact>& found = fast.find();
    EXPECT_GT(expected.size(), 2U);
    // Rounding decides who is just inside, and between two proxies that are equally deep.
    const double tolerance = in_double ? 1e-9 : 1e-5;
    std::map<std::pair<int, int>, reference::Contact> by_body;
    for (const reference::Contact& contact : expected)
        by_body[{contact.particle, mirror.bodies.of_cluster[static_cast<std::size_t>(contact.cluster)]}] = contact;
    std::size_t matched = 0;
    for (const PairContact& contact : found) {
        const int body = mirror.bodies.of_cluster[contact.shape];
        const auto it = by_body.find({static_cast<int>(contact.particle), body});
        if (it == by_body.end()) {
            EXPECT_LT(contact.penetration, tolerance) << "particle " << contact.particle;
            continue;
        }
        ++matched;
        EXPECT_NEAR(contact.penetration, it->second.depth, tolerance);
        if (static_cast<int>(contact.shape) == it->second.cluster) {
            EXPECT_LT((contact.normal - it->second.normal).norm(), 100 * tolerance);
        }
        by_body.erase(it);
    }
    for (const auto& [key, contact] : by_body) EXPECT_LT(contact.depth, tolerance) << "particle " << key.first;
    EXPECT_GT(matched, 2U);
}

TEST_P(CollisionReference, the_response_is_the_same) {
    Simulation simulation = pressing(GetParam());
    Simulation::Parts& parts = simulation.parts();
    Mirror mirror(simulation);
    Contacts fast(simulation);
    const std::vector<PairContact>& found = fast.find();
    std::vector<reference::Contact> contacts;
    std::vector<double> size;
    for (const Proxy& proxy : parts.scratch.soft.colliders.proxies) size.push_back(proxy.radius);
    for (const PairContact& contact : found)
        contacts.push_back({static_cast<int>(contact.particle), static_cast<int>(contact.shape), contact.normal,
                            contact.penetration, 0});
    ASSERT_GT(contacts.size(), 2U);
    const Mirror start = mirror;
    reference::respond(mirror.body.particles, contacts, mirror.own, size,
                       {.dt = simulation.dt(), .friction = 0.3, .iterations = 30});
    fast.respond();
    const SoftBodies& soft = parts.state.soft;
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        const Vec3 change = mirror.body.particles[i].velocity - start.body.particles[i].velocity;
        largest = std::max(largest, change.norm());
        error = std::max(error, (vec(soft.particles[i].velocity) - mirror.body.particles[i].velocity).norm());
        const Vec3 world = parts.model.bodies[soft.body[i]].origin + vec(soft.particles[i].position);
        EXPECT_NEAR((world - mirror.body.particles[i].position).norm(), 0, in_double ? 1e-11 : 1e-5);
    }
    EXPECT_GT(largest, 0.001);
    EXPECT_LT(error, (in_double ? 1e-9 : 1e-4) * largest);
}

}  // namespace
}  // namespace pliant::testing
