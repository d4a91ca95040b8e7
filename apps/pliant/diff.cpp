// pliant diff: where two runs first differ, and by how much.
#include "commands.hpp"
#include "progress.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>

namespace pliant::cli {
namespace {

/// A field of a particle that is not the same on both sides.
struct Difference {
    std::string field;
    std::size_t particle = 0;  ///< the first that differs
    std::string a, b;          ///< its values
    std::size_t count = 0;     ///< particles that differ
    double largest = 0;        ///< difference of any of them, in the field's unit
};

/// Bits, not values: what is written as not a number is equal to itself.
bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }
bool same(std::uint32_t a, std::uint32_t b) { return a == b; }
bool same(const Vec3& a, const Vec3& b) { return same(a.x(), b.x()) && same(a.y(), b.y()) && same(a.z(), b.z()); }

double distance(const Vec3& a, const Vec3& b) { return (a - b).norm(); }
template <class T>
double distance(T a, T b) {
    return std::abs(static_cast<double>(a) - static_cast<double>(b));
}

std::string text(const Vec3& v) { return fmt::format("({}, {}, {})", v.x(), v.y(), v.z()); }
template <class T>
std::string text(T v) {
    return fmt::format("{}", v);
}

template <class T>
void compare(const char* field, const std::vector<T>& a, const std::vector<T>& b, std::vector<Difference>& found) {
    Difference difference;
    difference.field = field;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (same(a[i], b[i])) continue;
        if (difference.count++ == 0) {
            difference.particle = i;
            difference.a = text(a[i]);
            difference.b = text(b[i]);
        }
        difference.largest = std::max(difference.largest, distance(a[i], b[i]));
    }
    if (difference.count > 0) found.push_back(std::move(difference));
}

std::vector<Difference> compare(const Frame& a, const Frame& b) {
    std::vector<Difference> found;
    compare("position", a.positions, b.positions, found);
    compare("velocity", a.velocities, b.velocities, found);
    compare("strain", a.strains, b.strains, found);
    compare("plastic", a.plastics, b.plastics, found);
    compare("fragment", a.fragments, b.fragments, found);
    compare("cluster", a.clusters, b.clusters, found);
    compare("body", a.bodies, b.bodies, found);
    compare("radius", a.radii, b.radii, found);
    return found;
}

/// Prints how the frames differ; true when they do.
bool print_difference(const CachedFrame& a, const CachedFrame& b) {
    const int number = a.frame.number;
    if (a.frame.positions.size() != b.frame.positions.size()) {
        fmt::print("frame {} differs: {} and {} particles\n", number, a.frame.positions.size(),
                   b.frame.positions.size());
        return true;
    }
    const std::vector<Difference> found = compare(a.frame, b.frame);
    if (!found.empty()) fmt::print("frame {} ({:.4g} s) is the first that differs\n", number, a.frame.time);
    for (const Difference& d : found)
        fmt::print("  {}: {} of {} particles, by {:.3g} at most; the first is particle {}:\n    {}\n    {}\n", d.field,
                   d.count, a.frame.positions.size(), d.largest, d.particle, d.a, d.b);
    if (!found.empty()) return true;
    if (!same(a.frame.time, b.frame.time)) {
        fmt::print("frame {} differs: it is at {} s and at {} s\n", number, a.frame.time, b.frame.time);
        return true;
    }
    if (a.stats.hash == b.stats.hash) return false;
    fmt::print("frame {} differs: its particles are equal, but not the clusters' state (hash {:016x} and {:016x})\n",
               number, a.stats.hash, b.stats.hash);
    return true;
}

struct DiffOptions {
    std::string a, b;
    bool quiet = false;
};

int diff(const DiffOptions& options) {
    const RunReader a(options.a), b(options.b);
    std::vector<int> common;
    std::set_intersection(a.frame_numbers().begin(), a.frame_numbers().end(), b.frame_numbers().begin(),
                          b.frame_numbers().end(), std::back_inserter(common));
    Progress progress("comparing", static_cast<int>(common.size()), options.quiet);
    for (std::size_t k = 0; k < common.size(); ++k) {
        const CachedFrame left = a.read_frame(common[k]), right = b.read_frame(common[k]);
        progress.update(static_cast<int>(k) + 1);
        if (print_difference(left, right)) return 1;
    }
    progress.finish();
    const bool all = common.size() == a.frame_numbers().size() && common.size() == b.frame_numbers().size();
    fmt::print("{} frames are equal, bit for bit\n", common.size());
    if (!all)
        fmt::print("{} frames are only in {}, {} only in {}\n", a.frame_numbers().size() - common.size(), options.a,
                   b.frame_numbers().size() - common.size(), options.b);
    return all ? 0 : 1;
}

}  // namespace

void add_diff(CLI::App& app, Action& action) {
    auto options = std::make_shared<DiffOptions>();
    CLI::App* command = app.add_subcommand("diff", "where two runs first differ, and by how much");
    command->add_option("a", options->a, "the folder of a run")->required();
    command->add_option("b", options->b, "the folder of another")->required();
    command->add_flag("-q,--quiet", options->quiet, "no progress");
    command->callback([options, &action] { action = [options] { return diff(*options); }; });
}

}  // namespace pliant::cli
