// The header <pliant/procrustes.hpp> stands alone: the rigid frame that fits a cloud of points best carries any other
// point along, and a force on that point reaches the cloud without a net force or torque left over.
#include <pliant/procrustes.hpp>

#include <Eigen/Geometry>
#include <iostream>
#include <vector>

int main() {
    using pliant::Vec3;
    const std::vector<Vec3> rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<double> weights = {1, 1, 1, 1};
    std::vector<Vec3> now;  // a quarter turn about z, and two metres up
    for (const Vec3& p : rest) now.emplace_back(-p.y(), p.x(), p.z() + 2);

    const pliant::ProcrustesFrame frame = pliant::procrustes_frame(rest, now, weights);
    const Vec3 tip(3, 0, 0);  // outside of the cloud
    const Vec3 place = pliant::bound_point(frame, tip), arm = pliant::arm_of(frame, tip);
    std::cout << "the point is carried to " << place.transpose() << ", conditioning " << frame.conditioning() << "\n";

    const Vec3 force(0, 0, 5);
    std::vector<Vec3> forces(rest.size(), Vec3::Zero());
    pliant::add_bound_forces(frame, arm, rest, weights, force, forces);
    Vec3 total = Vec3::Zero(), torque = Vec3::Zero();
    for (std::size_t i = 0; i < rest.size(); ++i) {
        total += forces[i];
        torque += (now[i] - frame.center).cross(forces[i]);
    }
    std::cout << "force " << total.transpose() << ", torque " << torque.transpose() << "\n";
    const bool carried = (place - Vec3(0, 3, 2)).norm() < 1e-12;
    return carried && (total - force).norm() < 1e-12 && (torque - arm.cross(force)).norm() < 1e-12 ? 0 : 1;
}
