#include "shape_matching/edit.hpp"
#include "shape_matching/refresh.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace pliant {
namespace {

/// A change of density moves the centres of clusters and bodies by roundings; a change of shape moves them by more than
/// this part of the largest cluster.
constexpr double rest_tolerance = 1e-4;
/// Likewise, as a part of the particles' radius.
constexpr double position_tolerance = 1e-4;

bool same_rest(const std::vector<Member>& a, const std::vector<Member>& b) {
    if (a.size() != b.size()) return false;
    double extent = 0, difference = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        for (int c = 0; c < 3; ++c) {
            extent = std::max(extent, std::abs(static_cast<double>(a[k].vector[c])));
            difference = std::max(difference, std::abs(static_cast<double>(a[k].vector[c] - b[k].vector[c])));
        }
        if (std::abs(static_cast<double>(a[k].weight - b[k].weight)) > rest_tolerance) return false;
    }
    return difference <= rest_tolerance * extent;
}

bool same_rest(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) { return a == b; }

/// Arrays of other types are the scene's parameters or the motion.
template <class T>
bool same_rest(const T&, const T&) {
    return true;
}

[[noreturn]] void other_bodies(const std::string& what, const std::string& hint) {
    throw InputError({.what = "the changed scene cannot go on from that frame: " + what,
                      .path = "--set",
                      .allowed = "changes that build the same particles and clusters at the same place",
                      .hint = hint});
}

/// Is the state no longer made of what was built? Of a particle that left a cluster only the membership is missing.
bool is_edited(const SoftBodies& source, const SoftBodies& built) {
    return has_reclustered(source) ||
           (source.particle_count() == built.particle_count() && source.cluster_count() == built.cluster_count() &&
            source.membership_count() < built.membership_count());
}

void check_same_bodies(const Simulation::Parts& source, const Simulation::Parts& branch) {
    const SoftBodies &a = source.state.soft, &b = branch.state.soft;
    const bool edited = is_edited(a, b);
    if (edited && source.model.built_bodies != branch.model.built_bodies)
        other_bodies("its clusters have been replaced or broken since the start, and it builds others to begin with",
                     "leave shapes, sampling, clusters and density as they are");
    if (!edited && (a.particle_count() != b.particle_count() || a.membership_count() != b.membership_count()))
        other_bodies(fmt::format("it builds {} particles with {} memberships in place of {} with {}",
                                 b.particle_count(), b.membership_count(), a.particle_count(), a.membership_count()),
                     "change materials, forces, obstacles or gravity; start a new run for other bodies");
    bool same_points = source.state.points.size() == branch.state.points.size();
    for (std::size_t k = 0; same_points && k < source.state.points.size(); ++k) {
        const double before = source.state.points[k].true_volume(), now = branch.state.points[k].true_volume();
        same_points = std::abs(before - now) <= rest_tolerance * before;
    }
    if (!same_points)
        other_bodies("its point-based bodies differ", "leave their shapes, sampling and solver as they are");
    if (source.state.rigid.motions.size() != branch.state.rigid.motions.size())
        other_bodies(fmt::format("it has {} rigid bodies in place of {}", branch.state.rigid.motions.size(),
                                 source.state.rigid.motions.size()),
                     "leave each body's solver as it is");
    for (std::size_t r = 0; r < source.model.rigid.size(); ++r) {
        const RigidBody &from = source.model.rigid[r], &to = branch.model.rigid[r];
        if (from.particles.size() != to.particles.size() ||
            std::abs(from.reach - to.reach) > rest_tolerance * from.reach)
            other_bodies("its rigid bodies have other shapes", "leave shapes and sampling as they are");
    }
    const auto is_same = [](const GlueLink& x, const GlueLink& y) { return x.glue == y.glue && x.b.kind == y.b.kind; };
    // A particle that became two has become two in its bindings too.
    const bool same_rules = has_other_particles(a) && source.model.glue.size() == branch.model.glue.size();
    if (!same_rules && !std::equal(source.state.glue.links.begin(), source.state.glue.links.end(),
                                   branch.state.glue.links.begin(), branch.state.glue.links.end(), is_same))
        other_bodies("its glue holds other particles", "leave which particles glue holds as they are");
    bool same = source.model.bodies.size() == branch.model.bodies.size();
    for (std::size_t k = 0; same && k < source.model.bodies.size(); ++k)
        same = (source.model.bodies[k].origin - branch.model.bodies[k].origin).norm() <=
               position_tolerance * static_cast<double>(source.model.bodies[k].radius);
    if (!same) other_bodies("its bodies start at other places", "leave translate, axis, angle and scale as they are");
    const auto compare = [](const ArrayTraits& traits, const auto&, const auto& of_source, const auto& of_branch) {
        if (traits.role == ArrayRole::bodies && !same_rest(of_source, of_branch))
            other_bodies(fmt::format("its {} differ", traits.name), "leave shapes, sampling and clusters as they are");
    };
    if (!edited) for_each_array(compare, a, b);
    if (source.model.fps != branch.model.fps)
        other_bodies("it has another frame rate", "leave time.fps as it is; time.substeps may change");
}

