#include "live/bodies.hpp"

#include "live/build_anew.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>

#include <algorithm>
#include <map>

namespace pliant {
namespace {

std::vector<std::uint32_t> places_of(const std::vector<std::uint32_t>& bodies, std::uint32_t body) {
    std::vector<std::uint32_t> places;
    for (std::uint32_t k = 0; k < bodies.size(); ++k)
        if (bodies[k] == body) places.push_back(k);
    return places;
}

/// Takes what moves from a running simulation into one that was just built.
class TakeOver {
  public:
    TakeOver(const Simulation::Parts& from, Simulation::Parts& to, const Origins& origins)
        : from_(from), to_(to), body_(from.model.bodies.size()) {
        for (std::uint32_t b = 0; b < origins.size(); ++b)
            if (origins[b]) body_[*origins[b]] = b;
    }

    void run() {
        for (std::uint32_t old = 0; old < body_.size(); ++old)
            if (body_[old]) take_soft(old, *body_[old]);
        take_points();
        take_rigid();
        take_pins();
        take_glue();
        to_.state.step = from_.state.step;
    }
    /// Grabs and forces on bodies that are gone end.
    void follow(Controls& controls) const {
        const auto gone = [&](auto& acting) { return !follow_grip(acting.grip); };
        std::erase_if(controls.grabs, gone);
        std::erase_if(controls.forces, gone);
    }

  private:
    void take_soft(std::uint32_t old, std::uint32_t now) {
        const SoftBodies& from = from_.state.soft;
        SoftBodies& to = to_.state.soft;
        const auto particles = places_of(from.body, old), new_particles = places_of(to.body, now);
        const auto clusters = places_of(from.cluster_body, old), new_clusters = places_of(to.cluster_body, now);
        if (particles.size() != new_particles.size() || clusters.size() != new_clusters.size())
            throw InputError({.what = "this body would be built otherwise than it was",
                              .path = to_.model.summaries[now].name,
                              .allowed = "bodies whose files have not changed since the start",
                              .hint = "start a new run"});
        for (std::size_t k = 0; k < particles.size(); ++k) {
            slot_[particles[k]] = new_particles[k];
            id_[from.id[particles[k]]] = to.id[new_particles[k]];
        }
        const auto take = [](const auto& of, const auto& where, std::size_t stride, const auto& array, auto& into) {
            if (array.size() == 0 || into.size() == 0) return;
            for (std::size_t k = 0; k < of.size(); ++k)
                for (std::size_t s = 0; s < stride; ++s)
                    set_entry(into, where[k] * stride + s, entry(array, of[k] * stride + s));
        };
        for_each_array(
            [&](const ArrayTraits& traits, const auto&, const auto& array, auto& into) {
                // The ids of clusters are their places, as none was replaced.
                if (traits.role != ArrayRole::motion || traits.name == std::string_view("cluster_id")) return;
                if (traits.per == Per::particle) take(particles, new_particles, traits.stride, array, into);
                if (traits.per == Per::cluster) take(clusters, new_clusters, traits.stride, array, into);
            },
            from, to);
    }

    void take_points() {
        for (std::size_t k = 0; k < from_.model.points.size(); ++k)
            for (std::size_t n = 0; n < to_.model.points.size(); ++n)
                if (body_[from_.model.points[k].body] == to_.model.points[n].body)
                    to_.state.points[n] = from_.state.points[k];
    }
    void take_rigid() {
        for (std::uint32_t r = 0; r < from_.model.rigid.size(); ++r)
            for (std::uint32_t n = 0; n < to_.model.rigid.size(); ++n)
                if (body_[from_.model.rigid[r].body] == to_.model.rigid[n].body) {
                    to_.state.rigid.motions[n] = from_.state.rigid.motions[r];
                    rigid_[r] = n;
                }
        to_.state.rigid.memory.clear();  // it knows bodies and obstacles by their places
    }

