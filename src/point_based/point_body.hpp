// A body of the second solver: points with neighborhoods, elastoplastic in physical units (DE14; docs/methods.md
// section 5).
//
// Three spaces. World: where the particles are. Rest: each particle's own idea of where its neighbors should be, one
// vector u_ij per neighbor; plastic flow changes it, and two particles need not agree. Embedded: one position e_i per
// particle, the least-squares fit of all rest vectors into space, in which neighbors are found.
//
// Rows of neighbors have a fixed stride of 32 and are sorted by index. A slot that is not used names the particle
// itself with a zero rest vector: it adds nothing to any sum of differences, so loops need no branch.
#pragma once

#include "particles/arrays.hpp"
#include "particles/particle.hpp"

#include <cstdint>
#include <vector>

namespace pliant {

inline constexpr std::size_t most_neighbors = 32;
inline constexpr std::size_t point_constant_count = 7;

/// What a particle is made of; SI units.
enum class PointProperty : std::size_t {
    lambda,       ///< Pa
    mu,           ///< Pa
    density,      ///< kg/m³
    yield,        ///< Pa: P_Y of eq. 7
    flow,         ///< 1/s: ν of eq. 7 as a rate
    hardening,    ///< 1/s: K of eq. 7; yield gained by the integral of stress over time
    viscosity,    ///< Pa s: η of eq. 8
    friction,     ///< of contacts
    restitution,  ///< of contacts
};
inline constexpr std::size_t point_property_count = 9;

/// All that changes while a point-based body runs. Every array is per particle unless it says otherwise.
struct PointBody {
    std::vector<Particle> particles;      ///< position about the body's origin, and velocity
    std::vector<Vector4> embedded;        ///< e_i, m
    std::vector<Vector4> queried;         ///< where the particles were when neighbors were last looked for, same space
    std::vector<std::uint32_t> id;        ///< never used twice; the second half of a split particle gets a new one
    std::vector<std::uint32_t> count;     ///< neighbors in use, at most 32
    std::vector<std::uint32_t> neighbor;  ///< 32 a particle
    /// 32 a particle: u_ij, and w_ij = poly6(‖u_ij‖) without its constant factor; and a last one that is zero.
    std::vector<Member> rest;
    std::vector<Real> radius;    ///< h_i, m: the support of the kernels
    std::vector<Real> volume;    ///< m³
    std::vector<Real> mass;      ///< kg: density times volume
    std::vector<Real> hardened;  ///< α of eq. 7, Pa s
    std::vector<Real> flowed;    ///< permanent strain gathered so far: Σ ‖log Fₚ‖, for pictures and statistics
    Columns<point_property_count> material;

    // Where the body may break (point_based/cracks.hpp); empty where it cannot.
    std::vector<Real> brittle;            ///< 1 over the elastic strain at which it breaks there; 0: never
    std::vector<Real> toughened;          ///< by which part it is tougher than that, since a crack opened there
    std::vector<Real> quiet;              ///< s before which no other opens there
    std::vector<std::uint8_t> calming;    ///< did one open, and has it not come below its toughness since?
    std::vector<std::uint32_t> cell;      ///< which part of the artist's pattern of cracks it is in
    std::vector<std::uint32_t> weak;      ///< a bit for each change of toughness to come that it lies in
    std::vector<std::uint32_t> fragment;  ///< its piece, from 0: particles that hang together through neighbors
    /// Not per particle. Pairs of ids, the lower one first, rising: between these two a crack has opened.
    std::vector<std::uint32_t> cuts;
    /// Per fragment, once anything broke: the one that it broke from; of those that were built, itself.
    std::vector<std::uint32_t> fragment_parents;

    // Of the whole body, one row: so that checkpoints hold them like any other array.
    std::vector<std::uint32_t> next_id;  ///< of the next half of a split
    /// m³: the body's volume, which plastic flow keeps; eq. 3 summed over the particles at the start, before scaling;
    /// whether the embedded shape has yet to follow the rest vectors (1) or not (0); and the bounds of B's eigenvalues
    /// times h² at the start: least of the largest, greatest of the smallest, greatest of the largest; and m³: the
    /// particles' mean volume at the start.
    std::vector<double> constants;

