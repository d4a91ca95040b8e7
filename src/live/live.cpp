#include <pliant/live.hpp>

#include "live/controls.hpp"
#include "live/input_table.hpp"
#include "live/queries.hpp"
#include "live/saved.hpp"
#include "live/touch.hpp"
#include "live/watch.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>

#include <algorithm>
#include <atomic>

namespace pliant {
namespace {

/// So that a moment of one run is not taken for one of another.
std::uint64_t next_run() {
    static std::atomic<std::uint64_t> runs = 0;
    return ++runs;
}

/// What sleeps wakes by what is done to it; where that may be anything, everything does.
void wake_for(const Input& input, const Scene& scene, Simulation::Parts& parts) {
    switch (input.kind) {
        case InputKind::drag:
        case InputKind::release:        // what is held is awake
        case InputKind::move_obstacle:  // wakes what it comes near (sim/sleep.hpp)
            return;
        case InputKind::grab:
        case InputKind::push:
        case InputKind::force:
            for (std::uint32_t b = 0; b < scene.bodies.size(); ++b)
                if (scene.bodies[b].name == input.name) parts.backend.wake(b);
            return;
        case InputKind::pin:
        case InputKind::move_pin:
        case InputKind::unpin:
            return parts.backend.wake(parts.model.pins[static_cast<std::size_t>(input.handle)].body);
        default:
            return parts.backend.wake_all();
    }
}

}  // namespace

struct Live::Impl {
    Impl(const Scene& description, Simulation& touched)
        : scene(check_scene(description)), simulation(touched), start_hash(touched.hash()), run(next_run()) {
        scene.name = description.name;
        scene.file = description.file;
    }

    Model& model() { return simulation.parts().model; }
    State& state() { return simulation.parts().state; }
    const Model& model() const { return std::as_const(simulation).parts().model; }
    const State& state() const { return std::as_const(simulation).parts().state; }

    std::span<const SkinFrame> skins_for(Against against) const {
        if (against == Against::particles) return {};
        return skins.now(scene, simulation);
    }

