// A live simulation behind a viewer.
#include "core/write_file.hpp"
#include "sim/parts.hpp"
#include "skin/skins.hpp"
#include "view/colors.hpp"
#include "view/frame_packet.hpp"
#include "view/history.hpp"
#include "view/proxy_packet.hpp"
#include "view/scene_packet.hpp"
#include "view/skin_packet.hpp"
#include "view/source.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <chrono>
#include <cmath>

namespace pliant {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Value vector_value(const Vec3& v) {
    return make_value(Value::List{make_value(v.x()), make_value(v.y()), make_value(v.z())});
}

/// x y z, then the quaternion x y z w, of what takes the scene's coordinates to those of now.
Value pose_value(const RigidPlace& place) {
    const Eigen::Quaterniond q(place.turn);
    const Vec3 shift = place.to - place.turn * place.from;
    return make_value(Value::List{make_value(shift.x()), make_value(shift.y()), make_value(shift.z()),
                                  make_value(q.x()), make_value(q.y()), make_value(q.z()), make_value(q.w())});
}

/// Measures that take too long for every frame are taken as often as a small part of the time allows.
class Budget {
  public:
    explicit Budget(double share) : share_(share) {}
    void spend_elsewhere(double milliseconds) { saved_ += share_ * milliseconds; }
    bool allows() const { return saved_ >= cost_; }
    void spend(double milliseconds) {
        cost_ = milliseconds;
        saved_ = 0;
    }

  private:
    double share_, saved_ = 0, cost_ = 0;
};

class LiveSource : public ViewSource {
  public:
    LiveSource(const Scene& scene, const ViewOptions& options) : options_(options), history_(options.kept_bytes) {
        load(scene);
    }

    std::vector<PacketPtr> greeting() override {
        return {scene_packet(live_->scene(), simulation_->bodies(), skins_.get(), number_),
                text_packet(parameters_message(live_->scene()))};
    }
    PacketPtr current() override {
        if (!current_) make_frame();
        return current_;
    }
    bool advance() override {
        const auto start = Clock::now();
        report_ = live_->advance_frame();
        step_milliseconds_ = milliseconds_since(start);
        stats_budget_.spend_elsewhere(step_milliseconds_);
        rebuilt_budget_.spend_elsewhere(step_milliseconds_);
        make_frame();
        return true;
    }
    PacketPtr kept(int frame) override { return history_.frame(frame); }
    double fps() const override { return live_->scene().time.fps; }
    SourceTimes times() const override { return {step_milliseconds_, stream_milliseconds_}; }
    void add_status(Value& status) const override {
        const auto set = [&](const char* key, std::optional<int> frame) {
            if (frame) status.set(key, make_value(static_cast<double>(*frame)));
        };
        status.set("live", make_value(true));
        status.set("frame", make_value(static_cast<double>(simulation_->frame())));
        set("first", history_.first_frame());
        set("last", history_.last_frame());
        set("stale", history_.first_stale());
        set("rewind", history_.first_moment());
        status.set("inputs", make_value(static_cast<double>(live_->inputs().size())));
        status.set("color", make_value(color_));
        status.set("proxies", make_value(proxies_));
        std::size_t asleep = 0;
        for (std::uint32_t b = 0; b < simulation_->bodies().size(); ++b) asleep += simulation_->is_asleep(b) ? 1 : 0;
        status.set("asleep", make_value(static_cast<double>(asleep)));
    }
    std::vector<PacketPtr> act(const Command& command) override;

  private:
    void load(const Scene& scene) {
        auto simulation = std::make_unique<Simulation>(
            scene,
            BuildOptions{.threads = options_.threads, .instruction_set = options_.instruction_set, .progress = {}});
        auto live = std::make_unique<Live>(scene, *simulation);
        live_ = std::move(live);  // before the one it refers to
        simulation_ = std::move(simulation);
        make_skins();
        live_->watch(true);
        collector_ = {};
        report_ = {};
        history_.clear();
        current_ = nullptr;
        ++number_;
    }
    void make_skins() {
        try {
            skins_ = std::make_unique<Skins>(live_->scene());
        } catch (const InputError&) {
            skins_ = nullptr;  // no reason not to simulate: particles are shown
        }
    }
    void make_frame();
    void add_touch(Value& header) const;
    void add_surfaces(BinaryPacket& packet);
    void add_events(Value& header);
    std::vector<PacketPtr> apply(const Command& command);
    void go_back(int frame);
    std::filesystem::path save(const std::string& ending, const std::string& text) const;

