// What the contacts of balls (contacts/ball_contacts.hpp) know and work with.
#pragma once

#include "collision/box_tree.hpp"
#include "collision/impulses.hpp"
#include "contacts/contact_input.hpp"
#include "geometry/hash_grid.hpp"

namespace pliant {

/// A body among others, over its particles that collide.
struct MeetingBody {
    Box positions, velocities;
    bool is_points = false, meets_itself = false;
    std::uint32_t set = 0;    ///< of its particles
    std::vector<Box> others;  ///< positions of those that it may touch
};
/// A particle in a contact of a point-based body.
struct ContactBall {
    Vec3 position, arriving;  ///< world; velocity before the step
    double radius = 0, inverse_mass = 0, friction = 0, restitution = 0;
    std::uint32_t body = 0;
    std::uint32_t mover = no_slot;  ///< in BallScratch::touching, if it is
    ParticleRef particle;
};
struct BallContact {
    std::uint32_t first, second;  ///< in BallScratch::balls
    double reach;                 ///< m: how near they may come
};
/// Work space; grows to the most that a step ever needed.
struct BallScratch {
    std::vector<MeetingBody> bodies;
    std::vector<ContactBall> balls;
    std::vector<Vec3> centers;
    PointGrid grid;
    std::vector<std::vector<BallContact>> found;  ///< per chunk
    std::vector<BallContact> contacts;
    std::vector<std::uint32_t> touching;  ///< balls that have contacts
    std::vector<Mover> movers;            ///< of those
    std::vector<ImpulseContact> impulses;
    double taken = 0;         ///< J: by resolving them
    std::vector<Vec3> turns;  ///< per body, N m s
};

struct BallInput {
    const ContactInput& step;
    const ParticleSets& sets;
};

}  // namespace pliant
