#include "contacts/rigid_pairs.hpp"

#include "collision/box_tree.hpp"
#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pliant {
namespace {

/// Bodies this near, as a share of their half width, are looked at though they do not move towards each other.
constexpr double nearness = 0.1;

/// Chunks of all sets of soft particles; those of point-based bodies change in number as they are resampled.
void cut_into_chunks(const RigidInput& input, RigidScratch& scratch) {
    scratch.chunk_count = 0;
    const auto add = [&](std::uint32_t set, std::size_t begin, std::size_t end) {
        if (scratch.chunk_count == scratch.chunks.size()) scratch.chunks.emplace_back();
        ChunkBounds& chunk = scratch.chunks[scratch.chunk_count++];
        chunk.set = set;
        chunk.begin = static_cast<std::uint32_t>(begin);
        chunk.end = static_cast<std::uint32_t>(end);
    };
    for (const WorkPart& part : input.soft_parts) add(0, part.begin, part.end);
    for (std::uint32_t set = 1; set < input.sets.size(); ++set) {
        const std::size_t count = input.sets[set].size();
        for (std::size_t begin = 0; begin < count; begin += particle_chunk)
            add(set, begin, std::min(begin + particle_chunk, count));
    }
}

/// Bounds of the soft particles of a chunk from the start to the end of the step.
void bound_chunk(const ParticleSet& set, double dt, ChunkBounds& chunk) {
    chunk.positions = {};
    chunk.velocities = {};
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
        const Vec3 velocity = set.velocity(i), position = set.position(i);
        if (!set.collides(i) || !position.allFinite()) continue;
        const Vec3 reach = Vec3::Constant(set.contact_radius(i)), start = position - dt * velocity;
        chunk.positions.add(position - reach);
        chunk.positions.add(position + reach);
        chunk.positions.add(start - reach);
        chunk.positions.add(start + reach);
        chunk.velocities.add(velocity);
    }
}

double distance_to(const Box& box, const Vec3& p) { return (p - p.cwiseMax(box.lower).cwiseMin(box.upper)).norm(); }

/// A body's speed at its fastest point, m/s.
double speed_of(const RigidInput& input, std::size_t r) {
    const RigidBody& body = input.rigid[r];
    const RigidMotion& motion = input.state.motions[r];
    return (expected_position(input, r, input.step.dt) - motion.position).norm() / input.step.dt +
           spin_of(body, motion).norm() * body.reach;
}

double fastest(const RigidInput& input, const RigidScratch& scratch) {
    double most = 0;
    for (std::size_t r = 0; r < input.rigid.size(); ++r) most = std::max(most, speed_of(input, r));
    for (const ChunkBounds& chunk : scratch.used_chunks())
        if (!chunk.velocities.empty())
            most = std::max(most, chunk.velocities.lower.cwiseAbs().cwiseMax(chunk.velocities.upper.cwiseAbs()).norm());
    return std::min(most, input.step.speed_limit);
}

bool may_meet(const ContactInput& step, const Box& box, const ObstacleBody& obstacle) {
    const RigidPose before = obstacle.pose(step.time), after = obstacle.pose(step.time + step.dt);
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
void sweep(const RigidInput& input, RigidScratch& scratch) {
    std::vector<std::uint32_t>& order = scratch.order;
    order.resize(input.rigid.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        const double a = scratch.boxes[i].lower.x(), b = scratch.boxes[j].lower.x();
        return a != b ? a < b : i < j;
    });
    for (std::size_t k = 0; k < order.size(); ++k) {
        const std::uint32_t i = order[k];
        if (!input.rigid[i].collides || input.is_asleep(i)) continue;
        for (std::size_t m = k + 1; m < order.size(); ++m) {
            const std::uint32_t j = order[m];
            if (scratch.boxes[j].lower.x() > scratch.boxes[i].upper.x()) break;
            if (!input.rigid[j].collides || input.is_asleep(j) || (input.rigid[i].keyed && input.rigid[j].keyed))
                continue;
            if (input.step.apart.holds(input.rigid[i].body, input.rigid[j].body)) continue;
            if (overlap(scratch.boxes[i], scratch.boxes[j])) scratch.pairs.push_back({std::min(i, j), std::max(i, j)});
        }
    }
}

/// Relative speed of a pair at its fastest points.
double approach_of(const RigidInput& input, const RigidPair& pair) {
    const auto rigid = static_cast<std::uint32_t>(input.rigid.size());
    if (pair.second < rigid) return speed_of(input, pair.first) + speed_of(input, pair.second);
    const ObstacleBody& obstacle = input.step.obstacles[pair.second - rigid];
    const double time = input.step.time, dt = input.step.dt;
    const Vec3 moved = obstacle.pose(time + dt).translation - obstacle.pose(time).translation;
    return speed_of(input, pair.first) + moved.norm() / dt;
}

}  // namespace

