// The collision shape of a cluster: a sphere cut by half-spaces, in rest space (CC15 section 3.4, docs/methods.md
// section 4).
//
// The sphere is that of the range query that made the cluster: radius d about the cluster's algorithmic center. Up to
// six planes normal to the eigenvectors of A_rr bound the members; one is kept only when it lies nearer to the sphere's
// center than a chosen fraction of d, that is when it cuts off something. All numbers of a Proxy are coordinates along
// those eigenvectors, from the center of mass r̄ of the members, so that planes are bounds and a point is tested by
// three comparisons. Particles have a size: the matter of each reaches beyond its center, and so do the planes.
//
// Beyond the paper: the eigenvectors of a cluster at an edge or a corner do not point to the body's faces, and boxes
// would stand on slanted, bulging surfaces. So up to six more planes are found, those that cut off most: where the
// support function of the members, max n·p, has its smallest local minima over all directions n. Where the surface of
// the body is known its own normals are tried first, so that flat faces are flat to the last bit.
//
// In the world a proxy is carried by its cluster, x = x̄ + F (r − r̄). A face with rest normal n has the world normal
// F⁻ᵀn, and a point whose rest distance to it is g lies g / ‖F⁻ᵀn‖ deep. CC15 instead maps the nearest rest point back
// by F, which moves particles sideways when F shears; for a rotation both are the same.
//
// A particle is a ball. To it edges are round, and where it lies at a flat face of its own body, the face by which it
// leaves is one that looks at its own rather than one that is a little nearer but looks along it; an edge it leaves
// along its own normal. What slides would otherwise catch on the particles before its front.
#pragma once

#include "collision/supporting_planes.hpp"

#include <pliant/types.hpp>

#include <array>
#include <optional>
#include <span>

namespace pliant {

struct Proxy {
    static constexpr std::size_t most_cuts = 6;

    Mat3 axes = Mat3::Identity();           ///< columns: eigenvectors of A_rr; what follows are coordinates along them
    Vec3 lower, upper;                      ///< m from r̄; infinite where no plane is kept
    std::array<HalfSpace, most_cuts> cuts;  ///< the planes beyond those, `cut_count` of them
    std::size_t cut_count = 0;
    Vec3 center;            ///< of the sphere, m from r̄
    double radius = 0;      ///< m: d, or the farthest member's distance where that is more
    double reach = 0;       ///< m: the farthest member's distance from r̄
    double extent = 0;      ///< m: a ball of this radius about r̄ holds the proxy
    double half_width = 0;  ///< m: half of the shortest way through the proxy along an axis

    std::span<const HalfSpace> more() const { return std::span(cuts).first(cut_count); }
};

struct ProxySettings {
    double plane_fraction;  ///< planes farther out than this share of d are left out; 0: spheres only
    bool more_planes;       ///< beyond those of CC15
};

/// `center` is the sphere's from r̄, `radius` its d; members are p_ic = r_i − r̄.
Proxy make_proxy(const Bulk& members, const Mat3& a_rr, const Vec3& center, double radius,
                 const ProxySettings& settings);

/// F with its singular values brought into [1/4, 4], a rotation kept proper: flattened, inverted and overstretched
/// clusters collide as something sound.
Mat3 regularised(const Mat3& deformation);

/// A proxy in the world.
struct PlacedProxy {
    PlacedProxy() = default;
    /// `rest` must outlive it.
    PlacedProxy(const Proxy& rest, const Vec3& world_center, const Mat3& deformation);

    const Proxy* proxy = nullptr;
    Vec3 center;                                         ///< x̄
    double cull = 0;                                     ///< m: nothing farther from x̄ is inside
    std::array<HalfSpace, Proxy::most_cuts + 6> planes;  ///< all of them, in world metres from x̄
    std::size_t plane_count = 0;
    Mat3 to_proxy;  ///< (F · axes)⁻¹: world offset from x̄ to the proxy's coordinates
};

/// A point inside: the way out through the nearest face.
struct Touch {
    Vec3 normal;         ///< unit, outwards, world
    double penetration;  ///< m, above 0
    double rank;         ///< m: of the proxies of a body the one of the highest rank is touched
};

/// A ball about a world point.
struct TouchingBall {
    Vec3 point;
    double radius;               ///< m
    Vec3 facing = Vec3::Zero();  ///< unit, world: the way out of its own body where it lies at a face of that; or zero
    /// m, half the spacing of its body: by so much a face must be nearer that looks along the ball's own and not at it,
    /// and so round are ridges.
    double size = 0;
};

inline constexpr double no_rank = -1e30;  ///< below that of any touch

/// None when the ball does not reach into the proxy, or with no higher rank than `least`. The rank is the penetration,
/// with what the face is worse by than one that looks at the ball, and a little less for a proxy farther away.
std::optional<Touch> find_touch(const PlacedProxy& placed, const TouchingBall& ball, double least = no_rank);

}  // namespace pliant
