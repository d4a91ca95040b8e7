#include "bench/bench.hpp"

#include "bench/clock_rate.hpp"
#include "bench/clustering_time.hpp"
#include "bench/collisions_time.hpp"
#include "bench/fracture_time.hpp"
#include "bench/glue_time.hpp"
#include "bench/live_time.hpp"
#include "bench/progress.hpp"
#include "bench/recluster_time.hpp"
#include "bench/report.hpp"
#include "bench/skins_time.hpp"
#include "scene/near.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pliant::bench {
namespace {

constexpr bool in_double = sizeof(Real) == 8;

// The bars are the "must" column of docs/performance.md.
constexpr double must_in_double = 6;
constexpr double must_two_over_one = 1.8;
constexpr double must_rotation_share = 0.1;
constexpr double must_growth = 2.5;
constexpr double must_clustering_seconds = 4;
constexpr double must_coarse_levels_seconds = 15;
constexpr double must_bunnies_over_real_time = 4;
constexpr double must_collision_share = 0.4;
constexpr double must_levels_one_sweep = 3.0;
constexpr double must_levels_five_sweeps = 1.65;
constexpr double must_reclustering = 1.0;
constexpr double must_fracture_quiet = 1.03, must_fracture_step = 3, must_fracture_ms = 100;
constexpr double must_embedding = 0.33;
constexpr double must_addition_ms = 3;
constexpr double must_frame_microseconds = 2;
constexpr double must_glue_share = 0.05;
constexpr double must_skin_ms = 10;
constexpr double must_surface_ms = 500;
constexpr double must_picture_ms = 3000;
constexpr double must_sleep_share = 0.05;
constexpr double must_live_frame_ms = 4;
constexpr double must_moment_ms = 10;
constexpr double must_stream_share = 0.05;

const std::vector<StepCase>& step_cases() {
    static const std::vector<StepCase> cases = {
        {"ball-5k", BenchShape::ball, 5098, 101, 8, 0, 1},
        {"ball-5k-levels", BenchShape::ball, 5098, 101, 0, 0, 0},
        {"growth-10k", BenchShape::creature, 10000, 655, 0, 0, 1},
        {"creature-125k", BenchShape::creature, 124630, 8192, 10, 18, 1},
        {"creature-125k-levels", BenchShape::creature, 124630, 8192, 10, 18, 0},
        {"million", BenchShape::creature, 1000000, 65536, 10, 0, 1},
    };
    return cases;
}
/// A ball and a figure with as many particles and clusters as MR20's ball and armadillo. The times are those of its
/// Table 2, of which only the ratios are shown.
const std::vector<LevelsCase>& levels_cases() {
    static const std::vector<LevelsCase> cases = {
        {"table2-ball", BenchShape::ball, 5098, 101, {9.50, 7.93, 3.95, 10.82}},
        {"table2-125k",
         BenchShape::creature,
         124630,
         8192,
         {1067.08, 1456.65, 1718.34, 1254.37, 386.97, 235.36, 1818.50}},
    };
    return cases;
}
/// The point-based solver, from 5 k to 200 k points.
const std::vector<PointsCase>& points_cases() {
    static const std::vector<PointsCase> cases = {
        {"points-5k", 5000, false}, {"points-20k", 20000, true}, {"points-200k", 200000, false}};
    return cases;
}
constexpr double must_points_one_thread = 5;
constexpr double must_points_two_threads = 9;
constexpr double must_points_growth = 1.5;

const std::string bunnies_case = "four-bunnies";
const std::string collision_growth_case = "collision-growth";
const std::string clustering_case = "clustering-125k";
const std::string coarse_levels_case = "coarse-levels-125k";
const std::string recluster_case = "compressed-beam";
const std::string fracture_case = "fracture";
const std::string frame_case = "procrustes";
const std::string glue_case = "branches";
const std::string skins_case = "skins";
const std::string sleep_case = "sleep", latency_case = "latency", stream_case = "stream";
/// Steps without a race, for tools/count-instructions; only when asked for by name.
const std::string count_case = "count-ball";

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const StepCase& c : step_cases()) all.push_back(c.name);
    for (const LevelsCase& c : levels_cases()) all.push_back(c.name);
    for (const PointsCase& c : points_cases()) all.push_back(c.name);
    all.push_back(bunnies_case);
    all.push_back(collision_growth_case);
    all.push_back(clustering_case);
    all.push_back(coarse_levels_case);
    all.push_back(recluster_case);
    all.push_back(fracture_case);
    all.push_back(frame_case);
    all.push_back(glue_case);
    for (const std::string& name : {skins_case, sleep_case, latency_case, stream_case}) all.push_back(name);
    all.push_back(count_case);
    return all;
}