    Scene scene;
    Simulation& simulation;
    mutable LiveSkins skins;  ///< made when they are asked for
    Controls controls;
    Watch watch;
    bool watching = false;
    std::vector<Input> inputs;
    std::uint64_t start_hash;
    std::uint64_t run;
};

Live::Live(const Scene& scene, Simulation& simulation) : impl_(std::make_unique<Impl>(scene, simulation)) {}
Live::~Live() = default;

StepReport Live::step() {
    Impl& x = *impl_;
    Simulation::Parts& parts = x.simulation.parts();
    apply_controls(x.controls, parts.model, parts.state);
    for (const HeldGrab& grab : x.controls.grabs) parts.backend.wake(grab.grip.body);
    for (const ActingForce& force : x.controls.forces) parts.backend.wake(force.grip.body);
    if (x.watching) x.watch.before_step(parts.model, parts.state, parts.scratch);
    x.skins.moved();
    StepReport report = x.simulation.step();
    if (x.watching) x.watch.after_step(parts.model, parts.state, parts.scratch, report);
    if (parts.state.step % static_cast<std::uint64_t>(parts.model.substeps) == 0)
        parts.arena.execute([&] { parts.backend.inspect(report); });
    return report;
}

StepReport Live::advance_frame() {
    StepReport report;
    const int until = simulation().frame() + 1;
    while (simulation().frame() < until) report.add(step());
    return report;
}

const Simulation& Live::simulation() const { return impl_->simulation; }
std::uint64_t Live::steps() const { return std::as_const(*impl_).state().step; }
const Scene& Live::scene() const { return impl_->scene; }

VectorView Live::positions(std::uint32_t body) const { return simulation().positions(body); }
VectorView Live::velocities(std::uint32_t body) const { return simulation().velocities(body); }
RigidPlace Live::transform(std::uint32_t body) const { return simulation().transform(body); }

RigidPlace Live::obstacle_transform(std::uint32_t obstacle) const {
    const Impl& x = *impl_;
    PLIANT_ASSERT(obstacle < x.model().obstacles.size());
    const RigidPose now = x.model().obstacles[obstacle].pose(simulation().time());
    return {obstacle, now.rotation, Vec3::Zero(), now.translation};
}

int Live::apply(Input input) {
    Impl& x = *impl_;
    input = checked_input(input);
    input.step = steps();
    const int made = do_input(input, {x.scene, x.simulation, x.controls});
    wake_for(input, x.scene, x.simulation.parts());
    x.skins.moved();
    if (input.kind == InputKind::add_body || input.kind == InputKind::remove_body) x.skins.forget();
    // It knows bodies and obstacles by their places.
    if (input.kind == InputKind::remove_body || input.kind == InputKind::remove_obstacle) x.watch.forget();
    x.inputs.push_back(std::move(input));
    return made;
}

int Live::grab(std::string_view body, const Vec3& point, double stiffness, double max_force) {
    Input input;
    input.kind = InputKind::grab;
    input.name = body;
    input.point = point;
    input.stiffness = stiffness;
    input.max_force = max_force;
    return apply(std::move(input));
}
void Live::drag(int handle, const Vec3& target) {
    Input input;
    input.kind = InputKind::drag;
    input.handle = handle;
    input.target = target;
    apply(std::move(input));
}
void Live::release(int handle) {
    Input input;
    input.kind = InputKind::release;
    input.handle = handle;
    apply(std::move(input));
}
void Live::apply_impulse(std::string_view body, const Vec3& point, const Vec3& impulse, double radius) {
    Input input;
    input.kind = InputKind::push;
    input.name = body;
    input.point = point;
    input.amount = impulse;
    input.radius = radius;
    apply(std::move(input));
}
void Live::apply_force(std::string_view body, const Vec3& point, const Vec3& force, double seconds, double radius) {
    Input input;
    input.kind = InputKind::force;
    input.name = body;
    input.point = point;
    input.amount = force;
    input.seconds = seconds;
    input.radius = radius;
    apply(std::move(input));
}
int Live::pin(std::string_view body, const Vec3& point, double radius) {
    Input input;
    input.kind = InputKind::pin;
    input.name = body;
    input.point = point;
    input.radius = radius;
    return apply(std::move(input));
}
void Live::move_pin(int handle, const Vec3& translate, double seconds) {
    Input input;
    input.kind = InputKind::move_pin;
    input.handle = handle;
    input.translate = translate;
    input.seconds = seconds;
    apply(std::move(input));
}
void Live::unpin(int handle) {
    Input input;
    input.kind = InputKind::unpin;
    input.handle = handle;
    apply(std::move(input));
}
int Live::add_obstacle(const Obstacle& obstacle) {
    Input input;
    input.kind = InputKind::add_obstacle;
    input.obstacle = obstacle;
    return apply(std::move(input));
}
void Live::move_obstacle(std::string_view name, const Vec3& translate, double seconds) {
    Input input;
    input.kind = InputKind::move_obstacle;
    input.name = name;
    input.translate = translate;
    input.seconds = seconds;
    apply(std::move(input));
}
void Live::remove_obstacle(std::string_view name) {
    Input input;
    input.kind = InputKind::remove_obstacle;
    input.name = name;
    apply(std::move(input));
}
int Live::add_glue(const Glue& glue) {
    Input input;
    input.kind = InputKind::add_glue;
    input.glue = glue;
    return apply(std::move(input));
}
void Live::unglue(std::string_view name) {
    Input input;
    input.kind = InputKind::unglue;
    input.name = name;
    apply(std::move(input));
}
int Live::add_body(const Body& body) {
    Input input;
    input.kind = InputKind::add_body;
    input.body = body;
    return apply(std::move(input));
}
void Live::remove_body(std::string_view name) {
    Input input;
    input.kind = InputKind::remove_body;
    input.name = name;
    apply(std::move(input));
}
void Live::set(std::string_view path, std::string_view json) {
    Input input;
    input.kind = InputKind::set;
    input.path = path;
    input.value = json;
    apply(std::move(input));
}

std::vector<Live::Grab> Live::grabs() const {
    const Impl& x = *impl_;
    std::vector<Grab> held;
    for (const HeldGrab& grab : x.controls.grabs)
        held.push_back({grab.handle, grab.grip.body, motion_of(grab.grip, x.model(), x.state()).position, grab.target,
                        grab.force});
    return held;
}

std::vector<std::pair<int, Vec3>> Live::pins() const {
    const Impl& x = *impl_;
    const PinnedParticles& pinned = x.state().pins;
    const double time = simulation().time();
    std::vector<std::pair<int, Vec3>> holding;
    for (std::size_t k = 0; k < pinned.size();) {
        const std::uint32_t rule = pinned.rule[k];
        Vec3 sum = Vec3::Zero();
        double count = 0;
        for (; k < pinned.size() && pinned.rule[k] == rule; ++k, ++count) sum += pinned.start[k];
        const PinRule& pin = x.model().pins[rule];
        if (holds(pin, time, x.model().dt)) holding.emplace_back(rule, pin.motion.pose(time)(sum / count));
    }
    return holding;
}

std::optional<Hit> Live::cast_ray(const Vec3& from, const Vec3& direction, double longest, Against against) const {
    if (!from.allFinite() || !direction.allFinite() || direction.isZero(0))
        throw InputError({.what = "a ray needs a start and a direction",
                          .path = "direction",
                          .allowed = "finite numbers, and a direction that is not zero"});
    const Impl& x = *impl_;
    return first_hit(x.model(), x.state(), x.skins_for(against), from, direction, longest);
}
std::optional<Hit> Live::nearest(const Vec3& point, double farthest, Against against) const {
    const Impl& x = *impl_;
    return nearest_hit(x.model(), x.state(), x.skins_for(against), point, farthest);
}
LiveSkin Live::skin(std::uint32_t body) const {
    const Impl& x = *impl_;
    if (body >= x.scene.bodies.size())
        throw InputError({.what = "there is no body with this number",
                          .path = "body",
                          .value = std::to_string(body),
                          .allowed = "from 0 to " + std::to_string(x.scene.bodies.size() - 1)});
    return live_skin(x.skins_for(Against::skins)[body]);
}

void Live::watch(bool contacts_and_events) {
    impl_->watching = contacts_and_events;
    if (!contacts_and_events) impl_->watch.forget();
}
const std::vector<Contact>& Live::contacts() const { return impl_->watch.contacts(); }
std::vector<Event> Live::take_events() { return impl_->watch.take_events(); }

const std::vector<Input>& Live::inputs() const { return impl_->inputs; }
InputLog Live::log() const {
    const auto substeps = static_cast<std::uint64_t>(simulation().substeps());
    return {impl_->scene.name,
            impl_->start_hash,
            steps(),
            simulation().hash(),
            static_cast<int>((steps() + substeps - 1) / substeps),
            impl_->inputs};
}

SavedMoment Live::save() const {
    const Impl& x = *impl_;
    SavedMoment moment;
    moment.content_ = std::make_shared<const SavedMoment::Content>(
        SavedMoment::Content{x.state(), x.model(), x.scene, x.controls, x.inputs.size(), x.run});
    return moment;
}

void Live::restore(const SavedMoment& moment) {
    Impl& x = *impl_;
    if (!moment.content_ || moment.content_->run != x.run)
        throw InputError({.what = "this moment is not of this run",
                          .allowed = "what save() of the same Live has returned",
                          .hint = "checkpoints of run folders go from one run to another"});
    const SavedMoment::Content& saved = *moment.content_;
    Simulation::Parts& parts = x.simulation.parts();
    parts.model = saved.model;
    parts.state = saved.state;
    parts.backend.prepare();
    const auto same_name = [](const Body& a, const Body& b) { return a.name == b.name; };
    if (!std::equal(x.scene.bodies.begin(), x.scene.bodies.end(), saved.scene.bodies.begin(), saved.scene.bodies.end(),
                    same_name))
        x.skins.forget();
    x.skins.moved();
    x.scene = saved.scene;
    x.controls = saved.controls;
    if (x.inputs.size() > saved.inputs) x.inputs.resize(saved.inputs);
    x.watch.forget();
}

}  // namespace pliant
