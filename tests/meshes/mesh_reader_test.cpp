#include "meshes/mesh_reader.hpp"

#include "core/random.hpp"
#include "mesh_files.hpp"
#include "meshes/mesh_formats.hpp"
#include "meshes/ply.hpp"

#include <fmt/format.h>

namespace pliant {
namespace {

using test::bytes_of;

class MeshReader : public test::MeshFiles {
  protected:
    void refused(const std::string& name, std::string_view bytes, const std::vector<std::string>& parts) const {
        expect_refused([](const auto& path) { read_mesh(path); }, write(name, bytes), parts);
    }
};

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

std::string stl_triangle(float x) {
    std::string bytes;
    for (const float value : {0.f, 0.f, 1.f, x, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) bytes += bytes_of(value);
    return bytes + std::string(2, '\0');
}

std::string stl_file(std::uint32_t claimed, const std::string& triangles, const std::string& title = "binary") {
    return title + std::string(80 - title.size(), ' ') + bytes_of(claimed) + triangles;
}

TEST_F(MeshReader, obj_with_every_way_to_write_a_face) {
    const TriangleMesh mesh =
        read_mesh(write("a.OBJ",
                        "# a comment\r\nmtllib none.mtl\no thing\n"
                        "v 0 0 0\nv 1 0 0 # right\nv 1 1e0 0 0.5 0.5 0.5\nv +0 1 0\nvn 0 0 1\nvt 0 0\n"
                        "g part\nusemtl red\ns off\n"
                        "f 1 2 3\nf 1/1 3/1 4/1\nf 1//1 2//1 4//1\nf -4/1/1 -3/1/1 -2/1/1 -1/1/1\nl 1 2\n"));
    ASSERT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.vertices[2], Vec3(1, 1, 0));
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}, {0, 2, 3}}));
}

TEST_F(MeshReader, obj_faces_may_come_before_their_vertices) {
    EXPECT_EQ(read_mesh(write("a.obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n")).triangles, (Triangles{{0, 1, 2}}));
}

TEST_F(MeshReader, obj_mistakes_are_named_by_line) {
    const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    refused("a.obj", three + "f 1 2 9\n", {"line 4", "vertex 9", "1 to 3"});
    refused("a.obj", three + "f 1 2 -4\n", {"line 4", "vertex -4", "-1 to -3"});
    refused("a.obj", three + "f 0 1 2\n", {"line 4", "\"0\""});
    refused("a.obj", three + "f 1 2 x\n", {"line 4", "\"x\""});
    refused("a.obj", three + "f 1 2 99999999999999\n", {"line 4"});
    refused("a.obj", "v 0 0 0\nv 0 nan 0\n", {"line 2", "y coordinate", "nan"});
    refused("a.obj", "v 0 0 1e999\n", {"line 1", "z coordinate"});
    refused("a.obj", "v 0 zero 0\n", {"line 1", "zero"});
    refused("a.obj", "v 0 0\n", {"line 1", "z coordinate", "the end of the line"});
    refused("a.obj", "v 1,5 2 3\n", {"line 1", "x coordinate", "1,5"});
    for (const char* corner : {"1//", "1/", "1/1/", "1//x", "1/0", "1/1/1/1", "1/-/1"})
        refused("a.obj", three + "f " + corner + " 2 3\n", {"line 4", fmt::format("\"{}\"", corner), "3//2"});
    refused("a.obj", three, {"no faces", "3 vertices", "points"});
}

