// USD of surfaces: a Mesh prim for each thing, with materials.
//
// Points are those of the surface, so that a closed one stays closed; UVs and normals are by corner, with indices. What
// moves as a whole has one mesh and a transform a frame. A layer lists all samples of one attribute before the next,
// while a frame has all attributes together: the samples are spooled, and the frames read once.
#include <pliant/output.hpp>

#include <limits>

#include "core/write_file.hpp"
#include "export/formats.hpp"
#include "export/skin_source.hpp"
#include "export/spool.hpp"

namespace pliant {
namespace {

using Vec3f = Eigen::Vector3f;

template <class Out, class Write>
void print_list_of(Out& out, std::size_t count, const Write& write) {
    out.print("[");
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) out.print(", ");
        write(i);
    }
    out.print("]");
}

template <class Out>
void print_vectors_of(Out& out, const std::vector<Vec3>& vectors) {
    print_list_of(out, vectors.size(), [&](std::size_t i) {
        const Vec3f v = vectors[i].cast<float>();
        out.print("({}, {}, {})", v.x(), v.y(), v.z());
    });
}

template <class Out>
void print_triangles(Out& out, const SkinMesh& mesh, const std::vector<std::uint32_t>* of_vertex) {
    print_list_of(out, 3 * mesh.triangles.size(), [&](std::size_t i) {
        const std::uint32_t v = mesh.triangles[i / 3][i % 3];
        out.print("{}", of_vertex ? (*of_vertex)[v] : v);
    });
}

template <class Out>
void print_counts(Out& out, const SkinMesh& mesh) {
    print_list_of(out, mesh.triangles.size(), [&](std::size_t) { out.print("3"); });
}

template <class Out>
void print_extent(Out& out, const std::vector<Vec3>& points) {
    Vec3f lower = Vec3f::Constant(std::numeric_limits<float>::max()), upper = -lower;
    for (const Vec3& p : points) {
        lower = lower.cwiseMin(p.cast<float>());
        upper = upper.cwiseMax(p.cast<float>());
    }
    out.print("[({}, {}, {}), ({}, {}, {})]", lower.x(), lower.y(), lower.z(), upper.x(), upper.y(), upper.z());
}

/// The samples of one attribute.
struct Samples {
    std::string declaration;
    std::string metadata;
    Spool text;
};

/// One thing under way.
class ThingWriter {
  public:
    explicit ThingWriter(const SkinThing& thing) : thing_(thing) {
        const std::string by_corner = "(\n            interpolation = \"faceVarying\"\n        )";
        if (thing.whole) {
            add("matrix4d xformOp:transform");
            return;
        }
        add("point3f[] points");
        add("float3[] extent");
        add("normal3f[] primvars:normals", by_corner);
        add("vector3f[] velocities");
        if (!thing.changes) return;
        add("int[] faceVertexCounts");
        add("int[] faceVertexIndices");
        add("int[] primvars:normals:indices");
        if (!thing.breaks) return;
        add("texCoord2f[] primvars:st", by_corner);
        add("int[] primvars:st:indices");
        for (const SkinGroup& group : thing.rest->groups) groups_.push_back(group.name);
        groups_.emplace_back("inside");
        for (std::size_t g = 0; g < groups_.size(); ++g) add("int[] indices");
    }

    void sample(int number, const ThingFrame& frame) {
        std::size_t next = 0;
        const auto put = [&](const auto& print) {
            Spool& out = samples_[next++]->text;
            out.print("            {}: ", number);
            print(out);
            out.print(",\n");
        };
        if (thing_.whole) return put([&](Spool& out) { print_matrix(out, frame); });
        const SkinFrame& skin = frame.skin;
        put([&](Spool& out) { print_vectors_of(out, skin.points); });
        put([&](Spool& out) { print_extent(out, skin.points); });
        put([&](Spool& out) { print_vectors_of(out, skin.normals); });
        put([&](Spool& out) { print_vectors_of(out, skin.velocities); });
        if (!thing_.changes) return;
        put([&](Spool& out) { print_counts(out, *skin.mesh); });
        put([&](Spool& out) { print_triangles(out, *skin.mesh, &skin.mesh->vertex_point); });
        put([&](Spool& out) { print_triangles(out, *skin.mesh, &skin.mesh->vertex_normal); });
        if (!thing_.breaks) return;
        // Before it breaks it may have none.
        const std::vector<Vec2f> uvs = skin.mesh->uvs.empty() ? std::vector<Vec2f>{Vec2f::Zero()} : skin.mesh->uvs;
        const std::vector<std::uint32_t> none(skin.mesh->vertex_count(), 0);
        put([&](Spool& out) { print_uvs(out, uvs); });
        put([&](Spool& out) { print_triangles(out, *skin.mesh, skin.mesh->uvs.empty() ? &none : nullptr); });
        for (const std::string& name : groups_) put([&](Spool& out) { print_faces_of(out, *skin.mesh, name); });
    }

