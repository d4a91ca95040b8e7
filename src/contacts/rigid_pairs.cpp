#include "contacts/rigid_pairs.hpp"

#include "collision/box_tree.hpp"
#include "core/parallel.hpp"
#include "shape_matching/columns_as_eigen.hpp"
#include "contacts/body_pairs.hpp"
#include "particles/particle_sets.hpp"
#include "sim/step.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pliant {
namespace {

/// Bodies this near, as a share of their half width, are looked at though they do not move towards each other.
constexpr double nearness = 0.1;

/// Chunks of all sets of soft particles; those of point-based bodies change in number as they are resampled.
void cut_into_chunks(const State& state, RigidScratch& scratch) {
    scratch.chunk_count = 0;
    for (std::uint32_t set = 0; set <= state.points.size(); ++set) {
        const std::size_t count = set == 0 ? state.soft.particle_count() : state.points[set - 1].size();
        for (std::size_t begin = 0; begin < count; begin += particle_chunk) {
            if (scratch.chunk_count == scratch.chunks.size()) scratch.chunks.emplace_back();
            ChunkBounds& chunk = scratch.chunks[scratch.chunk_count++];
            chunk.set = set;
            chunk.begin = static_cast<std::uint32_t>(begin);
            chunk.end = static_cast<std::uint32_t>(std::min(begin + particle_chunk, count));
        }
    }
}

/// Bounds of the soft particles of a chunk from the start to the end of the step.
template <class Set>
void bound_chunk(const Set& set, double dt, ChunkBounds& chunk) {
    chunk.places = {};
    chunk.velocities = {};
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
        const Vec3 velocity = vec(set.at(i).velocity);
        const Vec3 place = set.origin(i) + vec(set.at(i).position);
        if (!set.collides(i) || !place.allFinite()) continue;
        const Vec3 reach = Vec3::Constant(set.radius(i)), start = place - dt * velocity;
        chunk.places.add(place - reach);
        chunk.places.add(place + reach);
        chunk.places.add(start - reach);
        chunk.places.add(start + reach);
        chunk.velocities.add(velocity);
    }
}

double distance_to(const Box& box, const Vec3& p) { return (p - p.cwiseMax(box.lower).cwiseMin(box.upper)).norm(); }

/// A body's speed at its fastest point, m/s.
double speed_of(const Model& model, const State& state, std::size_t r) {
    const RigidBody& body = model.rigid[r];
    const RigidMotion& motion = state.rigid.motions[r];
    return (expected_place(model, state, r, model.dt) - motion.position).norm() / model.dt +
           spin_of(body, motion).norm() * body.reach;
}

double fastest(const Model& model, const State& state, const Scratch& scratch) {
    double most = 0;
    for (std::size_t r = 0; r < model.rigid.size(); ++r) most = std::max(most, speed_of(model, state, r));
    for (const ChunkBounds& chunk : scratch.rigid.used_chunks())
        if (!chunk.velocities.empty())
            most = std::max(most, chunk.velocities.lower.cwiseAbs().cwiseMax(chunk.velocities.upper.cwiseAbs()).norm());
    return std::min(most, model.speed_limit);
}

bool may_meet(const Model& model, const Box& box, const ObstacleBody& obstacle, double time) {
    const RigidPose before = obstacle.pose(time), after = obstacle.pose(time + model.dt);
    const Vec3 half = 0.5 * box.size();
    if (obstacle.is_plane()) {
        const auto lowest = [&](const RigidPose& pose) {
            const Vec3 up = pose.rotation.col(1);
            return up.dot(box.center() - pose.translation) - up.cwiseAbs().dot(half);
        };
        return std::min(lowest(before), lowest(after)) <= 0;
    }
    const double reach = obstacle.bounding_radius() + (after.translation - before.translation).norm();
    return distance_to(box, after.translation) <= reach;
}

/// Bodies against bodies, by sweeping along x.
void sweep(const Model& model, const GlueScratch& glue, RigidScratch& scratch) {
    std::vector<std::uint32_t>& order = scratch.order;
    order.resize(model.rigid.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        const double a = scratch.boxes[i].lower.x(), b = scratch.boxes[j].lower.x();
        return a != b ? a < b : i < j;
    });
    for (std::size_t k = 0; k < order.size(); ++k) {
        const std::uint32_t i = order[k];
        if (!model.rigid[i].collides) continue;
        for (std::size_t m = k + 1; m < order.size(); ++m) {
            const std::uint32_t j = order[m];
            if (scratch.boxes[j].lower.x() > scratch.boxes[i].upper.x()) break;
            if (!model.rigid[j].collides || (model.rigid[i].keyed && model.rigid[j].keyed)) continue;
            if (glue.keeps_apart(model.rigid[i].body, model.rigid[j].body)) continue;
            if (overlap(scratch.boxes[i], scratch.boxes[j])) scratch.pairs.push_back({std::min(i, j), std::max(i, j)});
        }
    }
}

