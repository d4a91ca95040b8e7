// A bounding-volume hierarchy over triangles: closest point, and the generalised winding number.
//
// The winding number of a surface around q is the sum of the solid angles of its triangles seen from q over 4π: a whole
// number for a closed surface (1 inside, 0 outside), and a smooth, harmonic stand-in for open ones (Jacobson, Kavan and
// Sorkine-Hornung 2013). A far group of triangles looks like one dipole at its area centre c with moment n = Σ area ·
// normal, so its share is about n·(c − q) / (4π |c − q|³); the hierarchy uses that where q is farther than `accuracy`
// times the group's radius, and exact solid angles elsewhere (Barill et al. 2018, first-order form).
#pragma once

#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/triangle_mesh.hpp"

namespace pliant {

class MeshTree {
  public:
    /// All indices of the mesh must be valid and all used vertices finite.
    explicit MeshTree(const TriangleMesh& mesh);

    /// The point of the surface nearest to p.
    Vec3 closest_point(const Vec3& p) const;

    /// 2 keeps the error near 0.01, and below 0.06 close to long triangles; larger is more exact and slower.
    double winding_number(const Vec3& q, double accuracy = 2) const;

    /// The same without any approximation: time proportional to the number of triangles.
    double exact_winding_number(const Vec3& q) const;

  private:
    using Triangle = std::array<Vec3, 3>;
    struct Node {
        Box box;
        Vec3 center = Vec3::Zero();  ///< area centre
        Vec3 moment = Vec3::Zero();  ///< Σ area · normal, m²
        double radius = 0;           ///< of a ball around `center` that holds the triangles
        std::uint32_t first = 0;     ///< range of triangles_ …
        std::uint32_t count = 0;
        std::uint32_t second_child = 0;  ///< … 0 in a leaf; the first child is the next node
    };

    std::uint32_t build(std::vector<std::uint32_t>& order, const std::vector<Triangle>& source, std::uint32_t first,
                        std::uint32_t count);

    std::vector<Triangle> triangles_;
    std::vector<Node> nodes_;  ///< depth first, the root at 0
};

/// Signed solid angle of a triangle seen from the origin, in steradians (Van Oosterom and Strackee 1983).
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c);

/// The point of triangle abc nearest to p.
Vec3 closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace pliant
