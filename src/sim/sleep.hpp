// Bodies at rest that sleep: steps leave them out until something disturbs them.
//
// A body rests in a frame when its particles move, in the mean square, less than a part of its spacing: single ones
// that contacts let tremble do not count. Bodies whose boxes nearly
// touch are a group. When all of a group have rested for so long, they fall asleep: their velocities are zero from
// then on, and nothing of them changes. Anything awake that could come near one of them in the step that begins wakes
// all of its group, before the step does anything; so contacts never see a body that sleeps beside one that moves. A
// group wakes also when an obstacle, a pin or a keyed body near it moves, a field begins or ends, and by hands
// (src/live). Who sleeps is part of the state, and all of it follows from the state alone.
//
// Never asleep: point-based bodies (and, as those take steps of their own, whatever is in a scene with them), bodies
// that glue holds, that recluster or may break, whose levels flow or are keyed, and rigid bodies moved by keys.
#pragma once

#include "sim/model.hpp"
#include "sim/scratch.hpp"
#include "sim/state.hpp"

#include <optional>

namespace pliant {

/// model.sleep and state.sleep of what was built.
void set_sleep_rules(const Sleeping& settings, Model& model, State& state);

struct Sleep {
    const Model& model;
    State& state;
    SleepScratch& scratch;
    const PinSlots& pins;
    double time;

    /// scratch: what follows from the state.
    void prepare();
    // Each says whether anything changed.
    /// At the start of a step: the groups that are disturbed in it.
    bool wake_touched();
    bool wake(std::uint32_t body);
    bool wake_all();
    /// At the end of a frame.
    bool fall_asleep();

  private:
    bool is_asleep(std::uint32_t body) const { return state.sleep.group[body] != 0; }
    bool any_asleep() const { return !scratch.asleep.empty(); }
    std::optional<std::uint32_t> rigid_number(std::uint32_t body) const;
    BodyBounds bounds_of(std::uint32_t body) const;
    /// m: how near a body must be to another one to count as touching it, beyond their motion.
    double nearness(std::uint32_t body) const;
    /// Is there matter of the body in the box?
    bool reaches_into(std::uint32_t body, const Box& box) const;
    bool are_near(std::uint32_t a, std::uint32_t b, double margin) const;
    /// Does anything but another body change what acts on it in this step?
    bool is_disturbed(std::uint32_t body) const;
    bool is_struck(std::uint32_t body) const;
    std::uint32_t leader_of(std::uint32_t body);
    void find_groups();
    void stop(std::uint32_t body);
    void wake_group(std::uint32_t group);
};

}  // namespace pliant
