#include "render/view.hpp"
#include "support/uniform.hpp"

#include <pliant/error.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace pliant::render {
namespace {

/// The largest |x| or |y| of the box's corners on the screen; infinite when one is behind the eye.
double extent(const Box& box, const View& view, double aspect) {
    const Camera camera = make_camera(view, aspect);
    double most = 0;
    for (int i = 0; i < 8; ++i) {
        const Vec3 p =
            camera.project({(i & 1) != 0 ? box.upper.x() : box.lower.x(), (i & 2) != 0 ? box.upper.y() : box.lower.y(),
                            (i & 4) != 0 ? box.upper.z() : box.lower.z()});
        if (p.z() <= 0) return std::numeric_limits<double>::infinity();
        most = std::max({most, std::abs(p.x()), std::abs(p.y())});
    }
    return most;
}

RC_GTEST_PROP(FrameView, holds_every_corner_with_a_margin_but_no_more_than_needed, ()) {
    const double scale = std::pow(10.0, uniform(-4, 4));
    const Vec3 lower = scale * Vec3(uniform(-9, 9), uniform(-9, 9), uniform(-9, 9));
    const Box box{lower, lower + scale * Vec3(uniform(0, 3), uniform(0.01, 3), uniform(0, 3))};
    const double aspect = uniform(0.4, 2.5);
    const View view = frame_view(box, aspect);
    const double reached = extent(box, view, aspect);
    RC_ASSERT(reached < 0.95);
    RC_ASSERT(reached > 0.9);
}

RC_GTEST_PROP(FittingAspect, lets_the_box_fill_both_sides, ()) {
    const Box box{Vec3::Zero(), Vec3(uniform(0.5, 2), uniform(0.5, 2), uniform(0.5, 2))};
    const double aspect = fitting_aspect(box, 0.1, 10);
    // A wider picture brings the eye no closer, a narrower one sends it away.
    const auto distance = [&](double a) {
        const View view = frame_view(box, a);
        return (view.eye - view.target).norm();
    };
    RC_ASSERT(std::abs(distance(1.2 * aspect) / distance(aspect) - 1) < 1e-9);
    RC_ASSERT(distance(aspect / 1.2) > 1.01 * distance(aspect));
}

TEST(FittingAspect, stays_between_its_bounds) {
    const Box flat{Vec3::Zero(), Vec3(100, 1, 1)};
    const Box tall{Vec3::Zero(), Vec3(1, 100, 1)};
    EXPECT_NEAR(fitting_aspect(flat, 0.5, 2), 2, 1e-9);
    EXPECT_NEAR(fitting_aspect(tall, 0.5, 2), 0.5, 1e-9);
}

TEST(FrameView, looks_from_above_with_y_up) {
    const View view = frame_view(Box{Vec3::Zero(), Vec3::Ones()}, 1.5);
    EXPECT_GT(view.eye.y(), view.target.y());
    EXPECT_EQ(view.up, Vec3(Vec3::UnitY()));
}

TEST(FrameView, shows_a_metre_around_a_box_without_a_size) {
    const Vec3 point(4, -2, 7);
    const View expected = frame_view(Box{point - Vec3::Constant(0.5), point + Vec3::Constant(0.5)}, 1.5);
    EXPECT_EQ(frame_view(Box{point, point}, 1.5).eye, expected.eye);
    EXPECT_LT(extent(Box{Vec3::Constant(-0.5), Vec3::Constant(0.5)}, frame_view(Box{}, 1.5), 1.5), 1);
}

RC_GTEST_PROP(Camera, project_undoes_direction, ()) {
    View view;
    view.eye = Vec3(uniform(-9, 9), uniform(-9, 9), uniform(-9, 9));
    view.target = view.eye + Vec3(uniform(0.1, 1), uniform(-1, 1), uniform(-1, 1));
    view.field_of_view_degrees = uniform(5, 120);
    const Camera camera = make_camera(view, uniform(0.4, 2.5));
    const double x = uniform(-1, 1);
    const double y = uniform(-1, 1);
    const double depth = uniform(0.1, 50);
    const Vec3 back = camera.project(camera.eye + depth * camera.direction(x, y));
    RC_ASSERT((back - Vec3(x, y, depth)).norm() < 1e-9 * depth);
}

TEST(Camera, can_look_straight_down) {
    View view;
    view.eye = Vec3(0, 5, 0);
    const Camera camera = make_camera(view, 1);
    EXPECT_NEAR(camera.right.norm(), 1, 1e-12);
    EXPECT_NEAR(camera.right.dot(camera.forward), 0, 1e-12);
    EXPECT_NEAR(camera.up.dot(camera.forward), 0, 1e-12);
}

TEST(Camera, refuses_what_is_no_view_and_names_the_part) {
    const auto refused = [](const View& view) -> std::string {
        try {
            make_camera(view, 1);
        } catch (const InputError& error) {
            return error.problem().path;
        }
        return "accepted";
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(refused({}), "accepted");
    EXPECT_EQ(refused({.eye = Vec3(nan, 0, 0)}), "eye");
    EXPECT_EQ(refused({.target = Vec3(0, nan, 0)}), "target");
    EXPECT_EQ(refused({.eye = Vec3::Ones(), .target = Vec3::Ones()}), "target");
    EXPECT_EQ(refused({.up = Vec3::Zero()}), "up");
    for (double degrees : {0.0, -5.0, 180.0, nan}) {
        EXPECT_EQ(refused({.field_of_view_degrees = degrees}), "field_of_view") << degrees;
    }
}

}  // namespace
}  // namespace pliant::render
