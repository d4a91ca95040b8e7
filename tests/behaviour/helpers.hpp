// What the tests of behaviour share: running scenes through the public interface and measuring what people would see.
#pragma once

#include <gtest/gtest.h>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::testing {

/// Relative precision of the running simulation's numbers.
inline constexpr bool in_double = sizeof(Real) == 8;
inline constexpr double real_epsilon = static_cast<double>(std::numeric_limits<Real>::epsilon());
inline constexpr double radians = std::numbers::pi / 180;  ///< in a degree

/// A scene from JSON text.
Scene scene_of(std::string_view text, const std::vector<Override>& overrides = {});

/// Built for one thread.
Simulation serial(const Scene& scene);

/// What a stretch of frames did.
struct RunResult {
    StepReport report;
    double max_stretch = 0;  ///< over all frame ends
    double max_speed = 0;
    double lowest = 0, highest = 0;  ///< over all frame ends, y of any particle
    bool finite = true;

    std::uint64_t warnings() const;
};
/// Advances by this many frames; `each`, when given, sees the simulation after every one.
RunResult run_frames(Simulation& simulation, int frames, const std::function<void(const Simulation&)>& each = {});

/// A thousand steps (250 frames of four) of bodies that meet without gravity or anything fixed: momentum, angular
/// momentum and energy are kept to the precision of the numbers, through at least this many contacts.
void expect_momentum_kept(Simulation& simulation, std::uint64_t least_contacts);

/// How a body lies on what carries it, over 20 frames at 60 a second.
struct Carried {
    double force = 0;  ///< mean vertical contact force, N
    double left = 0;   ///< deepest overlap left, m
};
Carried weigh(Simulation& simulation, std::size_t body);

/// The particles of a snapshot that a test wants to follow, by id.
using Group = std::vector<std::size_t>;
Group select(const Frame& frame, const std::function<bool(const Vec3&)>& wanted);
Vec3 mean_position(const Frame& frame, const Group& group);
Vec3 center_of(const Frame& frame, std::uint32_t body = 0);
Box bounds_of(const Frame& frame, std::uint32_t body = 0);

/// The largest distance between equal particles of two frames.
double largest_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b);

/// The largest distance between two shapes after the rigid motion that brings them closest.
double shape_difference(const std::vector<Vec3>& shape, const std::vector<Vec3>& rest);

/// The frequency of a signal about 0, its modes counted by their squared amplitude: that of a sine for a sine. Hz, with
/// the interval between samples in s.
double mean_frequency(const std::vector<double>& signal, double interval);

/// Frequency in hertz of a signal about `level`, from the first to the last crossing (interpolated linearly); 0 with
/// fewer than three crossings.
double crossing_frequency(const std::vector<double>& signal, double level, double interval);

/// Puts a measured number into the test's record and on the screen.
void measured(const std::string& name, double value);

}  // namespace pliant::testing
