#include "collision/obstacle.hpp"

#include "core/assert.hpp"
#include "math/decompose.hpp"

#include <limits>
#include <numbers>
#include <utility>

namespace pliant {
namespace {

SolidPtr solid_of(const Obstacle& o) {
    const double s = o.place.scale;
    switch (o.kind) {
        case ObstacleKind::plane:
            return nullptr;
        case ObstacleKind::sphere:
            return solid::sphere(s * o.radius);
        case ObstacleKind::box:
            return solid::box(s * o.size);
        case ObstacleKind::capsule:
            return solid::capsule(s * o.radius, s * o.height);
        case ObstacleKind::cylinder:
            return solid::cylinder(s * o.radius, s * o.height);
        case ObstacleKind::cone:
            return solid::cone(s * o.radius, s * o.top_radius, s * o.height);
        case ObstacleKind::mesh:
            break;
    }
    return nullptr;
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
