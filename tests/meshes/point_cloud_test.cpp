#include "meshes/point_cloud.hpp"

#include "mesh_files.hpp"

#include <fmt/format.h>

namespace pliant {
namespace {

class XyzPoints : public test::MeshFiles {
  protected:
    void refused(const std::string& name, std::string_view bytes, const std::vector<std::string>& parts) const {
        expect_refused([](const auto& path) { read_points(path); }, write(name, bytes), parts);
    }
};

TEST_F(XyzPoints, columns_after_the_third_become_attributes) {
    const PointCloud cloud = read_points(write("a.xyz", "# x y z stiff\n1 2 3 0.5 7\n\n4, 5; 6\t1.5 8 # last\r\n"));
    EXPECT_EQ(cloud.points, (std::vector<Vec3>{Vec3(1, 2, 3), Vec3(4, 5, 6)}));
    EXPECT_EQ(cloud.attributes.at("column4"), (std::vector<float>{0.5, 1.5}));
    EXPECT_EQ(cloud.attributes.at("column5"), (std::vector<float>{7, 8}));
    EXPECT_EQ(read_points(write("a.txt", "1 2 3")).points.size(), 1u);
}

TEST_F(XyzPoints, values_may_be_parted_by_commas_that_are_no_decimal_ones) {
    const std::vector<Vec3> expected = {Vec3(1, 2, 3), Vec3(4.5, -5, 6)};
    for (const char* text :
         {"1,2,3\n4.5,-5,6\n", "1, 2, 3\n4.5, -5, 6\n", "1;2;3\n4.5;-5;6\n", " 1,2,3 \r\n4.5,-5,6\r\n"})
        EXPECT_EQ(read_points(write("a.xyz", text)).points, expected) << text;
    for (const char* line : {"1,5 2 3", "1,5;2,5;3,5", "0,5\t1,5\t2,5", "1,5, 2,5, 3,5"})
        refused("a.xyz", fmt::format("1 2 3\n{}\n", line), {"line 2", "decimal comma"});
}

TEST_F(XyzPoints, the_first_line_may_hold_their_number) {
    EXPECT_EQ(read_points(write("a.xyz", "2\n1 2 3\n4 5 6\n")).points.size(), 2u);
    refused("a.xyz", "3\n1 2 3\n4 5 6\n", {"2 points", "3 points", "first line"});
    refused("a.xyz", "2\nwater\nH 1 2 3\nO 4 5 6\n", {"line 2", "water", "molecules"});
    refused("a.xyz", "2\n# water\nH 1 2 3\nO 4 5 6\n", {"line 3", "H 1 2 3", "molecules"});
    refused("a.xyz", "2.5\n1 2 3\n", {"line 1", "y coordinate"});
    refused("a.xyz", "1 2 3\n7\n", {"line 2", "y coordinate"});
}

/// At any size: what counts is how the distance compares to the cloud.
TEST_F(XyzPoints, no_two_may_lie_in_the_same_place) {
    for (const double size : {1e-3, 1.0, 1e5}) {
        const auto cloud = [&](double gap) {
            return fmt::format("0 0 0\n{0} {0} {0}\n{1} 0 0\n0 {0} 0\n", size, gap * size);
        };
        EXPECT_EQ(read_points(write("a.xyz", cloud(1e-5))).points.size(), 4u);
        refused("a.xyz", cloud(1e-7), {"same place", "1 of 4", "points 1 and 3"});
        refused("a.xyz", cloud(0), {"same place", "0 m apart", "Merge"});
    }
    refused("a.xyz", "1 2 3\n1 2 3\n", {"same place", "points 1 and 2"});
    EXPECT_EQ(read_points(write("a.xyz", "1 2 3\n")).points.size(), 1u);
}

TEST_F(XyzPoints, mistakes_are_named_by_line) {
    refused("a.xyz", "1 2 3\n4 5\n", {"line 2", "z coordinate"});
    refused("a.xyz", "1 2 3\n4 5 six\n", {"line 2", "six"});
    refused("a.xyz", "1 2 3\n# c\n4 5 nan\n", {"line 3", "nan"});
    refused("a.xyz", "1 2 3 4\n4 5 6\n", {"line 2", "3 columns", "4 columns"});
    refused("a.xyz", "1 2 3\n4 5 6 7\n", {"line 2", "4 columns", "3 columns"});
    refused("a.xyz", "1 2 3 4\n4 5 6 x\n", {"line 2", "\"x\""});
    refused("a.xyz", "# nothing\n", {"no points"});
    refused("a.xyz", "0 0 0\n0 2e6 0\n", {"too far", "2e+06 m", "1e6 m"});
    refused("a.xyz", "0 0 0\n0 1e-9 0\n", {"too small", "1e-09 m", "1e-6 m"});
    refused("a.xyz", "", {"empty"});
    refused("a.las", "LASF", {".las", ".ply, .xyz"});
    refused(
        "a.ply",
        "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
        {"no points"});
}

}  // namespace
}  // namespace pliant