Vec3 expected_position(const RigidInput& input, std::size_t rigid, double time) {
    const RigidMotion& motion = input.state.motions[rigid];
    if (!input.rigid[rigid].keyed) return motion.position + time * motion.velocity;
    return keyed_pose(input.rigid[rigid], input.step.time + time).translation;
}

void find_rigid_pairs(const RigidInput& input, RigidScratch& scratch) {
    PLIANT_ASSERT(input.rigid.size() == input.state.motions.size() && scratch.boxes.size() == input.rigid.size());
    cut_into_chunks(input, scratch);
    for_chunks(scratch.chunk_count, 1, scratch.chunk_count * particle_chunk >= parallel_threshold,
               [&](std::size_t c, std::size_t) {
                   bound_chunk(input.sets[scratch.chunks[c].set], input.step.dt, scratch.chunks[c]);
               });
    scratch.fastest = fastest(input, scratch);
    const double way = input.step.dt * scratch.fastest;
    scratch.pairs.clear();
    for (std::size_t r = 0; r < input.rigid.size(); ++r) {
        const double reach = input.rigid[r].reach + way + nearness * input.rigid[r].half_width;
        const Vec3 center = input.state.motions[r].position, size = Vec3::Constant(reach);
        scratch.boxes[r] = {center - size, center + size};
        if (input.rigid[r].keyed || input.is_asleep(r)) continue;
        for (std::size_t k = 0; k < input.step.obstacles.size(); ++k)
            if (!input.step.apart.holds(input.rigid[r].body, input.step.obstacle_number(k)) &&
                may_meet(input.step, scratch.boxes[r], input.step.obstacles[k]))
                scratch.pairs.push_back(
                    {static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(input.rigid.size() + k)});
    }
    sweep(input, scratch);
    std::sort(scratch.pairs.begin(), scratch.pairs.end(), [](const RigidPair& a, const RigidPair& b) {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    for (ChunkBounds& chunk : scratch.used_chunks()) {
        chunk.rigid.clear();
        for (std::uint32_t r = 0; r < input.rigid.size() && !chunk.positions.empty(); ++r)
            if (input.rigid[r].collides && !input.is_asleep(r) && overlap(chunk.positions, scratch.boxes[r]))
                chunk.rigid.push_back(r);
    }
}

std::uint32_t rigid_pieces_needed(const RigidInput& input, const RigidScratch& scratch) {
    const double dt = input.step.dt;
    const auto rigid = static_cast<std::uint32_t>(input.rigid.size());
    double most = 1;
    const auto consider = [&](double approach, double apart, double reach, double thick) {
        if (apart <= reach + dt * approach) most = std::max(most, dt * approach / thick);
    };
    for (const RigidPair& pair : scratch.pairs) {
        const RigidBody& body = input.rigid[pair.first];
        const Vec3& position = input.state.motions[pair.first].position;
        const double approach = approach_of(input, pair);
        if (pair.second < rigid) {
            const RigidBody& other = input.rigid[pair.second];
            consider(approach, (input.state.motions[pair.second].position - position).norm(), body.reach + other.reach,
                     0.5 * (body.half_width + other.half_width));
        } else {
            const ObstacleBody& obstacle = input.step.obstacles[pair.second - rigid];
            const RigidPose pose = obstacle.pose(input.step.time);
            const double apart = obstacle.distance(pose.rotation.transpose() * (position - pose.translation));
            consider(approach, apart, body.reach, 0.5 * body.half_width);
        }
    }
    for (const ChunkBounds& chunk : scratch.used_chunks()) {
        for (const std::uint32_t r : chunk.rigid) {
            const Vec3 middle = chunk.velocities.center(), spread = 0.5 * chunk.velocities.size();
            const Vec3& position = input.state.motions[r].position;
            const Vec3 velocity = (expected_position(input, r, dt) - position) / dt;
            const double spin = spin_of(input.rigid[r], input.state.motions[r]).norm();
            const double approach = (velocity - middle).norm() + spread.norm() + spin * input.rigid[r].reach;
            consider(approach, distance_to(chunk.positions, position), input.rigid[r].reach, input.rigid[r].half_width);
        }
    }
    return static_cast<std::uint32_t>(std::ceil(std::min(most, 2.0 * most_pieces)));
}

}  // namespace pliant
