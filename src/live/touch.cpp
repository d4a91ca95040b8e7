#include "live/touch.hpp"

#include "build/glue.hpp"
#include "build/obstacle.hpp"
#include "live/bodies.hpp"
#include "live/body_particles.hpp"
#include "live/change.hpp"
#include "scene/near.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

/// The place of a name in a list of things that have one. Throws InputError with near names.
template <class T>
std::uint32_t place_of(const std::vector<T>& list, const std::string& name, const char* what) {
    std::vector<std::string> names;
    for (std::uint32_t k = 0; k < list.size(); ++k) {
        if (list[k].name == name) return k;
        names.push_back(list[k].name);
    }
    throw InputError({.what = fmt::format("there is no such {}", what),
                      .path = "name",
                      .value = name,
                      .allowed = names.empty() ? fmt::format("nothing: the scene has no {}", what)
                                               : fmt::format("{}", fmt::join(names, ", ")),
                      .hint = did_you_mean(name, names)});
}

HeldGrab& grab_of(Controls& controls, int handle) {
    for (HeldGrab& grab : controls.grabs)
        if (grab.handle == handle) return grab;
    std::vector<int> known;
    for (const HeldGrab& grab : controls.grabs) known.push_back(grab.handle);
    throw InputError({.what = "there is no grab with this handle",
                      .path = "handle",
                      .value = fmt::format("{}", handle),
                      .allowed = known.empty() ? "none: nothing is grabbed" : fmt::format("{}", fmt::join(known, ", ")),
                      .hint = "grab returns the handle; release ends it"});
}

/// A motion from now on, that takes so long.
Motion motion_from(double now, double seconds, const Input& input, const Vec3& pivot) {
    Motion motion;
    motion.axis = input.axis;
    motion.pivot = pivot;
    motion.interpolation = Interpolation::linear;
    MotionKey first, last;
    first.time = now;
    last.time = now + seconds;
    last.translate = input.translate;
    last.angle = input.angle;
    motion.keys = {first, last};
    return motion;
}

/// Everything that is done to a simulation at one moment.
class Hand {
  public:
    explicit Hand(const Touchable& touch)
        : scene_(touch.scene),
          simulation_(touch.simulation),
          controls_(touch.controls),
          parts_(touch.simulation.parts()),
          model_(parts_.model),
          state_(parts_.state) {}

    int grab(Input& input) {
        const std::uint32_t body = place_of(scene_.bodies, input.name, "body");
        Grip grip = take_grip(model_, state_, body, input.point, input.radius);
        input.handle = controls_.next_handle++;
        controls_.grabs.push_back(held_grab(input, std::move(grip), mass_of(model_, state_, body)));
        return input.handle;
    }
    void drag(const Input& input) {
        HeldGrab& grab = grab_of(controls_, input.handle);
        grab.target = input.target.value_or(motion_of(grab.grip, model_, state_).position);
    }
    void release(const Input& input) {
        grab_of(controls_, input.handle);
        std::erase_if(controls_.grabs, [&](const HeldGrab& grab) { return grab.handle == input.handle; });
    }
    void push_body(const Input& input) {
        const std::uint32_t body = place_of(scene_.bodies, input.name, "body");
        push(take_grip(model_, state_, body, input.point, input.radius), input.amount, model_, state_);
    }
    void add_force(const Input& input) {
        const std::uint32_t body = place_of(scene_.bodies, input.name, "body");
        Grip grip = take_grip(model_, state_, body, input.point, input.radius);
        const auto steps = static_cast<std::uint64_t>(std::max(1.0, std::round(input.seconds / model_.dt)));
        controls_.forces.push_back({std::move(grip), input.amount, state_.step + steps});
    }

