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
constexpr double place_tolerance = 1e-4;

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
    if (a.particle_count() != b.particle_count() || a.membership_count() != b.membership_count())
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
    bool same = source.model.ranges.size() == branch.model.ranges.size();
    for (std::size_t k = 0; same && k < source.model.ranges.size(); ++k)
        same = (source.model.ranges[k].origin - branch.model.ranges[k].origin).norm() <=
               place_tolerance * static_cast<double>(source.model.ranges[k].radius);
    if (!same) other_bodies("its bodies start at other places", "leave translate, axis, angle and scale as they are");
    const auto compare = [](const char* name, ArrayRole role, const auto& of_source, const auto& of_branch) {
        if (role == ArrayRole::bodies && !same_rest(of_source, of_branch))
            other_bodies(fmt::format("its {} differ", name), "leave shapes, sampling and clusters as they are");
    };
    for_each_array(compare, a, b);
    if (source.model.fps != branch.model.fps)
        other_bodies("it has another frame rate", "leave time.fps as it is; time.substeps may change");
}

}  // namespace

void continue_from(const Simulation& source, Simulation& branch) {
    check_same_bodies(source.parts(), branch.parts());
    State& to = branch.parts().state;
    const auto take = [](const char*, ArrayRole role, const auto& from, auto& array) {
        if (role == ArrayRole::motion) array = from;
    };
    for_each_array(take, source.parts().state.soft, to.soft);
    // What a point-based body is made of flows and is resampled with it: a branch goes on with the same material.
    to.points = source.parts().state.points;
    prepare_scratch(branch.parts().model, to, branch.parts().scratch);
    to.step = static_cast<std::uint64_t>(source.frame()) * static_cast<std::uint64_t>(branch.substeps());
}

}  // namespace pliant
