#include "skin/thin_surfaces.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

namespace pliant {
namespace {

constexpr double no_crease = 180;
constexpr int caps = 4;  // rings of a tube's rounded end

using Triangle = std::array<std::uint32_t, 3>;

int parts(double length, double edge) { return std::max(1, static_cast<int>(std::ceil(length / edge - 1e-9))); }

void add_quad(RawSurface& raw, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d,
              const std::array<Vec2f, 4>& uv) {
    raw.triangles.push_back({a, b, c});
    raw.triangles.push_back({a, c, d});
    raw.uvs.push_back({uv[0], uv[1], uv[2]});
    raw.uvs.push_back({uv[0], uv[2], uv[3]});
}

/// One layer of nx by nz cells, seen from above.
RawSurface layer(double size_x, double size_z, int nx, int nz) {
    RawSurface raw;
    for (int j = 0; j <= nz; ++j)
        for (int i = 0; i <= nx; ++i)
            raw.points.emplace_back(size_x * (static_cast<double>(i) / nx - 0.5), 0,
                                    size_z * (static_cast<double>(j) / nz - 0.5));
    const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * (nx + 1) + i); };
    const auto uv = [&](int i, int j) {
        return Vec2f(static_cast<float>(i) / static_cast<float>(nx),
                     1 - static_cast<float>(j) / static_cast<float>(nz));
    };
    for (int j = 0; j < nz; ++j)
        for (int i = 0; i < nx; ++i)
            add_quad(raw, at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j),
                     {uv(i, j), uv(i, j + 1), uv(i + 1, j + 1), uv(i + 1, j)});
    return raw;
}

/// The second side below, and rims along the edges that one triangle has. What is in `torn`, both ways, is inside.
RawSurface doubled(const RawSurface& top, const std::set<std::pair<std::uint32_t, std::uint32_t>>& torn) {
    RawSurface raw = top;
    const auto n = static_cast<std::uint32_t>(top.points.size());
    raw.points.insert(raw.points.end(), top.points.begin(), top.points.end());
    struct Side {
        std::uint32_t a, b;
        std::array<Vec2f, 2> uv;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Side> open;
    for (std::size_t t = 0; t < top.triangles.size(); ++t) {
        const auto& [a, b, c] = top.triangles[t];
        raw.triangles.push_back({a + n, c + n, b + n});
        raw.uvs.push_back({top.uvs[t][0], top.uvs[t][2], top.uvs[t][1]});
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = top.triangles[t][k], to = top.triangles[t][(k + 1) % 3];
            if (open.erase({to, from}) == 0) open[{from, to}] = {from, to, {top.uvs[t][k], top.uvs[t][(k + 1) % 3]}};
        }
    }
    const auto add_rims = [&](bool of_torn) {
        for (const auto& [edge, side] : open) {
            if (torn.contains(edge) != of_torn) continue;
            const auto& [a, b, uv] = side;
            add_quad(raw, b, a, a + n, b + n, {uv[1], uv[0], uv[0], uv[1]});
        }
    };
    add_rims(false);
    raw.inside_from = torn.empty() ? no_inside : static_cast<std::uint32_t>(raw.triangles.size());
    add_rims(true);
    if (raw.inside_from != no_inside) {
        const auto end = static_cast<std::uint32_t>(raw.triangles.size());
        raw.groups = {{"outside", 0, raw.inside_from}, {"inside", raw.inside_from, end - raw.inside_from}};
    }
    return raw;
}

/// Cuts a layer along the borders between the flaps of its points.
class LayerCutter {
  public:
    LayerCutter(const SkinMesh& middle, const LayerCracks& cracks) : middle_(middle), cracks_(cracks) {
        for (const Vec3& p : middle.points) flap_.push_back(cracks.flap_at(p));
        for (std::size_t t = 0; t < middle.triangles.size(); ++t) cut(t);
    }

    RawSurface raw;
    std::vector<CutSheet::Point> points;                     ///< per point of it
    std::set<std::pair<std::uint32_t, std::uint32_t>> torn;  ///< edges, both ways

  private:
    /// A corner of a part: where, and which of the old points, edges or triangles it is on.
    struct Corner {
        std::array<std::uint32_t, 3> on;  ///< points: one three times, an edge with its lower end twice, or three
        Vec3 place = Vec3::Zero();
        Vec2f uv = Vec2f::Zero();
        bool new_one = false;
    };

