#include "io/point_cloud.hpp"

#include "mesh_files.hpp"

namespace pliant {
namespace {

class XyzPoints : public test::MeshFiles {
  protected:
    void refused(const std::string& name, std::string_view bytes, const std::vector<std::string>& parts) const {
        expect_refused([](const auto& path) { read_points(path); }, write(name, bytes), parts);
    }
};

TEST_F(XyzPoints, ColumnsAfterTheThirdBecomeAttributes) {
    const PointCloud cloud = read_points(write("a.xyz", "# x y z stiff\n1 2 3 0.5 7\n\n4, 5; 6\t1.5 8 # last\r\n"));
    EXPECT_EQ(cloud.points, (std::vector<Vec3>{Vec3(1, 2, 3), Vec3(4, 5, 6)}));
    EXPECT_EQ(cloud.attributes.at("column4"), (std::vector<float>{0.5, 1.5}));
    EXPECT_EQ(cloud.attributes.at("column5"), (std::vector<float>{7, 8}));
    EXPECT_EQ(read_points(write("a.txt", "1 2 3")).points.size(), 1u);
}

TEST_F(XyzPoints, MistakesAreNamedByLine) {
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
