#include "behaviour/levels_helpers.hpp"

#include "scene/model_files.hpp"

#include <pliant/error.hpp>

#include <algorithm>
#include <cstdlib>

namespace pliant::testing {

std::vector<Override> papers_settings() {
    return {{"time.fps", "120"},
            {"time.substeps", "1"},
            {"bodies.0.material.rotation", "deformation"},
            {"bodies.0.material.damping_mode", "mean"},
            {"bodies.0.material.alpha", "1.2"},
            {"bodies.0.material.k_d", "0.2"},
            {"bodies.0.material.strain_sweeps", "0"},
            {"bodies.0.clusters.kernel", "fcm"},
            {"bodies.0.clusters.fcm_m", "1.1"},
            {"bodies.0.clusters.overlap", "1"}};
}

Override weights(const std::string& json) { return {"bodies.0.clusters.level_weights", json}; }

std::vector<Override> one_level(int clusters) {
    return {{"bodies.0.clusters.levels", "1"}, {"bodies.0.clusters.count", std::to_string(clusters)}};
}

std::vector<Override> operator+(std::vector<Override> a, const std::vector<Override>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::string missing_model(const Scene& scene) {
    std::vector<Shape> shapes;
    for (const Body& body : scene.bodies) shapes.push_back(body.shape);
    for (const auto& [name, shape] : scene.shapes) shapes.push_back(shape);
    for (const Shape& shape : shapes) {
        if (shape.kind != ShapeKind::mesh) continue;
        try {
            find_shape_file(shape.file, scene.file.parent_path());
        } catch (const InputError&) {
            return shape.file;
        }
    }
    return {};
}

bool takes_minutes(const Scene& scene) {
    // A step of the point-based solver costs some ten times as much, and a step of the scene is several.
    int points = 0, others = 0;
    for (const Body& body : scene.bodies)
        (body.solver == Solver::point_based ? points : others) += body.sampling.particles;
    return points > 5000 || others > 50000;
}

bool runs_all_tests() { return std::getenv("PLIANT_ALL_TESTS") != nullptr; }

}  // namespace pliant::testing
