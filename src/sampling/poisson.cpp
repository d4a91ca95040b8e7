#include "sampling/poisson.hpp"

#include <cmath>
#include <optional>

#include "core/assert.hpp"
#include "core/random.hpp"
#include "sampling/poisson_cells.hpp"

namespace pliant {
namespace {

constexpr int candidates_per_point = 12;
constexpr int gap_halvings = 4;

class Sampler {
  public:
    Sampler(const Solid& solid, double spacing, std::uint64_t seed, bool flat)
        : solid_(solid), spacing_(spacing), flat_(flat), random_(seed), cells_(solid, spacing, flat) {}

    std::vector<Vec3> run() {
        const auto bricks = static_cast<std::uint32_t>(cells_.bricks());
        if (bricks == 0) return {};
        const std::uint32_t start = random_.below(bricks);
        for (std::uint32_t k = 0; k < bricks; ++k) {
            const auto brick = static_cast<std::int32_t>((start + k) % bricks);
            for (int i = 0; i < static_cast<int>(PoissonCells::brick_cells); ++i) {
                fill({brick, {i & 7, (i >> 3) & 7, i >> 6}});
                grow();
            }
        }
        return std::move(points_);
    }

  private:
    void add(const Vec3& q, const CellAddress& cell) {
        cells_.at(cell) = static_cast<std::int32_t>(points_.size());
        points_.push_back(q);
        addresses_.push_back(cell);
    }

    /// Lets the front advance until no candidate fits.
    void grow() {
        const double radius = spacing_ * (1 + 1e-9);  // rounding must not put a candidate too near to its own parent
        for (; front_ < points_.size(); ++front_) {
            const Vec3 parent = points_[front_];
            const CellAddress home = addresses_[front_];
            for (int k = 0; k < candidates_per_point; ++k) {
                const Vec3 q = parent + radius * direction();
                const CellAddress cell = cells_.locate(q, home);
                if (cell.brick < 0) continue;
                const std::int32_t state = cells_.at(cell);
                if (state != PoissonCells::inside && state != PoissonCells::cut) continue;
                if (is_free(q, cell) && (state == PoissonCells::inside || solid_.contains(q))) add(q, cell);
            }
        }
    }

    /// Uniform on the unit sphere, or circle, by rejection: no library function whose last bit may differ.
    Vec3 direction() {
        for (;;) {
            const double x = random_.uniform(-1, 1);
            const double y = flat_ ? 0 : random_.uniform(-1, 1);
            const Vec3 d(x, y, random_.uniform(-1, 1));
            const double squared = d.squaredNorm();
            if (squared <= 1 && squared > 1e-4) return d / std::sqrt(squared);
        }
    }

    bool is_free(const Vec3& q, const CellAddress& cell) const {
        bool free = true;
        cells_.around(cell, [&](std::int32_t state) {
            free = state < 0 || (points_[static_cast<std::size_t>(state)] - q).squaredNorm() >= spacing_ * spacing_;
            return free;
        });
        return free;
    }

    /// Puts a point into the cell if one fits.
    void fill(const CellAddress& cell) {
        const std::int32_t state = cells_.at(cell);
        if (state != PoissonCells::inside && state != PoissonCells::cut) return;
        near_.clear();
        cells_.around(cell, [&](std::int32_t other) {
            if (other >= 0) near_.push_back(points_[static_cast<std::size_t>(other)]);
            return true;
        });
        const Vec3 center = cells_.center(cell);
        if (const auto spot = free_spot(center, 0.5 * cells_.cell(), gap_halvings, state == PoissonCells::cut)) {
            add(*spot, cell);
        }
    }

    /// A position at least `spacing` from the points of near_ and inside the solid, in the cube around `center`.
    std::optional<Vec3> free_spot(const Vec3& center, double half, int halvings, bool cut) const {
        double nearest2 = std::numeric_limits<double>::infinity();
        for (const Vec3& p : near_) nearest2 = std::min(nearest2, (p - center).squaredNorm());
        const double reach = half * std::sqrt(flat_ ? 2.0 : 3.0);
        const double covered = spacing_ - reach;
        if (covered > 0 && nearest2 <= covered * covered) return std::nullopt;
        const bool free = nearest2 >= spacing_ * spacing_;
        if (halvings == 0) return free && (!cut || solid_.contains(center)) ? std::optional(center) : std::nullopt;
        const double distance = cut ? solid_.distance(center) : -reach;
        if (distance >= reach) return std::nullopt;
        if (free && distance < 0) return center;
        const bool still_cut = distance > -reach;
        for (int child = 0; child < (flat_ ? 4 : 8); ++child) {
            const Vec3 side(child & 1 ? 0.5 : -0.5, flat_ ? 0 : (child & 4 ? 0.5 : -0.5), child & 2 ? 0.5 : -0.5);
            if (const auto spot = free_spot(center + half * side, 0.5 * half, halvings - 1, still_cut)) return spot;
        }
        return std::nullopt;
    }

    const Solid& solid_;
    double spacing_;
    bool flat_;
    Random random_;
    PoissonCells cells_;
    std::vector<Vec3> points_;
    std::vector<CellAddress> addresses_;  ///< the cell of each point
    std::size_t front_ = 0;               ///< points before it have had their candidates
    std::vector<Vec3> near_;
};

}  // namespace

std::vector<Vec3> poisson_points(const Solid& solid, double spacing, std::uint64_t seed, bool flat) {
    PLIANT_ASSERT(spacing > 0 && is_bounded(solid.bounds()));
    return Sampler(solid, spacing, seed, flat).run();
}

// Fitted to cubes and squares of a thousand to a million points: a share of the inside, and one of the border, where
// points may sit on the surface itself.
double poisson_count(double volume, double area, double spacing) {
    return (0.785 * volume / spacing + 0.26 * area) / (spacing * spacing);
}

double flat_poisson_count(double area, double border, double spacing) {
    return (0.811 * area / spacing + 0.21 * border) / spacing;
}

}  // namespace pliant
