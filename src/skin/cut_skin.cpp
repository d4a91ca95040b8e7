#include "skin/cut_skin.hpp"

#include "core/assert.hpp"
#include "cutting/cut_surface.hpp"
#include "skin/made_surfaces.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <set>

namespace pliant {
namespace {

constexpr double inside_edge = 0.7;   // in spacings
constexpr double crumb_radius = 0.4;  // in spacings, of a piece too small for the cut

Tears tears_of(const BodySkin& skin, const Breaks& breaks) {
    return {skin.rest, breaks.fragments, breaks.parents, breaks.torn, skin.spacing};
}
FragmentField field_of(const BodySkin& skin, const Tears& tears) {
    return {skin.rest, tears.flaps(), tears.parents(), skin.spacing};
}

/// A point is bound to the particles of its fragment that no tear parts it from.
Binding bind_torn(const BodySkin& skin, const Breaks& breaks, const Tears& tears, std::span<const Vec3> points,
                  std::span<const std::uint32_t> fragments, std::span<const std::uint32_t> flaps) {
    const auto parted = [&](std::uint32_t point, std::uint32_t particle) {
        const std::uint32_t own = flaps[point], other = tears.flaps()[particle];
        return own != no_flap && own != other &&
               tears.is_open(own, other, 0.5 * (points[point] + skin.rest[particle]), true);
    };
    return bind_points(points, fragments, skin.rest, breaks.fragments, skin.spacing, parted);
}

/// As if shone on from the axis that it looks along most, once over the whole body.
Vec2f box_uv(const Vec3& p, const Vec3& normal, const Box& box) {
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    const double size = std::max(box.size().maxCoeff(), 1e-30);
    const Vec3 at = (p - box.lower) / size;
    return {static_cast<float>(at[(axis + 1) % 3]), static_cast<float>(at[(axis + 2) % 3])};
}

Vec3 normal_of(const std::vector<Vec3>& points, const std::array<std::uint32_t, 3>& t) {
    return (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]]);
}

/// A new surface under way.
struct CutRaw {
    RawSurface raw;
    std::vector<std::uint32_t> fragments;  ///< per point
    Box box;                               ///< of the whole one
};

/// What a place in a triangle has, of what the corners have.
template <class T>
T blend(const T& a, const T& b, const T& c, const Vec3& shares) {
    using Number = typename T::Scalar;
    return static_cast<Number>(shares[0]) * a + static_cast<Number>(shares[1]) * b + static_cast<Number>(shares[2]) * c;
}

/// The parts of the outside, with what their corners have and their groups.
void add_outside(const SkinMesh& mesh, const CutSurface& cut, CutRaw& to) {
    const std::vector<Vec3> normals =
        mesh.given_normals.empty() ? std::vector<Vec3>() : smooth_normals(mesh, mesh.points);
    for (const CutTriangle& triangle : cut.outside) {
        to.raw.triangles.push_back(triangle.corners);
        const auto mixed = [&](std::size_t k, const auto& of_corner) {
            const Vec3& shares = triangle.shares[k];
            return blend(of_corner(0), of_corner(1), of_corner(2), shares);
        };
        const auto corner = [&](std::size_t j) { return mesh.triangles[triangle.source][j]; };
        if (!normals.empty()) {
            std::array<Vec3, 3>& of = to.raw.normals.emplace_back();
            for (std::size_t k = 0; k < 3; ++k)
                of[k] = mixed(k, [&](std::size_t j) { return normals[mesh.vertex_normal[corner(j)]]; }).normalized();
        }
        if (!mesh.colors.empty()) {
            std::array<Eigen::Vector3f, 3>& of = to.raw.colors.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) of[k] = mixed(k, [&](std::size_t j) { return mesh.colors[corner(j)]; });
        }
        std::array<Vec2f, 3>& uvs = to.raw.uvs.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            if (mesh.uvs.empty()) {
                uvs[k] = box_uv(cut.points[triangle.corners[k]], normal_of(cut.points, triangle.corners), to.box);
                continue;
            }
            uvs[k] = mixed(k, [&](std::size_t j) { return mesh.uvs[corner(j)]; });
        }
    }
    // Parts lie in the order of the triangles that they come from.
    for (const SkinGroup& group : mesh.groups) {
        const auto before = [](const CutTriangle& triangle, std::uint32_t source) { return triangle.source < source; };
        const auto first = std::lower_bound(cut.outside.begin(), cut.outside.end(), group.first, before);
        const auto last = std::lower_bound(first, cut.outside.end(), group.first + group.count, before);
        to.raw.groups.push_back({group.name, static_cast<std::uint32_t>(first - cut.outside.begin()),
                                 static_cast<std::uint32_t>(last - first)});
    }
    if (mesh.groups.empty())
        to.raw.groups.push_back({"outside", 0, static_cast<std::uint32_t>(to.raw.triangles.size())});
}