void check_names(const std::vector<std::string>& asked) {
    const std::vector<std::string> known = names();
    for (const std::string& name : asked)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw InputError({.what = "there is no benchmark with this name",
                              .value = name,
                              .allowed = names_text(),
                              .hint = did_you_mean(name, known)});
}

void at_least(Results& results, std::string what, double value, double bar, std::string_view unit) {
    if (bar > 0)
        results.judged.push_back(
            {std::move(what), fmt::format("{:.2f}{}", value, unit), fmt::format(">= {}{}", bar, unit), value >= bar});
}
void at_most(Results& results, std::string what, double value, double bar, std::string_view unit) {
    results.judged.push_back(
        {std::move(what), fmt::format("{:.2f}{}", value, unit), fmt::format("<= {}{}", bar, unit), value <= bar});
}

void judge(const StepCase& c, const StepResult& r, Results& results) {
    const double one_thread = in_double && c.must_one_thread > 0 ? must_in_double : c.must_one_thread;
    at_least(results, c.name + ", one thread over the reference", r.ratio(r.fast[0]), one_thread, "x");
    if (r.fast.size() > 1) {
        const double two_threads = in_double ? 0 : c.must_two_threads;
        at_least(results, c.name + ", two threads over the reference", r.ratio(r.fast[1]), two_threads, "x");
        at_least(results, c.name + ", two threads over one", r.fast[0].milliseconds / r.fast[1].milliseconds,
                 must_two_over_one, "x");
    }
    at_most(results, c.name + ", share of rotations in the step", 100 * r.rotation_share, 100 * must_rotation_share,
            " %");
}

const StepResult* find(const Results& results, const std::string& name) {
    for (const StepResult& r : results.steps)
        if (r.name == name) return &r;
    return nullptr;
}

void judge_growth(Results& results) {
    const StepResult *small = find(results, "growth-10k"), *large = find(results, "million");
    if (!small || !large) return;
    const auto per_particle = [](const StepResult& r) {
        return r.fast[0].milliseconds / static_cast<double>(r.particles);
    };
    at_most(results, "time per particle, million over growth-10k", per_particle(*large) / per_particle(*small),
            must_growth, "x");
}

/// The bars in seconds are judged as measured; beside them, what a machine with the bars' clock would have taken.
void say_at_bar_clock(const std::string& name, double seconds, double rate_before) {
    const double rate = 0.5 * (rate_before + clock_rate());
    say(name, fmt::format("the clock ran at {:.1f} GHz: at the {:.1f} GHz of the bar it would be {:.2f} s", rate,
                          bar_clock, seconds * rate / bar_clock));
}

void run_clustering(Results& results) {
    say(clustering_case, "sampling and clustering");
    const double rate_before = clock_rate();
    const ClusteringResult r = time_clustering(moving_body(BenchShape::creature, 124630, 8192));
    say_at_bar_clock(clustering_case, r.seconds, rate_before);
    results.right &= r.right;
    at_most(results,
            fmt::format("fuzzy clustering of {} in {}, one thread{}", r.particles, r.clusters,
                        r.right ? "" : ", NOT CONVERGED"),
            r.seconds, must_clustering_seconds, " s");
}

void run_coarse_levels(Results& results) {
    say(coarse_levels_case, "sampling and clustering, twice");
    const double rate_before = clock_rate();
    const CoarseLevelsResult r = time_coarse_levels(moving_body(BenchShape::creature, 124630, 8192));
    say_at_bar_clock(coarse_levels_case, r.seconds, rate_before);
    for (const std::string& note : r.notes) say(coarse_levels_case, note);
    results.right &= r.covers;
    at_most(results,
            fmt::format("coarse levels of 125k, {}, one thread{}", fmt::join(r.clusters, "/"),
                        !r.covers      ? ", NOT COVERING"
                        : !r.converged ? ", not all converged"
                                       : ""),
            r.seconds, must_coarse_levels_seconds, " s");
}

void run_bunnies(Results& results) {
    say(bunnies_case, "running all of it, three times");
    const std::optional<BunniesResult> r = time_bunnies(bunnies_case);
    if (!r) return;
    const std::string what = fmt::format("four-bunnies, {} particles, {} clusters", r->particles, r->clusters);
    at_least(results, what + ", over real time", r->over_real_time, must_bunnies_over_real_time, "x");
    at_most(results, what + ", share of collisions", 100 * r->collision_share, 100 * must_collision_share, " %");
    say(bunnies_case, fmt::format("in its busiest half second, {:.0f} contacts: {:.1f}x real time, collisions {:.0f} %",
                                  r->busiest_contacts, r->busiest_over_real, 100 * r->busiest_share));
}

