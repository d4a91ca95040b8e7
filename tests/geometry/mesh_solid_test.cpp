#include <gtest/gtest.h>
#include <pliant/error.hpp>

#include <algorithm>

#include "core/random.hpp"
#include "geometry/mesh_tree.hpp"
#include "geometry/primitives.hpp"
#include "geometry/shape.hpp"
#include "test_meshes.hpp"

namespace pliant {
namespace {

using test::append;
using test::box_mesh;
using test::sphere_mesh;
using test::turn_inside_out;

std::vector<Vec3> random_points(std::size_t count, double reach) {
    Random random(21);
    std::vector<Vec3> points;
    while (points.size() < count) {
        const double x = random.uniform(-reach, reach);
        const double y = random.uniform(-reach, reach);
        points.emplace_back(x, y, random.uniform(-reach, reach));
    }
    return points;
}

/// Every triangle on its own vertices, in no order.
TriangleMesh soup_of(const TriangleMesh& mesh) {
    TriangleMesh soup;
    for (const auto& triangle : mesh.triangles) {
        const auto first = static_cast<std::uint32_t>(soup.vertices.size());
        for (const std::uint32_t v : triangle) soup.vertices.push_back(mesh.vertices[v]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    Random random(4);
    for (std::size_t i = soup.triangles.size(); i > 1; --i) {
        std::swap(soup.triangles[i - 1], soup.triangles[random.below(static_cast<std::uint32_t>(i))]);
    }
    return soup;
}

TEST(MeshTree, fast_winding_number_stays_near_the_exact_one) {
    TriangleMesh mesh = sphere_mesh(1, 24);
    mesh.triangles.resize(mesh.triangles.size() * 2 / 3);
    const MeshTree tree(mesh);
    double worst = 0;
    double worst_fine = 0;
    for (const Vec3& p : random_points(400, 1.5)) {
        const double exact = tree.exact_winding_number(p);
        worst = std::max(worst, std::abs(tree.winding_number(p) - exact));
        worst_fine = std::max(worst_fine, std::abs(tree.winding_number(p, 6) - exact));
    }
    EXPECT_LT(worst, 0.03);
    EXPECT_LT(worst_fine, 0.003);
    EXPECT_GT(worst, 1e-6) << "the hierarchy was never used";
}

TEST(MeshTree, exact_winding_number_is_whole_for_a_closed_surface) {
    const MeshTree tree(box_mesh(Vec3(1, 2, 3)));
    for (const Vec3& p : random_points(200, 2)) {
        const bool inside = box_distance(p, Vec3(0.5, 1, 1.5)) < 0;
        EXPECT_NEAR(tree.exact_winding_number(p), inside ? 1 : 0, 1e-9);
    }
}

TEST(MeshTree, closest_point_is_that_of_brute_force) {
    const TriangleMesh mesh = sphere_mesh(1, 12);
    const MeshTree tree(mesh);
    for (const Vec3& p : random_points(300, 2)) {
        double nearest = 1e9;
        for (const auto& [a, b, c] : mesh.triangles) {
            const Vec3 q = closest_on_triangle(p, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
            nearest = std::min(nearest, (q - p).norm());
        }
        EXPECT_DOUBLE_EQ((tree.closest_point(p) - p).norm(), nearest);
    }
}

TEST(MeshTree, closest_on_triangle_beats_every_other_point_of_it) {
    const std::vector<Vec3> points = random_points(400, 1);
    for (std::size_t k = 0; k + 3 < points.size(); k += 4) {
        const Vec3& p = points[k];
        const double d = (closest_on_triangle(p, points[k + 1], points[k + 2], points[k + 3]) - p).norm();
        double sampled = 1e9;
        for (int i = 0; i <= 60; ++i) {
            for (int j = 0; i + j <= 60; ++j) {
                const Vec3 q = (i * points[k + 1] + j * points[k + 2] + (60 - i - j) * points[k + 3]) / 60;
                sampled = std::min(sampled, (q - p).norm());
            }
        }
        EXPECT_LE(d, sampled + 1e-12);
        EXPECT_NEAR(d, sampled, 0.05);
    }
}

TEST(MeshSolid, closed_box_has_the_exact_distance_of_the_box) {
    const SolidPtr mesh = solid::mesh(box_mesh(Vec3(1, 2, 3)));
    for (const Vec3& p : random_points(300, 2.5)) {
        EXPECT_NEAR(mesh->distance(p), box_distance(p, Vec3(0.5, 1, 1.5)), 1e-9);
    }
}

TEST(MeshSolid, inside_out_is_the_same_as_right_side_out) {
    TriangleMesh mesh = sphere_mesh(1, 10);
    const SolidPtr right = solid::mesh(mesh);
    turn_inside_out(mesh);
    const SolidPtr turned = solid::mesh(mesh);
    for (const Vec3& p : random_points(200, 1.5)) EXPECT_NEAR(right->distance(p), turned->distance(p), 1e-12);
}

TEST(MeshSolid, soup_is_as_good_as_a_connected_mesh) {
    const TriangleMesh mesh = sphere_mesh(1, 10);
    const SolidPtr whole = solid::mesh(mesh);
    const SolidPtr soup = solid::mesh(soup_of(mesh));
    for (const Vec3& p : random_points(200, 1.5)) EXPECT_NEAR(whole->distance(p), soup->distance(p), 1e-12);
}

TEST(MeshSolid, open_mesh_keeps_its_inside_and_its_distance_stays_continuous) {
    TriangleMesh mesh = sphere_mesh(1, 24);
    std::erase_if(mesh.triangles, [&](const auto& t) { return mesh.vertices[t[0]].y() > 0.8; });
    EXPECT_FALSE(is_closed(mesh));
    const SolidPtr open = solid::mesh(mesh);
    EXPECT_TRUE(open->contains(Vec3(0, 0.5, 0)));
    EXPECT_TRUE(open->contains(Vec3(0, -0.9, 0)));
    EXPECT_FALSE(open->contains(Vec3(0, 1.1, 0)));
    double before = open->distance(Vec3(0, 0.3, 0));
    for (double y = 0.3; y < 1.5; y += 0.001) {
        const double d = open->distance(Vec3(0, y, 0));
        EXPECT_LT(std::abs(d - before), 0.02) << "at y = " << y;
        before = d;
    }
}

TEST(MeshSolid, self_intersecting_mesh_is_the_union_of_what_it_wraps_around) {
    TriangleMesh mesh = box_mesh(Vec3(2, 2, 2));
    append(mesh, box_mesh(Vec3(2, 2, 2), Vec3(1, 0.5, 0.3)));
    const SolidPtr solid = solid::mesh(mesh);
    for (const Vec3& p : random_points(500, 2.5)) {
        const bool inside = box_distance(p, Vec3::Ones()) < 0 || box_distance(p - Vec3(1, 0.5, 0.3), Vec3::Ones()) < 0;
        EXPECT_EQ(solid->contains(p), inside) << p.transpose();
    }
}

TEST(MeshSolid, cavity_is_outside) {
    TriangleMesh mesh = box_mesh(Vec3(2, 2, 2));
    TriangleMesh hole = box_mesh(Vec3(1, 1, 1));
    turn_inside_out(hole);
    append(mesh, hole);
    const SolidPtr solid = solid::mesh(mesh);
    EXPECT_FALSE(solid->contains(Vec3::Zero()));
    EXPECT_TRUE(solid->contains(Vec3(0.75, 0, 0)));
}

TEST(MeshSolid, non_manifold_fin_does_not_disturb_the_inside) {
    TriangleMesh mesh = box_mesh(Vec3(2, 2, 2));
    mesh.vertices.emplace_back(3, 0, 0);
    mesh.triangles.push_back({1, 3, 8});
    const SolidPtr solid = solid::mesh(mesh);
    EXPECT_TRUE(solid->contains(Vec3(0.5, 0.5, 0.5)));
    EXPECT_FALSE(solid->contains(Vec3(2, 0.1, -0.2)));
}

TEST(MeshSolid, thin_plate_has_an_inside) {
    const SolidPtr plate = solid::mesh(box_mesh(Vec3(1, 1e-4, 1)));
    EXPECT_TRUE(plate->contains(Vec3(0.2, 0, 0.3)));
}

TEST(MeshSolid, meshes_without_an_inside_are_refused) {
    TriangleMesh empty;
    EXPECT_THROW(solid::mesh(empty), InputError);

    TriangleMesh flat;
    flat.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
    flat.triangles = {{0, 1, 2}};
    EXPECT_THROW(solid::mesh(flat), InputError);

    TriangleMesh needle = flat;
    needle.vertices[2] = Vec3(2, 0, 0);
    EXPECT_THROW(solid::mesh(needle), InputError);

    TriangleMesh wrong = box_mesh(Vec3::Ones());
    wrong.triangles.push_back({0, 1, 99});
    EXPECT_THROW(solid::mesh(wrong), InputError);

    TriangleMesh broken = box_mesh(Vec3::Ones());
    broken.vertices[0].x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(solid::mesh(broken), InputError);
}

TEST(TriangleMesh, area_and_bounds_of_a_box) {
    const TriangleMesh mesh = box_mesh(Vec3(1, 2, 3), Vec3(5, 5, 5));
    EXPECT_NEAR(mesh_area(mesh), 22, 1e-12);
    EXPECT_EQ(mesh_bounds(mesh).lower, Vec3(4.5, 4, 3.5));
    EXPECT_EQ(mesh_bounds(mesh).upper, Vec3(5.5, 6, 6.5));
}

TEST(TriangleMesh, closed_means_every_edge_is_matched_even_across_separate_vertices) {
    TriangleMesh mesh = sphere_mesh(1, 8);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_TRUE(is_closed(box_mesh(Vec3::Ones())));
    EXPECT_TRUE(is_closed(soup_of(box_mesh(Vec3::Ones()))));
    mesh.triangles.pop_back();
    EXPECT_FALSE(is_closed(mesh));
}

}  // namespace
}  // namespace pliant
