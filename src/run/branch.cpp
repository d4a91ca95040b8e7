#include "shape_matching/edit.hpp"
#include "shape_matching/refresh.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

void check_same_bodies(const Simulation::Parts& source, const Simulation::Parts& branch) {
    const SoftBodies &a = source.state.soft, &b = branch.state.soft;
    if (has_other_particles(a))
        other_bodies("particles have been added or removed since the start", "branch from an earlier frame");
    if (has_reclustered(a) && source.model.built_bodies != branch.model.built_bodies)
        other_bodies("its clusters have been replaced since the start, and it builds others to begin with",
                     "leave shapes, sampling, clusters and density as they are");
    if (!has_reclustered(a) &&
        (a.particle_count() != b.particle_count() || a.membership_count() != b.membership_count()))
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
    if (!std::equal(source.state.glue.links.begin(), source.state.glue.links.end(), branch.state.glue.links.begin(),
                    branch.state.glue.links.end(), is_same))
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
    if (!has_reclustered(a)) for_each_array(compare, a, b);
    if (source.model.fps != branch.model.fps)
        other_bodies("it has another frame rate", "leave time.fps as it is; time.substeps may change");
}

/// The settings of the source's clusters by the branch's parameters: as built, or as the members know them.
void renew_settings(SoftBodies& soft, const SoftBodies& built) {
    for_each_array(
        [](const ArrayTraits& traits, const auto&, const auto& from, auto& to) {
            if (traits.per == Per::particle && traits.role == ArrayRole::parameter) to = from;
        },
        built, soft);
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        const std::uint32_t id = soft.cluster_id[c];
        const Real hardened = soft.hardened[c];
        if (id < built.cluster_count()) {
            soft.mode[c] = built.mode[id];
            soft.response.set_row(c, built.response.row(id));
            soft.full_response.set_row(c, built.full_response.row(id));
            soft.flow.set_row(c, built.flow.row(id));
        } else {
            const auto members =
                std::span(soft.by_cluster.index)
                    .subspan(soft.by_cluster.rows[c], soft.by_cluster.rows[c + 1] - soft.by_cluster.rows[c]);
            inherit_settings(built, members, soft, c);
            soft.hardened[c] = hardened;
        }
    }
    Twins twins;
    find_twins(soft, twins);
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c)
        if (soft.mode[c].level == 0) refresh_cluster(soft, twins, c);
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
    if (has_reclustered(from.soft)) {
        const SoftBodies built = to.soft;
        to.soft = from.soft;
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
