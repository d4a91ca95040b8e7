#include <pliant/simulation.hpp>

#include "contacts/follow_clusters.hpp"
#include "sim/glue_step.hpp"
#include "measure/measure.hpp"
#include "sim/parts.hpp"
#include "measure/point_measure.hpp"
#include "sim/step.hpp"

#include <algorithm>
#include <chrono>

namespace pliant {

std::string_view warning_name(Warning warning) {
    constexpr std::array<std::string_view, warning_count> names = {
        "speed_limited",  "non_finite_particle", "inverted_cluster", "collapsed_cluster",
        "fast_contact",   "deep_contact",        "fly_away",         "unconverged",
        "glue_on_a_line", "glue_inverted",       "glue_collapsed",   "glue_changed",
        "glue_lost"};
    return names[static_cast<std::size_t>(warning)];
}

std::string_view stage_name(Stage stage) {
    constexpr std::array<std::string_view, stage_count> names = {"forces", "match", "flow",    "integrate", "strain",
                                                                 "points", "glue",  "collide", "recluster", "finish"};
    return names[static_cast<std::size_t>(stage)];
}

void StepReport::add(const StepReport& other) {
    steps += other.steps;
    for (std::size_t k = 0; k < warning_count; ++k) warnings[k] += other.warnings[k];
    for (std::size_t k = 0; k < stage_count; ++k) milliseconds[k] += other.milliseconds[k];
    contacts += other.contacts;
    max_penetration = std::max(max_penetration, other.max_penetration);
    left_penetration = std::max(left_penetration, other.left_penetration);
    point_steps = std::max(point_steps, other.point_steps);
    splits += other.splits;
    merges += other.merges;
    collision_pieces = std::max(collision_pieces, other.collision_pieces);
    clusters_added += other.clusters_added;
    clusters_removed += other.clusters_removed;
    embedding_sweeps = std::max(embedding_sweeps, other.embedding_sweeps);
    embedding_residual = std::max(embedding_residual, other.embedding_residual);
    embedding_milliseconds += other.embedding_milliseconds;
    glue_released += other.glue_released;
    glue_broken += other.glue_broken;
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

StepReport Simulation::step() {
    return parts_->arena.execute([&] {
        StepReport report = pliant::step(parts_->model, parts_->state, parts_->scratch);
        const auto start = std::chrono::steady_clock::now();
        follow_step(parts_->model, parts_->state, parts_->scratch);
        report.milliseconds[static_cast<std::size_t>(Stage::recluster)] +=
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        return report;
    });
}

StepReport Simulation::advance_frame() {
    StepReport report;
    const std::uint64_t until = (static_cast<std::uint64_t>(frame()) + 1) * static_cast<std::uint64_t>(substeps());
    while (parts_->state.step < until) report.add(step());
    parts_->arena.execute([&] { inspect(parts_->state, report); });
    return report;
}

int Simulation::frame() const {
    return static_cast<int>(parts_->state.step / static_cast<std::uint64_t>(parts_->model.substeps));
}
int Simulation::frame_count() const { return parts_->model.frames; }
double Simulation::time() const { return time_of(parts_->model, parts_->state); }
double Simulation::dt() const { return parts_->model.dt; }
int Simulation::substeps() const { return parts_->model.substeps; }

Frame Simulation::snapshot() const {
    return parts_->arena.execute([&] {
        Frame frame = take_snapshot(parts_->model, parts_->state);
        add_points(parts_->model, parts_->state, frame);
        return frame;
    });
}
Stats Simulation::stats() const {
    Stats stats = parts_->arena.execute([&] { return measure(parts_->model, parts_->state); });
    parts_->arena.execute([&] { measure_points(parts_->model, parts_->state, parts_->scratch, stats); });
    stats.contact_impulses = impulses_of(parts_->model, parts_->scratch);
    stats.glue = measure_glue(parts_->model, parts_->state, parts_->scratch);
    return stats;
}
std::vector<ProxyShape> Simulation::proxies(const Frame& frame) const {
    return proxy_shapes(parts_->model, parts_->state, frame);
}
std::uint64_t Simulation::hash() const { return hash_state(parts_->state); }
const std::vector<BodySummary>& Simulation::bodies() const { return parts_->model.summaries; }
const std::vector<GlueSummary>& Simulation::glue() const { return parts_->model.glue_summaries; }
std::string_view Simulation::instruction_set() const { return parts_->model.kernels->name; }
int Simulation::threads() const { return parts_->arena.max_concurrency(); }

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const Kernels* kernels : available_kernels()) names.emplace_back(kernels->name);
    return names;
}

}  // namespace pliant
