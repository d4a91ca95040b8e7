// A simulation that can be touched while it runs.
//
//     pliant::Scene scene = pliant::load_scene("falling-ball");
//     pliant::Simulation simulation(scene);
//     pliant::Live live(scene, simulation);
//     const int hand = live.grab("ball", live.positions(0)[0]);
//     live.drag(hand, {0, 3, 0});
//     live.advance_frame();
//     pliant::write_inputs("inputs.jsonl", live.log());  // `pliant run falling-ball --replay inputs.jsonl` repeats it
//
// Whatever is done from outside is an Input. Inputs are checked as a scene is, applied between two steps in the order
// in which they came, and kept in a log; the same scene with the same log has the same bits. A call that is refused
// (InputError) changes nothing. One thread at a time.
#pragma once

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// What can be done from outside.
enum class InputKind {
    grab,             ///< takes hold of a body near a point: a spring from there to a target
    drag,             ///< moves the target of a grab
    release,          ///< ends a grab
    push,             ///< an impulse at a point of a body
    force,            ///< a force at a point of a body, for some seconds
    pin,              ///< holds the particles near a point where they are
    move_pin,         ///< carries a pin, also one of the scene, to another place
    unpin,            ///< ends a pin, also one of the scene
    add_obstacle,     ///< a new one, described as in a scene
    move_obstacle,    ///< carries one to another place
    remove_obstacle,  ///< takes one away
    unglue,           ///< ends an entry of the scene's glue
    set,              ///< changes a parameter that may change while it runs (Parameter::live)
    add_body,         ///< a new one, described as in a scene
    remove_body,      ///< takes one away
    add_glue          ///< between bodies where they are now, described as in a scene
};

/// One thing done from outside; which fields count depends on the kind. Lengths in metres, world coordinates.
struct Input {
    InputKind kind = InputKind::grab;
    std::uint64_t step = 0;            ///< steps done before it: what the log says and a replay waits for
    int handle = 0;                    ///< of a grab or a pin; the scene's pins are 0, 1, … in its order
    std::string name;                  ///< of a body, an obstacle or an entry of glue
    Vec3 point = Vec3::Zero();         ///< m: where a body is touched
    std::optional<Vec3> target;        ///< m: where a grab pulls to; null: it holds where it is
    Vec3 amount = Vec3::Zero();        ///< N s of a push, N of a force
    Vec3 translate = Vec3::Zero();     ///< m: by how much a pin or an obstacle is moved
    Vec3 axis = Vec3::UnitY();         ///< about which it is turned, through its own place
    double angle = 0;                  ///< degrees
    double radius = 0;                 ///< m: how far from the point particles take part; 0: a quarter of the body
    double stiffness = 4;              ///< Hz: how fast the whole body would swing on a grab
    double damping = 1;                ///< of a grab, over what just does not swing
    double max_force = 0;              ///< N: the most that a grab pulls with; 0: 100 m/s² times the body's mass
    double seconds = 0;                ///< how long a force acts or a motion takes; 0: one step
    std::optional<Obstacle> obstacle;  ///< the new one
    std::optional<Body> body;          ///< the new one
    std::optional<Glue> glue;          ///< the new one; its `where` in the world's coordinates, as things are now
    std::string path;                  ///< of a parameter, as in --set: "bodies.0.material.young"
    std::string value;                 ///< its new value as JSON, as in --set
};

std::string_view input_name(InputKind kind);  ///< "move_pin"
/// One line of JSON, and back. Numbers keep their bits. Throws InputError; `where` names the text in messages.
std::string input_to_json(const Input& input);
Input input_from_json(std::string_view text, const std::string& where);

/// Everything that was done to a run, as a file has it: the scene it belongs to, the inputs, and where the run ended.
struct InputLog {
    std::string scene;             ///< its name
    std::uint64_t start_hash = 0;  ///< of the state before the first step
    std::uint64_t end_step = 0;    ///< 0: not known
    std::uint64_t end_hash = 0;    ///< of the state after end_step
    int end_frame = 0;             ///< the frame that end_step is in, or ends
    std::vector<Input> inputs;     ///< by rising step
};
/// Reads inputs.jsonl. Throws InputError with the line.
InputLog read_inputs(const std::filesystem::path& file);
std::string inputs_to_text(const InputLog& log);
/// The file is either complete or not there. Throws InputError.
void write_inputs(const std::filesystem::path& file, const InputLog& log);