    int pin(Input& input) {
        const std::uint32_t body = place_of(scene_.bodies, input.name, "body");
        if (rigid_number(model_, body))
            throw InputError({.what = "a rigid body has no particles that could be pinned",
                              .path = "name",
                              .value = input.name,
                              .allowed = "a soft body",
                              .hint = "grab it, or give it keys in the scene"});
        const Grip grip = take_grip(model_, state_, body, input.point, input.radius);
        const auto rule = static_cast<std::uint32_t>(model_.pins.size());
        model_.pins.push_back({body, {}, std::nullopt});
        const auto particles = particles_of_body(model_, state_, body);
        for (std::size_t k = 0; k < grip.ids.size(); ++k)
            state_.pins.add(rule, grip.ids[k], particles.position(grip.slots[k]));
        parts_.backend.prepare();
        return input.handle = static_cast<int>(rule);
    }
    void move_pin(const Input& input) {
        PinRule& rule = pin_of(input.handle);
        const RigidPose now = rule.motion.pose(time());
        Vec3 middle = Vec3::Zero();
        double count = 0;
        for_entries(input.handle, [&](std::size_t k) {
            state_.pins.start[k] = now(state_.pins.start[k]);
            middle += state_.pins.start[k];
            ++count;
        });
        if (count > 0) middle /= count;
        rule.motion = KeyedMotion(motion_from(time(), duration(input), input, middle), middle);
    }
    void unpin(const Input& input) {
        PinRule& rule = pin_of(input.handle);
        rule.release = std::min(rule.release.value_or(time()), time());
    }

    int add_obstacle(const Input& input) {
        Scene changed = scene_;
        changed.obstacles.push_back(*input.obstacle);
        changed = checked(changed);
        const auto cuts = [](const Obstacle& obstacle) { return obstacle.cuts; };
        if (cuts(changed.obstacles.back()) && std::none_of(scene_.obstacles.begin(), scene_.obstacles.end(), cuts)) {
            // The first blade: bodies that may be cut are built otherwise.
            change_bodies(changed, same_bodies(), scene_, simulation_, controls_);
            return static_cast<int>(scene_.obstacles.size()) - 1;
        }
        ShapeBuilder shapes(changed);
        const auto k = static_cast<std::uint32_t>(changed.obstacles.size() - 1);
        ObstacleBody built = build_obstacle(shapes, changed.obstacles.back(), fmt::format("obstacles[{}]", k));
        model_.obstacles.push_back(std::move(built));
        scene_ = std::move(changed);
        parts_.backend.prepare();
        return static_cast<int>(k);
    }
    void move_obstacle(const Input& input) {
        const std::uint32_t k = place_of(scene_.obstacles, input.name, "obstacle");
        const RigidPose now = model_.obstacles[k].pose(time());
        Scene changed = scene_;
        Obstacle& obstacle = changed.obstacles[k];
        const Eigen::AngleAxisd turn(now.rotation);
        obstacle.place.translate = now.translation;
        obstacle.place.axis = turn.axis();
        obstacle.place.angle = turn.angle() * 180 / std::numbers::pi;
        obstacle.motion = motion_from(time(), duration(input), input, now.translation);
        check_scene(changed);
        model_.obstacles[k] = model_.obstacles[k].placed_as(obstacle);
        scene_ = std::move(changed);
    }
    void remove_obstacle(const Input& input) {
        const std::uint32_t k = place_of(scene_.obstacles, input.name, "obstacle");
        for (const Glue& glue : scene_.glue)
            if (glue.a == input.name || glue.b == input.name)
                throw InputError({.what = "glue holds something to this obstacle",
                                  .path = "name",
                                  .value = input.name,
                                  .allowed = "an obstacle that no glue names",
                                  .hint = fmt::format("move it away, or unglue '{}' and leave it", glue.name)});
        for (GlueLink& link : state_.glue.links)
            for (GlueEnd* end : {&link.a, &link.b})
                if (end->kind == GlueEndKind::obstacle && end->first > k) --end->first;
        model_.obstacles.erase(model_.obstacles.begin() + k);
        scene_.obstacles.erase(scene_.obstacles.begin() + k);
        state_.rigid.memory.clear();  // it knows obstacles by their places
        parts_.backend.prepare();
    }
    int add_body(const Input& input) {
        Scene changed = scene_;
        changed.bodies.push_back(*input.body);
        Origins origins = same_bodies();
        origins.push_back(std::nullopt);
        change_bodies(checked(changed), origins, scene_, simulation_, controls_);
        return static_cast<int>(scene_.bodies.size()) - 1;
    }
    void remove_body(const Input& input) {
        const std::uint32_t b = place_of(scene_.bodies, input.name, "body");
        for (const Glue& glue : scene_.glue)
            if (glue.a == input.name || glue.b == input.name)
                throw InputError({.what = "glue holds this body, or something to it",
                                  .path = "name",
                                  .value = input.name,
                                  .allowed = "a body that no glue names",
                                  .hint = "glue that has let go is still known by its bodies"});
        Scene changed = scene_;
        changed.bodies.erase(changed.bodies.begin() + b);
        for (Force& force : changed.forces) std::erase(force.bodies, input.name);
        Origins origins = same_bodies();
        origins.erase(origins.begin() + b);
        change_bodies(checked(changed), origins, scene_, simulation_, controls_);
    }
    int add_glue(const Input& input) {
        if (has_other_particles(state_.soft))
            throw InputError({.what = "particles have been added or removed since the start",
                              .path = "glue",
                              .allowed = "glue between bodies that have not broken",
                              .hint = "go back to an earlier moment"});
        Scene changed = scene_;
        changed.glue.push_back(*input.glue);
        changed = checked(changed);
        ShapeBuilder shapes(changed);
        Model model = model_;
        State state = state_;
        // Its place is the world as it is now.
        add_last_glue(shapes, changed, time(), model, state);
        set_sleep_rules(changed.sleeping, model, state);
        model_ = std::move(model);
        state_ = std::move(state);
        scene_ = std::move(changed);
        controls_.added_glue = true;
        parts_.backend.prepare();
        return static_cast<int>(scene_.glue.size()) - 1;
    }
    void unglue(const Input& input) {
        const std::uint32_t k = place_of(scene_.glue, input.name, "glue");
        scene_.glue[k].release = std::min(scene_.glue[k].release.value_or(time()), time());
        model_.glue[k].release = scene_.glue[k].release;
    }

