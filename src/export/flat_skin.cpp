#include "export/flat_skin.hpp"

#include "export/columns.hpp"

#include <cmath>

namespace pliant {
namespace {

void put(std::vector<float>& to, const Vec3& v) {
    for (int k = 0; k < 3; ++k) to.push_back(static_cast<float>(v[k]));
}

}  // namespace

FlatSkin flat_skin(const SkinSource& source, const std::vector<ThingFrame>& things) {
    FlatSkin flat;
    const auto byte = [](float channel) { return static_cast<std::uint8_t>(std::lround(255 * channel)); };
    for (std::uint32_t t = 0; t < things.size(); ++t) {
        const SkinFrame& skin = things[t].skin;
        const SkinMesh& mesh = *skin.mesh;
        std::vector<bool> inside(mesh.vertex_count(), false);
        for (std::size_t k = mesh.inside_from; k < mesh.triangles.size(); ++k)
            for (const std::uint32_t v : mesh.triangles[k]) inside[v] = true;
        const auto first = static_cast<std::uint32_t>(flat.vertex_count());
        for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
            put(flat.positions, skin.points[mesh.vertex_point[v]]);
            put(flat.normals, skin.normals[mesh.vertex_normal[v]]);
            if (!skin.velocities.empty()) put(flat.velocities, skin.velocities[mesh.vertex_point[v]]);
            flat.uvs.push_back(mesh.uvs.empty() ? 0 : mesh.uvs[v].x());
            flat.uvs.push_back(mesh.uvs.empty() ? 0 : mesh.uvs[v].y());
            const SkinThing& thing = source.things()[t];
            render::Color color = inside[v] ? thing.inside_color : thing.color;
            if (!inside[v] && !mesh.colors.empty() && !thing.look.color)
                color = {mesh.colors[v].x(), mesh.colors[v].y(), mesh.colors[v].z()};
            flat.colors.insert(flat.colors.end(), {byte(color.r), byte(color.g), byte(color.b)});
            flat.thing.push_back(t);
            flat.fragment.push_back(skin.fragments.empty() ? 0 : skin.fragments[mesh.vertex_point[v]]);
        }
        for (const auto& [a, b, c] : mesh.triangles) flat.triangles.push_back({first + a, first + b, first + c});
    }
    return flat;
}

std::vector<float> flat_points(const std::vector<ThingFrame>& things) {
    std::vector<float> points;
    for (const ThingFrame& thing : things) {
        const std::vector<float> own = interleaved(thing.skin.points);
        points.insert(points.end(), own.begin(), own.end());
    }
    return points;
}

}  // namespace pliant
