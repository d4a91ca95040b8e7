#include "bench/clustering_time.hpp"

#include "bench/progress.hpp"
#include "build/samples.hpp"
#include "clustering/levels.hpp"

#include <tbb/task_arena.h>

#include <cmath>

namespace pliant::bench {
namespace {

bool covers(const Clustering& clustering, std::size_t particles) {
    std::vector<double> sum(particles, 0);
    for (std::size_t k = 0; k < clustering.particles.size(); ++k) sum[clustering.particles[k]] += clustering.weights[k];
    for (const double s : sum)
        if (!(std::abs(s - 1) < 1e-9)) return false;
    return true;
}

/// Calls work(points, masses, spacing) for the first body on one thread; the seconds it took.
double timed_on_one_thread(const BodySamples& samples, const auto& work) {
    const std::vector<double> masses(samples.points.size(), 1.0);
    tbb::task_arena one(1);
    return 1e-3 * milliseconds_of([&] { one.execute([&] { work(samples.points, masses, samples.spacing); }); });
}

BodySamples samples_of(const Scene& scene) {
    const Body& body = scene.bodies.front();
    ShapeBuilder shapes(scene);
    return sample_body(shapes, body, "bodies[0]", body.sampling.seed);
}

}  // namespace

ClusteringResult time_clustering(const Scene& scene) {
    const BodySamples samples = samples_of(scene);
    Clustering clustering;
    ClusteringResult result;
    result.seconds = timed_on_one_thread(samples, [&](const auto& points, const auto& masses, double spacing) {
        clustering = cluster_particles(points, masses, spacing, scene.bodies.front().clusters, scene.seed);
    });
    result.particles = samples.points.size();
    result.clusters = clustering.centers.size();
    result.memberships = clustering.particles.size();
    result.right = clustering.converged && covers(clustering, result.particles);
    return result;
}

CoarseLevelsResult time_coarse_levels(const Scene& scene) {
    const BodySamples samples = samples_of(scene);
    Clusters settings = scene.bodies.front().clusters;
    std::vector<Clustering> levels;
    const auto seconds_of = [&](int count) {
        settings.levels = count;
        return timed_on_one_thread(samples, [&](const auto& points, const auto& masses, double spacing) {
            levels = cluster_levels(points, masses, spacing, settings, scene.seed);
        });
    };
    const double finest = seconds_of(1);
    CoarseLevelsResult result;
    result.seconds = seconds_of(0) - finest;
    for (std::size_t l = 0; l < levels.size(); ++l) {
        if (l > 0) result.clusters.push_back(levels[l].centers.size());
        result.notes.insert(result.notes.end(), levels[l].notes.begin(), levels[l].notes.end());
        result.covers &= covers(levels[l], samples.points.size());
        result.converged &= levels[l].converged;
    }
    return result;
}

}  // namespace pliant::bench
