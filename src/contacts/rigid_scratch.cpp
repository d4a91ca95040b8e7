#include "contacts/rigid_scratch.hpp"

namespace pliant {

void RigidScratch::prepare(std::size_t rigid, std::size_t obstacles) {
    if (rigid == 0) return;
    arrivals.assign(rigid, {});
    impulse.assign(rigid, Vec3::Zero());
    boxes.assign(rigid, {});
    order.reserve(rigid);
    poses.reserve(rigid + obstacles);
    // What a step usually needs, so that most runs allocate nothing more.
    pairs.reserve(8 * rigid);
    contacts.reserve(64 * rigid);
    candidates.reserve(1024);
    movers.reserve(rigid + obstacles + 64 * rigid);
    particles.reserve(64 * rigid);
}

}  // namespace pliant