void add_inside(const CutSurface& cut, CutRaw& to) {
    to.raw.inside_from = static_cast<std::uint32_t>(to.raw.triangles.size());
    for (const CutTriangle& triangle : cut.inside) {
        to.raw.triangles.push_back(triangle.corners);
        std::array<Vec2f, 3>& uvs = to.raw.uvs.emplace_back();
        for (std::size_t k = 0; k < 3; ++k)
            uvs[k] = box_uv(cut.points[triangle.corners[k]], normal_of(cut.points, triangle.corners), to.box);
    }
}

/// Pieces smaller than the cut can show get a small ball each, so that nothing vanishes.
void add_crumbs(const BodySkin& skin, const Breaks& breaks, CutRaw& to) {
    const std::set<std::uint32_t> all(breaks.fragments.begin(), breaks.fragments.end());
    const std::set<std::uint32_t> seen(to.fragments.begin(), to.fragments.end());
    for (const std::uint32_t fragment : all) {
        if (seen.contains(fragment)) continue;
        Vec3 middle = Vec3::Zero();
        double count = 0;
        for (std::size_t i = 0; i < skin.rest.size(); ++i) {
            if (breaks.fragments[i] != fragment) continue;
            middle += skin.rest[i];
            ++count;
        }
        const double radius = crumb_radius * skin.spacing * std::cbrt(count);
        const RawSurface ball = ellipsoid_surface(Vec3::Constant(radius), 0.8 * radius);
        const auto first = static_cast<std::uint32_t>(to.raw.points.size());
        for (const Vec3& p : ball.points) to.raw.points.push_back(middle / count + p);
        to.fragments.resize(to.raw.points.size(), fragment);
        for (const auto& [a, b, c] : ball.triangles) to.raw.triangles.push_back({first + a, first + b, first + c});
        to.raw.uvs.insert(to.raw.uvs.end(), ball.uvs.begin(), ball.uvs.end());
    }
}

void close_inside(const SkinMesh& mesh, CutRaw& to) {
    // The inside has no normals and colors of the file's.
    for (std::size_t t = to.raw.normals.size(); !mesh.given_normals.empty() && t < to.raw.triangles.size(); ++t) {
        const Vec3 normal = normal_of(to.raw.points, to.raw.triangles[t]).stableNormalized();
        to.raw.normals.push_back({normal, normal, normal});
    }
    const Eigen::Vector3f white = Eigen::Vector3f::Ones();
    if (!mesh.colors.empty()) to.raw.colors.resize(to.raw.triangles.size(), {white, white, white});
    const auto end = static_cast<std::uint32_t>(to.raw.triangles.size());
    if (to.raw.inside_from < end) to.raw.groups.push_back({"inside", to.raw.inside_from, end - to.raw.inside_from});
}

BodySkin cut_bound(const BodySkin& skin, const Breaks& breaks) {
    const SkinMesh& mesh = *skin.mesh;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        triangles.push_back({mesh.point(t, 0), mesh.point(t, 1), mesh.point(t, 2)});
    const double reach = skin.binding.farthest + 2 * skin.spacing;
    const Tears tears = tears_of(skin, breaks);
    const CutSurface cut = cut_surface(mesh.points, triangles, skin.rest, tears, {inside_edge * skin.spacing, reach});
    CutRaw to;
    for (const Vec3& p : mesh.points) to.box.add(p);
    to.raw.points = cut.points;
    to.fragments = cut.point_fragments;
    add_outside(mesh, cut, to);
    add_inside(cut, to);
    add_crumbs(skin, breaks, to);
    close_inside(mesh, to);
    BodySkin result;
    result.motion = SkinMotion::bound;
    std::vector<std::uint32_t> flaps = cut.point_flaps;
    flaps.resize(to.raw.points.size(), no_flap);
    result.binding = bind_torn(skin, breaks, tears, to.raw.points, to.fragments, flaps);
    result.point_fragments = std::move(to.fragments);
    result.mesh = std::make_shared<SkinMesh>(make_skin_mesh(std::move(to.raw), mesh.crease));
    return result;
}