    Corner at_point(std::size_t t, std::size_t k) const {
        const std::uint32_t p = middle_.point(t, k);
        return {{p, p, p}, middle_.points[p], middle_.uvs[middle_.triangles[t][k]], false};
    }
    Corner on_edge(std::size_t t, std::size_t k) {
        const std::size_t next = (k + 1) % 3;
        const bool forward = middle_.point(t, k) < middle_.point(t, next);
        const Corner a = at_point(t, forward ? k : next), b = at_point(t, forward ? next : k);
        const auto [found, made] = shares_.try_emplace({a.on[0], b.on[0]}, 0.0);
        if (made) found->second = std::clamp(cracks_.border(a.place, b.place), 0.1, 0.9);
        const double share = found->second;
        return {{a.on[0], a.on[0], b.on[0]},
                a.place + share * (b.place - a.place),
                a.uv + static_cast<float>(share) * (b.uv - a.uv),
                true};
    }
    /// Flaps that hold together at a corner share its point: the lowest of them stands for all.
    CutSheet::Point owner(const Corner& corner, std::uint32_t flap) const {
        CutSheet::Point point{flap, false};
        for (std::size_t rounds = 0; corner.new_one && rounds < 2; ++rounds)  // three flaps may hold by way of one
            for (const std::uint32_t p : corner.on) {
                if (flap_[p] == point.flap || cracks_.is_open(flap_[p], point.flap, corner.place)) continue;
                point = {std::min(point.flap, flap_[p]), true};
            }
        return point;
    }
    std::uint32_t number(const Corner& corner, std::uint32_t flap) {
        const CutSheet::Point point = owner(corner, flap);
        const auto [found, made] =
            number_.try_emplace({corner.on, point.flap}, static_cast<std::uint32_t>(raw.points.size()));
        if (made) {
            raw.points.push_back(corner.place);
            points.push_back(point);
        }
        points[found->second].welded = points[found->second].welded || point.welded;
        return found->second;
    }
    void add(std::uint32_t flap, const std::vector<Corner>& polygon) {
        std::vector<std::uint32_t> of;
        for (const Corner& corner : polygon) of.push_back(number(corner, flap));
        for (std::size_t k = 2; k < polygon.size(); ++k) {
            raw.triangles.push_back({of[0], of[k - 1], of[k]});
            raw.uvs.push_back({polygon[0].uv, polygon[k - 1].uv, polygon[k].uv});
        }
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            const std::size_t next = (k + 1) % polygon.size();
            if (!polygon[k].new_one || !polygon[next].new_one) continue;
            torn.insert({of[k], of[next]});
            torn.insert({of[next], of[k]});
        }
    }
    void cut(std::size_t t) {
        std::array<std::uint32_t, 3> of{};
        for (std::size_t k = 0; k < 3; ++k) of[k] = flap_[middle_.point(t, k)];
        if (of[0] == of[1] && of[1] == of[2]) return add(of[0], {at_point(t, 0), at_point(t, 1), at_point(t, 2)});
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t next = (k + 1) % 3, last = (k + 2) % 3;
            if (of[next] != of[last] || of[k] == of[next]) continue;
            add(of[k], {at_point(t, k), on_edge(t, k), on_edge(t, last)});
            return add(of[next], {on_edge(t, k), at_point(t, next), at_point(t, last), on_edge(t, last)});
        }
        Corner meeting{{middle_.point(t, 0), middle_.point(t, 1), middle_.point(t, 2)}};
        for (std::size_t k = 0; k < 3; ++k) {
            meeting.place += on_edge(t, k).place / 3;
            meeting.uv += on_edge(t, k).uv / 3;
        }
        meeting.new_one = true;
        for (std::size_t k = 0; k < 3; ++k)
            add(of[k], {at_point(t, k), on_edge(t, k), meeting, on_edge(t, (k + 2) % 3)});
    }

    const SkinMesh& middle_;
    const LayerCracks& cracks_;
    std::vector<std::uint32_t> flap_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> shares_;
    std::map<std::pair<std::array<std::uint32_t, 3>, std::uint32_t>, std::uint32_t> number_;
};

Vec3 direction_at(std::span<const Vec3> line, std::size_t k) {
    const std::size_t before = k > 0 ? k - 1 : 0, after = std::min(k + 1, line.size() - 1);
    const Vec3 d = line[after] - line[before];
    return d.norm() > 0 ? Vec3(d.normalized()) : Vec3(Vec3::UnitY());
}

}  // namespace

SheetSurface make_sheet(double size_x, double size_z, double thickness, double edge) {
    const int nx = parts(size_x, edge), nz = parts(size_z, edge);
    const RawSurface top = layer(size_x, size_z, nx, nz);
    RawSurface both = doubled(top, {});
    SheetSurface sheet;
    sheet.thickness = thickness;
    sheet.middle = make_skin_mesh(top, no_crease);
    const std::vector<Vec3> sides = sides_of(sheet, top.points);
    both.points = sides;
    sheet.cloth = make_skin_mesh(std::move(both));
    return sheet;
}

