#include "contacts/body_contacts.hpp"

#include "contacts/body_pairs.hpp"
#include "contacts/body_response.hpp"
#include "contacts/body_touch.hpp"
#include "sim/pins.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// Pinned particles have no response; they may be let go.
void weigh_pins(const Model& model, const State& state, ContactScratch& contacts) {
    for (const PinnedSet& pin : model.pins)
        for (const std::uint32_t i : pin.particles)
            contacts.inverse_mass[i] = is_held(model, state, pin) ? Real(0) : Real(1) / state.soft.mass[i];
}

/// Contacts of the listed partners in one piece of the step; false when there are none.
bool collide_piece(const Model& model, State& state, Scratch& scratch, const StepPiece& piece, StepReport& report) {
    ContactScratch& contacts = scratch.contacts;
    place_proxies(model, state, piece.left - piece.length, contacts);
    find_contacts(model, state, piece.left - piece.length, contacts);
    if (contacts.contacts.empty()) return false;
    report.contacts += contacts.contacts.size();
    for (const PairContact& contact : contacts.contacts)
        report.max_penetration = std::max(report.max_penetration, contact.depth);
    const ResponseReport response = respond(model, state, scratch, piece);
    report.left_penetration = std::max(report.left_penetration, response.deepest_left);
    report.warnings[static_cast<std::size_t>(Warning::deep_contact)] += response.deep;
    return true;
}

}  // namespace

bool collide_bodies(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    if (!model.colliders.any) return false;
    ContactScratch& contacts = scratch.contacts;
    bound_clusters(model, state, contacts);
    find_pairs(model, scratch.glue, contacts);
    if (contacts.pairs.empty()) return false;
    weigh_pins(model, state, contacts);
    const std::uint32_t wanted = pieces_needed(model, state.soft, contacts), pieces = std::min(wanted, most_pieces);
    if (wanted > most_pieces) ++report.warnings[static_cast<std::size_t>(Warning::fast_contact)];
    report.collision_pieces = std::max(report.collision_pieces, std::uint64_t{pieces});
    list_partners(state.soft, contacts);
    bool moved = false;
    for (std::uint32_t p = 0; p < pieces; ++p)
        moved |= collide_piece(model, state, scratch, {model.dt / pieces, model.dt * (pieces - p) / pieces}, report);
    if (moved) hold_pins(model, state);
    return moved;
}

}  // namespace pliant