BodySkin cut_sheet_skin(const BodySkin& skin, const Breaks& breaks) {
    const Tears tears = tears_of(skin, breaks);
    const FragmentField field = field_of(skin, tears);
    LayerCracks cracks;
    cracks.flap_at = [&](const Vec3& p) { return field.winner(field.votes(p)); };
    cracks.border = [&](const Vec3& a, const Vec3& b) {
        const auto at_a = field.votes(a), at_b = field.votes(b);
        return field.border(at_a, field.winner(at_a), at_b, field.winner(at_b));
    };
    cracks.is_open = [&](std::uint32_t a, std::uint32_t b, const Vec3& p) { return tears.is_open(a, b, p); };
    CutSheet cut = cut_sheet(*skin.sheet, skin.scale, cracks);
    std::vector<std::uint32_t> fragments, flaps;
    for (const CutSheet::Point& point : cut.points) {
        fragments.push_back(tears.fragment_of(point.flap));
        flaps.push_back(point.welded ? no_flap : point.flap);
    }
    BodySkin result;
    result.motion = SkinMotion::sheet;
    result.binding = bind_torn(skin, breaks, tears, cut.sheet.middle.points, fragments, flaps);
    result.mesh = std::make_shared<SkinMesh>(cut.sheet.cloth);
    result.point_fragments = fragments;
    result.point_fragments.insert(result.point_fragments.end(), fragments.begin(), fragments.end());
    result.sheet = std::move(cut.sheet);
    return result;
}

/// A run of the strand's line that is of one fragment, as a strand of its own.
BodySkin strand_part(const BodySkin& skin, const Breaks& breaks, const std::vector<Vec3>& line, double edge,
                     std::uint32_t fragment) {
    BodySkin part;
    part.motion = SkinMotion::strand;
    part.strand = make_strand(line, skin.strand->radius / skin.scale, edge);
    part.strand->radius = skin.strand->radius;
    const std::vector<std::uint32_t> of_points(part.strand->line.size(), fragment);
    part.binding = bind_points(part.strand->line, of_points, skin.rest, breaks.fragments, skin.spacing);
    part.mesh = std::make_shared<SkinMesh>(part.strand->tube);
    part.point_fragments.assign(part.mesh->points.size(), fragment);
    return part;
}

BodySkin cut_strand_skin(const BodySkin& skin, const Breaks& breaks) {
    const FragmentField field(skin.rest, breaks.fragments, breaks.parents, skin.spacing);
    const std::vector<Vec3>& line = skin.strand->line;
    double edge = 0;
    for (std::size_t k = 1; k < line.size(); ++k) edge = std::max(edge, 1.001 * (line[k] - line[k - 1]).norm());
    BodySkin result;
    result.motion = SkinMotion::parts;
    std::vector<Vec3> run{line[0]};
    FragmentField::Votes votes = field.votes(line[0]);
    std::uint32_t fragment = field.winner(votes);
    for (std::size_t k = 1; k < line.size(); ++k) {
        const FragmentField::Votes next = field.votes(line[k]);
        const std::uint32_t of_next = field.winner(next);
        if (of_next != fragment) {
            const double share = std::clamp(field.border(votes, fragment, next, of_next), 0.1, 0.9);
            const Vec3 border = line[k - 1] + share * (line[k] - line[k - 1]);
            run.push_back(border);
            result.parts.push_back(strand_part(skin, breaks, run, edge, fragment));
            run = {border};
        }
        run.push_back(line[k]);
        votes = next;
        fragment = of_next;
    }
    result.parts.push_back(strand_part(skin, breaks, run, edge, fragment));
    std::vector<const SkinMesh*> meshes;
    for (const BodySkin& part : result.parts) {
        meshes.push_back(part.mesh.get());
        result.point_fragments.insert(result.point_fragments.end(), part.point_fragments.begin(),
                                      part.point_fragments.end());
    }
    result.mesh = std::make_shared<SkinMesh>(joined(meshes));
    return result;
}

}  // namespace

BodySkin cut_skin(const BodySkin& skin, const Breaks& breaks) {
    PLIANT_ASSERT(breaks.fragments.size() == skin.rest.size());
    BodySkin result;
    switch (skin.motion) {
        case SkinMotion::bound:
            result = cut_bound(skin, breaks);
            break;
        case SkinMotion::sheet:
            result = cut_sheet_skin(skin, breaks);
            break;
        case SkinMotion::strand:
            result = cut_strand_skin(skin, breaks);
            break;
        default:
            PLIANT_ASSERT(false);
    }
    result.count = skin.count;
    return result;
}

}  // namespace pliant