  private:
    Scene checked(const Scene& scene) const {
        Scene result = check_scene(scene);
        result.name = scene_.name;
        result.file = scene_.file;
        return result;
    }
    Origins same_bodies() const {
        Origins origins;
        for (std::uint32_t b = 0; b < scene_.bodies.size(); ++b) origins.emplace_back(b);
        return origins;
    }
    double time() const { return time_of(model_, state_); }
    /// s: at least a step, and what keys of a motion must be apart.
    double duration(const Input& input) const { return std::max({input.seconds, model_.dt, 1.01e-4}); }

    PinRule& pin_of(int handle) {
        if (handle < 0 || static_cast<std::size_t>(handle) >= model_.pins.size())
            throw InputError({.what = "there is no pin with this handle",
                              .path = "handle",
                              .value = fmt::format("{}", handle),
                              .allowed = model_.pins.empty() ? "none: nothing is pinned"
                                                             : fmt::format("from 0 to {}", model_.pins.size() - 1),
                              .hint = "pin returns the handle; those of the scene come first"});
        PinRule& rule = model_.pins[static_cast<std::size_t>(handle)];
        if (!holds(rule, time(), model_.dt))
            throw InputError({.what = "this pin has let go",
                              .path = "handle",
                              .value = fmt::format("{}", handle),
                              .allowed = "a pin that holds",
                              .hint = "make a new one"});
        return rule;
    }
    template <class F>
    void for_entries(int handle, const F& f) {
        for (std::size_t k = 0; k < state_.pins.size(); ++k)
            if (state_.pins.rule[k] == static_cast<std::uint32_t>(handle)) f(k);
    }

    Scene& scene_;
    Simulation& simulation_;
    Controls& controls_;
    Simulation::Parts& parts_;
    Model& model_;
    State& state_;
};

}  // namespace

int do_input(Input& input, const Touchable& touch) {
    Hand hand(touch);
    switch (input.kind) {
        case InputKind::grab:
            return hand.grab(input);
        case InputKind::drag:
            hand.drag(input);
            break;
        case InputKind::release:
            hand.release(input);
            break;
        case InputKind::push:
            hand.push_body(input);
            break;
        case InputKind::force:
            hand.add_force(input);
            break;
        case InputKind::pin:
            return hand.pin(input);
        case InputKind::move_pin:
            hand.move_pin(input);
            break;
        case InputKind::unpin:
            hand.unpin(input);
            break;
        case InputKind::add_obstacle:
            return hand.add_obstacle(input);
        case InputKind::move_obstacle:
            hand.move_obstacle(input);
            break;
        case InputKind::remove_obstacle:
            hand.remove_obstacle(input);
            break;
        case InputKind::add_glue:
            return hand.add_glue(input);
        case InputKind::unglue:
            hand.unglue(input);
            break;
        case InputKind::add_body:
            return hand.add_body(input);
        case InputKind::remove_body:
            hand.remove_body(input);
            break;
        case InputKind::set:
            change_parameter(input.path, input.value, touch.scene, touch.simulation, touch.controls);
            break;
    }
    return 0;
}

}  // namespace pliant
