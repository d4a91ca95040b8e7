#include "sampling/sampling_errors.hpp"

#include <fmt/format.h>
#include <pliant/error.hpp>

#include <cmath>
#include <utility>

namespace pliant {
namespace {

[[noreturn]] void refuse(std::string what, std::string value, std::string allowed, std::string hint) {
    InputProblem problem;
    problem.what = std::move(what);
    problem.value = std::move(value);
    problem.allowed = std::move(allowed);
    problem.hint = std::move(hint);
    throw InputError(problem);
}

}  // namespace

void check_settings(const Sampling& settings) {
    if (!(std::isfinite(settings.spacing) && settings.spacing >= 0)) {
        refuse("the spacing is not a length", fmt::format("{}", settings.spacing), "a number above 0, in metres",
               "or 0 to give the number of particles instead");
    }
    if (!(std::isfinite(settings.thickness) && settings.thickness >= 0)) {
        refuse("the thickness is not a length", fmt::format("{}", settings.thickness), "a number above 0, in metres",
               "or 0 for the spacing");
    }
    if (settings.spacing == 0 && (settings.particles < 1 || settings.particles > most_particles)) {
        refuse("the number of particles is out of range", fmt::format("{}", settings.particles),
               fmt::format("1 to {:.0f}", most_particles), "try 2000");
    }
}

void check_bounds(const Solid& solid) {
    const Box bounds = solid.bounds();
    if (bounds.empty()) {
        refuse("the shape is empty", "parts that do not overlap", "a shape with an inside",
               "move the parts of the intersection together");
    }
    if (!is_bounded(bounds)) {
        refuse("the shape has no end", "a half-space", "a shape of finite size",
               "a half-space works only as a part of an intersection, or as what a difference takes away");
    }
}

void check_volume(double volume) {
    if (volume > 0) return;
    refuse("the shape has no inside", fmt::format("a volume of {} m³", volume), "a volume above 0",
           "check the parts of a difference or an intersection; use a sheet or a strand for thin things");
}

void check_spacing(double spacing, double extent, double expected) {
    if (spacing > extent) {
        refuse("the spacing is larger than the body", fmt::format("{:.6g} m", spacing),
               fmt::format("up to {:.6g} m, the longest side of the body", extent),
               fmt::format("try {:.3g} m, or give a number of particles", extent / 20));
    }
    if (expected > most_particles) {
        refuse("the spacing would give too many particles",
               fmt::format("about {:.3g} particles at {:.6g} m", expected, spacing),
               fmt::format("at most {:.0f} particles", most_particles),
               "use a larger spacing, or give a number of particles");
    }
}

void check_points(std::size_t count, double spacing, double volume) {
    if (count > 0) return;
    refuse("the shape is too thin for the spacing: no particle fits",
           fmt::format("a spacing of {:.6g} m for a volume of {:.6g} m³", spacing, volume),
           "a spacing about the thickness of the shape, or less",
           "use a smaller spacing or more particles, or a sheet or strand");
}

}  // namespace pliant