void run_collision_growth(Results& results) {
    const std::vector<GrowthRow> rows = time_collision_growth(collision_growth_case);
    for (const GrowthRow& row : rows)
        say(collision_growth_case,
            fmt::format(
                "{} bodies, {} particles, {:.0f} contacts each: {:.2f} ms a step for collisions, {:.1f} us a body",
                row.bodies, row.particles, row.contacts, row.milliseconds,
                1e3 * row.milliseconds / static_cast<double>(row.bodies)));
    at_most(results,
            fmt::format("collisions from {} to {} bodies, over N log N", rows.front().bodies, rows.back().bodies),
            growth_over_n_log_n(rows), 1, "x");
}

void run_reclustering(Results& results) {
    say(recluster_case, "squeezing it without and with reclustering");
    const ReclusterResult r = time_reclustering();
    results.right &= r.right;
    say(recluster_case, fmt::format("{} particles, {} steps, {} clusters added, {} removed{}", r.particles, r.steps,
                                    r.added, r.removed, r.right ? "" : ", WRONG"));
    at_most(results, "reclustering over a step without it", r.reclustering / r.step, must_reclustering, "x");
    at_most(results, "embedding over a step", r.embedding / r.step, must_embedding, "x");
    at_most(results, "adding one cluster, mean", r.mean_addition, must_addition_ms, " ms");
    at_most(results, "adding one cluster, slowest step", r.worst_addition, must_addition_ms, " ms");
}

void run_fracture(Results& results) {
    say(fracture_case, "bodies that hold, shatter and are cut");
    const FractureResult r = time_fracture();
    results.right &= r.right;
    say(fracture_case, fmt::format("{} particles that hold: {:.3f} ms a step, {:.3f} ms without toughness{}",
                                   r.particles, r.with, r.without, r.right ? "" : ", WRONG"));
    say(fracture_case, fmt::format("shatter: median of {} steps with splits {:.2f} ms, of {} without {:.2f} ms",
                                   r.split, r.split_step, r.quiet, r.quiet_step));
    at_most(results, "fracture switched on, nothing breaks, over without it", r.with / r.without, must_fracture_quiet,
            "x");
    at_most(results, "a step with splits over one without", r.split_step / r.quiet_step, must_fracture_step, "x");
    at_most(results, fmt::format("{} splits in a frame of {} particles, two threads", r.splits, r.large), r.splitting,
            must_fracture_ms, " ms");
}

void run_frames(Results& results) {
    const FrameTimes r = time_frames();
    results.right &= r.microseconds > 0;
    say(frame_case, fmt::format("each parent more: {:.3f} us from 10 to 40, {:.3f} us from 40 to 160", r.per_parent,
                                r.per_parent_more));
    at_most(results, "best-fit frame of ten parents with its derivative", r.microseconds, must_frame_microseconds,
            " us");
}

void run_glue(Results& results) {
    say(glue_case, "running a second of it");
    const GlueResult r = time_branches();
    results.right &= r.right;
    say(glue_case, fmt::format("{} particles, {} bindings, {:.3f} ms a step, of which glue {:.3f} ms{}", r.particles,
                               r.bindings, r.step, r.glue, r.right ? "" : ", WRONG"));
    at_most(results, "branches, share of frames and derivatives in the step", 100 * r.derivatives / r.step,
            100 * must_glue_share, " %");
}

void run_skins(Results& results) {
    const SkinsResult r = time_skins();
    results.right &= r.right;
    say(skins_case, fmt::format("{} particles, a skin of {} points and {} triangles, bound in {:.0f} ms{}", r.particles,
                                r.points, r.triangles, r.bind, r.right ? "" : ", WRONG"));
    at_most(results, "a skin of 100,000 points, a frame, one thread", r.follow, must_skin_ms, " ms");
    at_most(results, "a surface around 20,000 particles, one thread", r.rebuild, must_surface_ms, " ms");
    at_most(results, "a picture of it, 960 x 540, two threads", r.draw, must_picture_ms, " ms");
}