    bool is_soft(std::uint32_t old) const {
        return std::none_of(from_.model.points.begin(), from_.model.points.end(),
                            [&](const PointModel& points) { return points.body == old; });
    }
    std::uint32_t new_id(std::uint32_t old_body, std::uint32_t id) const { return is_soft(old_body) ? id_.at(id) : id; }

    /// Those that run first, so that their handles stay; then those of new bodies.
    void take_pins() {
        std::vector<PinRule> rules = from_.model.pins;
        PinnedParticles pinned;
        for (PinRule& rule : rules) {
            if (body_[rule.body]) continue;
            rule.release = 0;  // of a body that is gone
        }
        for (std::size_t k = 0; k < from_.state.pins.size(); ++k) {
            const std::uint32_t rule = from_.state.pins.rule[k], body = from_.model.pins[rule].body;
            if (body_[body]) pinned.add(rule, new_id(body, from_.state.pins.id[k]), from_.state.pins.start[k]);
        }
        for (PinRule& rule : rules) rule.body = body_[rule.body].value_or(0);
        std::vector<bool> kept(to_.model.bodies.size(), false);
        for (const auto& now : body_)
            if (now) kept[*now] = true;
        for (std::size_t r = 0; r < to_.model.pins.size(); ++r) {
            if (kept[to_.model.pins[r].body]) continue;
            for (std::size_t k = 0; k < to_.state.pins.size(); ++k)
                if (to_.state.pins.rule[k] == r)
                    pinned.add(static_cast<std::uint32_t>(rules.size()), to_.state.pins.id[k], to_.state.pins.start[k]);
            rules.push_back(to_.model.pins[r]);
        }
        to_.model.pins = std::move(rules);
        to_.state.pins = std::move(pinned);
    }

    void take_glue() {
        GlueState glue = from_.state.glue;
        for (GluedParticle& glued : glue.particles) {
            if (is_soft(glued.body)) glued.particle = slot_.at(glued.particle);
            glued.body = *body_[glued.body];
        }
        for (GlueLink& link : glue.links)
            for (GlueEnd* end : {&link.a, &link.b})
                if (end->kind == GlueEndKind::rigid) end->first = rigid_.at(end->first);
        to_.state.glue = std::move(glue);
    }

    bool follow_grip(Grip& grip) const {
        if (!body_[grip.body]) return false;
        if (is_soft(grip.body))
            for (std::uint32_t& id : grip.ids) id = id_.at(id);
        grip.body = *body_[grip.body];
        return true;
    }

    const Simulation::Parts& from_;
    Simulation::Parts& to_;
    std::vector<std::optional<std::uint32_t>> body_;  ///< per body that ran: its new place
    std::map<std::uint32_t, std::uint32_t> slot_, id_, rigid_;
};

void refuse_replaced(const SoftBodies& soft) {
    if (!has_reclustered(soft)) return;
    throw InputError({.what = "clusters have been replaced, or particles added or removed, since the start",
                      .path = "body",
                      .allowed = "adding and removing bodies before that",
                      .hint = "go back to an earlier moment, or start a new run with the changed scene"});
}

}  // namespace

void change_bodies(const Scene& changed, const Origins& origins, Scene& scene, Simulation& simulation,
                   Controls& controls) {
    refuse_replaced(std::as_const(simulation).parts().state.soft);
    Scene as_built = changed;
    if (controls.added_glue) as_built.glue.clear();
    Simulation built = build_anew(as_built, simulation);
    TakeOver taking(std::as_const(simulation).parts(), built.parts(), origins);
    taking.run();
    taking.follow(controls);
    Simulation::Parts& parts = simulation.parts();
    if (controls.added_glue) {
        // It was made where bodies were then.
        built.parts().model.glue = parts.model.glue;
        built.parts().model.glue_summaries = parts.model.glue_summaries;
        set_sleep_rules(changed.sleeping, built.parts().model, built.parts().state);
    }
    parts.model = std::move(built.parts().model);
    parts.state = std::move(built.parts().state);
    parts.backend.prepare();
    scene = changed;
}

}  // namespace pliant
