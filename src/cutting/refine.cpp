#include "cutting/refine.hpp"

#include <algorithm>
#include <unordered_map>

namespace pliant {
namespace {

constexpr std::uint32_t whole = 0xffffffffU;  // an edge that is not halved
constexpr int most_passes = 24;

/// The middles of edges, shared by all triangles.
class Middles {
  public:
    Middles(std::vector<Vec3>& points, double longest) : points_(points), longest_(longest) {}

    std::uint32_t of(std::uint32_t a, std::uint32_t b) {
        if (a > b) std::swap(a, b);
        if ((points_[a] - points_[b]).norm() <= longest_) return whole;
        const auto [found, made] =
            made_.try_emplace(std::uint64_t{a} << 32 | b, static_cast<std::uint32_t>(points_.size()));
        if (made) points_.push_back(0.5 * (points_[a] + points_[b]));
        return found->second;
    }

  private:
    std::vector<Vec3>& points_;
    double longest_;
    std::unordered_map<std::uint64_t, std::uint32_t> made_;  // looked up, never walked
};

PartOfTriangle part(const PartOfTriangle& of, const std::array<std::uint32_t, 6>& point,
                    const std::array<Vec3, 6>& shares, const std::array<std::size_t, 3>& corners) {
    return {{point[corners[0]], point[corners[1]], point[corners[2]]},
            of.source,
            {shares[corners[0]], shares[corners[1]], shares[corners[2]]}};
}

/// Corners are 0 to 2, the middle of the edge from corner k on is 3 + k.
void split(const PartOfTriangle& triangle, const std::array<std::uint32_t, 3>& middle,
           std::vector<PartOfTriangle>& to) {
    std::array<std::uint32_t, 6> point{};
    std::array<Vec3, 6> shares;
    std::size_t halved = 0, only = 0, kept = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        point[k] = triangle.corners[k];
        shares[k] = triangle.shares[k];
        point[3 + k] = middle[k];
        shares[3 + k] = 0.5 * (triangle.shares[k] + triangle.shares[(k + 1) % 3]);
        if (middle[k] == whole)
            kept = k;
        else
            ++halved, only = k;
    }
    const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
        to.push_back(part(triangle, point, shares, {a, b, c}));
    };
    if (halved == 1) {
        const std::size_t k = only, next = (k + 1) % 3, last = (k + 2) % 3;
        add(k, 3 + k, last);
        add(3 + k, next, last);
    } else if (halved == 2) {
        const std::size_t a = kept, b = (kept + 1) % 3, c = (kept + 2) % 3;  // a to b stays
        add(a, b, 3 + b);
        add(a, 3 + b, 3 + c);
        add(3 + c, 3 + b, c);
    } else {
        add(0, 3, 5);
        add(1, 4, 3);
        add(2, 5, 4);
        add(3, 4, 5);
    }
}

}  // namespace

std::vector<PartOfTriangle> refine(std::vector<Vec3>& points, std::span<const std::array<std::uint32_t, 3>> triangles,
                                   double longest) {
    std::vector<PartOfTriangle> parts;
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        parts.push_back({triangles[t], t, {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}});
    Middles middles(points, longest);
    for (int pass = 0; pass < most_passes; ++pass) {
        std::vector<PartOfTriangle> next;
        for (const PartOfTriangle& triangle : parts) {
            const auto& [a, b, c] = triangle.corners;
            const std::array middle = {middles.of(a, b), middles.of(b, c), middles.of(c, a)};
            if (std::all_of(middle.begin(), middle.end(), [](std::uint32_t m) { return m == whole; }))
                next.push_back(triangle);
            else
                split(triangle, middle, next);
        }
        const bool done = next.size() == parts.size();
        parts = std::move(next);
        if (done) break;
    }
    return parts;
}

}  // namespace pliant
