#include "render/view.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pliant::render {
namespace {

constexpr double degree = std::numbers::pi / 180;

void check(const View& view) {
    const auto refuse = [](const char* path, std::string value, const char* allowed) {
        throw InputError({.what = "the camera cannot take a picture",
                          .file = {},
                          .path = path,
                          .value = std::move(value),
                          .allowed = allowed,
                          .hint = {}});
    };
    const auto text = [](const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); };
    if (!view.eye.allFinite()) refuse("eye", text(view.eye), "three finite numbers, in metres");
    if (!view.target.allFinite()) refuse("target", text(view.target), "three finite numbers, in metres");
    if (view.eye == view.target) refuse("target", text(view.target), "a point other than the eye");
    if (!view.up.allFinite() || view.up.isZero(0)) refuse("up", text(view.up), "a direction other than zero");
    const double fov = view.field_of_view_degrees;
    if (!(fov > 0 && fov < 180)) refuse("field_of_view", fmt::format("{}", fov), "above 0 and below 180 degrees");
}

constexpr double filled = 0.92;  // of the picture's half width or height: the rest is margin

/// The closest eye for one direction across the view: its distance from the box's centre and its place across.
struct Side {
    double distance;
    double shift;
};

/// The automatic camera before its distance is known: it looks at the middle of a box that has a size.
struct Setup {
    Box box;
    Vec3 back;  ///< unit length, towards the eye
    Camera camera;

    /// A corner at (c, z) across and towards the eye stays inside when |c − shift| ≤ slope (distance − z). The two
    /// sides give shift + slope·distance ≥ high and −shift + slope·distance ≥ low: equality in both is the closest eye.
    Side fit(const Vec3& across, double slope) const {
        double high = -std::numeric_limits<double>::infinity();
        double low = high;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 p = Vec3((corner & 1) != 0 ? box.upper.x() : box.lower.x(),
                                (corner & 2) != 0 ? box.upper.y() : box.lower.y(),
                                (corner & 4) != 0 ? box.upper.z() : box.lower.z()) -
                           box.center();
            high = std::max(high, p.dot(across) + slope * p.dot(back));
            low = std::max(low, -p.dot(across) + slope * p.dot(back));
        }
        return Side{(high + low) / (2 * slope), 0.5 * (high - low)};
    }
    Side fit_width(double aspect) const { return fit(camera.right, filled * aspect * camera.half_height); }
    Side fit_height() const { return fit(camera.up, filled * camera.half_height); }
};

Setup make_setup(Box box) {
    constexpr double azimuth = 32 * degree;
    constexpr double elevation = 17 * degree;
    if (box.empty() || box.size().maxCoeff() <= 0 || !box.lower.allFinite() || !box.upper.allFinite()) {
        const Vec3 center = !box.empty() && box.center().allFinite() ? box.center() : Vec3::Zero();
        box = Box{center - Vec3::Constant(0.5), center + Vec3::Constant(0.5)};
    }
    const Vec3 back(std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
                    std::cos(azimuth) * std::cos(elevation));
    View view;
    view.eye = box.center() + back;
    view.target = box.center();
    return {box, back, make_camera(view, 1)};
}

}  // namespace

Vec3 Camera::project(const Vec3& point) const {
    const Vec3 d = point - eye;
    const double depth = d.dot(forward);
    return {d.dot(right) / (depth * half_width), d.dot(up) / (depth * half_height), depth};
}

Camera make_camera(const View& view, double aspect) {
    check(view);
    Camera camera;
    camera.eye = view.eye;
    camera.forward = (view.target - view.eye).normalized();
    Vec3 right = camera.forward.cross(view.up.normalized());
    constexpr double parallel = 1e-6;  // sine of the angle below which `up` says nothing
    if (right.norm() < parallel) {
        int least = 0;
        camera.forward.cwiseAbs().minCoeff(&least);
        right = camera.forward.cross(Vec3::Unit(least));
    }
    camera.right = right.normalized();
    camera.up = camera.right.cross(camera.forward);
    camera.half_height = std::tan(0.5 * degree * view.field_of_view_degrees);
    camera.half_width = aspect * camera.half_height;
    return camera;
}

View frame_view(const Box& motion_bounds, double aspect) {
    const Setup setup = make_setup(motion_bounds);
    const Side x = setup.fit_width(aspect);
    const Side y = setup.fit_height();
    View view;
    view.target = setup.box.center() + x.shift * setup.camera.right + y.shift * setup.camera.up;
    view.eye = view.target + std::max(x.distance, y.distance) * setup.back;
    return view;
}

double fitting_aspect(const Box& motion_bounds, double narrowest, double widest) {
    const Setup setup = make_setup(motion_bounds);
    const double distance = setup.fit_height().distance;
    for (int i = 0; i < 40; ++i) {  // a wider picture lets the eye come closer
        const double middle = 0.5 * (narrowest + widest);
        (setup.fit_width(middle).distance > distance ? narrowest : widest) = middle;
    }
    return 0.5 * (narrowest + widest);
}

}  // namespace pliant::render
