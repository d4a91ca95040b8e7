#include "bench/live_time.hpp"

#include "bench/progress.hpp"

#include <pliant/live.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#ifdef PLIANT_BENCH_VIEWER
#include "view/source.hpp"
#endif

#include <algorithm>
#include <cmath>
#include <string>

namespace pliant::bench {
namespace {

constexpr const char* ground = R"("obstacles": [{"name": "ground", "type": "plane"}])";

BuildOptions one_thread() {
    BuildOptions options;
    options.threads = 1;
    return options;
}

/// Every other one lies on another: they touch.
Scene many_bodies(int count) {
    Scene scene = parse_scene(std::string(R"({"time": {"fps": 60, "frames": 100000}, "sleeping": {"enabled": true},
        "bodies": [{"name": "0", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]}, "sampling": {"particles": 125},
                    "clusters": {"count": 8}, "material": "rubber"}], )") +
                                  ground + "}",
                              "many");
    const Body first = scene.bodies.front();
    scene.bodies.clear();
    const int along = static_cast<int>(std::ceil(std::sqrt(count / 2.0)));
    for (int k = 0; k < count; ++k) {
        Body body = first;
        body.name = std::to_string(k);
        body.place.translate = Vec3(0.5 * ((k / 2) % along), k % 2 == 0 ? 0.15 : 0.4, 0.5 * ((k / 2) / along));
        scene.bodies.push_back(body);
    }
    return scene;
}

Scene one_body(std::size_t particles, const std::string& time) {
    return parse_scene(R"({"time": )" + time +
                           R"(, "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.5},
        "sampling": {"particles": )" +
                           std::to_string(particles) + R"(}, "material": "jelly", "translate": [0, 0.55, 0]}], )" +
                           ground + "}",
                       "one");
}

double mean_frame(Live& live, int frames) {
    return milliseconds_of([&] {
               for (int k = 0; k < frames; ++k) live.advance_frame();
           }) /
           frames;
}

std::size_t sleepers(const Simulation& simulation) {
    std::size_t count = 0;
    for (std::uint32_t b = 0; b < simulation.bodies().size(); ++b) count += simulation.is_asleep(b);
    return count;
}

}  // namespace

SleepResult time_sleep() {
    constexpr int falling = 20, longest = 600;
    const Scene scene = many_bodies(1000);
    Simulation simulation(scene, one_thread());
    Live live(scene, simulation);
    SleepResult result;
    result.bodies = scene.bodies.size();
    for (const BodySummary& body : simulation.bodies()) result.particles += body.particles;
    result.moving = mean_frame(live, falling);
    for (int k = falling; k < longest && sleepers(simulation) < result.bodies; ++k) live.advance_frame();
    result.right = sleepers(simulation) == result.bodies;
    result.resting = mean_frame(live, 60);
    const int hand = live.grab("500", live.positions(500)[0]);
    live.drag(hand, live.positions(500)[0] + Vec3(0, 0.6, 0));
    result.one = mean_frame(live, 30);
    result.right &= !simulation.is_asleep(500) && 10 * sleepers(simulation) > 9 * result.bodies;
    return result;
}

LatencyResult time_latency() {
    constexpr int settle = 30, frames = 240;
    const Scene scene = one_body(5000, R"({"fps": 60, "frames": 100000})");
    Simulation simulation(scene, one_thread());
    Live live(scene, simulation);
    LatencyResult result;
    result.particles = simulation.bodies().front().particles;
    result.substeps = simulation.substeps();
    for (int k = 0; k < settle; ++k) live.advance_frame();
    const double plain = mean_frame(live, frames / 4);
    live.watch(true);
    const int hand = live.grab("ball", live.positions(0)[0]);
    double contacts = 0;
    for (int k = 0; k < frames; ++k) {
        live.drag(hand, Vec3(0.1 * std::sin(0.1 * k), 0.45, 0));
        StepReport report;
        const double ms = milliseconds_of([&] { report = live.advance_frame(); });
        result.frame += ms / frames;
        result.worst = std::max(result.worst, ms);
        contacts += static_cast<double>(report.contacts) / static_cast<double>(report.steps);
    }
    result.contacts = contacts / frames;
    result.inputs = result.frame - plain;
    const Scene large = one_body(20000, R"({"fps": 60, "frames": 100000, "substeps": 20})");
    Simulation more(large, one_thread());
    Live other(large, more);
    SavedMoment moment;
    constexpr int rounds = 5;
    for (int k = 0; k < rounds; ++k) {
        other.step();
        result.save += milliseconds_of([&] { moment = other.save(); }) / rounds;
        result.restore += milliseconds_of([&] { other.restore(moment); }) / rounds;
    }
    return result;
}

StreamResult time_stream() {
    StreamResult result;
#ifdef PLIANT_BENCH_VIEWER
    constexpr int frames = 60;
    ViewOptions options;
    options.threads = 1;
    const auto source = live_source(one_body(20000, R"({"fps": 60, "frames": 100000})"), options);
    result.particles = 20000;
    const auto round = [&](const char* color, double& into) {
        Command command;
        command.kind = CommandKind::color;
        command.text = color;
        source->act(command);
        for (int k = 0; k < frames; ++k) {
            source->advance();
            const SourceTimes times = source->times();
            result.frame += times.simulated / (2 * frames);
            into += times.packed / frames;
        }
    };
    round("none", result.plain);
    round("strain", result.strain);
#endif
    return result;
}

}  // namespace pliant::bench
