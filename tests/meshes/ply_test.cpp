#include "meshes/ply.hpp"

#include <rapidcheck.h>

#include "mesh_files.hpp"
#include "meshes/mesh_reader.hpp"
#include "meshes/point_cloud.hpp"

namespace pliant {
namespace {

using test::bytes_of;

class Ply : public test::MeshFiles {
  protected:
    void refused(std::string_view bytes, const std::vector<std::string>& parts) const {
        expect_refused([](const auto& path) { read_mesh(path); }, write("a.ply", bytes), parts);
    }
};

/// A square with a colour, a double and a list on its vertices, a foreign element, and a polygon of four corners.
std::string square_header(const std::string& format) {
    return "ply\r\nformat " + format +
           " 1.0\ncomment made by a test\nelement vertex 4\nproperty double x\nproperty float y\nproperty float z\n"
           "property uchar red\nproperty list uchar short extra\nproperty double stiff\nelement material 1\nproperty "
           "int id\n"
           "property list uint8 float32 values\nelement face 1\nproperty uchar flag\nproperty list uchar uint "
           "vertex_indices\n"
           "end_header\n";
}

std::string square_text() {
    return square_header("ascii") +
           "0 0 0 255 0 0.5\n1 0 0 128 2 7 8 1.5\n1 1 0 0 0 2.5\n0 1 0 1 1 -4 3.5\n42 3 1 2 3\n1 4 0 1 2 3\n";
}

std::string square_binary(bool big) {
    std::string bytes = square_header(big ? "binary_big_endian" : "binary_little_endian");
    auto put = [&](auto value) { bytes += bytes_of(value, big); };
    auto vertex = [&](double x, float y, int red, const std::vector<int>& extra, double stiff) {
        put(x);
        put(y);
        put(0.0f);
        put(static_cast<std::uint8_t>(red));
        put(static_cast<std::uint8_t>(extra.size()));
        for (const int e : extra) put(static_cast<std::int16_t>(e));
        put(stiff);
    };
    vertex(0, 0, 255, {}, 0.5);
    vertex(1, 0, 128, {7, 8}, 1.5);
    vertex(1, 1, 0, {}, 2.5);
    vertex(0, 1, 1, {-4}, 3.5);
    put(std::int32_t{42});
    put(std::uint8_t{3});
    for (const float f : {1.f, 2.f, 3.f}) put(f);
    put(std::uint8_t{1});
    put(std::uint8_t{4});
    for (std::uint32_t i = 0; i < 4; ++i) put(i);
    return bytes;
}

TEST_F(Ply, text_and_both_byte_orders_give_the_same_mesh) {
    for (const std::string& bytes : {square_text(), square_binary(false), square_binary(true)}) {
        const TriangleMesh mesh = read_mesh(write("a.ply", bytes));
        EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)}));
        EXPECT_EQ(mesh.triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}}));
        ASSERT_EQ(mesh.attributes.size(), 2u);
        EXPECT_EQ(mesh.attributes.at("red"), (std::vector<float>{255, 128, 0, 1}));
        EXPECT_EQ(mesh.attributes.at("stiff"), (std::vector<float>{0.5, 1.5, 2.5, 3.5}));
    }
}

TEST_F(Ply, every_cut_is_noticed) {
    for (const std::string& bytes : {square_text(), square_binary(false), square_binary(true)}) {
        // In text the very last number may lose digits or its line end and still be one.
        const std::size_t complete = bytes.size() - (bytes.back() == '\n' ? 2 : 0);
        for (std::size_t size = 1; size < complete; ++size) {
            EXPECT_THROW(read_ply(SourceFile{"a.ply", bytes.substr(0, size)}), InputError) << "cut to " << size;
        }
    }
}

TEST_F(Ply, points_need_no_faces) {
    const PointCloud cloud = read_points(write("a.ply",
                                               "ply\nformat ascii 1.0\nelement vertex 2\nproperty float z\nproperty "
                                               "float x\nproperty float y\nend_header\n3 1 2\n6 4 5"));
    EXPECT_EQ(cloud.points, (std::vector<Vec3>{Vec3(1, 2, 3), Vec3(4, 5, 6)}));
}

std::string points_header(const std::string& format, const std::string& count) {
    return "ply\nformat " + format + " 1.0\nelement vertex " + count +
           "\nproperty float x\nproperty float y\nproperty float z\n";
}