    void write(TextFile& out, const std::string& name, const std::string& material) {
        out.print("    def Mesh \"{}\" (\n        prepend apiSchemas = [\"MaterialBindingAPI\"]\n    )\n    {{\n",
                  name);
        const bool stays = thing_.rest && !thing_.changes;
        if (stays) print_rest(out, *thing_.rest);
        const std::size_t own = samples_.size() - groups_.size();
        for (std::size_t s = 0; s < own; ++s) print_samples(out, *samples_[s]);
        if (thing_.whole) out.print("        uniform token[] xformOpOrder = [\"xformOp:transform\"]\n");
        const Vec3f color = render::to_linear(thing_.color);
        out.print("        color3f[] primvars:displayColor = [({}, {}, {})]\n", color.x(), color.y(), color.z());
        out.print(
            "        uniform token orientation = \"rightHanded\"\n        uniform token subdivisionScheme = "
            "\"none\"\n        rel material:binding = <{}>\n",
            material);
        if (stays) print_groups(out, *thing_.rest);
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            print_group_head(out, groups_[g], g);
            if (groups_[g] == "inside") out.print("            rel material:binding = <{}_inside>\n", material);
            print_samples(out, *samples_[own + g]);
            out.print("        }}\n");
        }
        out.print("    }}\n");
    }

  private:
    static void print_samples(TextFile& out, Samples& samples) {
        if (!samples.metadata.empty()) out.print("        {} {}\n", samples.declaration, samples.metadata);
        out.print("        {}.timeSamples = {{\n", samples.declaration);
        samples.text.copy_to(out);
        out.print("        }}\n");
    }
    template <class Out>
    static void print_uvs(Out& out, const std::vector<Vec2f>& uvs) {
        print_list_of(out, uvs.size(), [&](std::size_t i) { out.print("({}, {})", uvs[i].x(), uvs[i].y()); });
    }
    static void print_faces_of(Spool& out, const SkinMesh& mesh, const std::string& name) {
        std::vector<std::uint32_t> faces;
        for (const SkinGroup& group : mesh.groups)
            for (std::uint32_t t = 0; group.name == name && t < group.count; ++t) faces.push_back(group.first + t);
        print_list_of(out, faces.size(), [&](std::size_t i) { out.print("{}", faces[i]); });
    }
    static void print_group_head(TextFile& out, const std::string& name, std::size_t g) {
        out.print(
            "        def GeomSubset \"{}_{}\" (\n            prepend apiSchemas = [\"MaterialBindingAPI\"]\n        )\n"
            "        {{\n            uniform token elementType = \"face\"\n"
            "            uniform token familyName = \"materialBind\"\n",
            file_identifier(name), g);
    }
    void add(std::string declaration, std::string metadata = "") {
        samples_.push_back(std::make_unique<Samples>());
        samples_.back()->declaration = std::move(declaration);
        samples_.back()->metadata = std::move(metadata);
    }
    /// Rows are what USD multiplies from the left.
    static void print_matrix(Spool& out, const ThingFrame& frame) {
        out.print("(");
        for (int c = 0; c < 3; ++c)
            out.print("({}, {}, {}, 0), ", frame.turn(0, c), frame.turn(1, c), frame.turn(2, c));
        out.print("({}, {}, {}, 1))", frame.shift.x(), frame.shift.y(), frame.shift.z());
    }
    /// What stays: triangles, UVs; of a thing that moves as a whole, everything.
    void print_rest(TextFile& out, const SkinMesh& mesh) const {
        const auto list = [&](const char* declaration, const auto& print, const char* end = "\n") {
            out.print("        {} = ", declaration);
            print();
            out.print("{}", end);
        };
        const char* by_corner = " (\n            interpolation = \"faceVarying\"\n        )\n";
        list("int[] faceVertexCounts", [&] { print_counts(out, mesh); });
        list("int[] faceVertexIndices", [&] { print_triangles(out, mesh, &mesh.vertex_point); });
        list("int[] primvars:normals:indices", [&] { print_triangles(out, mesh, &mesh.vertex_normal); });
        if (thing_.whole) {
            list("point3f[] points", [&] { print_vectors_of(out, mesh.points); });
            list("float3[] extent", [&] { print_extent(out, mesh.points); });
            list(
                "normal3f[] primvars:normals", [&] { print_vectors_of(out, smooth_normals(mesh, mesh.points)); },
                by_corner);
        }
        if (mesh.uvs.empty()) return;
        list(
            "texCoord2f[] primvars:st", [&] { print_uvs(out, mesh.uvs); }, by_corner);
        list("int[] primvars:st:indices", [&] { print_triangles(out, mesh, nullptr); });
    }
    static void print_groups(TextFile& out, const SkinMesh& mesh) {
        for (std::size_t g = 0; g < mesh.groups.size(); ++g) {
            const SkinGroup& group = mesh.groups[g];
            print_group_head(out, group.name, g);
            out.print("            int[] indices = ");
            print_list_of(out, group.count, [&](std::size_t i) { out.print("{}", group.first + i); });
            out.print("\n        }}\n");
        }
    }

    const SkinThing& thing_;
    std::vector<std::unique_ptr<Samples>> samples_;  ///< those of the groups at the end
    std::vector<std::string> groups_;                ///< of a thing that breaks
};

