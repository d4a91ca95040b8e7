#include "sampling/lattice.hpp"

#include <algorithm>
#include <cmath>

#include "core/assert.hpp"
#include "sampling/cell_walk.hpp"

namespace pliant {
namespace {

CellGrid lattice_grid(const Box& bounds, const Lattice& lattice, bool flat) {
    PLIANT_ASSERT(lattice.spacing > 0 && is_bounded(bounds));
    CellGrid grid;
    grid.cell = lattice.spacing;
    grid.counts = (bounds.size() / lattice.spacing).array().round().max(1.0).cast<int>();
    // One point more along an axis moves the others by half a step; an outermost one may now be outside.
    grid.counts += Eigen::Vector3i(lattice.shifted & 1, (lattice.shifted >> 1) & 1, lattice.shifted >> 2);
    if (flat) grid.counts.y() = 1;
    grid.origin = bounds.center() - 0.5 * grid.cell * grid.counts.cast<double>();
    return grid;
}

std::size_t lattice_count(const Solid& solid, const Lattice& lattice, bool flat) {
    std::size_t count = 0;
    walk_cells(solid, lattice_grid(solid.bounds(), lattice, flat), [&](const CellBlock& block) {
        if (!(block.distance < 0)) return;
        count += static_cast<std::size_t>((block.upper - block.lower).cast<std::int64_t>().prod());
    });
    return count;
}

/// Keeps the lattice whose count is nearest to the wanted one; the first of equals.
class Search {
  public:
    Search(const Solid& solid, std::size_t wanted, bool flat) : solid_(solid), wanted_(wanted), flat_(flat) {}

    std::size_t try_lattice(const Lattice& lattice) {
        const std::size_t count = lattice_count(solid_, lattice, flat_);
        const std::size_t off = count > wanted_ ? count - wanted_ : wanted_ - count;
        if (count > 0 && (best_.spacing == 0 || off < off_)) {
            off_ = off;
            best_ = lattice;
        }
        return count;
    }
    void try_shifts(double spacing) {
        for (int shifted = 0; shifted < 8 && !good(); ++shifted) {
            if (!flat_ || (shifted & 2) == 0) try_lattice({spacing, shifted});
        }
    }
    bool good() const { return best_.spacing > 0 && 50 * off_ <= wanted_; }
    const Lattice& best() const { return best_; }

  private:
    const Solid& solid_;
    std::size_t wanted_;
    bool flat_;
    std::size_t off_ = 0;
    Lattice best_;
};

}  // namespace

std::vector<Vec3> lattice_points(const Solid& solid, const Lattice& lattice, bool flat) {
    const CellGrid grid = lattice_grid(solid.bounds(), lattice, flat);
    std::vector<Vec3> points;
    walk_cells(solid, grid, [&](const CellBlock& block) {
        if (!(block.distance < 0)) return;
        for (int z = block.lower.z(); z < block.upper.z(); ++z) {
            for (int y = block.lower.y(); y < block.upper.y(); ++y) {
                for (int x = block.lower.x(); x < block.upper.x(); ++x) {
                    points.push_back(grid.origin + grid.cell * Vec3(x + 0.5, y + 0.5, z + 0.5));
                }
            }
        }
    });
    return points;
}

Lattice find_lattice(const Solid& solid, std::size_t count, double expected, bool flat) {
    PLIANT_ASSERT(count > 0 && expected > 0);
    Search search(solid, count, flat);
    const Vec3 size = solid.bounds().size();
    for (const int axis : {0, 2, 1}) {
        if (flat && axis == 1) continue;
        const double fit = std::round(size[axis] / expected);
        for (const double steps : {fit, fit + 1, fit - 1}) {
            if (steps >= 1 && !search.good()) search.try_lattice({size[axis] / steps, 0});
        }
    }
    double low = 0.7 * expected;
    double high = 1.4 * expected;
    for (int step = 0; step < 16 && !search.good(); ++step) {
        const double middle = std::sqrt(low * high);
        (search.try_lattice({middle, 0}) > count ? low : high) = middle;
    }
    // Counts of small lattices jump, and not always the right way: look around as well.
    for (int step = 0; step <= 60 && !search.good(); ++step) {
        search.try_shifts(expected * std::pow(1.005, step));
        search.try_shifts(expected * std::pow(1.005, -step));
    }
    return search.best().spacing > 0 ? search.best() : Lattice{expected, 0};
}

}  // namespace pliant