CutSheet cut_sheet(const SheetSurface& sheet, double scale, const LayerCracks& cracks) {
    LayerCutter cutter(sheet.middle, cracks);
    RawSurface both = doubled(cutter.raw, cutter.torn);
    CutSheet cut;
    cut.points = std::move(cutter.points);
    cut.sheet.thickness = sheet.thickness / scale;
    cut.sheet.middle = make_skin_mesh(std::move(cutter.raw), no_crease);
    both.points = sides_of(cut.sheet, cut.sheet.middle.points);
    cut.sheet.cloth = make_skin_mesh(std::move(both));
    cut.sheet.thickness = sheet.thickness;
    return cut;
}

std::vector<Vec3> sides_of(const SheetSurface& sheet, std::span<const Vec3> middle) {
    const std::size_t count = middle.size();
    const std::vector<Vec3> normals = smooth_normals(sheet.middle, middle);
    std::vector<Vec3> sides(2 * count);
    for (std::size_t v = 0; v < sheet.middle.vertex_count(); ++v) {
        const std::uint32_t p = sheet.middle.vertex_point[v];
        const Vec3 off = 0.5 * sheet.thickness * normals[sheet.middle.vertex_normal[v]];
        sides[p] = middle[p] + off;
        sides[count + p] = middle[p] - off;
    }
    return sides;
}

StrandSurface make_strand(std::span<const Vec3> path, double radius, double edge) {
    PLIANT_ASSERT(path.size() >= 2);
    StrandSurface strand;
    strand.radius = radius;
    strand.around = std::clamp(parts(2 * std::numbers::pi * radius, edge), 12, 48);
    strand.line.push_back(path.front());
    for (std::size_t k = 1; k < path.size(); ++k) {
        const int n = parts((path[k] - path[k - 1]).norm(), edge);
        for (int i = 1; i <= n; ++i)
            strand.line.push_back(path[k - 1] + static_cast<double>(i) / n * (path[k] - path[k - 1]));
    }
    int least = 0;
    const Vec3 start = direction_at(strand.line, 0);
    start.cwiseAbs().minCoeff(&least);
    strand.first_across = start.cross(Vec3::Unit(least)).normalized();

    RawSurface raw;
    raw.points = tube_around(strand, strand.line);
    const int around = strand.around;
    const auto rings = static_cast<int>((raw.points.size() - 2) / static_cast<std::size_t>(around));
    const auto at = [&](int ring, int i) { return static_cast<std::uint32_t>(1 + ring * around + i % around); };
    const auto uv = [&](int ring, double i) {
        return Vec2f(static_cast<float>(i / around), static_cast<float>(ring + 1) / static_cast<float>(rings + 1));
    };
    const auto last = static_cast<std::uint32_t>(raw.points.size() - 1);
    for (int i = 0; i < around; ++i) {
        raw.triangles.push_back({0, at(0, i + 1), at(0, i)});
        raw.uvs.push_back({uv(-1, i + 0.5), uv(0, i + 1), uv(0, i)});
        for (int ring = 0; ring + 1 < rings; ++ring)
            add_quad(raw, at(ring, i), at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i),
                     {uv(ring, i), uv(ring, i + 1), uv(ring + 1, i + 1), uv(ring + 1, i)});
        raw.triangles.push_back({at(rings - 1, i), at(rings - 1, i + 1), last});
        raw.uvs.push_back({uv(rings - 1, i), uv(rings - 1, i + 1), uv(rings, i + 0.5)});
    }
    strand.tube = make_skin_mesh(std::move(raw), 60);
    return strand;
}

std::vector<Vec3> tube_around(const StrandSurface& strand, std::span<const Vec3> line) {
    std::vector<Vec3> points;
    Vec3 along = direction_at(strand.line, 0), across = strand.first_across;
    const auto add_ring = [&](const Vec3& center, double radius) {
        const Vec3 up = along.cross(across);
        for (int i = 0; i < strand.around; ++i) {
            const double angle = 2 * std::numbers::pi * i / strand.around;
            points.push_back(center + radius * (std::cos(angle) * across + std::sin(angle) * up));
        }
    };
    const auto cap = [&](std::size_t k, int ring, double side) {
        const double angle = 0.5 * std::numbers::pi * ring / caps;
        add_ring(line[k] + side * strand.radius * std::cos(angle) * along, strand.radius * std::sin(angle));
    };
    for (std::size_t k = 0; k < line.size(); ++k) {
        const Vec3 next = direction_at(line, k);
        across = Eigen::Quaterniond::FromTwoVectors(along, next) * across;
        along = next;
        across = (across - across.dot(along) * along).normalized();
        if (k == 0) {
            points.push_back(line[0] - strand.radius * along);
            for (int ring = 1; ring < caps; ++ring) cap(0, ring, -1);
        }
        add_ring(line[k], strand.radius);
    }
    for (int ring = caps - 1; ring >= 1; --ring) cap(line.size() - 1, ring, 1);
    points.push_back(line.back() + strand.radius * along);
    return points;
}

}  // namespace pliant
