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