TEST_F(MeshReader, off_with_polygons_colours_and_comments) {
    const TriangleMesh mesh = read_mesh(write("a.off",
                                              "COFF\n# counts\n4 2 0\n0 0 0 255 0 0\n1 0 0 1 1 1\n1 1 0 1 1 1\n0 1 0 1 "
                                              "1 1\n4 0 1 2 3\n3 0 2 3 0.5 0.5 0.5\n"));
    EXPECT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 2, 3}}));
    EXPECT_EQ(read_mesh(write("b.off", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2")).triangles.size(), 1u);
}

TEST_F(MeshReader, off_mistakes_are_named_by_line) {
    refused("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", {"line 6", "vertex 3", "0 to 2"});
    refused("a.off", "OFF\n3 1 0\n0 0 0\n1 0 inf\n0 1 0\n3 0 1 2\n", {"line 4", "inf"});
    refused("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0 0\n", {"ends too early", "one more face"});
    refused("a.off", "OFF\n9000000000 1 0\n0 0 0\n", {"line 2", "9000000000"});
    refused("a.off", "OFF\n-3 1 0\n0 0 0\n", {"line 2", "-3"});
    refused("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n900000000 0 1 2\n", {"line 6", "900000000"});
    refused("a.off", "OFF\n", {"ends too early"});
    refused("a.off", "OFF\n3 1 0\n0 0 0\n1,0 0 0\n0 1 0\n3 0 1 2\n", {"line 4", "1,0"});
    refused("a.off", "hello\n", {"line 1", "hello", "OFF"});
}

TEST_F(MeshReader, stl_text_and_binary_give_the_same_mesh) {
    const TriangleMesh text =
        read_mesh(write("a.stl",
                        "solid thing\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n"
                        "   vertex 0 1 0\n  endloop\n endfacet\nendsolid thing\n"));
    const TriangleMesh binary = read_mesh(write("b.stl", stl_file(1, stl_triangle(0))));
    EXPECT_EQ(text.vertices, binary.vertices);
    EXPECT_EQ(text.triangles, binary.triangles);
    EXPECT_EQ(text.triangles, (Triangles{{0, 1, 2}}));
    EXPECT_EQ(read_mesh(write("c.stl", stl_file(1, stl_triangle(0) + "more"))).triangles.size(), 1u);
}

TEST_F(MeshReader, binary_stl_may_begin_with_the_word_solid) {
    EXPECT_EQ(read_mesh(write("a.stl", stl_file(2, stl_triangle(0) + stl_triangle(3), "solid"))).triangles.size(), 2u);
}

TEST_F(MeshReader, stl_mistakes_are_named) {
    refused("a.stl", stl_file(2, stl_triangle(0)), {"byte 80", "2 triangles", "cut off"});
    refused("a.stl", stl_file(1, stl_triangle(0) + stl_triangle(3)), {"byte 80", "1 triangles, and bytes for 2"});
    refused("a.stl", stl_file(4000000000u, stl_triangle(0)), {"byte 80", "4000000000"});
    refused("a.stl", stl_file(1, stl_triangle(std::numeric_limits<float>::quiet_NaN())), {"byte 96", "nan"});
    refused("a.stl", "short", {"too short", "5 bytes"});
    refused("a.stl",
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid\n",
            {"line 7", "2 vertices"});
    refused("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n", {"ends too early"});
    refused("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 what\n", {"line 4", "what"});
    refused("a.stl", "solid a\nhello\nendsolid\n", {"line 2", "hello"});
    refused("a.stl", stl_file(0, ""), {"no faces"});
}

/// A triangle and a mirrored copy of it, moved by its node; the bytes of its buffer are in the text.
std::string gltf_text(const std::string& change = "", const std::string& to = "") {
    // Three positions, then three indices of two bytes, as base64.
    std::string text = R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "translation": [0, 0, 5]}, {"mesh": 0, "scale": [-1, 2, 1]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "materials": [{"name": "stone"}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
                      {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 6}],
        "buffers": [{"byteLength": 44, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIAAAA="}]})";
    if (!change.empty()) text.replace(text.find(change), change.size(), to);
    return text;
}

TEST_F(MeshReader, gltf_puts_meshes_where_their_nodes_are) {
    const TriangleMesh mesh = read_mesh(write("a.gltf", gltf_text()));
    ASSERT_EQ(mesh.vertices.size(), 6U);
    EXPECT_EQ(mesh.vertices[1], Vec3(1, 0, 5));
    EXPECT_EQ(mesh.vertices[4], Vec3(-1, 0, 0));
    EXPECT_EQ(mesh.vertices[5], Vec3(0, 2, 0));
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 5, 4}})) << "a mirror turns faces around";
    ASSERT_EQ(mesh.groups.size(), 2U);
    EXPECT_EQ(mesh.groups[1].name, "stone");
    EXPECT_EQ(mesh.groups[1].first, 1U);
}

