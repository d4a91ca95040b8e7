#include "sim/blades.hpp"

namespace pliant {

void place_blades(std::span<const ObstacleBody> obstacles, double time, std::vector<Blade>& blades) {
    blades.clear();
    for (const ObstacleBody& obstacle : obstacles) {
        const Obstacle& box = obstacle.description();
        if (!box.cuts || box.kind != ObstacleKind::box) continue;
        int thin = 0;
        box.size.minCoeff(&thin);
        const RigidPose pose = obstacle.pose(time);
        Blade& blade = blades.emplace_back();
        blade.center = pose.translation;
        for (int k = 0; k < 2; ++k) {
            const int side = (thin + 1 + k) % 3;
            blade.axes.col(k) = pose.rotation.col(side);
            blade.half[k] = 0.5 * box.place.scale * box.size[side];
        }
        blade.axes.col(2) = pose.rotation.col(thin);
    }
}

}  // namespace pliant
