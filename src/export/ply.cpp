// Binary PLY with every attribute of a frame. Names: x y z and red green blue as all readers know them, pscale and id
// as in Houdini, vx vy vz for the velocity.
#include "meshes/ply.hpp"

#include <array>
#include <cmath>
#include <numeric>

#include "export/columns.hpp"
#include "export/formats.hpp"

namespace pliant {
namespace {

std::array<std::vector<float>, 3> split(const std::vector<Vec3>& vectors) {
    std::array<std::vector<float>, 3> columns;
    for (int k = 0; k < 3; ++k)
        for (const Vec3& v : vectors) columns[static_cast<std::size_t>(k)].push_back(static_cast<float>(v[k]));
    return columns;
}

std::array<std::vector<std::uint8_t>, 3> color_bytes(const std::vector<std::uint32_t>& bodies) {
    const auto byte = [](float channel) { return static_cast<std::uint8_t>(std::lround(255 * channel)); };
    std::array<std::vector<std::uint8_t>, 3> columns;
    for (const std::uint32_t body : bodies) {
        const render::Color color = body_color(body);
        columns[0].push_back(byte(color.r));
        columns[1].push_back(byte(color.g));
        columns[2].push_back(byte(color.b));
    }
    return columns;
}

void write_ply(const Frame& frame, const std::filesystem::path& file) {
    const auto position = split(frame.positions), velocity = split(frame.velocities);
    const auto color = color_bytes(frame.bodies);
    std::vector<std::int32_t> id(frame.positions.size());
    for (std::size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::int32_t>(frame.id_of(i));
    const std::vector<std::int32_t> body(frame.bodies.begin(), frame.bodies.end());
    const std::vector<std::int32_t> cluster(frame.clusters.begin(), frame.clusters.end());
    const std::vector<std::int32_t> fragment(frame.fragments.begin(), frame.fragments.end());
    std::vector<PlyColumn> columns = {
        {"x", position[0]},  {"y", position[1]},      {"z", position[2]},          {"vx", velocity[0]},
        {"vy", velocity[1]}, {"vz", velocity[2]},     {"red", color[0]},           {"green", color[1]},
        {"blue", color[2]},  {"pscale", frame.radii}, {"strain", frame.strains},   {"id", id},
        {"body", body},      {"cluster", cluster},    {"plastic", frame.plastics}, {"fragment", fragment}};
    const auto embedded = split(frame.embedded);
    const char* names[] = {"ex", "ey", "ez"};
    for (std::size_t k = 0; k < 3 && !frame.embedded.empty(); ++k) columns.push_back({names[k], embedded[k]});
    write_ply_points(file, columns);
}

}  // namespace

void write_ply(const ExportJob& job) {
    if (job.skins) return write_ply_skins(job);
    job.for_each_frame("frames", [&](const Frame& frame, std::size_t k) { write_ply(frame, job.files[k]); });
}

}  // namespace pliant
