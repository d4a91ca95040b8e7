#include "collision/obstacle.hpp"

#include "core/assert.hpp"
#include "math/decompose.hpp"

#include <array>
#include <limits>
#include <numbers>
#include <utility>

namespace pliant {
namespace {

/// Its sizes are those of the shape of the same name; a plane is not a solid, and a mesh comes from elsewhere.
SolidPtr solid_of(const Obstacle& o) {
    using K = ShapeKind;
    constexpr std::array kinds = {K::half_space, K::sphere, K::box, K::capsule, K::cylinder, K::cone, K::mesh};
    if (o.kind == ObstacleKind::plane) return nullptr;
    const double s = o.place.scale;
    Shape shape;
    shape.kind = kinds[static_cast<std::size_t>(o.kind)];
    shape.radius = s * o.radius;
    shape.top_radius = s * o.top_radius;
    shape.height = s * o.height;
    shape.size = s * o.size;
    return solid::primitive_of(shape);
}

}  // namespace

ObstacleMotion::ObstacleMotion(const Obstacle& description)
    : motion_(description.motion, description.place.translate),
      placement_{axis_angle(description.place.axis, description.place.angle * std::numbers::pi / 180),
                 description.place.translate} {}

RigidPose ObstacleMotion::pose(double time) const {
    const RigidPose motion = motion_.pose(time);
    return {motion.rotation * placement_.rotation, motion(placement_.translation)};
}

ObstacleBody::ObstacleBody(const Obstacle& description) : ObstacleBody(description, solid_of(description)) {}

ObstacleBody::ObstacleBody(const Obstacle& description, SolidPtr solid)
    : description_(description),
      solid_(std::move(solid)),
      motion_(description),
      bounding_radius_(std::numeric_limits<double>::infinity()) {
    PLIANT_ASSERT((solid_ == nullptr) == is_plane());
    if (!solid_) return;
    const Box box = solid_->bounds();
    bounding_radius_ = box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs()).norm();
}

double ObstacleBody::distance(const Vec3& local) const { return solid_ ? solid_->distance(local) : local.y(); }

Vec3 ObstacleBody::normal(const Vec3& local) const {
    if (!solid_) return Vec3::UnitY();
    const Vec3 gradient = distance_gradient(*solid_, local, 1e-2 * bounding_radius_);
    const double length = gradient.norm();
    // Only at a point that is equally far from all sides (a sphere's centre) is there no direction: any will do.
    return length > 0 ? Vec3(gradient / length) : Vec3::UnitY();
}

}  // namespace pliant
