// Sheets and strands: surfaces that are computed from a middle, which is bound to the particles.
#pragma once

#include "skin/skin_mesh.hpp"

#include <functional>
#include <span>

namespace pliant {

/// A cloth of two sides and a rim; the points of its two sides are the middle's, one after the other.
struct SheetSurface {
    SkinMesh middle;  ///< one layer
    SkinMesh cloth;   ///< both sides and the rim
    double thickness = 0;
};
/// Of size_x by size_z in the xz plane, centered; `thickness` in the same unit.
SheetSurface make_sheet(double size_x, double size_z, double thickness, double edge);
/// Both sides, half the thickness away from a middle that has moved.
std::vector<Vec3> sides_of(const SheetSurface& sheet, std::span<const Vec3> middle);

/// A sheet that broke: the points of its middle, each of one flap (cutting/tears.hpp).
struct CutSheet {
    struct Point {
        std::uint32_t flap;
        bool welded;  ///< others hold together with it here
    };
    SheetSurface sheet;
    std::vector<Point> points;
};
/// What is asked of places of the middle.
struct LayerCracks {
    std::function<std::uint32_t(const Vec3&)> flap_at;
    /// From a place to one of another flap: the share of the way at which the border lies.
    std::function<double(const Vec3&, const Vec3&)> border;
    std::function<bool(std::uint32_t, std::uint32_t, const Vec3&)>
        is_open;  ///< the border between two flaps, at a place
};
/// Triangles of the middle are cut where the flap changes along their edges. `scale`: metres for one unit of the
/// middle.
CutSheet cut_sheet(const SheetSurface& sheet, double scale, const LayerCracks& cracks);

/// A tube with rounded ends around a line.
struct StrandSurface {
    std::vector<Vec3> line;  ///< at rest
    SkinMesh tube;
    double radius = 0;
    int around = 0;
    Vec3 first_across = Vec3::UnitX();  ///< at rest: unit, across the line at its start
};
StrandSurface make_strand(std::span<const Vec3> path, double radius, double edge);
/// The tube's points around a line that has moved; it is carried along without twist.
std::vector<Vec3> tube_around(const StrandSurface& strand, std::span<const Vec3> line);

}  // namespace pliant