    ViewOptions options_;
    std::unique_ptr<Simulation> simulation_;
    std::unique_ptr<Live> live_;
    std::unique_ptr<Skins> skins_;
    ParticleCollector collector_;
    History history_;
    StepReport report_;
    PacketPtr current_;
    std::string color_ = "none";
    Budget stats_budget_{0.02};
    Budget rebuilt_budget_{0.25};  ///< new surfaces around what flows are slow: they may lag behind
    bool proxies_ = false;         ///< are they shown?
    double step_milliseconds_ = 0;
    double stream_milliseconds_ = 0;  ///< that the last frame's packet took
    int number_ = 0;                  ///< of the scene: which one since the start
};

void LiveSource::add_touch(Value& header) const {
    Value::List obstacles, rigid, grabs, pins;
    for (std::uint32_t k = 0; k < live_->scene().obstacles.size(); ++k)
        obstacles.push_back(pose_value(live_->obstacle_transform(k)));
    for (std::uint32_t b = 0; b < simulation_->bodies().size(); ++b)
        if (live_->scene().bodies[b].solver == Solver::rigid) {
            Value::List entry{make_value(static_cast<double>(b)), pose_value(live_->transform(b))};
            rigid.push_back(make_value(std::move(entry)));
        }
    for (const Live::Grab& grab : live_->grabs())
        grabs.push_back(make_object({{"handle", make_value(static_cast<double>(grab.handle))},
                                     {"point", vector_value(grab.point)},
                                     {"target", vector_value(grab.target)}}));
    for (const auto& [handle, point] : live_->pins())
        pins.push_back(
            make_object({{"handle", make_value(static_cast<double>(handle))}, {"point", vector_value(point)}}));
    header.set("obstacles", make_value(std::move(obstacles)));
    header.set("rigid", make_value(std::move(rigid)));
    header.set("grabs", make_value(std::move(grabs)));
    header.set("pins", make_value(std::move(pins)));
}

void LiveSource::add_events(Value& header) {
    Value::List events;
    for (const Event& event : live_->take_events()) {
        if (events.size() >= 50) break;
        const bool glue = event.kind == Event::Kind::glue_broke || event.kind == Event::Kind::glue_released;
        const auto name = [&](bool obstacle, std::uint32_t k) {
            return obstacle ? live_->scene().obstacles[k].name
                   : glue   ? live_->scene().glue[k].name
                            : live_->scene().bodies[k].name;
        };
        Value value =
            make_object({{"what", make_value(event_name(event.kind))}, {"who", make_value(name(false, event.body))}});
        if (event.kind == Event::Kind::broke) value.set("fragment", make_value(static_cast<double>(event.fragment)));
        if (event.kind == Event::Kind::touch_began || event.kind == Event::Kind::touch_ended)
            value.set("other", make_value(name(event.other_kind == Hit::Kind::obstacle, event.other)));
        events.push_back(std::move(value));
    }
    header.set("events", make_value(std::move(events)));
}

void LiveSource::make_frame() {
    const auto start = Clock::now();
    BinaryPacket packet;
    const int frame = simulation_->frame();
    packet.header.set("kind", make_value("frame"));
    packet.header.set("scene", make_value(static_cast<double>(number_)));
    packet.header.set("frame", make_value(static_cast<double>(frame)));
    packet.header.set("step", make_value(static_cast<double>(live_->steps())));
    packet.header.set("time", make_value(simulation_->time()));
    packet.header.set("color", make_value(color_));
    add_touch(packet.header);
    add_events(packet.header);
    packet.header.set("contacts", make_value(static_cast<double>(report_.contacts)));
    packet.header.set("ms", make_value(step_milliseconds_));
    packet.header.set("stream_ms", make_value(stream_milliseconds_));
    Value stages = make_object();
    for (std::size_t k = 0; k < stage_count; ++k)
        stages.set(stage_name(static_cast<Stage>(k)), make_value(report_.milliseconds[k]));
    packet.header.set("stages", std::move(stages));
    if (stats_budget_.allows()) {
        const auto before = Clock::now();
        const Stats stats = simulation_->stats();
        packet.header.set("kinetic", make_value(stats.kinetic_energy));
        packet.header.set("elastic", make_value(stats.elastic_energy));
        packet.header.set("gravity_energy", make_value(stats.gravity_energy));
        packet.header.set("fragments", make_value(static_cast<double>(stats.fragments)));
        stats_budget_.spend(milliseconds_since(before));
    }
    add_surfaces(packet);
    if (proxies_) add_proxies(simulation_->proxies(simulation_->snapshot_unfitted()), packet);
    if (ParticleCollector::knows(*simulation_, color_))
        add_particles(collector_.collect(*simulation_, color_), packet);
    else
        add_particles(particles_of(simulation_->snapshot(), simulation_->bodies().size(), color_), packet);
    current_ = packet.finish(Replaces::frame);
    history_.keep_frame(frame, current_);
    if (history_.wants_moment(frame)) history_.keep_moment(frame, live_->save());
    stream_milliseconds_ = milliseconds_since(start);
}

void LiveSource::add_surfaces(BinaryPacket& packet) {
    if (!skins_ || (!sends_any(*skins_) && std::as_const(*simulation_).parts().state.soft.fragment_parents.empty()))
        return;
    const auto start = Clock::now();
    const SkinChoice choice{.rebuilt = sends_rebuilt(*skins_) && rebuilt_budget_.allows(),
                            .fragments = color_ == "fragment"};
    add_skins(*skins_, simulation_->snapshot_unfitted(), choice, packet);
    if (choice.rebuilt) rebuilt_budget_.spend(milliseconds_since(start));
}

void LiveSource::go_back(int frame) {
    const auto* moment = history_.moment_before(frame);
    if (!moment)
        throw InputError({.what = "nothing is kept so far back",
                          .path = "frame",
                          .value = fmt::format("{}", frame),
                          .allowed = "a frame on the timeline",
                          .hint = "reset goes back to the start"});
    live_->restore(moment->second);
    report_ = {};
    history_.go_back_to(moment->first);
    make_frame();
}

std::filesystem::path LiveSource::save(const std::string& ending, const std::string& text) const {
    for (int k = 0; k < 10000; ++k) {
        const std::string number = k == 0 ? "" : fmt::format("-{}", k);
        const std::filesystem::path file = options_.folder / fmt::format("{}{}{}", live_->scene().name, number, ending);
        if (std::filesystem::exists(file)) continue;
        write_file(file, text.data(), text.size());
        return file;
    }
    throw InputError({.what = "there are too many saved files already",
                      .file = options_.folder.string(),
                      .allowed = "fewer than 10000 of one kind",
                      .hint = "move some of them away"});
}

std::vector<PacketPtr> LiveSource::apply(const Command& command) {
    const int made = live_->apply(*command.input);
    const InputKind kind = command.input->kind;
    std::vector<PacketPtr> packets;
    const bool bodies = kind == InputKind::add_body || kind == InputKind::remove_body;
    if (bodies) make_skins();
    if (bodies || kind == InputKind::add_obstacle || kind == InputKind::remove_obstacle) {
        ++number_;
        packets = greeting();
    }
    if (kind == InputKind::set) packets.push_back(text_packet(parameters_message(live_->scene())));
    if (kind == InputKind::grab || kind == InputKind::pin)
        packets.push_back(text_packet(make_object({{"kind", make_value("handle")},
                                                   {"id", make_value(command.id)},
                                                   {"client", make_value(static_cast<double>(command.client))},
                                                   {"input", make_value(input_name(kind))},
                                                   {"handle", make_value(static_cast<double>(made))}})));
    // What is seen while it is paused is what was done.
    make_frame();
    packets.push_back(current_);
    return packets;
}

std::vector<PacketPtr> LiveSource::act(const Command& command) {
    const auto saved = [](const std::filesystem::path& file, const char* what) {
        return std::vector{text_packet(make_object(
            {{"kind", make_value("saved")}, {"what", make_value(what)}, {"file", make_value(file.string())}}))};
    };
    switch (command.kind) {
        case CommandKind::input:
            return apply(command);
        case CommandKind::color:
            check_view_color(command.text);
            color_ = command.text;
            make_frame();
            return {current_};
        case CommandKind::proxies:
            proxies_ = command.value != 0;
            make_frame();
            return {current_};
        case CommandKind::reset:
        case CommandKind::rewind: {
            const std::size_t obstacles = live_->scene().obstacles.size(), bodies = live_->scene().bodies.size();
            const bool all = command.kind == CommandKind::reset;
            go_back(all ? 0 : static_cast<int>(std::clamp(command.value, 0.0, 1e9)));
            std::vector<PacketPtr> packets;
            if (bodies != live_->scene().bodies.size()) make_skins();
            if (bodies != live_->scene().bodies.size() || obstacles != live_->scene().obstacles.size()) {
                ++number_;
                packets.push_back(greeting().front());
            }
            packets.push_back(text_packet(parameters_message(live_->scene())));
            make_frame();
            packets.push_back(current_);
            return packets;
        }
        case CommandKind::scene: {
            load(load_scene(command.text));
            std::vector<PacketPtr> packets = greeting();
            packets.push_back(current());
            return packets;
        }
        case CommandKind::save_inputs:
            return saved(save(".inputs.jsonl", inputs_to_text(live_->log())), "inputs");
        case CommandKind::save_scene:
            return saved(save(".scene.json", scene_to_json(live_->scene())), "scene");
        default:
            return {};
    }
}

}  // namespace

std::unique_ptr<ViewSource> live_source(const Scene& scene, const ViewOptions& options) {
    return std::make_unique<LiveSource>(scene, options);
}

}  // namespace pliant