/// Per particle: the slot of the one that was built that it is, or is a twin of. Twins know where they were built.
std::vector<std::uint32_t> originals(const SoftBodies& soft, const SoftBodies& built) {
    std::vector<std::uint32_t> slot(built.counts[1], no_slot), original;
    for (std::uint32_t i = 0; i < built.particle_count(); ++i) slot[built.id[i]] = i;
    using Place = std::pair<std::uint32_t, std::array<double, 3>>;
    const auto place = [](const SoftBodies& bodies, std::uint32_t i) {
        return Place{bodies.body[i], {bodies.built[i].x(), bodies.built[i].y(), bodies.built[i].z()}};
    };
    std::map<Place, std::uint32_t> at;
    if (has_other_particles(soft))
        for (std::uint32_t i = 0; i < soft.particle_count(); ++i)
            if (soft.id[i] < soft.counts[1]) at.emplace(place(soft, i), slot[soft.id[i]]);
    for (std::uint32_t i = 0; i < soft.particle_count(); ++i)
        original.push_back(soft.id[i] < soft.counts[1] ? slot[soft.id[i]] : at.at(place(soft, i)));
    return original;
}

/// What particles have from the scene; those that share one that was built go on to share its mass as they did.
void renew_particles(SoftBodies& soft, const SoftBodies& built, const std::vector<std::uint32_t>& original) {
    std::vector<double> before(built.particle_count(), 0);
    for (std::size_t i = 0; i < original.size(); ++i) before[original[i]] += static_cast<double>(soft.mass[i]);
    for (std::size_t i = 0; i < original.size(); ++i) {
        const double now = static_cast<double>(built.mass[original[i]]);
        if (now != before[original[i]])
            soft.mass[i] = static_cast<Real>(static_cast<double>(soft.mass[i]) * now / before[original[i]]);
        soft.friction[i] = built.friction[original[i]];
        soft.restitution[i] = built.restitution[original[i]];
        soft.drag[i] = built.drag[original[i]];
        // What ends at a crack does not reach beyond it.
        soft.reach[i] = std::min(soft.reach[i], built.reach[original[i]]);
    }
}

/// The settings of the source's clusters by the branch's parameters: as built, as the one that they are a part of was
/// built, or as the members know them.
void renew_settings(SoftBodies& soft, const SoftBodies& built) {
    const std::vector<std::uint32_t> original = originals(soft, built);
    renew_particles(soft, built, original);
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        const std::uint32_t id = soft.ancestor[c] != no_slot ? soft.ancestor[c] : soft.cluster_id[c];
        const Real hardened = soft.hardened[c];
        if (id < built.cluster_count()) {
            soft.mode[c] = built.mode[id];
            soft.response.set_row(c, built.response.row(id));
            soft.full_response.set_row(c, built.full_response.row(id));
            soft.flow.set_row(c, built.flow.row(id));
            soft.brittle[c] = built.brittle[id];
        } else {
            std::vector<std::uint32_t> members;
            for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k)
                members.push_back(original[soft.by_cluster.index[k]]);
            inherit_settings(built, members, soft, c);
            soft.hardened[c] = hardened;
        }
    }
    Twins twins;
    find_twins(soft, twins);
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c)
        if (soft.mode[c].level == 0) refresh_cluster(soft, twins, c);
}

