// Pins: particles held where they are or moved along keys, whatever their solver wants.
//
// The rule of a pin (how it moves, until when it holds) is the model's; which particles it holds, by their ids, is the
// state's, since particles may be added and removed; in which slots they are follows from both.
#pragma once

#include "geometry/keyed_motion.hpp"
#include "particles/arrays.hpp"
#include "particles/particle_set.hpp"

#include <optional>
#include <vector>

namespace pliant {

/// What a run cannot change about one pin.
struct PinRule {
    std::uint32_t body = 0;
    KeyedMotion motion;             ///< of the world since the start
    std::optional<double> release;  ///< s
};

/// Does the pin hold in a step of dt that starts at `time`? A release holds from the first step that starts at it; half
/// a step of slack absorbs rounding.
inline bool holds(const PinRule& rule, double time, double dt) {
    return !rule.release || time + 0.5 * dt < *rule.release;
}

/// The pins' part of the state: which particles they hold.
struct PinnedParticles {
    std::vector<std::uint32_t> rule;  ///< rising
    std::vector<std::uint32_t> id;    ///< of the particle, in its solver's numbers
    std::vector<Vec3> start;          ///< where it was at the start, world, m

    std::size_t size() const { return rule.size(); }
    void add(std::uint32_t pin, std::uint32_t particle, const Vec3& at) {
        rule.push_back(pin);
        id.push_back(particle);
        start.push_back(at);
    }
};

/// Calls f(traits, value at birth, array…) for every array.
template <class F, class... Pins>
void for_each_array(const F& f,
                    Pins&... pins) requires(std::is_same_v<std::remove_const_t<Pins>, PinnedParticles>&&...) {
    f(ArrayTraits{"rule", Per::other, ArrayRole::bodies, Hashed::edited}, given, pins.rule...);
    f(ArrayTraits{"id", Per::other, ArrayRole::bodies, Hashed::edited}, given, pins.id...);
    f(ArrayTraits{"start", Per::other, ArrayRole::parameter, Hashed::never}, given, pins.start...);
}

bool is_consistent(const PinnedParticles& pins, std::size_t rules);

/// Work space: where the pinned particles are stored, and which set each pin is for.
struct PinSlots {
    std::vector<std::uint32_t> rows;  ///< per rule: its entries of PinnedParticles; one more at the end
    std::vector<std::uint32_t> set;   ///< per rule
    std::vector<std::uint32_t> slot;  ///< per entry; no_slot: that particle is no more

    /// `sets` per body: the number of the set that its particles are in. Slots are found by find_slots.
    void prepare(std::span<const PinRule> rules, const PinnedParticles& pins, std::span<const std::uint32_t> sets);
    bool any(std::uint32_t number) const { return std::find(set.begin(), set.end(), number) != set.end(); }
};

/// The slots of the pinned particles of one set, whose particles have these ids.
void find_slots(const PinnedParticles& pins, std::uint32_t set, std::span<const std::uint32_t> ids, PinSlots& slots);

/// `held` per particle of the set: is it held in a step of dt that starts at `time`? Left alone where no pin is.
void mark_held(std::span<const PinRule> rules, const PinSlots& slots, std::uint32_t set, std::size_t count, double time,
               double dt, std::vector<std::uint8_t>& held);

/// Puts the pinned particles of a set to where their pins are at the end of the step, with the pins' velocity. They
/// take part in every fit with their real mass (docs/methods.md section 2) and are put back after each change.
void hold_pins(std::span<const PinRule> rules, const PinnedParticles& pins, const PinSlots& slots, std::uint32_t number,
               const ParticleSet& set, double time, double dt);

}  // namespace pliant
