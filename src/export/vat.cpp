// Vertex-animation textures: a row of pixels (or several) a frame, a pixel a vertex, 16 bits a channel.
//
// NAME_positions.png: (p − low) / (high − low), by axis. NAME_normals.png: (1 + n) / 2. NAME.glb: the first frame,
// whose n-th vertex is pixel n % width of row n / width of each frame's rows. NAME.json: numbers to read them by.
#include "export/flat_skin.hpp"
#include "export/formats.hpp"
#include "export/glb_file.hpp"
#include "export/text_file.hpp"
#include "render/picture.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

constexpr std::size_t widest = 4096;  // pixels: what every graphics card takes

std::uint16_t sixteen_bits(double share) {
    return static_cast<std::uint16_t>(std::lround(65535 * std::clamp(share, 0.0, 1.0)));
}

struct Texture {
    std::size_t width = 0, rows = 0;  ///< rows of a frame
    std::vector<std::uint16_t> rgb;

    void add(const std::vector<float>& values, const Vec3& low, const Vec3& high) {
        const std::size_t start = rgb.size();
        rgb.resize(start + 3 * width * rows, 0);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto axis = static_cast<Eigen::Index>(i % 3);
            const double size = high[axis] - low[axis];
            rgb[start + i] = sixteen_bits(size > 0 ? (static_cast<double>(values[i]) - low[axis]) / size : 0.5);
        }
    }
};

/// The things of a frame as one mesh in the world.
void write_reference(const FlatSkin& flat, const std::filesystem::path& path) {
    GlbFile file;
    std::vector<std::uint32_t> indices;
    for (const auto& triangle : flat.triangles) indices.insert(indices.end(), triangle.begin(), triangle.end());
    file.materials.push_back(R"({"doubleSided":true})");
    file.nodes.push_back(R"({"mesh":0})");
    file.meshes.push_back(fmt::format(
        R"({{"primitives":[{{"attributes":{{"POSITION":{},"NORMAL":{},"TEXCOORD_0":{}}},"indices":{},"material":0}}]}})",
        file.add(flat.positions, "VEC3"), file.add(flat.normals, "VEC3"), file.add(flat.uvs, "VEC2"),
        file.add(indices)));
    file.write(path);
}

}  // namespace

void write_vat(const ExportJob& job) {
    require_fixed(*job.skins, "vat");
    Box box;
    job.for_each_frame("bounds", [&](const Frame& frame, std::size_t) {
        for (const ThingFrame& thing : job.skins->evaluate(frame, false))
            for (const Vec3& p : thing.skin.points) box.add(p);
    });
    Texture positions, normals;
    std::size_t vertices = 0;
    job.for_each_frame("frames", [&](const Frame& frame, std::size_t k) {
        const FlatSkin flat = flat_skin(*job.skins, job.skins->evaluate(frame, false));
        if (k == 0) {
            vertices = flat.vertex_count();
            positions.width = normals.width = std::min(widest, vertices);
            positions.rows = normals.rows = (vertices + positions.width - 1) / positions.width;
            write_reference(flat, job.files[2]);
        }
        positions.add(flat.positions, box.lower, box.upper);
        normals.add(flat.normals, Vec3::Constant(-1), Vec3::Ones());
    });
    const std::size_t height = positions.rows * job.frames.numbers.size();
    render::write_png16(job.files[0], static_cast<int>(positions.width), static_cast<int>(height), positions.rgb);
    render::write_png16(job.files[1], static_cast<int>(normals.width), static_cast<int>(height), normals.rgb);
    TextFile json(job.files[3]);
    json.print("{{\"frames\": {}, \"fps\": {}, \"vertices\": {}, \"width\": {}, \"rows_per_frame\": {},\n",
               job.frames.numbers.size(), job.frames.fps, vertices, positions.width, positions.rows);
    json.print(" \"low\": [{}, {}, {}], \"high\": [{}, {}, {}]}}\n", box.lower.x(), box.lower.y(), box.lower.z(),
               box.upper.x(), box.upper.y(), box.upper.z());
    json.commit();
}

}  // namespace pliant
