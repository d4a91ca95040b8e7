#include "bench/clustering_time.hpp"

#include "bench/progress.hpp"
#include "clustering/clustering.hpp"
#include "scene/build_samples.hpp"

#include <tbb/task_arena.h>

#include <cmath>

namespace pliant::bench {
namespace {

bool is_right(const Clustering& clustering, std::size_t particles) {
    std::vector<double> sum(particles, 0);
    for (std::size_t k = 0; k < clustering.particles.size(); ++k) sum[clustering.particles[k]] += clustering.weights[k];
    for (const double s : sum)
        if (!(std::abs(s - 1) < 1e-9)) return false;
    return clustering.converged;
}

}  // namespace

ClusteringResult time_clustering(const Scene& scene) {
    const Body& body = scene.bodies.front();
    ShapeBuilder shapes(scene);
    const BodySamples samples = sample_body(shapes, body, "bodies[0]", body.sampling.seed);
    const std::vector<double> masses(samples.points.size(), 1.0);
    Clustering clustering;
    ClusteringResult result;
    tbb::task_arena one(1);
    result.seconds = 1e-3 * milliseconds_of([&] {
                         one.execute([&] {
                             clustering =
                                 cluster_particles(samples.points, masses, samples.spacing, body.clusters, scene.seed);
                         });
                     });
    result.particles = samples.points.size();
    result.clusters = clustering.centers.size();
    result.memberships = clustering.particles.size();
    result.right = is_right(clustering, result.particles);
    return result;
}

}  // namespace pliant::bench
