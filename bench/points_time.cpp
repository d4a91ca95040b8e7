#include "bench/points_time.hpp"

#include "bench/progress.hpp"
#include "point_based/build.hpp"
#include "support/point_bridge.hpp"

#include <tbb/task_arena.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::bench {
namespace {

constexpr int point_settling_steps = 4;
constexpr int timed_steps = 3;
constexpr int point_rounds = 5;
constexpr double dt = 1e-3;
constexpr double most_disagreement = 0.01;

PointBodyInput twisted_bar(int particles) {
    PointBodyInput input;
    const Vec3 size(4, 1, 1);
    input.volume = size.prod();
    input.spacing = std::cbrt(input.volume / particles);
    const Eigen::Array3i count = (size.array() / input.spacing).round().cast<int>();
    for (int z = 0; z < count[2]; ++z)
        for (int y = 0; y < count[1]; ++y)
            for (int x = 0; x < count[0]; ++x) {
                const Vec3 p = Vec3(x + 0.5, y + 0.5, z + 0.5).cwiseQuotient(count.cast<double>().matrix());
                input.rest.push_back(size.cwiseProduct(p - Vec3::Constant(0.5)));
            }
    for (const Vec3& p : input.rest)
        input.position.push_back(Eigen::AngleAxisd(0.8 * p.x(), Vec3::UnitX()) * Vec3(1.1 * p.x(), p.y(), p.z()));
    input.velocity.assign(input.rest.size(), Vec3::Zero());
    // 1e5 Pa, Poisson's ratio 0.3, yield 3 kPa, flow 50/s, viscosity 20 Pa s.
    const double values[] = {57692, 38462, 1000, 3e3, 50, 0, 20, 0.5, 0};
    for (std::size_t k = 0; k < point_property_count; ++k) input.material[k].assign(input.rest.size(), values[k]);
    return input;
}

/// The fast side: the same few steps from the same state again and again.
class Points {
  public:
    explicit Points(int particles) {
        body_ = make_point_body(twisted_bar(particles), *find_point_kernels(""), work_);
        for (int k = 0; k < point_settling_steps; ++k) step();
        start_ = body_;
    }

    void step() {
        PointInput input;
        input.dt = dt;
        point_step(body_, settings_, input, work_, report_);
    }
    /// ms a step.
    double time(tbb::task_arena& arena) {
        return arena.execute([&] {
            body_ = start_;
            work_.invalidate();
            report_ = {};
            return milliseconds_of([&] {
                       for (int k = 0; k < timed_steps; ++k) step();
                   }) /
                   timed_steps;
        });
    }
    const PointBody& body() const { return body_; }
    const PointBody& start() const { return start_; }
    const PointReport& report() const { return report_; }

  private:
    PointBased settings_;
    PointWork work_;
    PointBody body_, start_;
    PointReport report_;
};

}  // namespace

std::string_view point_stage_name(PointStage stage) {
    constexpr std::array<std::string_view, point_stage_count> names = {
        "basis", "deform", "forces", "viscosity", "integrate", "flow", "embedding", "resampling", "neighbors"};
    return names[static_cast<std::size_t>(stage)];
}

PointsResult time_points(const PointsCase& c) {
    say(c.name, "building");
    Points points(c.particles);
    PointsResult result;
    result.name = c.name;
    result.particles = points.start().size();
    result.one_thread = result.two_threads = std::numeric_limits<double>::infinity();
    tbb::task_arena one(1), two(2);
    say(c.name, "timing");
    for (int round = 0; round < point_rounds; ++round) {
        result.two_threads = std::min(result.two_threads, points.time(two));
        const double ms = points.time(one);
        if (ms >= result.one_thread) continue;
        result.one_thread = ms;
        for (std::size_t k = 0; k < point_stage_count; ++k)
            result.stages[k] = points.report().milliseconds[k] / timed_steps;
        result.embedding_iterations = static_cast<double>(points.report().embedding_iterations) / timed_steps;
        result.viscosity_iterations = static_cast<double>(points.report().viscosity_iterations) / timed_steps;
    }
    if (!c.with_reference) return result;
    say(c.name, "timing the reference");
    result.reference = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 2; ++round) {
        reference::PointCloudBody other = reference_of(points.start());
        const double ms = milliseconds_of([&] {
            for (int k = 0; k < timed_steps; ++k)
                reference::step(other, dt, Vec3::Zero(), reference::PointSpace::embedded);
        });
        result.reference = std::min(result.reference, ms / timed_steps);
        const double spacing = std::cbrt(points.start().true_volume() / static_cast<double>(result.particles));
        result.disagreement = farthest_apart(points.body(), other) / spacing;
    }
    result.right = result.disagreement < most_disagreement;
    return result;
}

}  // namespace pliant::bench