/// A parameter that may change while this scene runs, for sliders.
struct LiveParameter {
    std::string path;   ///< "bodies.0.material.young", for Live::set
    std::string group;  ///< what it belongs to: "scene", "collisions", the name of a body or an obstacle
    std::string type;   ///< "number", "whole number", "vector", "true or false"
    std::string unit;
    std::string value;        ///< as JSON
    double min = 0, max = 0;  ///< what is legal, of a number or of each component
    bool or_zero = false;     ///< 0 is legal too
    std::string meaning, extremes;
};
/// All of them: those rows of the parameter table that are marked, for what the scene has.
std::vector<LiveParameter> live_parameters(const Scene& scene);

/// Where a ray meets something, or the nearest point of it.
struct Hit {
    enum class Kind { body, obstacle };
    Kind kind = Kind::body;
    std::uint32_t index = 0;     ///< in Scene::bodies or Scene::obstacles
    std::uint32_t particle = 0;  ///< of a body: the place of the nearest particle in positions(body)
    double distance = 0;         ///< m: along the ray, or from the point; inside something below 0
    Vec3 point = Vec3::Zero();   ///< m: on the surface
    Vec3 normal = Vec3::Zero();  ///< out of it, length 1
};

/// What rays and nearest points see of soft bodies. Rigid bodies and obstacles are their solids.
enum class Against {
    particles,  ///< the balls of their particles: fast
    skins       ///< their skins, as they are drawn; of those without one, their particles
};

/// A body's surface as it is now: vertices with their normals, and triangles over them.
struct LiveSkin {
    std::vector<Vec3> positions;                          ///< m, per vertex
    std::vector<Vec3> normals;                            ///< out of it, length 1, per vertex
    std::vector<std::array<std::uint32_t, 3>> triangles;  ///< vertices, counter-clockwise seen from outside
    bool empty() const { return triangles.empty(); }
};

/// Two things that touched in the last step.
struct Contact {
    std::uint32_t body = 0;  ///< in Scene::bodies
    Hit::Kind other_kind = Hit::Kind::body;
    std::uint32_t other = 0;      ///< in Scene::bodies or Scene::obstacles
    Vec3 point = Vec3::Zero();    ///< m: the middle of where they touch, by impulse
    Vec3 normal = Vec3::Zero();   ///< from the other to the body, length 1
    Vec3 impulse = Vec3::Zero();  ///< N s that the body got in the step
    std::size_t points = 0;       ///< particles, or points of contact, that take part
};

/// Something that happened in a step.
struct Event {
    enum class Kind { touch_began, touch_ended, glue_broke, glue_released, came_to_rest, began_to_move, broke };
    Kind kind = Kind::touch_began;
    std::uint64_t step = 0;  ///< steps done when it was seen
    std::uint32_t body = 0;  ///< in Scene::bodies; of glue: in Scene::glue
    Hit::Kind other_kind = Hit::Kind::body;
    std::uint32_t other = 0;     ///< of a touch: in Scene::bodies or Scene::obstacles
    std::uint32_t fragment = 0;  ///< of a break: the new one, as in Frame::fragments
    std::uint32_t from = 0;      ///< and the one that it broke from
};
std::string_view event_name(Event::Kind kind);  ///< "touch_began"

/// A moment of a run, kept in memory.
class SavedMoment {
  public:
    SavedMoment();
    ~SavedMoment();
    SavedMoment(const SavedMoment&);
    SavedMoment& operator=(const SavedMoment&);
    SavedMoment(SavedMoment&&) noexcept;
    SavedMoment& operator=(SavedMoment&&) noexcept;
    std::size_t bytes() const;  ///< about what it takes
    struct Content;             ///< src/live/saved.hpp

  private:
    friend class Live;
    std::shared_ptr<const Content> content_;
};

class Live {
  public:
    /// Both must outlive it, and the simulation must have been built from this scene and not been stepped yet by
    /// anything else. From here on, step it through this.
    Live(const Scene& scene, Simulation& simulation);
    ~Live();
    Live(const Live&) = delete;
    Live& operator=(const Live&) = delete;

