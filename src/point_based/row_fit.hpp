// A particle's neighborhood looked at by itself, in double precision: F of the rest vectors and positions as they are
// now, and its energy; and laying the neighborhood out anew.
//
// Finding neighbors, splitting and merging change rest vectors, and with them F and the energy. Nothing may be gained
// by that. A row that would have more energy than before is laid out anew, as far as it takes: u_ij goes towards G⁻¹
// x_ij with G the F it had before. All the way its F would be G, nothing would be left that F does not explain, and the
// energy is no more than it was.
#pragma once

#include "point_based/point_scratch.hpp"

namespace pliant {

struct RowFit {
    bool solid = false;           ///< do the neighbors span space? Else everything below is zero
    Mat3 f = Mat3::Zero();        ///< F of eq. 2
    Vec3 stretch = Vec3::Zero();  ///< its singular values, falling, the last one negative where it is inverted
    double raw_volume = 0;        ///< m³: eq. 3 as printed
    double density = 0;           ///< J/m³: energy, also of what F does not explain, for each volume
};
RowFit fit_row(const PointBody& body, std::size_t i);

/// Can F say where a neighbor belongs? Not where the particle is inverted, flat or torn apart.
bool is_sound(const RowFit& fit);

/// Lays the row out anew if it has gained energy; true when it had. One that was not sound goes all the way, with G the
/// rotation nearest to what takes the embedded shape to the world: without any energy.
bool keep_energy(PointBody& body, std::size_t i, const RowFit& before);

}  // namespace pliant
