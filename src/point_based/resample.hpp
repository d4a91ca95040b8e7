// Splitting and merging of particles where sampling has become too thin or too dense (DE14 section 3.5), and bringing
// back those that flew away.
#pragma once

#include "point_based/cut_links.hpp"
#include "point_based/row_fit.hpp"

#include <pliant/scene.hpp>

#include <functional>

namespace pliant {

/// Is this position (body-local) inside something solid?
using InsideTest = std::function<bool(const Vec3&)>;

enum class SamplingWish : std::uint8_t { none, split, merge };

/// What resampling did to particles, by their ids.
struct ResampleEvent {
    std::uint32_t kept;     ///< split: its first half; merged: the joint particle. It was moved by that
    std::uint32_t removed;  ///< merged: the other one; split: the same as `kept`
};

struct ResampleWork {
    std::vector<SamplingWish> wish;
    std::vector<std::uint32_t> target;  ///< per particle: where it goes; itself, its new slot, or no_slot
    std::vector<std::uint8_t> touched;
    std::vector<RowFit> fits;           ///< per particle: what its row had before; as many as there are after it
    std::vector<ResampleEvent> events;  ///< in their order, until the caller has seen them and clears them
};

struct ResampleCount {
    std::uint64_t splits = 0, merges = 0, cancelled = 0;
    bool any() const { return splits + merges > 0; }
};

/// Eigenvalues of B h² (eq. 13), rising; B's smallest and largest decide on merging and splitting.
Vec3 sampling_eigenvalues(const PointBody& body, std::size_t i);

/// Notes in body.constants the bounds that `split` and `merge` are relative to.
void remember_sampling(PointBody& body);

/// Splits and merges. The printed criteria ask for crowding along all directions at once; a body that is flattened
/// crowds along one and thins out along the others, so particles are also merged where B's largest eigenvalue is too
/// large ("particles that become extremely close", DE14 section 4). A split puts two halves at ± half the mean
/// neighbor distance along the middle eigenvector; near the surface it is cancelled when a half would be √2 times as
/// far from the neighbors' center as the particle was. A merge joins a particle with its nearest neighbor in their
/// center of mass. Both keep mass, both momenta and the center of mass. Rest vectors to and from what moved are shifted
/// with it; the neighbors must be looked for afterwards. `held` (or none) marks particles that must stay;
/// at cracks neighborhoods have lost a part, which says nothing of the sampling.
ResampleCount resample(PointBody& body, const PointScratch& scratch, const PointBased& settings,
                       const std::uint8_t* held, const InsideTest& inside, const CutLinks& cuts, ResampleWork& work,
                       bool parallel);

/// How far a particle is from where its neighbors' deformation puts it before it counts as flown away, in radii.
inline constexpr double fly_away_distance = 0.5;

/// Puts particles that flew away back among their neighbors, with their mean velocity; what this changes of the body's
/// motion is given back to the whole. Returns how many, and the id of the first.
std::size_t rejoin(PointBody& body, PointScratch& scratch, const std::uint8_t* held, std::uint32_t& first);

}  // namespace pliant
