#include "point_based/build.hpp"

#include "core/assert.hpp"
#include "geometry/morton.hpp"
#include "point_based/volumes.hpp"

#include <algorithm>

namespace pliant {
namespace {

Vector4 vector_of(const Vec3& v) {
    Vector4 r;
    for (int k = 0; k < 3; ++k) r.value[k] = static_cast<Real>(v[k]);
    return r;
}

/// What a body that may break has of its own; all of it is one piece until its neighbors are known.
void add_brittleness(const PointBodyInput& input, PointBody& body) {
    const std::size_t count = input.rest.size();
    const auto sorted = [&](const auto& from, auto& to) {
        for (std::size_t s = 0; !from.empty() && s < count; ++s)
            to.push_back(static_cast<std::decay_t<decltype(to[0])>>(from[body.id[s]]));
    };
    sorted(input.brittle, body.brittle);
    sorted(input.cell, body.cell);
    sorted(input.weak, body.weak);
    body.fragment.assign(count, 0);
    if (input.brittle.empty()) return;
    body.toughened.assign(count, 0);
    body.quiet.assign(count, 0);
    body.calming.assign(count, 0);
}

}  // namespace

void PointScratch::resize(const PointBody& body) {
    const std::size_t count = body.size(), blocks = (count + point_block - 1) / point_block * point_block;
    if (basis_inverse.size() != count) {
        basis_inverse.resize(count);
        deformation.resize(count);
        flow.resize(count);
    }
    raw_volume.resize(count);
    stress.resize(blocks);
    turn.resize(blocks);
    first.resize(count);
    offset.resize(count);
    share.resize(count);
    one_way.resize(count * most_neighbors + 1);
    flowing.resize(count);
    force.resize(count);
    for (auto* vectors : {&unknown, &residual, &direction, &product}) vectors->resize(count);
    diagonal.resize(count);
    preconditioner.resize(count);
    sums.resize((count + point_chunk - 1) / point_chunk);
}

PointBody make_point_body(const PointBodyInput& input, const PointKernels& kernels, PointWork& work) {
    const std::size_t count = input.rest.size();
    PLIANT_ASSERT(input.position.size() == count && input.velocity.size() == count);
    PLIANT_ASSERT(input.volume > 0 && input.spacing > 0);
    PLIANT_ASSERT(std::all_of(input.material.begin(), input.material.end(),
                              [&](const std::vector<double>& values) { return values.size() == count; }));
    PointBody body;
    body.material.resize(count);
    body.particles.resize(count);
    body.neighbor.resize(count * most_neighbors);
    body.rest.resize(count * most_neighbors + 1);
    body.count.assign(count, 0);
    body.queried.resize(count);
    body.radius.assign(count, 0);
    body.volume.assign(count, 0);
    body.mass.assign(count, 0);
    body.hardened.assign(count, 0);
    body.flowed.assign(count, 0);
    body.next_id = {static_cast<std::uint32_t>(count)};
    body.constants.assign(point_constant_count, 0);
    body.constants[0] = input.volume;
    body.id = morton_order(input.rest);
    for (std::size_t s = 0; s < count; ++s) {
        const std::size_t i = body.id[s];
        body.embedded.push_back(vector_of(input.rest[i]));
        for (int k = 0; k < 3; ++k) {
            body.particles[s].position[k] = static_cast<Real>(input.position[i][k]);
            body.particles[s].velocity[k] = static_cast<Real>(input.velocity[i][k]);
        }
        for (std::size_t k = 0; k < point_property_count; ++k)
            body.material.at(s, k) = static_cast<Real>(input.material[k][i]);
    }
    if (input.may_break) add_brittleness(input, body);
    first_neighborhoods(body, work.search, input.spacing);
    work.kernels = &kernels;
    work.invalidate();
    first_volumes(body);
    PointReport unused;
    refresh(body, work, unused);
    for (const Real v : work.scratch.raw_volume) body.constants[1] += static_cast<double>(v);
    remember_sampling(body);
    if (input.may_break) find_point_fragments(body);
    PLIANT_ASSERT(is_consistent(body));
    return body;
}

}  // namespace pliant
