// Where a picture is taken from.
#pragma once

#include <pliant/types.hpp>

namespace pliant::render {

/// A pinhole camera in metres. The field of view is the vertical one.
struct View {
    Vec3 eye = Vec3(3, 2, 4);
    Vec3 target = Vec3::Zero();
    Vec3 up = Vec3::UnitY();
    double field_of_view_degrees = 30;
};

/// A three-quarter view from slightly above, y up: the closest one that holds the whole box with a margin, so that the
/// box is centred along the side that is tighter. An empty, point-like or infinite box is seen as a cube of one metre.
/// `aspect` is width / height.
View frame_view(const Box& motion_bounds, double aspect);

/// The width / height between the two bounds at which frame_view leaves the least room: the box fills both sides.
double fitting_aspect(const Box& motion_bounds, double narrowest, double widest);

/// The view's orthonormal frame, ready for rays and for projection.
struct Camera {
    Vec3 eye;
    Vec3 right;
    Vec3 up;
    Vec3 forward;
    double half_width;   ///< of the picture at distance 1
    double half_height;  ///< of the picture at distance 1

    /// The direction (not normalised) through the screen point x, y in [−1, 1], y up.
    Vec3 direction(double x, double y) const { return forward + x * half_width * right + y * half_height * up; }

    /// Where a point lands: x, y as above, z its depth in metres along the view (not above 0: behind the eye).
    Vec3 project(const Vec3& point) const;
};

/// Throws InputError when a part is not finite, eye and target coincide, or the field of view is outside (0, 180).
/// An `up` along the line of sight (looking straight down) is replaced by another axis.
Camera make_camera(const View& view, double aspect);

}  // namespace pliant::render