TEST_F(MeshReader, gltf_mistakes_are_named) {
    refused("a.gltf", "{}", {"glTF"});
    refused("a.gltf", gltf_text("\"count\": 3, \"type\": \"VEC3\"", "\"count\": 9, \"type\": \"VEC3\""), {"beyond"});
    refused("a.gltf", gltf_text("\"mesh\": 0, \"translation\"", "\"mesh\": 7, \"translation\""), {"mesh", "7"});
    refused("a.gltf", gltf_text("\"scale\": [-1, 2, 1]", "\"children\": [1]"), {"node"});
    refused("a.gltf", gltf_text("data:application/octet-stream;base64,AAAA", "gone.bin?"), {"glTF"});
    refused("a.glb", "glTF\2\0\0\0", {"glTF"});
}

TEST_F(MeshReader, files_that_are_no_mesh_files_are_named) {
    refused("a.obj", "", {"empty"});
    refused("a.fbx", "x", {".fbx", ".obj, .ply, .stl, .off, .gltf, .glb"});
    refused("noending", "x", {"without an ending"});
    auto read = [](const auto& path) { read_mesh(path); };
    expect_refused(read, folder() / "missing.obj", {"does not exist"});
    expect_refused(read, folder(), {"folder"});
}

/// Any bytes at all end in a mesh or in an InputError, quickly.
TEST(MeshFormats, garbage_and_damaged_files_never_do_anything_else) {
    const std::string ply_text =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    std::string ply_binary = ply_text.substr(0, ply_text.find("0 0 0\n"));
    ply_binary.replace(ply_binary.find("ascii"), 5, "binary_big_endian");
    for (int i = 0; i < 9; ++i) ply_binary += bytes_of(static_cast<float>(i), true);
    ply_binary += '\3';
    for (int i = 0; i < 3; ++i) ply_binary += bytes_of(std::int32_t{i}, true);
    const std::vector<std::pair<TriangleMesh (*)(const SourceFile&), std::string>> originals = {
        {read_ply, ply_text},
        {read_ply, ply_binary},
        {read_stl, stl_file(2, stl_triangle(0) + stl_triangle(1))},
        {read_stl,
         "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
         "0\nendloop\nendfacet\nendsolid\n"},
        {read_off, "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"},
        {[](const SourceFile& file) { return read_gltf(file, {}); }, gltf_text()},
        {read_obj, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2//1 -1\n"},
    };
    Random random(1);
    int read = 0;
    int refused = 0;
    for (const auto& [read_format, bytes] : originals) {
        EXPECT_FALSE(read_format({"whole", bytes}).triangles.empty());
        for (int k = 0; k < 1000; ++k) {
            std::string damaged = bytes;
            const std::uint32_t changes = random.below(4);
            for (std::uint32_t c = 0; c < changes; ++c) {
                damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] =
                    static_cast<char>(random.below(256));
            }
            if (random.below(2) == 0) damaged.resize(random.below(static_cast<std::uint32_t>(damaged.size())));
            try {
                const TriangleMesh mesh = read_format({"damaged", damaged});
                for (const auto& triangle : mesh.triangles) {
                    for (const std::uint32_t v : triangle) ASSERT_LT(v, mesh.vertices.size());
                }
                for (const Vec3& v : mesh.vertices) ASSERT_TRUE(v.allFinite());
                ++read;
            } catch (const InputError& error) {
                EXPECT_FALSE(error.problem().what.empty());
                ++refused;
            }
        }
    }
    EXPECT_GT(read, 100);
    EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace pliant
