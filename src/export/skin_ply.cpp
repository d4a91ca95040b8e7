// Binary PLY of surfaces: vertices with normal, velocity, UV (s t), colour, the number of their thing and of their
// piece of it; triangles.
#include "core/file_writer.hpp"
#include "export/flat_skin.hpp"
#include "export/formats.hpp"

#include <fmt/format.h>

#include <cstring>

namespace pliant {
namespace {

template <class T>
void append(std::string& bytes, const T* values, std::size_t count) {
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

std::string ply_bytes(const FlatSkin& flat) {
    std::string bytes = fmt::format(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float "
        "z\n"
        "property float nx\nproperty float ny\nproperty float nz\nproperty float vx\nproperty float vy\n"
        "property float vz\nproperty float s\nproperty float t\nproperty uchar red\nproperty uchar green\n"
        "property uchar blue\nproperty int thing\nproperty int fragment\nelement face {}\nproperty list uchar int "
        "vertex_indices\nend_header\n",
        flat.vertex_count(), flat.triangles.size());
    for (std::size_t v = 0; v < flat.vertex_count(); ++v) {
        append(bytes, &flat.positions[3 * v], 3);
        append(bytes, &flat.normals[3 * v], 3);
        append(bytes, &flat.velocities[3 * v], 3);
        append(bytes, &flat.uvs[2 * v], 2);
        append(bytes, &flat.colors[3 * v], 3);
        append(bytes, &flat.thing[v], 1);
        append(bytes, &flat.fragment[v], 1);
    }
    for (const auto& triangle : flat.triangles) {
        bytes.push_back(3);
        append(bytes, triangle.data(), 3);
    }
    return bytes;
}

}  // namespace

void write_ply_skins(const ExportJob& job) {
    job.for_each_frame("frames", [&](const Frame& frame, std::size_t k) {
        const std::string bytes = ply_bytes(flat_skin(*job.skins, job.skins->evaluate(frame, true)));
        FileWriter out(job.files[k]);
        out.write(bytes.data(), bytes.size());
        out.commit();
    });
}

}  // namespace pliant