TEST_F(Ply, mistakes_in_the_header_are_named_by_line) {
    refused("plx\n", {"line 1", "plx"});
    refused("ply\nformat ascii 1.0\n", {"header does not end", "cut off"});
    refused("ply\nformat utf8 1.0\nend_header\n", {"line 2", "utf8", "binary_little_endian"});
    refused("ply\nelement vertex 0\nend_header\n", {"does not name the format"});
    refused("ply\nformat ascii 1.0\nelement vertex many\nend_header\n", {"line 3", "many"});
    refused("ply\nformat ascii 1.0\nelement vertex -1\nend_header\n", {"line 3", "-1"});
    refused("ply\nformat ascii 1.0\nproperty float x\nend_header\n", {"line 3", "before any element"});
    refused("ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\nend_header\n", {"line 4", "quad"});
    refused("ply\nformat ascii 1.0\nfoo\nend_header\n", {"line 3", "foo"});
    refused("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n",
            {"no position", "x, y and z"});
}

TEST_F(Ply, huge_claims_are_refused_before_memory_is_asked_for) {
    for (const std::string format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
        refused(points_header(format, "4000000000000") + "end_header\n0 0 0\n", {"4000000000000", "elements 'vertex'"});
        refused(points_header(format, "0") + "element nothing 9000000000\nend_header\n0 0 0\n", {"9000000000"});
    }
    const std::string faces = "element face 1\nproperty list uint int vertex_indices\nend_header\n";
    refused(points_header("binary_little_endian", "0") + faces + bytes_of(std::uint32_t{4000000000}),
            {"4000000000", "byte"});
    refused(points_header("ascii", "0") + faces + "1e17 0 0\n", {"list", "line"});
    refused(points_header("ascii", "0") + faces + "-3 0 0\n", {"-3", "line 10"});
}

TEST_F(Ply, bad_values_are_named_by_line_or_byte) {
    const std::string text = points_header("ascii", "2") + "end_header\n";
    refused(text + "0 0 0\n0 nan 0\n", {"line 9", "y coordinate of vertex 1", "nan"});
    refused(text + "0 0 0\n0 x 0\n", {"line 9", "\"x\""});
    const std::string binary = points_header("binary_little_endian", "1") + "end_header\n";
    refused(binary + bytes_of(0.f) + bytes_of(std::numeric_limits<float>::infinity()) + bytes_of(0.f),
            {"byte " + std::to_string(binary.size() + 4), "inf"});
    const std::string faces =
        points_header("ascii", "1") + "element face 1\nproperty list uchar int vertex_index\nend_header\n";
    refused(faces + "0 0 0\n3 0 0 1\n", {"line 11", "vertex 1", "0 to 0"});
    refused(faces + "0 0 0\n3 0 0 -1\n", {"line 11", "vertex -1"});
    refused(faces + "0 0 0\n3 0 0 0.5\n", {"line 11"});
}

TEST_F(Ply, written_points_read_back_the_same) {
    EXPECT_TRUE(rc::check("columns of any length and value within a million metres survive", [&] {
        const auto x = *rc::gen::container<std::vector<float>>(
            rc::gen::map(rc::gen::arbitrary<int>(), [](int i) { return static_cast<float>(i) / 7000; }));
        RC_PRE(!x.empty());
        const auto ids = *rc::gen::container<std::vector<std::int32_t>>(
            x.size(), rc::gen::inRange<std::int32_t>(-(1 << 24), 1 << 24));
        const auto flags = *rc::gen::container<std::vector<std::uint8_t>>(x.size(), rc::gen::arbitrary<std::uint8_t>());
        const std::vector<PlyColumn> columns = {{"x", std::span(x)},
                                                {"y", std::span(x)},
                                                {"z", std::span(x)},
                                                {"id", std::span(ids)},
                                                {"flag", std::span(flags)}};
        write_ply_points(folder() / "out.ply", columns);
        const TriangleMesh cloud = read_ply(read_source(folder() / "out.ply"));
        RC_ASSERT(cloud.vertices.size() == x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            RC_ASSERT(cloud.vertices[i] == Vec3::Constant(static_cast<double>(x[i])));
            RC_ASSERT(cloud.attributes.at("id")[i] == static_cast<float>(ids[i]));
            RC_ASSERT(cloud.attributes.at("flag")[i] == static_cast<float>(flags[i]));
        }
    }));
}

TEST_F(Ply, a_file_that_cannot_be_written_is_named_and_nothing_is_left_behind) {
    const std::vector<float> values = {1, 2, 3};
    const std::vector<PlyColumn> columns = {{"x", std::span<const float>(values)}};
    EXPECT_THROW(write_ply_points(folder() / "missing" / "out.ply", columns), InputError);
    // A folder in the way of the file: the rename fails after all bytes were written.
    std::filesystem::create_directories(folder() / "out.ply" / "in-the-way");
    EXPECT_THROW(write_ply_points(folder() / "out.ply", columns), InputError);
    // A full disk.
    std::filesystem::create_symlink("/dev/full", folder() / "full.ply.part");
    EXPECT_THROW(write_ply_points(folder() / "full.ply", columns), InputError);
    std::size_t entries = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) entries += entry.exists();
    EXPECT_EQ(entries, 1u);
}

}  // namespace
}  // namespace pliant
