#include "bench/report.hpp"

#include "core/write_file.hpp"

#include <pliant/simulation.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pliant::bench {
namespace {

constexpr std::string_view precision = sizeof(Real) == 8 ? "double" : "float";

void print_row(const StepResult& r, std::string_view side, int threads, double ms, double ratio) {
    fmt::print("{:<20} {:>9} {:>8} {:>11}  {:<9} {:>7} {:>10.3f} {:>12.2f} {:>7.1f}\n", r.name, r.particles, r.clusters,
               r.memberships, side, threads, ms, r.ns_per_incidence(ms), ratio);
}

/// Times as ratios to the finest level alone, with MR20's own ratios beside them: its machine and code were others.
void print_levels(const LevelsResult& r) {
    fmt::print("\n{}: {} particles, one thread, as ratios to the finest level alone\n", r.name, r.particles);
    fmt::print("{:<12} {:>11} {:>9} {:>13} {:>9} {:>14} {:>9} {:>14}\n", "clusters", "memberships", "limiting",
               "1 sweep, ms", "ratio", "5 sweeps, ms", "ratio", "MR20, Table 2");
    for (std::size_t k = 0; k < r.rows.size(); ++k) {
        const LevelsRow& row = r.rows[k];
        fmt::print("{:<12} {:>11} {:>7.0f} % {:>13.3f} {:>9.2f} {:>14.3f} {:>9.2f} {:>14.2f}\n",
                   row.clusters > 0 ? fmt::format("{} alone", row.clusters) : "all levels", row.memberships,
                   100 * row.limiting, row.one_sweep, r.one_sweep_ratio(row), row.five_sweeps, r.five_sweeps_ratio(row),
                   r.paper_ratio(k));
    }
}

void print_points(const PointsResult& r) {
    fmt::print("\n{}: {} particles, a step in {:.3f} ms on one thread ({:.0f} ns a particle), {:.3f} ms on two\n",
               r.name, r.particles, r.one_thread, r.per_particle(), r.two_threads);
    for (std::size_t k = 0; k < point_stage_count; ++k)
        fmt::print("  {:<12} {:>9.3f} ms {:>6.1f} %\n", point_stage_name(static_cast<PointStage>(k)), r.stages[k],
                   100 * r.stages[k] / r.one_thread);
    fmt::print("  iterations a step: embedding {:.1f}, viscosity {:.1f}\n", r.embedding_iterations,
               r.viscosity_iterations);
    if (r.reference > 0)
        fmt::print("  reference    {:>9.3f} ms; {} it within {:.1e} of the spacing\n", r.reference,
                   r.right ? "agrees with" : "DISAGREES with", r.disagreement);
}

}  // namespace

void print(const Results& results) {
    if (!results.steps.empty())
        fmt::print(
            "one step with one strain sweep, {} precision, {}\n"
            "{:<20} {:>9} {:>8} {:>11}  {:<9} {:>7} {:>10} {:>12} {:>7}\n",
            precision, instruction_sets().front(), "body", "particles", "clusters", "memberships", "side", "threads",
            "ms/step", "ns/incidence", "ratio");
    for (const StepResult& r : results.steps) {
        for (const StepTime& time : r.fast) print_row(r, "fast", time.threads, time.milliseconds, r.ratio(time));
        print_row(r, "reference", 1, r.reference_milliseconds, 1);
        fmt::print(
            "{:<20} {} the reference within {:.1e} of its size; {:.0f} % of clusters limit strain; "
            "a rotation takes {:.1f} ns\n",
            "", r.right ? "agrees with" : "DISAGREES with", r.disagreement, 100 * r.limiting, r.rotation_ns);
    }
    for (const LevelsResult& r : results.levels) print_levels(r);
    for (const PointsResult& r : results.points) print_points(r);
    if (!results.judged.empty()) fmt::print("\n{:<58} {:>10}  {:<10} met\n", "against the bars", "measured", "bar");
    for (const Judged& j : results.judged)
        fmt::print("{:<58} {:>10}  {:<10} {}\n", j.what, j.value, j.bar, j.met ? "yes" : "NO");
}

void write_json(const Results& results, const std::string& file) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const StepResult& r : results.steps)
        for (const StepTime& time : r.fast)
            list.push_back({{"name", r.name},
                            {"particles", r.particles},
                            {"clusters", r.clusters},
                            {"memberships", r.memberships},
                            {"levels", r.levels},
                            {"threads", time.threads},
                            {"precision", precision},
                            {"ms_per_step", time.milliseconds},
                            {"ns_per_incidence", r.ns_per_incidence(time.milliseconds)},
                            {"ratio", r.ratio(time)},
                            {"reference_ms_per_step", r.reference_milliseconds},
                            {"agrees", r.right},
                            {"disagreement", r.disagreement},
                            {"limiting_share", r.limiting},
                            {"rotation_ns", r.rotation_ns},
                            {"rotation_share", r.rotation_share}});
    const std::string text = list.dump(2) + "\n";
    write_file(file, text.data(), text.size());
}

}  // namespace pliant::bench
