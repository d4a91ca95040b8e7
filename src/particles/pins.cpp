#include "particles/pins.hpp"

#include <algorithm>

namespace pliant {

bool is_consistent(const PinnedParticles& pins, std::size_t rules) {
    return pins.id.size() == pins.size() && pins.start.size() == pins.size() &&
           std::is_sorted(pins.rule.begin(), pins.rule.end()) && (pins.size() == 0 || pins.rule.back() < rules) &&
           std::all_of(pins.start.begin(), pins.start.end(), [](const Vec3& x) { return x.allFinite(); });
}

void PinSlots::prepare(std::span<const PinRule> rules, const PinnedParticles& pins,
                       std::span<const std::uint32_t> sets) {
    PLIANT_ASSERT(is_consistent(pins, rules.size()));
    rows.assign(rules.size() + 1, 0);
    for (const std::uint32_t rule : pins.rule) ++rows[rule + 1];
    for (std::size_t r = 0; r < rules.size(); ++r) rows[r + 1] += rows[r];
    set.clear();
    for (const PinRule& rule : rules) set.push_back(sets[rule.body]);
    slot.assign(pins.size(), no_slot);
}

void find_slots(const PinnedParticles& pins, std::uint32_t set, std::span<const std::uint32_t> ids, PinSlots& slots) {
    if (!slots.any(set)) return;
    const std::uint32_t most = ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end());
    std::vector<std::uint32_t> slot_of(most + std::size_t{1}, no_slot);
    for (std::uint32_t i = 0; i < ids.size(); ++i) slot_of[ids[i]] = i;
    for (std::size_t k = 0; k < pins.size(); ++k)
        if (slots.set[pins.rule[k]] == set) slots.slot[k] = pins.id[k] <= most ? slot_of[pins.id[k]] : no_slot;
}

void mark_held(std::span<const PinRule> rules, const PinSlots& slots, std::uint32_t set, std::size_t count, double time,
               double dt, std::vector<std::uint8_t>& held) {
    if (!slots.any(set)) return;
    held.assign(count, 0);
    for (std::size_t r = 0; r < rules.size(); ++r) {
        if (slots.set[r] != set || !holds(rules[r], time, dt)) continue;
        for (std::uint32_t k = slots.rows[r]; k < slots.rows[r + 1]; ++k)
            if (slots.slot[k] != no_slot) held[slots.slot[k]] = 1;
    }
}

void hold_pins(std::span<const PinRule> rules, const PinnedParticles& pins, const PinSlots& slots, std::uint32_t number,
               const ParticleSet& set, double time, double dt) {
    for (std::size_t r = 0; r < rules.size(); ++r) {
        if (slots.set[r] != number || !holds(rules[r], time, dt)) continue;
        const RigidPose before = rules[r].motion.pose(time), after = rules[r].motion.pose(time + dt);
        const Vec3& origin = set.bodies[rules[r].body].origin;
        for (std::uint32_t k = slots.rows[r]; k < slots.rows[r + 1]; ++k) {
            if (slots.slot[k] == no_slot) continue;
            PLIANT_ASSERT(slots.slot[k] < set.size() && set.body_of(slots.slot[k]) == rules[r].body);
            Particle& particle = set.particles[slots.slot[k]];
            const Vec3 target = after(pins.start[k]);
            set_vector(particle.position, target - origin);
            set_vector(particle.velocity, (target - before(pins.start[k])) / dt);
        }
    }
}

}  // namespace pliant
