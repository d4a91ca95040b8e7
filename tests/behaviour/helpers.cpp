#include "behaviour/helpers.hpp"

#include "math/decompose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace pliant::testing {

Scene scene_of(std::string_view text, const std::vector<Override>& overrides) {
    return parse_scene(text, "behaviour.json", overrides);
}

Simulation serial(const Scene& scene) {
    return Simulation(scene, {.threads = 1, .instruction_set = {}, .progress = {}});
}

std::uint64_t RunResult::warnings() const {
    return std::accumulate(report.warnings.begin(), report.warnings.end(), std::uint64_t{0});
}

RunResult run_frames(Simulation& simulation, int frames, const std::function<void(const Simulation&)>& each) {
    RunResult result;
    for (int f = 0; f < frames; ++f) {
        result.report.add(simulation.advance_frame());
        const Stats stats = simulation.stats();
        result.max_stretch = std::max(result.max_stretch, stats.max_stretch);
        result.max_speed = std::max(result.max_speed, stats.max_speed);
        result.lowest = f == 0 ? stats.bbox.lower.y() : std::min(result.lowest, stats.bbox.lower.y());
        result.highest = f == 0 ? stats.bbox.upper.y() : std::max(result.highest, stats.bbox.upper.y());
        result.finite = result.finite && stats.bbox.lower.allFinite() && stats.bbox.upper.allFinite() &&
                        std::isfinite(stats.kinetic_energy) && std::isfinite(stats.elastic_energy);
        if (each) each(simulation);
    }
    return result;
}

void expect_momentum_kept(Simulation& simulation, std::uint64_t least_contacts) {
    const Stats first = simulation.stats();
    const double scale = std::sqrt(2 * first.kinetic_energy * first.mass);
    const double angular_scale = scale * first.bbox.size().norm() / 2;
    double momentum = 0, angular = 0, energy = 0;
    const RunResult result = run_frames(simulation, 250, [&](const Simulation& now) {
        const Stats stats = now.stats();
        momentum = std::max(momentum, (stats.momentum - first.momentum).norm() / scale);
        angular = std::max(angular, (stats.angular_momentum - first.angular_momentum).norm() / angular_scale);
        energy = std::max(energy, (stats.kinetic_energy + stats.elastic_energy) / first.kinetic_energy);
    });
    measured("contacts", static_cast<double>(result.report.contacts));
    measured("momentum", momentum);
    measured("angular momentum", angular);
    measured("most energy", energy);
    measured("left penetration, m", result.report.left_penetration);
    EXPECT_EQ(result.report.steps, 1000U);
    EXPECT_GT(result.report.contacts, least_contacts);
    EXPECT_TRUE(result.finite);
    const double tolerance = in_double ? 1e-9 : 2e-5;
    EXPECT_LT(momentum, tolerance);
    EXPECT_LT(angular, tolerance);
    EXPECT_LT(energy, 1.05);
}

Carried weigh(Simulation& simulation, std::size_t body) {
    Carried result;
    for (int f = 0; f < 20; ++f) {
        result.left = std::max(result.left, simulation.advance_frame().left_penetration);
        result.force += 60 * simulation.stats().contact_impulses[body].y() / 20;
    }
    return result;
}

Group select(const Frame& frame, const std::function<bool(const Vec3&)>& wanted) {
    Group group;
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        if (wanted(frame.positions[i])) group.push_back(i);
    return group;
}

Vec3 mean_position(const Frame& frame, const Group& group) {
    Vec3 sum = Vec3::Zero();
    for (const std::size_t i : group) sum += frame.positions[i];
    return sum / static_cast<double>(group.size());
}

Vec3 center_of(const Frame& frame, std::uint32_t body) {
    Group group;
    for (std::size_t i = 0; i < frame.bodies.size(); ++i)
        if (frame.bodies[i] == body) group.push_back(i);
    return mean_position(frame, group);
}

Box bounds_of(const Frame& frame, std::uint32_t body) {
    Box box;
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        if (frame.bodies[i] == body) box.add(frame.positions[i]);
    return box;
}

double largest_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

double shape_difference(const std::vector<Vec3>& shape, const std::vector<Vec3>& rest) {
    const auto mean = [](const std::vector<Vec3>& points) {
        Vec3 sum = Vec3::Zero();
        for (const Vec3& p : points) sum += p;
        return Vec3(sum / static_cast<double>(points.size()));
    };
    const Vec3 center = mean(shape), rest_center = mean(rest);
    Mat3 covariance = Mat3::Zero();
    for (std::size_t i = 0; i < shape.size(); ++i)
        covariance += (shape[i] - center) * (rest[i] - rest_center).transpose();
    const Mat3 rotation = nearest_rotation(covariance);
    double largest = 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
        largest = std::max(largest, (shape[i] - center - rotation * (rest[i] - rest_center)).norm());
    return largest;
}

double mean_frequency(const std::vector<double>& signal, double interval) {
    double speed = 0, size = 0;
    for (std::size_t k = 1; k < signal.size(); ++k) {
        const double change = (signal[k] - signal[k - 1]) / interval, middle = 0.5 * (signal[k] + signal[k - 1]);
        speed += change * change;
        size += middle * middle;
    }
    return std::sqrt(speed / size) / (2 * std::numbers::pi);
}

double crossing_frequency(const std::vector<double>& signal, double level, double interval) {
    std::vector<double> crossings;
    for (std::size_t k = 1; k < signal.size(); ++k) {
        const double a = signal[k - 1] - level, b = signal[k] - level;
        if ((a < 0) != (b < 0)) crossings.push_back((static_cast<double>(k - 1) + a / (a - b)) * interval);
    }
    if (crossings.size() < 3) return 0;
    return 0.5 * static_cast<double>(crossings.size() - 1) / (crossings.back() - crossings.front());
}

void measured(const std::string& name, double value) {
    ::testing::Test::RecordProperty(name, fmt::format("{:.6g}", value));
    fmt::print("[ measured ] {} = {:.6g}\n", name, value);
}

}  // namespace pliant::testing