/// A texture by the UVs; `file` lies beside the layer.
void print_texture(TextFile& out, const std::string& material, const std::string& file) {
    out.print(
        "            def Shader \"texture\"\n            {{\n                uniform token info:id = \"UsdUVTexture\"\n"
        "                asset inputs:file = @{}@\n                float2 inputs:st.connect = <{}/st.outputs:result>\n"
        "                token inputs:wrapS = \"repeat\"\n                token inputs:wrapT = \"repeat\"\n"
        "                float3 outputs:rgb\n            }}\n",
        file, material);
    out.print(
        "            def Shader \"st\"\n            {{\n                uniform token info:id = "
        "\"UsdPrimvarReader_float2\"\n                string inputs:varname = \"st\"\n"
        "                float2 outputs:result\n            }}\n");
}

void print_material(TextFile& out, const std::string& path, render::Color shown, const Look& look,
                    const std::string& texture = "") {
    const Vec3f color = render::to_linear(shown);
    out.print(
        "        def Material \"{}\"\n        {{\n            token outputs:surface.connect = "
        "<{}/shader.outputs:surface>\n            def Shader \"shader\"\n            {{\n"
        "                uniform token info:id = \"UsdPreviewSurface\"\n",
        path.substr(path.rfind('/') + 1), path);
    if (texture.empty())
        out.print("                color3f inputs:diffuseColor = ({}, {}, {})\n", color.x(), color.y(), color.z());
    else
        out.print("                color3f inputs:diffuseColor.connect = <{}/texture.outputs:rgb>\n", path);
    out.print(
        "                float inputs:roughness = {}\n                float inputs:metallic = {}\n"
        "                token outputs:surface\n            }}\n",
        static_cast<float>(look.roughness), static_cast<float>(look.metalness));
    if (!texture.empty()) print_texture(out, path, texture);
    out.print("        }}\n");
}

/// Puts a thing's texture beside the layer; returns the file's name, empty without one.
std::string write_texture(const SkinThing& thing, const std::filesystem::path& layer, const std::string& id) {
    if (thing.texture.empty()) return {};
    const std::string name = layer.stem().string() + "_" + id + ".png";
    write_file(layer.parent_path() / name, thing.texture.data(), thing.texture.size());
    return name;
}

}  // namespace

void write_usda_skins(const ExportJob& job) {
    const std::string name = file_identifier(job.frames.name);
    const std::vector<SkinThing>& things = job.skins->things();
    std::vector<ThingWriter> writers;
    for (const SkinThing& thing : things) writers.emplace_back(thing);
    job.for_each_frame("frames", [&](const Frame& frame, std::size_t) {
        const std::vector<ThingFrame> frames = job.skins->evaluate(frame, true);
        for (std::size_t t = 0; t < frames.size(); ++t) writers[t].sample(frame.number, frames[t]);
    });
    TextFile out(job.files.front());
    out.print(
        "#usda 1.0\n(\n    customLayerData = {{\n        string creator = \"Pliant {}\"\n    }}\n"
        "    defaultPrim = \"{}\"\n    endTimeCode = {}\n    framesPerSecond = {}\n    metersPerUnit = 1\n"
        "    startTimeCode = {}\n    timeCodesPerSecond = {}\n    upAxis = \"Y\"\n)\n\n",
        version(), name, job.frames.numbers.back(), job.frames.fps, job.frames.numbers.front(), job.frames.fps);
    out.print("def Xform \"{}\" (\n    kind = \"component\"\n)\n{{\n    def Scope \"materials\"\n    {{\n", name);
    const std::string scope = fmt::format("/{}/materials", name);
    const auto id = [&](std::size_t t) { return fmt::format("{}_{}", file_identifier(things[t].name), t); };
    for (std::size_t t = 0; t < things.size(); ++t) {
        const std::string path = scope + "/" + id(t);
        print_material(out, path, things[t].color, things[t].look, write_texture(things[t], job.files.front(), id(t)));
        if (things[t].breaks) print_material(out, path + "_inside", things[t].inside_color, things[t].inside);
    }
    out.print("    }}\n");
    for (std::size_t t = 0; t < things.size(); ++t) writers[t].write(out, id(t), scope + "/" + id(t));
    out.print("}}\n");
    out.commit();
}

}  // namespace pliant
