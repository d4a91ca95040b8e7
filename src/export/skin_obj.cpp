// Wavefront OBJ of surfaces: points in the order of pc2 and mdd, UVs and normals, a group for each material.
#include "export/formats.hpp"
#include "export/skin_source.hpp"
#include "export/text_file.hpp"

namespace pliant {
namespace {

/// How many of each the file has so far: OBJ counts through all objects.
struct Counts {
    std::size_t points = 1, uvs = 1, normals = 1;
};

void print_faces(TextFile& out, const SkinMesh& mesh, const Counts& first) {
    std::size_t group = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (group < mesh.groups.size() && mesh.groups[group].first == t)
            out.print("usemtl {}\n", mesh.groups[group++].name);
        out.print("f");
        for (const std::uint32_t v : mesh.triangles[t]) {
            const std::size_t p = first.points + mesh.vertex_point[v], n = first.normals + mesh.vertex_normal[v];
            if (mesh.uvs.empty())
                out.print(" {}//{}", p, n);
            else
                out.print(" {}/{}/{}", p, first.uvs + v, n);
        }
        out.print("\n");
    }
}

void print_thing(TextFile& out, const std::string& name, const SkinFrame& skin, Counts& counts) {
    out.print("o {}\n", file_identifier(name));
    for (const Vec3& position : skin.points) {
        const Eigen::Vector3f p = position.cast<float>();
        out.print("v {} {} {}\n", p.x(), p.y(), p.z());
    }
    for (const Vec2f& uv : skin.mesh->uvs) out.print("vt {} {}\n", uv.x(), uv.y());
    for (const Vec3& normal : skin.normals) {
        const Eigen::Vector3f n = normal.cast<float>();
        out.print("vn {} {} {}\n", n.x(), n.y(), n.z());
    }
    print_faces(out, *skin.mesh, counts);
    counts.points += skin.points.size();
    counts.uvs += skin.mesh->uvs.size();
    counts.normals += skin.normals.size();
}

}  // namespace

void write_obj_skins(const ExportJob& job) {
    job.for_each_frame("frames", [&](const Frame& frame, std::size_t k) {
        TextFile out(job.files[k]);
        out.print("# frame {}, time {} s, in metres, y up\n", frame.number, frame.time);
        Counts counts;
        const std::vector<ThingFrame> things = job.skins->evaluate(frame, false);
        for (std::size_t t = 0; t < things.size(); ++t)
            print_thing(out, job.skins->things()[t].name, things[t].skin, counts);
        out.commit();
    });
}

}  // namespace pliant