/// Twins of pinned particles are pinned too.
void take_pins(const Simulation::Parts& source, Simulation::Parts& branch) {
    const SoftBodies& soft = source.state.soft;
    const PinnedParticles &pins = source.state.pins, built = branch.state.pins;
    if (!has_other_particles(soft)) return;
    const auto is_soft = [](const Simulation::Parts& parts, std::uint32_t rule) {
        return parts.model.sets_of_bodies()[parts.model.pins[rule].body] == 0;
    };
    PinnedParticles before;
    for (std::size_t k = 0; k < pins.size(); ++k)
        if (!is_soft(source, pins.rule[k]) || pins.id[k] < soft.counts[1])
            before.add(pins.rule[k], pins.id[k], pins.start[k]);
    if (before.rule == built.rule && before.id == built.id && before.start == built.start) {
        branch.state.pins = pins;
        return;
    }
    const std::vector<std::uint32_t> original = originals(soft, branch.state.soft);
    std::multimap<std::uint32_t, std::uint32_t> twins;  // by the id of the one that was built
    for (std::uint32_t i = 0; i < original.size(); ++i)
        if (soft.id[i] >= soft.counts[1]) twins.emplace(branch.state.soft.id[original[i]], soft.id[i]);
    branch.state.pins = {};
    for (std::size_t k = 0; k < built.size(); ++k) {
        branch.state.pins.add(built.rule[k], built.id[k], built.start[k]);
        if (!is_soft(branch, built.rule[k])) continue;
        const auto [first, last] = twins.equal_range(built.id[k]);
        for (auto twin = first; twin != last; ++twin)
            branch.state.pins.add(built.rule[k], twin->second, built.start[k]);
    }
}

/// Bodies whose mass or inertia changed go on with the same velocity and spin.
void take_rigid(const Simulation::Parts& source, Simulation::Parts& branch) {
    branch.state.rigid.motions = source.state.rigid.motions;
    branch.state.rigid.memory = source.state.rigid.memory;
    for (std::size_t r = 0; r < source.model.rigid.size(); ++r) {
        const RigidBody &from = source.model.rigid[r], &to = branch.model.rigid[r];
        RigidMotion& motion = branch.state.rigid.motions[r];
        if (from.moments != to.moments)
            motion.angular_momentum = inertia_of(to, rotation_of(motion)) * spin_of(from, motion);
    }
}

}  // namespace

void continue_from(const Simulation& source, Simulation& branch) {
    check_same_bodies(source.parts(), branch.parts());
    State& to = branch.parts().state;
    const auto take = [](const ArrayTraits& traits, const auto&, const auto& from, auto& array) {
        if (traits.role == ArrayRole::motion) array = from;
    };
    const State& from = source.parts().state;
    if (is_edited(from.soft, to.soft)) {
        const SoftBodies built = to.soft;
        take_pins(source.parts(), branch.parts());
        to.soft = from.soft;
        // With nothing changed it goes on to the same bits.
        if (source.parts().model.built_parameters != branch.parts().model.built_parameters)
            renew_settings(to.soft, built);
    } else {
        for_each_array(take, from.soft, to.soft);
    }
    take_rigid(source.parts(), branch.parts());
    // What a point-based body is made of flows and is resampled with it: a branch goes on with the same material.
    to.points = from.points;
    to.glue = from.glue;
    to.step = static_cast<std::uint64_t>(source.frame()) * static_cast<std::uint64_t>(branch.substeps());
    branch.parts().backend.prepare();
}

}  // namespace pliant
