#include "io/frame_ply.hpp"

#include "io/ply.hpp"

#include <array>
#include <numeric>

namespace pliant {
namespace {

/// The components of vectors as columns.
std::array<std::vector<float>, 3> split(const std::vector<Vec3>& vectors) {
    std::array<std::vector<float>, 3> columns;
    for (int k = 0; k < 3; ++k)
        for (const Vec3& v : vectors) columns[static_cast<std::size_t>(k)].push_back(static_cast<float>(v[k]));
    return columns;
}

std::vector<std::int32_t> whole(const std::vector<std::uint32_t>& values) { return {values.begin(), values.end()}; }

}  // namespace

void write_frame_ply(const std::filesystem::path& path, const Frame& frame) {
    const auto position = split(frame.positions), velocity = split(frame.velocities);
    std::vector<std::int32_t> id(frame.positions.size());
    std::iota(id.begin(), id.end(), 0);
    const std::vector<std::int32_t> body = whole(frame.bodies), cluster = whole(frame.clusters);
    const std::array<PlyColumn, 11> columns = {{{"x", position[0]},
                                                {"y", position[1]},
                                                {"z", position[2]},
                                                {"vx", velocity[0]},
                                                {"vy", velocity[1]},
                                                {"vz", velocity[2]},
                                                {"pscale", frame.radii},
                                                {"strain", frame.strains},
                                                {"id", id},
                                                {"body", body},
                                                {"cluster", cluster}}};
    write_ply_points(path, columns);
}

}  // namespace pliant
