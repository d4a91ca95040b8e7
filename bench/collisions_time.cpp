#include "bench/collisions_time.hpp"

#include "bench/progress.hpp"

#include <pliant/error.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <algorithm>
#include <cmath>

namespace pliant::bench {
namespace {

constexpr int frame_rounds = 3;
constexpr std::size_t half_a_second = 30;  // frames, at one step each

struct FrameTime {
    double frame = 0;             ///< ms by the clock, with what comes after the frame's last step
    double all = 0, collide = 0;  ///< ms in the stages of the steps
    double contacts = 0;
};

/// Advances by a frame.
FrameTime time_frame(Simulation& simulation) {
    FrameTime time;
    StepReport report;
    time.frame = milliseconds_of([&] { report = simulation.advance_frame(); });
    for (const double ms : report.milliseconds) time.all += ms;
    time.collide = report.milliseconds[static_cast<std::size_t>(Stage::collide)];
    time.contacts = static_cast<double>(report.contacts);
    return time;
}

FrameTime sum(const std::vector<FrameTime>& times, std::size_t begin, std::size_t end) {
    FrameTime total;
    for (std::size_t k = begin; k < end; ++k) {
        total.frame += times[k].frame;
        total.all += times[k].all;
        total.collide += times[k].collide;
        total.contacts += times[k].contacts;
    }
    return total;
}

/// A column's balls lie a little closer than they are wide, so that they touch from the start.
Scene columns_of_balls(int columns) {
    constexpr double radius = 0.1, apart = 0.28, stacked = 0.198;
    constexpr int high = 10;
    const int along = static_cast<int>(std::ceil(std::sqrt(columns)));
    Scene scene;
    scene.name = "columns";
    scene.time.frames = 60;
    scene.time.substeps = 1;
    Obstacle ground;
    ground.kind = ObstacleKind::plane;
    scene.obstacles.push_back(ground);
    for (int c = 0; c < columns; ++c) {
        for (int k = 0; k < high; ++k) {
            Body body;
            body.name = fmt::format("ball {}", high * c + k);
            body.shape.kind = ShapeKind::sphere;
            body.shape.radius = radius;
            body.sampling.particles = 500;
            body.clusters.count = 20;
            body.place.translate = Vec3(apart * (c % along), radius + stacked * k, apart * (c / along));
            scene.bodies.push_back(body);
        }
    }
    return scene;
}

GrowthRow time_columns(int columns) {
    constexpr int settling = 3, timed = 8;
    Simulation simulation(columns_of_balls(columns), {.threads = 1, .instruction_set = {}, .progress = {}});
    for (int k = 0; k < settling; ++k) simulation.advance_frame();
    GrowthRow row;
    row.bodies = simulation.bodies().size();
    row.particles = simulation.stats().particles;
    double best = std::numeric_limits<double>::infinity();
    for (int k = 0; k < timed; ++k) {
        const FrameTime time = time_frame(simulation);
        best = std::min(best, time.collide);
        row.contacts += time.contacts / (timed * static_cast<double>(row.bodies));
    }
    row.milliseconds = best;
    return row;
}

}  // namespace

std::optional<BunniesResult> time_bunnies(const std::string& name) {
    std::vector<FrameTime> best;
    BunniesResult result;
    double seconds_a_frame = 0;
    for (int round = 0; round < frame_rounds; ++round) {
        std::optional<Simulation> simulation;
        try {
            const Scene scene = load_scene(name);
            seconds_a_frame = 1 / scene.time.fps;
            simulation.emplace(scene, BuildOptions{.threads = 1, .instruction_set = {}, .progress = {}});
        } catch (const InputError& error) {
            say(name, error.what());
            return std::nullopt;
        }
        const Stats stats = simulation->stats();
        result.particles = stats.particles;
        result.clusters = stats.clusters.front();
        for (std::size_t f = 0; simulation->frame() < simulation->frame_count(); ++f) {
            const FrameTime time = time_frame(*simulation);
            if (round == 0) best.push_back(time);
            if (time.frame < best[f].frame) best[f] = time;
        }
    }
    const FrameTime all = sum(best, 0, best.size());
    const double frames = static_cast<double>(best.size());
    result.milliseconds = all.frame / frames;
    result.over_real_time = 1e3 * seconds_a_frame * frames / all.frame;
    result.collision_share = all.collide / all.all;
    FrameTime busiest;
    for (std::size_t f = 0; f + half_a_second <= best.size(); ++f) {
        const FrameTime window = sum(best, f, f + half_a_second);
        if (window.contacts >= busiest.contacts) busiest = window;
    }
    result.busiest_share = busiest.collide / busiest.all;
    result.busiest_contacts = busiest.contacts / half_a_second;
    result.busiest_over_real = 1e3 * seconds_a_frame * half_a_second / busiest.frame;
    return result;
}

std::vector<GrowthRow> time_collision_growth(const std::string& name) {
    std::vector<GrowthRow> rows;
    for (const int columns : {1, 10, 100}) {
        say(name, fmt::format("{} balls", 10 * columns));
        rows.push_back(time_columns(columns));
    }
    return rows;
}

double growth_over_n_log_n(const std::vector<GrowthRow>& rows) {
    const auto allowed = [](const GrowthRow& row) {
        const double n = static_cast<double>(row.bodies);
        return n * std::log(n);
    };
    return rows.back().milliseconds / rows.front().milliseconds * allowed(rows.front()) / allowed(rows.back());
}

}  // namespace pliant::bench
