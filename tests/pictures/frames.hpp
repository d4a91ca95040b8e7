// Small frames made by hand, and folders for files.
#pragma once

#include "support/files.hpp"

#include <pliant/pictures.hpp>

#include <gtest/gtest.h>

namespace pliant {

/// Bodies side by side along x, each a block of side³ particles 0.1 m apart, in two clusters each: left and right half.
inline Frame blocks(int bodies, int side = 4) {
    Frame frame;
    for (int b = 0; b < bodies; ++b)
        for (int i = 0; i < side * side * side; ++i) {
            const int x = i % side;
            frame.positions.emplace_back(0.6 * b + 0.1 * x, 0.05 + 0.1 * (i / side % side), 0.1 * (i / side / side));
            frame.velocities.emplace_back(0, -0.5 * x, 0);
            frame.radii.push_back(0.05f);
            frame.bodies.push_back(static_cast<std::uint32_t>(b));
            frame.clusters.push_back(static_cast<std::uint32_t>(2 * b + (2 * x >= side ? 1 : 0)));
            frame.strains.push_back(0.1f * static_cast<float>(x));
            frame.plastics.push_back(0.2f * static_cast<float>(x));
            frame.fragments.push_back(static_cast<std::uint32_t>(b));
        }
    // A coarser level with one cluster a body, after the finest ones.
    for (int c = 0; c < 2 * bodies; ++c) frame.parents.push_back(static_cast<std::uint32_t>(2 * bodies + c / 2));
    for (int b = 0; b < bodies; ++b) frame.parents.push_back(static_cast<std::uint32_t>(2 * bodies + b));
    return frame;
}

inline Box bounds(const Frame& frame) {
    Box box;
    for (const Vec3& p : frame.positions) box.add(p);
    return box;
}

inline Scene scene_of(int bodies) {
    Scene scene;
    for (int b = 0; b < bodies; ++b) scene.bodies.emplace_back().name = "body-" + std::to_string(b);
    scene.obstacles.resize(1);
    return scene;
}

inline PictureSettings small_picture(ColorBy color = ColorBy::body) {
    PictureSettings settings;
    settings.width = 192;
    settings.height = 108;
    settings.antialias = 2;
    settings.color = color;
    return settings;
}

class InFolder : public ::testing::Test {
  protected:
    testing::TemporaryFolder folder;
};

}  // namespace pliant
