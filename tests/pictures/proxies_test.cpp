#include "pictures/proxies.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace pliant {
namespace {

TEST(ProxySurface, lies_on_the_sphere_and_on_the_planes_that_cut_it) {
    ProxyShape proxy;
    proxy.center = Vec3(3, -1, 2);
    proxy.shape = Vec3(2, 1, 0.5).asDiagonal();
    proxy.sphere = Vec3(0.1, 0, 0);
    proxy.radius = 0.5;
    proxy.planes = {{Vec3::UnitX(), 0.2}, {-Vec3::UnitY(), 0.3}};
    const render::Mesh mesh = proxy_surface(proxy, {1, 0, 0});
    ASSERT_GT(mesh.positions.size(), 100u);
    int on_planes = 0, on_sphere = 0;
    for (const Vec3& p : mesh.positions) {
        const Vec3 q = (p - proxy.center).cwiseQuotient(Vec3(2, 1, 0.5));
        EXPECT_LE((q - proxy.sphere).norm(), 0.5 + 1e-9);
        EXPECT_LE(q.x(), 0.2 + 1e-9);
        EXPECT_GE(q.y(), -0.3 - 1e-9);
        const double distance = std::min({0.5 - (q - proxy.sphere).norm(), 0.2 - q.x(), q.y() + 0.3});
        EXPECT_NEAR(distance, 0, 1e-9);
        (0.5 - (q - proxy.sphere).norm() < 1e-9 ? on_sphere : on_planes) += 1;
    }
    EXPECT_GT(on_planes, 20);
    EXPECT_GT(on_sphere, 20);
}

}  // namespace
}  // namespace pliant
