#include "report/parameters.hpp"

#include "report/html.hpp"
#include "scene/spelling.hpp"
#include "scene/stability.hpp"

#include <fmt/format.h>

namespace pliant {
namespace {

std::string vector_text(const Vec3& v) { return fmt::format("({:g}, {:g}, {:g})", v.x(), v.y(), v.z()); }

std::string varying_text(const Varying& v) {
    if (!v.attribute.empty()) return fmt::format("from '{}'", v.attribute);
    return v.regions.empty() ? fmt::format("{:g}", v.value)
                             : fmt::format("{:g}, and {} regions", v.value, v.regions.size());
}

std::string shape_text(const Scene& scene, const Shape& shape) {
    if (shape.kind == ShapeKind::ref) {
        const auto it = scene.shapes.find(shape.name);
        return it == scene.shapes.end() ? shape.name : fmt::format("{} ({})", shape.name, spelling(it->second.kind));
    }
    return shape.file.empty() ? std::string(spelling(shape.kind))
                              : fmt::format("{} {}", spelling(shape.kind), shape.file);
}

std::string sampling_text(const Sampling& s) {
    return fmt::format(
        "{}, {}", spelling(s.method),
        s.spacing > 0 ? fmt::format("{:g} m apart", s.spacing) : fmt::format("{} particles", s.particles));
}

std::string clusters_text(const Clusters& c) {
    return fmt::format(
        "{}, {}, {}", spelling(c.algorithm), spelling(c.kernel),
        c.count > 0 ? fmt::format("{} clusters", c.count) : fmt::format("{:g} particles each", c.per_cluster));
}

std::string stiffness_text(const Material& m) {
    return m.alpha > 0 ? fmt::format("α = {:g} per step", m.alpha) : varying_text(m.stiffness);
}

std::string damping_text(const Material& m) {
    return m.k_d > 0 ? fmt::format("k_d = {:g} per step", m.k_d) : varying_text(m.damping);
}

std::string body_table(const Scene& scene) {
    std::vector<std::vector<std::string>> rows;
    for (const Body& body : scene.bodies)
        rows.push_back({body.name, shape_text(scene, body.shape), sampling_text(body.sampling),
                        body.solver == Solver::rigid ? "rigid" : clusters_text(body.clusters),
                        fmt::format("{}", body.pins.size())});
    return plain_table({"body", "shape", "sampling", "clusters", "pins"}, rows);
}

std::string material_table(const Scene& scene) {
    std::vector<std::vector<std::string>> rows;
    for (const Body& body : scene.bodies) {
        const Material& m = body.material;
        rows.push_back({body.name, m.preset.empty() ? "own" : m.preset, varying_text(m.density), stiffness_text(m),
                        damping_text(m), varying_text(m.strain_limit), varying_text(m.friction),
                        varying_text(m.restitution)});
    }
    return plain_table(
        {"body", "material", "density kg/m³", "stiffness Hz", "damping 1/s", "strain limit", "friction", "bounce"},
        rows);
}

std::string obstacle_table(const Scene& scene) {
    if (scene.obstacles.empty()) return "";
    std::vector<std::vector<std::string>> rows;
    for (const Obstacle& o : scene.obstacles)
        rows.push_back({o.name, std::string(spelling(o.kind)), vector_text(o.place.translate),
                        fmt::format("{:g}", o.friction), fmt::format("{:g}", o.restitution),
                        o.motion.keys.empty() ? "at rest" : fmt::format("{} keys", o.motion.keys.size())});
    return plain_table({"obstacle", "kind", "place m", "friction", "bounce", "motion"}, rows);
}

}  // namespace

std::string parameter_tables(const Scene& scene, const std::string& scene_json) {
    std::vector<std::pair<std::string, std::string>> facts = {
        {"frames", fmt::format("{} at {:g} a second", scene.time.frames, scene.time.fps)},
        {"steps", is_automatic(scene.time) ? "as many as the stiffness asks for"
                                           : fmt::format("{} a frame, {:.4g} ms each", substeps_per_frame(scene.time),
                                                         1000 * step_length(scene.time))},
        {"gravity", vector_text(scene.gravity) + " m/s²"},
        {"seed", fmt::format("{}", scene.seed)}};
    for (const Force& force : scene.forces)
        facts.emplace_back("force " + force.name, std::string(spelling(force.kind)));
    return facts_table(facts) + body_table(scene) + material_table(scene) + obstacle_table(scene) +
           fmt::format("<details><summary>The complete scene</summary><pre>{}</pre></details>\n", escaped(scene_json));
}

}  // namespace pliant
