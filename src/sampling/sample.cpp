#include "sampling/sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/assert.hpp"
#include "sampling/lattice.hpp"
#include "sampling/measure.hpp"
#include "sampling/poisson.hpp"
#include "sampling/sampling_errors.hpp"

namespace pliant {
namespace {

/// What to fill: a solid, or with `flat` its section at the middle of its height. `size` is the volume and `border` the
/// area of its surface; of a section, the area and the length of its border.
struct Domain {
    const Solid& solid;
    bool flat;
    double size;
    double border;
    double extent;  ///< longest side, m

    double lattice_spacing_for(double count) const { return std::pow(size / count, flat ? 1.0 / 2 : 1.0 / 3); }
    double lattice_count_for(double spacing) const { return size / std::pow(spacing, flat ? 2 : 3); }
    double poisson_count_for(double spacing) const {
        return flat ? flat_poisson_count(size, border, spacing) : poisson_count(size, border, spacing);
    }
    /// The spacing at which that estimate gives `count`, which falls as the spacing grows.
    double poisson_spacing_for(double count) const {
        double low = 1e-3 * lattice_spacing_for(count);
        double high = 1e3 * lattice_spacing_for(count);
        for (int step = 0; step < 60; ++step) {
            const double middle = std::sqrt(low * high);
            (poisson_count_for(middle) > count ? low : high) = middle;
        }
        return std::min(low, 2 * extent);
    }
};

bool within_two_percent(std::size_t count, std::size_t wanted) {
    const std::size_t off = count > wanted ? count - wanted : wanted - count;
    return 50 * off <= wanted;
}

/// Takes away the point nearest to another one until `wanted` are left. Only for small sets: quadratic.
void thin_out(std::vector<Vec3>& points, std::size_t wanted) {
    while (points.size() > wanted) {
        std::size_t crowded = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < points.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const double squared = (points[i] - points[j]).squaredNorm();
                if (squared < least) {
                    least = squared;
                    crowded = i;
                }
            }
        }
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(crowded));
    }
}

/// Searches the spacing that gives `wanted` blue-noise points. Large sets need a run or two: their number hardly
/// fluctuates. Small ones may need many, each with a seed of its own, and in the end lose a few points too many.
Samples poisson_by_count(const Domain& domain, std::size_t wanted, std::uint64_t seed) {
    constexpr int most_tries = 24;
    double correction = 1;  // points found over points expected
    double shrink = 1;
    Samples spare;  // the fewest points above the wanted number
    for (int attempt = 0; attempt < most_tries || (spare.points.empty() && attempt < 3 * most_tries); ++attempt) {
        if (attempt >= most_tries) shrink *= 0.9;
        const double spacing = shrink * domain.poisson_spacing_for(static_cast<double>(wanted) / correction);
        const std::uint64_t variant = static_cast<std::uint64_t>(attempt) * 0x9e3779b97f4a7c15ULL;
        Samples samples = {poisson_points(domain.solid, spacing, seed ^ variant, domain.flat), spacing, 0};
        const std::size_t found = samples.points.size();
        if (within_two_percent(found, wanted)) return samples;
        if (found > wanted && (spare.points.empty() || found < spare.points.size())) spare = std::move(samples);
        const double measured = static_cast<double>(found) / domain.poisson_count_for(spacing);
        correction = std::clamp(measured, 0.5 * correction, 2 * correction);
    }
    PLIANT_ASSERT(spare.points.empty() || spare.points.size() > wanted);
    thin_out(spare.points, wanted);
    return spare;
}

Samples sample_domain(const Domain& domain, const Sampling& settings) {
    const bool grid = settings.method == SamplingMethod::grid;
    Samples samples;
    if (settings.spacing > 0) {
        const double expected =
            grid ? domain.lattice_count_for(settings.spacing) : domain.poisson_count_for(settings.spacing);
        check_spacing(settings.spacing, domain.extent, expected);
        samples.spacing = settings.spacing;
        samples.points = grid ? lattice_points(domain.solid, {settings.spacing, 0}, domain.flat)
                              : poisson_points(domain.solid, settings.spacing, settings.seed, domain.flat);
    } else if (grid) {
        const auto count = static_cast<std::size_t>(settings.particles);
        const Lattice lattice =
            find_lattice(domain.solid, count, domain.lattice_spacing_for(settings.particles), domain.flat);
        samples.spacing = lattice.spacing;
        samples.points = lattice_points(domain.solid, lattice, domain.flat);
    } else {
        samples = poisson_by_count(domain, static_cast<std::size_t>(settings.particles), settings.seed);
    }
    check_points(samples.points.size(), samples.spacing, domain.size);
    PLIANT_ASSERT(samples.spacing > 0);
    return samples;
}

}  // namespace

Samples sample_solid(const Solid& solid, const Sampling& settings) {
    check_settings(settings);
    check_bounds(solid);
    const Measure m = measure(solid);
    check_volume(m.volume);
    Samples samples = sample_domain({solid, false, m.volume, m.area, solid.bounds().size().maxCoeff()}, settings);
    samples.volume = m.volume;
    return samples;
}

Samples sample_sheet(double size_x, double size_z, const Sampling& settings) {
    check_settings(settings);
    const double longest = std::max(size_x, size_z);
    const SolidPtr slab = solid::box(Vec3(size_x, longest, size_z));  // only its section y = 0 is used
    const double area = size_x * size_z;
    Samples samples = sample_domain({*slab, true, area, 2 * (size_x + size_z), longest}, settings);
    samples.volume = area * (settings.thickness > 0 ? settings.thickness : samples.spacing);
    return samples;
}

}  // namespace pliant