    /// One step of dt: forces of grabs and hands, then Simulation::step.
    StepReport step();
    /// All steps up to the next frame.
    StepReport advance_frame();
    const Simulation& simulation() const;
    std::uint64_t steps() const;  ///< done so far
    /// As it is now: with the parameters that were set and the obstacles that were added, moved and removed.
    const Scene& scene() const;

    // Reading: views of the state as it lies, valid until the next step or input.
    VectorView positions(std::uint32_t body) const;
    VectorView velocities(std::uint32_t body) const;
    /// Of a rigid body; of an obstacle: from its own coordinates.
    RigidPlace transform(std::uint32_t body) const;
    RigidPlace obstacle_transform(std::uint32_t obstacle) const;

    // Touching. Each makes an Input and applies it at once, before the next step. All throw InputError.
    /// Does what an input says, and returns the handle of a grab or a pin, the number of an obstacle, or 0. Its `step`
    /// is set to now; so is the handle of a new grab or pin.
    int apply(Input input);
    int grab(std::string_view body, const Vec3& point, double stiffness = 4, double max_force = 0);
    void drag(int handle, const Vec3& target);
    void release(int handle);
    void apply_impulse(std::string_view body, const Vec3& point, const Vec3& impulse, double radius = 0);
    void apply_force(std::string_view body, const Vec3& point, const Vec3& force, double seconds = 0,
                     double radius = 0);
    int pin(std::string_view body, const Vec3& point, double radius = 0);
    void move_pin(int handle, const Vec3& translate, double seconds = 0);
    void unpin(int handle);
    int add_obstacle(const Obstacle& obstacle);
    void move_obstacle(std::string_view name, const Vec3& translate, double seconds = 0);
    void remove_obstacle(std::string_view name);
    /// Holds bodies together where they are now. Returns its number in scene().glue; unglue ends it.
    int add_glue(const Glue& glue);
    void unglue(std::string_view name);
    /// Where the scene's description puts it, with its velocity; not into what is there already. Returns its number.
    int add_body(const Body& body);
    void remove_body(std::string_view name);
    void set(std::string_view path, std::string_view json);

    /// What grabs hold now: where they pull from and to.
    struct Grab {
        int handle = 0;
        std::uint32_t body = 0;
        Vec3 point = Vec3::Zero();   ///< m: of the body
        Vec3 target = Vec3::Zero();  ///< m
        Vec3 force = Vec3::Zero();   ///< N in the last step
    };
    std::vector<Grab> grabs() const;
    /// Pins that hold: their handles, and the middle of what each holds, m.
    std::vector<std::pair<int, Vec3>> pins() const;

    // Asking.
    /// The first thing that a ray meets; the direction need not have length 1.
    std::optional<Hit> cast_ray(const Vec3& from, const Vec3& direction,
                                double longest = std::numeric_limits<double>::infinity(),
                                Against against = Against::particles) const;
    /// The nearest thing to a point.
    std::optional<Hit> nearest(const Vec3& point, double farthest = std::numeric_limits<double>::infinity(),
                               Against against = Against::particles) const;
    /// A body's skin (docs/skins.md), cut where the body broke; empty where it has none. The first call after a step
    /// puts all skins where they are. Throws InputError when one cannot be made: a file of it is gone.
    LiveSkin skin(std::uint32_t body) const;
    /// Contacts and events cost a little in every step, and are collected only while they are watched.
    void watch(bool contacts_and_events);
    const std::vector<Contact>& contacts() const;  ///< of the last step, by body, then other
    std::vector<Event> take_events();              ///< since the last call

    // The log, and moments to come back to.
    const std::vector<Input>& inputs() const;
    InputLog log() const;
    SavedMoment save() const;
    /// Back to a moment of this run; inputs after it leave the log.
    void restore(const SavedMoment& moment);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Gives a Live the inputs of a log at their steps.
class Replay {
  public:
    /// Throws InputError when the log belongs to another scene.
    Replay(InputLog log, Live& live);
    /// All inputs up to now; then a step.
    StepReport step();
    StepReport advance_frame();
    bool finished() const { return next_ == log_.inputs.size(); }
    /// After the step at which the log ends: does the state have the hash that it had then? None before it, or when the
    /// log does not say.
    std::optional<bool> agrees() const { return agrees_; }

  private:
    InputLog log_;
    Live& live_;
    std::size_t next_ = 0;
    std::optional<bool> agrees_;
};

}  // namespace pliant
