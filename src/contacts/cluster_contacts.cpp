#include "contacts/cluster_contacts.hpp"

#include "contacts/cluster_pairs.hpp"
#include "contacts/cluster_response.hpp"
#include "contacts/cluster_touch.hpp"
#include "contacts/rolling.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// The clusters' way through resolve_pairs.
struct ClusterPairs {
    const ClusterInput& input;
    ContactScratch& contacts;
    StepReport& report;
    ResponseReport response = {};

    bool find() {
        bound_clusters(input, contacts);
        find_pairs(input, contacts);
        return !contacts.pairs.empty();
    }
    std::uint32_t pieces_needed() {
        list_partners(input.soft, contacts);
        return pliant::pieces_needed(input, contacts);
    }
    Culprit fastest() const {
        const std::uint32_t c = contacts.pairs.front().first;
        return Culprit::cluster(input.soft.cluster_body[c], input.soft.cluster_id[c]);
    }
    static double left(double dt, double, std::uint32_t pieces, std::uint32_t p) { return dt * (pieces - p) / pieces; }
    bool gather(const StepPiece& piece) {
        place_proxies(input, piece.left - piece.length, contacts);
        find_contacts(input, piece.left - piece.length, contacts);
        if (contacts.contacts.empty()) return false;
        report.contacts += contacts.contacts.size();
        for (const PairContact& contact : contacts.contacts)
            report.max_penetration = std::max(report.max_penetration, contact.penetration);
        prepare_response(input, contacts, piece, response);
        return true;
    }
    void solve(const StepPiece& piece) { solve_response(input, contacts, piece, response); }
    bool scatter(const StepPiece& piece) {
        move_particles(input, contacts, piece);
        add_loads(input.soft, input.colliders, contacts, input.loads);
        report.left_penetration = std::max(report.left_penetration, response.deepest_left);
        report.warn(Warning::deep_contact, response.deep, response.deepest);
        return true;
    }
};

}  // namespace

bool collide_clusters(const ClusterInput& input, ContactScratch& contacts, StepReport& report) {
    if (!input.rules.any) return false;
    ClusterPairs pairs{input, contacts, report};
    return resolve_pairs(pairs, input.step.dt, report);
}

}  // namespace pliant
