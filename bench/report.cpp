#include "bench/report.hpp"

#include "core/write_file.hpp"

#include <pliant/simulation.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pliant::bench {
namespace {

constexpr std::string_view precision = sizeof(Real) == 8 ? "double" : "float";

void print_row(const StepResult& r, std::string_view side, int threads, double ms, double ratio) {
    fmt::print("{:<14} {:>9} {:>8} {:>11}  {:<9} {:>7} {:>10.3f} {:>12.2f} {:>7.1f}\n", r.name, r.particles, r.clusters,
               r.memberships, side, threads, ms, r.ns_per_incidence(ms), ratio);
}

}  // namespace

void print(const Results& results) {
    if (!results.steps.empty())
        fmt::print(
            "one step with one strain sweep, {} precision, {}\n"
            "{:<14} {:>9} {:>8} {:>11}  {:<9} {:>7} {:>10} {:>12} {:>7}\n",
            precision, instruction_sets().front(), "body", "particles", "clusters", "memberships", "side", "threads",
            "ms/step", "ns/incidence", "ratio");
    for (const StepResult& r : results.steps) {
        for (const StepTime& time : r.fast) print_row(r, "fast", time.threads, time.milliseconds, r.ratio(time));
        print_row(r, "reference", 1, r.reference_milliseconds, 1);
        fmt::print(
            "{:<14} {} the reference within {:.1e} of its size; {:.0f} % of clusters limit strain; "
            "a rotation takes {:.1f} ns\n",
            "", r.right ? "agrees with" : "DISAGREES with", r.disagreement, 100 * r.limiting, r.rotation_ns);
    }
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