void run_sleep(Results& results) {
    say(sleep_case, "building, settling and waking a thousand bodies");
    const SleepResult r = time_sleep();
    results.right &= r.right;
    say(sleep_case, fmt::format("{} bodies, {} particles: {:.2f} ms a frame in motion, {:.3f} asleep, {:.2f} with one "
                                "of them in a hand{}",
                                r.bodies, r.particles, r.moving, r.resting, r.one, r.right ? "" : ", WRONG"));
    at_most(results, "1,000 resting bodies over the same in motion", 100 * r.resting / r.moving, 100 * must_sleep_share,
            " %");
}

void run_latency(Results& results) {
    const LatencyResult r = time_latency();
    say(latency_case, fmt::format("{} particles, {} steps a frame, {:.0f} contacts: {:.2f} ms a frame, {:.2f} of them "
                                  "for the hand and watching; the slowest frame {:.2f}",
                                  r.particles, r.substeps, r.contacts, r.frame, r.inputs, r.worst));
    at_most(results, "a frame of 5,000 particles with contacts, one thread", r.frame, must_live_frame_ms, " ms");
    at_most(results, "save() of 20,000 particles", r.save, must_moment_ms, " ms");
    at_most(results, "restore() of 20,000 particles", r.restore, must_moment_ms, " ms");
}

void run_stream(Results& results) {
    const StreamResult r = time_stream();
    if (r.particles == 0) return;
    say(stream_case, fmt::format("{} particles: {:.2f} ms a frame; its packet {:.3f} ms, with strain {:.3f}",
                                 r.particles, r.frame, r.plain, r.strain));
    at_most(results, "the viewer's stream over a frame, 20,000 particles", 100 * r.plain / r.frame,
            100 * must_stream_share, " %");
    at_most(results, "the same with strain shown", 100 * r.strain / r.frame, 100 * must_stream_share, " %");
}

/// The bars are for six levels; the ball's three are shown only.
void judge_levels(Results& results) {
    for (const LevelsResult& r : results.levels) {
        if (r.rows.size() != 7) continue;
        at_most(results, "six levels over the finest alone, one sweep", r.one_sweep_ratio(r.rows.back()),
                must_levels_one_sweep, "x");
        at_most(results, "six levels over the finest alone, five sweeps", r.five_sweeps_ratio(r.rows.back()),
                must_levels_five_sweeps, "x");
    }
}

void judge_points(Results& results) {
    for (const PointsResult& r : results.points) {
        results.right &= r.right;
        if (!(r.reference > 0)) continue;
        at_least(results, r.name + ", one thread over the reference", r.reference / r.one_thread,
                 must_points_one_thread, "x");
        at_least(results, r.name + ", two threads over the reference", r.reference / r.two_threads,
                 must_points_two_threads, "x");
    }
    if (results.points.size() != points_cases().size()) return;
    at_most(results, "time per point, points-200k over points-5k",
            results.points.back().per_particle() / results.points.front().per_particle(), must_points_growth, "x");
}

}  // namespace

std::string names_text() { return fmt::format("{}", fmt::join(names(), ", ")); }

int run(const Options& options) {
    check_names(options.names);
    const auto wanted = [&](const std::string& name) {
        return options.names.empty() ||
               std::find(options.names.begin(), options.names.end(), name) != options.names.end();
    };
    Results results;
    for (const StepCase& c : step_cases()) {
        if (!wanted(c.name)) continue;
        results.steps.push_back(race(c));
        results.right &= results.steps.back().right;
        judge(c, results.steps.back(), results);
    }
    judge_growth(results);
    for (const LevelsCase& c : levels_cases())
        if (wanted(c.name)) results.levels.push_back(time_levels(c));
    judge_levels(results);
    for (const PointsCase& c : points_cases())
        if (wanted(c.name)) results.points.push_back(time_points(c));
    judge_points(results);
    if (wanted(bunnies_case)) run_bunnies(results);
    if (wanted(collision_growth_case)) run_collision_growth(results);
    if (wanted(clustering_case)) run_clustering(results);
    if (wanted(coarse_levels_case)) run_coarse_levels(results);
    if (wanted(recluster_case)) run_reclustering(results);
    if (wanted(fracture_case)) run_fracture(results);
    if (wanted(frame_case)) run_frames(results);
    if (wanted(glue_case)) run_glue(results);
    if (wanted(skins_case)) run_skins(results);
    if (wanted(sleep_case)) run_sleep(results);
    if (wanted(latency_case)) run_latency(results);
    if (wanted(stream_case)) run_stream(results);
    if (!options.names.empty() && wanted(count_case)) run_steps(step_cases().front());
    print(results);
    if (!options.json_file.empty()) write_json(results, options.json_file);
    return results.right ? 0 : 1;
}

}  // namespace pliant::bench
