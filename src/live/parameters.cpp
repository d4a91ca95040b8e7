// Which parameters of a scene may change while it runs.
#include "live/changeable.hpp"

#include "scene/path.hpp"
#include "scene/table.hpp"
#include "scene/words.hpp"
#include "scene/write.hpp"

#include <pliant/error.hpp>
#include <pliant/live.hpp>

#include <fmt/format.h>

namespace pliant {
namespace {

/// Walks the fields of a scene that are live.
class LiveFields {
  public:
    explicit LiveFields(const Scene& scene) : scene_(scene) {}

    std::vector<LiveParameter> all() {
        walk(fields_of(scene_), "", "scene", false, -1);
        return std::move(found_);
    }

  private:
    void walk(const Fields& fields, const std::string& path, const std::string& group, bool live, int solver) {
        const int kind = current_kind(fields);
        for (const Field& field : fields) {
            const Row& row = field.row;
            if (!applies(row, kind) || row.name == "look") continue;
            if (solver >= 0 && row.solvers != 0 && ((row.solvers >> solver) & 1U) == 0) continue;
            const std::string at = path.empty() ? std::string(row.name) : fmt::format("{}.{}", path, row.name);
            visit(field, at, group, live || row.live, solver);
        }
    }

    void visit(const Field& field, const std::string& path, const std::string& group, bool live, int solver) {
        if (const Nested* nested = std::get_if<Nested>(&field.cell))
            return walk(nested->fields(), path, group == "scene" ? path : group, live, solver);
        if (Material* const* material = std::get_if<Material*>(&field.cell)) {
            // What a point-based body is made of goes with its points.
            if (solver != static_cast<int>(Solver::point_based)) walk(fields_of(**material), path, group, live, solver);
            return;
        }
        if (const ListOf* list = std::get_if<ListOf>(&field.cell)) {
            for (std::size_t k = 0; k < list->size(); ++k)
                walk(list->element(k), fmt::format("{}.{}", path, k), name_of(path, k, group), live,
                     solver_of(path, k, solver));
            return;
        }
        if (live) add(field, path, group);
    }

    void add(const Field& field, const std::string& path, const std::string& group) {
        std::string type;
        if (std::holds_alternative<double*>(field.cell)) type = "number";
        if (std::holds_alternative<int*>(field.cell)) type = "whole number";
        if (std::holds_alternative<bool*>(field.cell)) type = "true or false";
        if (std::holds_alternative<Vec3*>(field.cell)) type = "vector";
        if (Varying* const* varying = std::get_if<Varying*>(&field.cell))
            if ((*varying)->regions.empty() && (*varying)->attribute.empty()) type = "number";
        if (type.empty()) return;
        const Row& row = field.row;
        found_.push_back({path, group, type, std::string(row.unit), compact_text(write_cell(field.cell)), row.range.min,
                          row.range.max, row.range.or_zero, std::string(row.meaning), std::string(row.extremes)});
    }

    std::string name_of(const std::string& list, std::size_t k, const std::string& outer) const {
        if (list == "bodies") return scene_.bodies[k].name;
        if (list == "obstacles") return scene_.obstacles[k].name;
        if (list == "forces") return fmt::format("force {}", k);
        return outer;
    }
    int solver_of(const std::string& list, std::size_t k, int outer) const {
        return list == "bodies" ? static_cast<int>(scene_.bodies[k].solver) : outer;
    }

    Scene scene_;
    std::vector<LiveParameter> found_;
};

/// Is the field at the path, or one that holds it, marked? The fields of a list are looked up in its first element.
bool is_marked(const Fields& fields, const std::vector<PathStep>& steps, std::size_t at) {
    if (at == steps.size()) return false;
    for (const Field& field : fields) {
        if (field.row.name != steps[at].key) continue;
        if (field.row.live) return true;
        if (const Nested* nested = std::get_if<Nested>(&field.cell))
            if (is_marked(nested->fields(), steps, at + 1)) return true;
        if (const ListOf* list = std::get_if<ListOf>(&field.cell))
            if (at + 1 < steps.size() && steps[at + 1].is_index && steps[at + 1].index < list->size() &&
                is_marked(list->element(steps[at + 1].index), steps, at + 2))
                return true;
    }
    return false;
}

}  // namespace

std::vector<LiveParameter> live_parameters(const Scene& scene) { return LiveFields(scene).all(); }

void check_changeable(const Scene& scene, const std::string& path, const std::string& value) {
    Scene copy = scene;
    const std::vector<PathStep> steps = parse_path(path);
    if (!is_marked(fields_of(copy), steps, 0))
        throw InputError({.what = "this cannot be changed while the simulation runs, or does not exist",
                          .path = path,
                          .value = value,
                          .allowed = "gravity, forces, collisions, bodies.N.material, bodies.N.clusters.level_weights, "
                                     "obstacles.N.friction and restitution, and what is in them",
                          .hint = "docs/parameters.md marks what is live; for all else start a new run with --set"});
    if (steps.size() >= 3 && steps[0].key == "bodies" && steps[2].key == "material" && steps[1].is_index &&
        steps[1].index < scene.bodies.size() && scene.bodies[steps[1].index].solver == Solver::point_based)
        throw InputError({.what = "a point-based body takes its material along with its points",
                          .path = path,
                          .value = value,
                          .allowed = "materials of bodies of shape matching and of rigid ones",
                          .hint = "start a new run with --set"});
}

}  // namespace pliant
