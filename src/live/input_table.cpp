#include "live/input_table.hpp"

#include "scene/check_fields.hpp"
#include "scene/limits.hpp"

#include <array>

namespace pliant {

Spellings names_of(InputKind) {
    static constexpr std::array<std::string_view, 16> names = {
        "grab",         "drag",          "release",         "push",   "force", "pin",      "move_pin",    "unpin",
        "add_obstacle", "move_obstacle", "remove_obstacle", "unglue", "set",   "add_body", "remove_body", "add_glue"};
    static_assert(names.size() == static_cast<std::size_t>(InputKind::add_glue) + 1);
    return names;
}

std::string_view input_name(InputKind kind) { return names_of(kind)[static_cast<std::size_t>(kind)]; }

Fields fields_of(Input& x) {
    using K = InputKind;
    constexpr double strongest = 1e12;
    const Range place = within(limits::position);
    return {
        {{.name = "type", .meaning = "what is done", .required = true}, Kind{choice(x.kind)}},
        {{.name = "step", .range = between(0, limits::seed), .meaning = "steps done before it"}, &x.step},
        {{.name = "handle",
          .range = between(0, 1e9),
          .meaning = "of a grab or a pin",
          .only = only_for(K::grab, K::drag, K::release, K::pin, K::move_pin, K::unpin)},
         &x.handle},
        {{.name = "name",
          .meaning = "of the body, obstacle or entry of glue",
          .only = only_for(K::grab, K::push, K::force, K::pin, K::move_obstacle, K::remove_obstacle, K::unglue,
                           K::remove_body),
          .required = true},
         &x.name},
        {{.name = "point",
          .unit = "m",
          .range = place,
          .meaning = "where the body is touched, world",
          .only = only_for(K::grab, K::push, K::force, K::pin),
          .required = true},
         &x.point},
        {{.name = "target",
          .unit = "m",
          .range = place,
          .meaning = "where the grab pulls to; null: it holds where it is",
          .only = only_for(K::grab, K::drag)},
         &x.target},
        {{.name = "amount",
          .unit = "N s, or N of a force",
          .range = within(strongest),
          .meaning = "impulse or force",
          .only = only_for(K::push, K::force),
          .required = true},
         &x.amount},
        {{.name = "translate",
          .unit = "m",
          .range = place,
          .meaning = "by how much it is moved",
          .only = only_for(K::move_pin, K::move_obstacle)},
         &x.translate},
        {{.name = "axis",
          .meaning = "about which it is turned, through its own place",
          .only = only_for(K::move_pin, K::move_obstacle)},
         Direction{&x.axis}},
        {{.name = "angle",
          .unit = "degrees",
          .range = within(limits::angle),
          .meaning = "by how much it is turned",
          .only = only_for(K::move_pin, K::move_obstacle)},
         &x.angle},
        {{.name = "radius",
          .unit = "m",
          .range = zero_or(limits::smallest_size, limits::position),
          .meaning = "how far from the point particles take part; 0: a quarter of the body",
          .only = only_for(K::grab, K::push, K::force, K::pin)},
         &x.radius},
        {{.name = "stiffness",
          .unit = "Hz",
          .range = above_up_to(0, 1000),
          .meaning = "how fast the whole body would swing on the grab",
          .extremes = "low ones trail behind, high ones tear at it",
          .only = only_for(K::grab)},
         &x.stiffness},
        {{.name = "damping",
          .range = between(0, 100),
          .meaning = "over what just does not swing",
          .extremes = "0 swings, 1 does not",
          .only = only_for(K::grab)},
         &x.damping},
        {{.name = "max_force",
          .unit = "N",
          .range = zero_or(1e-12, strongest),
          .meaning = "the most that the grab pulls with; 0: 100 m/s² times the body's mass",
          .only = only_for(K::grab)},
         &x.max_force},
        {{.name = "seconds",
          .unit = "s",
          .range = between(0, limits::time),
          .meaning = "how long the force acts or the motion takes; 0: one step",
          .only = only_for(K::force, K::move_pin, K::move_obstacle)},
         &x.seconds},
        {{.name = "obstacle",
          .meaning = "the new one, as in a scene",
          .only = only_for(K::add_obstacle),
          .required = true},
         maybe_nested("obstacle", x.obstacle)},
        {{.name = "body", .meaning = "the new one, as in a scene", .only = only_for(K::add_body), .required = true},
         maybe_nested("body", x.body)},
        {{.name = "glue", .meaning = "the new one, as in a scene", .only = only_for(K::add_glue), .required = true},
         maybe_nested("glue", x.glue)},
        {{.name = "path", .meaning = "of the parameter, as in --set", .only = only_for(K::set), .required = true},
         &x.path},
        {{.name = "value",
          .meaning = "its new value as JSON text, as in --set",
          .only = only_for(K::set),
          .required = true},
         &x.value},
    };
}

Input checked_input(const Input& input) {
    Input checked = input, blank;
    const Source source{.file = {}, .folder = {}, .overrides = {}};
    check_fields(source, std::string(input_name(input.kind)), fields_of(checked), fields_of(blank));
    return checked;
}

}  // namespace pliant
