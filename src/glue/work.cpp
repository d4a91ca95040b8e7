#include "glue/work.hpp"

#include <algorithm>

namespace pliant {

void GlueTrouble::add(const GlueTrouble& other) {
    hinged += other.hinged;
    inverted += other.inverted;
    idle += other.idle;
}

void GlueWork::prepare(const GlueState& state, std::size_t rigid_count, std::size_t obstacle_count) {
    particles.resize(state.particles.size());
    rigid.resize(rigid_count);
    obstacles.resize(obstacle_count);
    holds.resize(state.size());
    arms.resize(state.parents.size());
    kept.resize(state.particles.size());
    bindings.resize(state.size());
    std::size_t most = 0;
    for (const GlueLink& link : state.links)
        for (const GlueEnd& end : {link.a, link.b}) most = std::max<std::size_t>(most, end.count);
    spot.reserve(most);
}

}  // namespace pliant
