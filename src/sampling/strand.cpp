// Particles along a polyline.
#include <fmt/format.h>
#include <pliant/error.hpp>

#include <algorithm>
#include <cmath>

#include "core/assert.hpp"
#include "core/random.hpp"
#include "sampling/sample.hpp"
#include "sampling/sampling_errors.hpp"

namespace pliant {
namespace {

/// A random row has even steps of 5/4 of the spacing, each end moved by up to 1/8: gaps from 1 to 1.5 times the
/// spacing, so that nowhere a point fits between.
constexpr double mean_gap = 1.25;

double checked_length(std::span<const Vec3> path) {
    double length = 0;
    bool finite = true;
    for (std::size_t i = 0; i < path.size(); ++i) {
        finite = finite && path[i].allFinite();
        if (i > 0) length += (path[i] - path[i - 1]).norm();
    }
    if (finite && length > 0) return length;
    InputProblem problem;
    problem.what = "the path of a strand has no length";
    problem.value = fmt::format("{} points, {} m", path.size(), length);
    problem.allowed = "two different points or more, all finite";
    throw InputError(problem);
}

/// Walks along the path; positions must not fall from call to call.
class Walker {
  public:
    explicit Walker(std::span<const Vec3> path) : path_(path) {}

    Vec3 at(double position) {
        while (segment_ + 2 < path_.size() && position > passed_ + length()) {
            passed_ += length();
            ++segment_;
        }
        const double t = length() > 0 ? std::clamp((position - passed_) / length(), 0.0, 1.0) : 0.0;
        return (1 - t) * path_[segment_] + t * path_[segment_ + 1];
    }

  private:
    double length() const { return (path_[segment_ + 1] - path_[segment_]).norm(); }

    std::span<const Vec3> path_;
    std::size_t segment_ = 0;
    double passed_ = 0;
};

}  // namespace

Samples sample_strand(std::span<const Vec3> path, const Sampling& settings) {
    check_settings(settings);
    const double length = checked_length(path);
    const bool even = settings.method == SamplingMethod::grid;
    const double stretch = even ? 1 : mean_gap;
    std::size_t count = static_cast<std::size_t>(settings.particles);
    Samples samples;
    if (settings.spacing > 0) {
        check_spacing(settings.spacing, length, length / (stretch * settings.spacing) + 1);
        // The lattice takes the nearest even division; blue noise the finest one that keeps the distance.
        const double gaps = length / (stretch * settings.spacing);
        count = static_cast<std::size_t>(std::max(even ? std::round(gaps) : std::floor(gaps), 1.0)) + 1;
    }
    const double step = count > 1 ? length / static_cast<double>(count - 1) : length;
    samples.spacing = step / stretch;
    const double thickness = settings.thickness > 0 ? settings.thickness : samples.spacing;
    samples.volume = length * thickness * thickness;

    Random random(settings.seed);
    Walker walker(path);
    for (std::size_t i = 0; i < count; ++i) {
        const double shift = even ? 0 : 0.5 * (step - samples.spacing) * random.uniform(-1, 1);
        const bool inner = i > 0 && i + 1 < count;
        const double middle = count == 1 ? 0.5 * length : step * static_cast<double>(i);
        samples.points.push_back(walker.at(inner ? middle + shift : middle));
    }
    PLIANT_ASSERT(samples.points.size() == count && samples.volume > 0);
    return samples;
}

}  // namespace pliant
