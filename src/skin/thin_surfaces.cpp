#include "skin/thin_surfaces.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

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

/// The second side below, and the rim.
RawSurface doubled(const RawSurface& top, int nx, int nz) {
    RawSurface raw = top;
    const auto n = static_cast<std::uint32_t>(top.points.size());
    raw.points.insert(raw.points.end(), top.points.begin(), top.points.end());
    for (std::size_t t = 0; t < top.triangles.size(); ++t) {
        const auto& [a, b, c] = top.triangles[t];
        raw.triangles.push_back({a + n, c + n, b + n});
        raw.uvs.push_back({top.uvs[t][0], top.uvs[t][2], top.uvs[t][1]});
    }
    const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * (nx + 1) + i); };
    const auto uv = [&](int i, int j) {
        return Vec2f(static_cast<float>(i) / static_cast<float>(nx),
                     1 - static_cast<float>(j) / static_cast<float>(nz));
    };
    const auto rim = [&](int i, int j, int di, int dj) {
        const std::uint32_t a = at(i, j), b = at(i + di, j + dj);
        add_quad(raw, b, a, a + n, b + n, {uv(i + di, j + dj), uv(i, j), uv(i, j), uv(i + di, j + dj)});
    };
    for (int i = 0; i < nx; ++i) {
        rim(i, nz, 1, 0);
        rim(i + 1, 0, -1, 0);
    }
    for (int j = 0; j < nz; ++j) {
        rim(0, j, 0, 1);
        rim(nx, j + 1, 0, -1);
    }
    return raw;
}

Vec3 direction_at(std::span<const Vec3> line, std::size_t k) {
    const std::size_t before = k > 0 ? k - 1 : 0, after = std::min(k + 1, line.size() - 1);
    const Vec3 d = line[after] - line[before];
    return d.norm() > 0 ? Vec3(d.normalized()) : Vec3(Vec3::UnitY());
}

}  // namespace

SheetSurface make_sheet(double size_x, double size_z, double thickness, double edge) {
    const int nx = parts(size_x, edge), nz = parts(size_z, edge);
    const RawSurface top = layer(size_x, size_z, nx, nz);
    RawSurface both = doubled(top, nx, nz);
    SheetSurface sheet;
    sheet.thickness = thickness;
    sheet.middle = make_skin_mesh(top, no_crease);
    const std::vector<Vec3> sides = sides_of(sheet, top.points);
    both.points = sides;
    sheet.cloth = make_skin_mesh(std::move(both));
    return sheet;
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