    std::size_t size() const { return particles.size(); }
    bool may_break() const { return !fragment.empty(); }
    Real property(std::size_t i, PointProperty p) const { return material.at(i, static_cast<std::size_t>(p)); }
    double true_volume() const { return constants[0]; }
    double raw_volume_at_start() const { return constants[1]; }
    bool embedding_is_due() const { return constants[2] > 0; }
    void set_embedding_due(bool due) { constants[2] = due ? 1 : 0; }
    double split_bound() const { return constants[3]; }
    double merge_bound() const { return constants[4]; }
    double crowded_bound() const { return constants[5]; }
    double mean_volume_at_start() const { return constants[6]; }
};

/// Calls f(traits, value at birth, array…) for every array, with the array of each of the bodies given. An array that
/// is added to PointBody is added here, and nowhere else. All of it is hashed, in this order; what breaking needs, once
/// it is used.
template <class F, class... Body>
void for_each_array(const F& f, Body&... body) requires(std::is_same_v<std::remove_const_t<Body>, PointBody>&&...) {
    using T = ArrayTraits;
    constexpr auto particle = Per::particle;
    constexpr auto motion = ArrayRole::motion;
    constexpr auto always = Hashed::always;
    f(T{"particles", particle, motion, always}, inherited, body.particles...);
    f(T{"embedded", particle, motion, always}, inherited, body.embedded...);
    f(T{"queried", particle, motion, always}, inherited, body.queried...);
    f(T{"id", particle, motion, always}, given, body.id...);
    f(T{"count", particle, motion, always}, inherited, body.count...);
    f(T{"neighbor", particle, motion, always, most_neighbors}, inherited, body.neighbor...);
    f(T{"rest", particle, motion, always, most_neighbors, 1}, inherited, body.rest...);
    f(T{"radius", particle, motion, always}, inherited, body.radius...);
    f(T{"volume", particle, motion, always}, inherited, body.volume...);
    f(T{"mass", particle, motion, always}, inherited, body.mass...);
    f(T{"hardened", particle, motion, always}, inherited, body.hardened...);
    f(T{"flowed", particle, motion, always}, inherited, body.flowed...);
    f(T{"material", particle, motion, always}, inherited, body.material...);
    constexpr auto used = Hashed::when_used;
    f(T{"brittle", particle, motion, used, 1, 0, true}, inherited, body.brittle...);
    f(T{"toughened", particle, motion, used, 1, 0, true}, inherited, body.toughened...);
    f(T{"quiet", particle, motion, used, 1, 0, true}, inherited, body.quiet...);
    f(T{"calming", particle, motion, used, 1, 0, true}, inherited, body.calming...);
    f(T{"cell", particle, motion, used, 1, 0, true}, inherited, body.cell...);
    f(T{"weak", particle, motion, used, 1, 0, true}, inherited, body.weak...);
    f(T{"fragment", particle, motion, used, 1, 0, true}, inherited, body.fragment...);
    f(T{"cuts", Per::other, motion, used, 1, 0, true}, given, body.cuts...);
    f(T{"fragment_parents", Per::other, motion, used, 1, 0, true}, given, body.fragment_parents...);
    f(T{"next_id", Per::body, motion, always}, given, body.next_id...);
    f(T{"constants", Per::body, motion, always, point_constant_count}, given, body.constants...);
}

/// Do the arrays' sizes and indices fit together?
bool is_consistent(const PointBody& body);

/// Appends a copy of particle i with a new id: all but `neighbor` and `rest` as its parent has it; returns its slot.
std::size_t append_copy(PointBody& body, std::size_t i);

/// Removes the particles whose target is no_slot; the others get their new slots as targets, in the same order. Rows of
/// neighbors are renamed, and the removed ones dropped from them.
void remove_particles(PointBody& body, std::vector<std::uint32_t>& target);

}  // namespace pliant
