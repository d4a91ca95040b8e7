#include "clustering/kernel.hpp"

#include "clustering/memberships.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pliant {
namespace {

WeightKernel make(Kernel kind, double beta = 0.1, double m = 2) {
    Clusters settings;
    settings.kernel = kind;
    settings.blend_beta = beta;
    settings.fcm_m = m;
    return WeightKernel(settings);
}

/// Weights of a particle at the origin in clusters whose centers lie on the x axis at these places; radius 2.
std::vector<double> weights_at(const std::vector<double>& places, const WeightKernel& kernel) {
    std::vector<Vec3> centers;
    for (const double x : places) centers.push_back(Vec3(x, 0, 0));
    return memberships_within(std::vector<Vec3>{Vec3::Zero()}, centers, 2, kernel).weights;
}

void expect_weights(const std::vector<double>& found, const std::vector<double>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-14) << "cluster " << k;
}

TEST(Kernel, box_shares_evenly) { expect_weights(weights_at({0, 1, -2}, make(Kernel::box)), {1. / 3, 1. / 3, 1. / 3}); }

TEST(Kernel, poly6_is_the_cube_of_the_remaining_square) {
    // (4 - s²)³ for s = 0, 1: 64 and 27; nothing at the rim.
    expect_weights(weights_at({0, 1, 2}, make(Kernel::poly6)), {64. / 91, 27. / 91, 0});
}

TEST(Kernel, poly6_shares_evenly_where_all_clusters_end_at_the_particle) {
    expect_weights(weights_at({2, -2}, make(Kernel::poly6)), {0.5, 0.5});
}

TEST(Kernel, blend_adds_beta_to_poly6_scaled_to_one_at_the_center) {
    // 0.1 + 1, 0.1 + (3/4)³, 0.1.
    const double near = 1.1;
    const double middle = 0.1 + 27. / 64;
    const double sum = near + middle + 0.1;
    expect_weights(weights_at({0, 1, 2}, make(Kernel::blend)), {near / sum, middle / sum, 0.1 / sum});
}

TEST(Kernel, blend_without_beta_is_poly6) {
    expect_weights(weights_at({0, 1, 2}, make(Kernel::blend, 0)), weights_at({0, 1, 2}, make(Kernel::poly6)));
}

TEST(Kernel, invsq_is_the_inverse_square_softened_by_a_ten_thousandth_of_the_radius_squared) {
    const double on = 1 / 4e-4;
    const double off = 1 / (1 + 4e-4);
    expect_weights(weights_at({0, 1}, make(Kernel::invsq)), {on / (on + off), off / (on + off)});
}

TEST(Kernel, fcm_with_m_two_is_the_inverse_square) {
    expect_weights(weights_at({0.5, 1, -2}, make(Kernel::fcm)), {16. / 21, 4. / 21, 1. / 21});
}

TEST(Kernel, fcm_with_m_three_is_the_inverse_distance) {
    expect_weights(weights_at({0.5, 1, -2}, make(Kernel::fcm, 0.1, 3)), {4. / 7, 2. / 7, 1. / 7});
}

TEST(Kernel, fcm_gives_a_particle_on_centers_to_them) {
    expect_weights(weights_at({0, 1}, make(Kernel::fcm)), {1, 0});
    expect_weights(weights_at({0, 1, 0}, make(Kernel::fcm)), {0.5, 0, 0.5});
}

TEST(Kernel, fcm_with_m_near_one_takes_the_nearest_without_overflow) {
    expect_weights(weights_at({1e-3, 1.5}, make(Kernel::fcm, 0.1, 1.001)), {1, 0});
    expect_weights(weights_at({1e-3, -1e-3}, make(Kernel::fcm, 0.1, 1.001)), {0.5, 0.5});
}

TEST(Kernel, is_free_of_scale) {
    const std::vector<Vec3> points{Vec3(0.3, 0.1, 0), Vec3(-0.2, 0.5, 0.4)};
    const std::vector<Vec3> centers{Vec3(0, 0, 0), Vec3(0.5, 0.5, 0)};
    for (const Kernel kind : {Kernel::box, Kernel::poly6, Kernel::blend, Kernel::invsq, Kernel::fcm}) {
        const std::vector<double> unit = memberships_within(points, centers, 0.9, make(kind)).weights;
        for (const double scale : {0x1p-40, 0x1p+40}) {  // powers of two round nothing
            std::vector<Vec3> p{scale * points[0], scale * points[1]};
            std::vector<Vec3> c{scale * centers[0], scale * centers[1]};
            EXPECT_EQ(memberships_within(p, c, scale * 0.9, make(kind)).weights, unit);
        }
    }
}

}  // namespace
}  // namespace pliant
