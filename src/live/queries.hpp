// Rays and nearest points against bodies and obstacles as they are now.
#pragma once

#include "live/live_skins.hpp"
#include "sim/model.hpp"
#include "sim/state.hpp"

#include <pliant/live.hpp>

namespace pliant {

/// Soft bodies are their skins, or the balls of their particles where `skins` is empty or has none of them; rigid
/// bodies and obstacles are their solids.
std::optional<Hit> first_hit(const Model& model, const State& state, std::span<const SkinFrame> skins, const Vec3& from,
                             const Vec3& direction, double longest);
std::optional<Hit> nearest_hit(const Model& model, const State& state, std::span<const SkinFrame> skins,
                               const Vec3& point, double farthest);

/// m: the radius of the ball that stands for a soft particle, by its place among its body's.
double ball_radius(const Model& model, const State& state, std::uint32_t body, std::size_t particle);

}  // namespace pliant