/// Relative speed of a pair at its fastest points.
double approach_of(const Model& model, const State& state, const RigidPair& pair) {
    const auto rigid = static_cast<std::uint32_t>(model.rigid.size());
    if (pair.second < rigid) return speed_of(model, state, pair.first) + speed_of(model, state, pair.second);
    const ObstacleBody& obstacle = model.obstacles[pair.second - rigid];
    const double time = time_of(model, state);
    const Vec3 moved = obstacle.pose(time + model.dt).translation - obstacle.pose(time).translation;
    return speed_of(model, state, pair.first) + moved.norm() / model.dt;
}

}  // namespace

Vec3 expected_place(const Model& model, const State& state, std::size_t rigid, double time) {
    const RigidMotion& motion = state.rigid.motions[rigid];
    if (!model.rigid[rigid].keyed) return motion.position + time * motion.velocity;
    return keyed_pose(model.rigid[rigid], time_of(model, state) + time).translation;
}

void find_rigid_pairs(const Model& model, const State& state, Scratch& scratch) {
    RigidScratch& own = scratch.rigid;
    cut_into_chunks(state, own);
    for_chunks(own.chunk_count, 1, own.chunk_count * particle_chunk >= parallel_threshold,
               [&](std::size_t c, std::size_t) {
                   with_set(model, state, scratch, own.chunks[c].set,
                            [&](const auto& set) { bound_chunk(set, model.dt, own.chunks[c]); });
               });
    own.fastest = fastest(model, state, scratch);
    const double way = model.dt * own.fastest, time = time_of(model, state);
    own.pairs.clear();
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        const double reach = model.rigid[r].reach + way + nearness * model.rigid[r].half_width;
        const Vec3 center = state.rigid.motions[r].position, size = Vec3::Constant(reach);
        own.boxes[r] = {center - size, center + size};
        if (model.rigid[r].keyed) continue;
        for (std::size_t k = 0; k < model.obstacles.size(); ++k)
            if (!scratch.glue.keeps_apart(model.rigid[r].body, obstacle_number(model, k)) &&
                may_meet(model, own.boxes[r], model.obstacles[k], time))
                own.pairs.push_back(
                    {static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(model.rigid.size() + k)});
    }
    sweep(model, scratch.glue, own);
    std::sort(own.pairs.begin(), own.pairs.end(), [](const RigidPair& a, const RigidPair& b) {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    for (ChunkBounds& chunk : own.used_chunks()) {
        chunk.rigid.clear();
        for (std::uint32_t r = 0; r < model.rigid.size() && !chunk.places.empty(); ++r)
            if (model.rigid[r].collides && overlap(chunk.places, own.boxes[r])) chunk.rigid.push_back(r);
    }
}

std::uint32_t rigid_pieces_needed(const Model& model, const State& state, const Scratch& scratch) {
    const auto rigid = static_cast<std::uint32_t>(model.rigid.size());
    double most = 1;
    const auto consider = [&](double approach, double apart, double reach, double thick) {
        if (apart <= reach + model.dt * approach) most = std::max(most, model.dt * approach / thick);
    };
    for (const RigidPair& pair : scratch.rigid.pairs) {
        const RigidBody& body = model.rigid[pair.first];
        const Vec3& place = state.rigid.motions[pair.first].position;
        const double approach = approach_of(model, state, pair);
        if (pair.second < rigid) {
            const RigidBody& other = model.rigid[pair.second];
            consider(approach, (state.rigid.motions[pair.second].position - place).norm(), body.reach + other.reach,
                     0.5 * (body.half_width + other.half_width));
        } else {
            const ObstacleBody& obstacle = model.obstacles[pair.second - rigid];
            const RigidPose pose = obstacle.pose(time_of(model, state));
            const double apart = obstacle.distance(pose.rotation.transpose() * (place - pose.translation));
            consider(approach, apart, body.reach, 0.5 * body.half_width);
        }
    }
    for (const ChunkBounds& chunk : scratch.rigid.used_chunks()) {
        for (const std::uint32_t r : chunk.rigid) {
            const Vec3 middle = chunk.velocities.center(), spread = 0.5 * chunk.velocities.size();
            const Vec3& place = state.rigid.motions[r].position;
            const Vec3 velocity = (expected_place(model, state, r, model.dt) - place) / model.dt;
            const double spin = spin_of(model.rigid[r], state.rigid.motions[r]).norm();
            const double approach = (velocity - middle).norm() + spread.norm() + spin * model.rigid[r].reach;
            consider(approach, distance_to(chunk.places, place), model.rigid[r].reach, model.rigid[r].half_width);
        }
    }
    return static_cast<std::uint32_t>(std::ceil(std::min(most, 2.0 * most_pieces)));
}

}  // namespace pliant
