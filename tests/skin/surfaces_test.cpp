#include "skin/contour.hpp"
#include "skin/made_surfaces.hpp"
#include "skin/particle_surface.hpp"
#include "skin/thin_surfaces.hpp"

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <numbers>

#include "skin/clouds.hpp"

namespace pliant {
namespace {

using namespace skin_test;
using std::numbers::pi;

double volume_of(const SkinMesh& mesh) { return enclosed_volume(mesh, mesh.points); }

Shape shape_of(ShapeKind kind) {
    Shape shape;
    shape.kind = kind;
    shape.size = Vec3(1, 0.6, 0.8);
    shape.radius = kind == ShapeKind::rounded_box ? 0.1 : 0.5;
    shape.top_radius = 0.2;
    return shape;
}

struct Case {
    ShapeKind kind;
    double volume;
};
const Case cases[] = {{ShapeKind::sphere, 4 * pi / 3 * 0.125},
                      {ShapeKind::ellipsoid, 4 * pi / 3 * 0.5 * 0.35 * 0.25},
                      {ShapeKind::box, 0.48},
                      {ShapeKind::capsule, 4 * pi / 3 * 0.125 + pi * 0.25},
                      {ShapeKind::cylinder, pi * 0.25},
                      {ShapeKind::cone, pi / 3 * (0.25 + 0.1 + 0.04)},
                      {ShapeKind::torus, 2 * pi* pi * 0.5 * 0.04}};

TEST(MadeSurfaces, are_closed_point_outwards_and_have_their_volume) {
    for (const Case& c : cases) {
        const SkinMesh mesh = make_skin_mesh(*surface_of(shape_of(c.kind), 0.02));
        EXPECT_TRUE(is_closed(mesh)) << static_cast<int>(c.kind);
        EXPECT_NEAR(volume_of(mesh) / c.volume, 1, 0.01) << static_cast<int>(c.kind);
        EXPECT_EQ(mesh.uvs.size(), mesh.vertex_count());
        for (const Vec2f& uv : mesh.uvs) EXPECT_TRUE((uv.array() >= 0).all() && (uv.array() <= 1).all());
    }
}

TEST(MadeSurfaces, lie_on_the_solid) {
    for (const ShapeKind kind : {ShapeKind::sphere, ShapeKind::box, ShapeKind::rounded_box, ShapeKind::capsule,
                                 ShapeKind::cylinder, ShapeKind::cone, ShapeKind::torus}) {
        const Shape shape = shape_of(kind);
        const SolidPtr solid = solid::primitive_of(shape);
        const RawSurface raw = *surface_of(shape, 0.05);
        for (const Vec3& p : raw.points) ASSERT_NEAR(solid->distance(p), 0, 1e-9) << static_cast<int>(kind);
    }
}

TEST(SkinMesh, a_box_is_sharp_at_its_edges_and_a_ball_nowhere) {
    const SkinMesh box = make_skin_mesh(box_surface(Vec3::Ones(), 0.25));
    const auto normals = smooth_normals(box, box.points);
    for (const Vec3& n : normals) EXPECT_NEAR(n.cwiseAbs().maxCoeff(), 1, 1e-12);
    const SkinMesh ball = make_skin_mesh(ellipsoid_surface(Vec3::Ones(), 0.1));
    EXPECT_EQ(ball.normal_count, ball.points.size());
    const auto round = smooth_normals(ball, ball.points);
    for (std::size_t v = 0; v < ball.vertex_count(); ++v)
        EXPECT_GT(round[ball.vertex_normal[v]].dot(ball.points[ball.vertex_point[v]]), 0.995);
}

TEST(Contour, keeps_corners_and_edges_of_solids) {
    // Turned, so that no lattice could hit the corners by chance.
    const Mat3 turn = axis_angle(Vec3(1, 2, 0.5), 0.7);
    const SolidPtr solid = solid::difference({solid::placed(solid::box(Vec3(1, 0.8, 0.6)), turn, 1, Vec3(0.1, 0, 0)),
                                              solid::placed(solid::box(Vec3(0.5, 2, 0.2)), turn, 1, Vec3(0.1, 0, 0))});
    const SkinMesh mesh = make_skin_mesh(contour(*solid, 0.05));
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(volume_of(mesh), 0.48 - 0.5 * 0.8 * 0.2, 2e-3 * 0.48);
    for (const double x : {-0.5, 0.5})
        for (const double y : {-0.4, 0.4})
            for (const double z : {-0.3, 0.3}) {
                const Vec3 corner = turn * Vec3(x, y, z) + Vec3(0.1, 0, 0);
                double nearest = 1;
                for (const Vec3& p : mesh.points) nearest = std::min(nearest, (p - corner).norm());
                EXPECT_LT(nearest, 0.1 * 0.05);
            }
}

TEST(Contour, is_closed_and_smooth_on_a_blend_of_balls) {
    const SolidPtr solid = solid::smooth_union(
        {solid::sphere(0.5), solid::placed(solid::sphere(0.3), Mat3::Identity(), 1, Vec3(0.6, 0, 0))}, 0.2);
    const SkinMesh mesh = make_skin_mesh(contour(*solid, 0.04));
    EXPECT_TRUE(is_closed(mesh));
    for (const Vec3& p : mesh.points) ASSERT_LT(std::abs(solid->distance(p)), 2e-3);
    EXPECT_EQ(mesh.normal_count, mesh.points.size());
}

TEST(ThinSurfaces, a_sheet_is_a_closed_slab_that_keeps_its_thickness) {
    const SheetSurface sheet = make_sheet(1, 0.5, 0.01, 0.05);
    EXPECT_TRUE(is_closed(sheet.cloth));
    EXPECT_NEAR(volume_of(sheet.cloth), 0.5 * 0.01, 1e-12);
    std::vector<Vec3> bent;
    for (const Vec3& p : sheet.middle.points) bent.emplace_back(std::sin(p.x()), std::cos(p.x()), p.z());
    const std::vector<Vec3> sides = sides_of(sheet, bent);
    for (std::size_t p = 0; p < bent.size(); ++p) EXPECT_NEAR((sides[p] - sides[p + bent.size()]).norm(), 0.01, 1e-12);
    EXPECT_NEAR(enclosed_volume(sheet.cloth, sides), 0.5 * 0.01, 1e-4);
}

TEST(ThinSurfaces, a_strand_is_a_closed_tube_that_bends_without_twist) {
    const StrandSurface strand = make_strand(std::vector<Vec3>{Vec3(0, 0, 0), Vec3(1, 0, 0)}, 0.02, 0.02);
    EXPECT_TRUE(is_closed(strand.tube));
    EXPECT_NEAR(volume_of(strand.tube), pi * 0.0004 + 4 * pi / 3 * 8e-6, 0.06 * pi * 0.0004);
    std::vector<Vec3> arc;
    for (const Vec3& p : strand.line) arc.emplace_back(std::sin(2 * p.x()), std::cos(2 * p.x()), 0);
    EXPECT_NEAR(enclosed_volume(strand.tube, tube_around(strand, arc)) / (2 * volume_of(strand.tube)), 1, 0.03);
    EXPECT_LT(largest_distance(tube_around(strand, strand.line), strand.tube.points), 1e-12);
}

TEST(ParticleSurface, has_the_volume_of_the_body_at_rest_and_in_motion) {
    std::vector<Vec3> ball, squashed;
    for (const Vec3& p : block(24, 0.05))
        if (p.norm() < 0.5) ball.push_back(p);
    const double volume = 4 * pi / 3 * 0.125;
    const ParticleSurface surface = make_particle_surface(ball, 0.05, volume, 0.025);
    const SkinMesh rest = surface_around(surface, ball, {}, ball.size());
    EXPECT_TRUE(is_closed(rest));
    EXPECT_NEAR(volume_of(rest) / volume, 1, 0.01);
    // As plastic flow does it: at constant volume, and the particles keep their distances on the whole.
    const Mat3 flat = Vec3(1.3, 1.0 / 1.69, 1.3).asDiagonal();
    const SkinMesh after =
        surface_around(surface, mapped(ball, axis_angle(Vec3(1, 1, 0), 1) * flat, Vec3(3, 0, 0)), {}, ball.size());
    EXPECT_TRUE(is_closed(after));
    EXPECT_NEAR(volume_of(after) / volume, 1, 0.03);
}

TEST(ParticleSurface, of_two_heaps_is_two_closed_surfaces) {
    std::vector<Vec3> both = block(10, 0.05);
    const std::vector<Vec3> other = mapped(both, Mat3::Identity(), Vec3(2, 0, 0));
    const ParticleSurface surface = make_particle_surface(both, 0.05, std::pow(0.5, 3), 0.025);
    both.insert(both.end(), other.begin(), other.end());
    ParticleSurface of_both = surface;
    of_both.count = both.size();
    const SkinMesh mesh = surface_around(of_both, both, {}, both.size());
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(volume_of(mesh) / 0.25, 1, 0.03);
    for (const Vec3& p : mesh.points) EXPECT_TRUE(p.x() < 0.4 || p.x() > 1.6);
}

TEST(ParticleSurface, is_the_same_at_any_number_of_threads) {
    const std::vector<Vec3> particles = block(12, 0.05);
    const ParticleSurface surface = make_particle_surface(particles, 0.05, std::pow(0.6, 3), 0.025);
    const SkinMesh many = surface_around(surface, particles, {}, particles.size());
    SkinMesh alone;
    tbb::task_arena(1).execute([&] { alone = surface_around(surface, particles, {}, particles.size()); });
    EXPECT_EQ(alone.points, many.points);
    EXPECT_EQ(alone.triangles, many.triangles);
}

}  // namespace
}  // namespace pliant
