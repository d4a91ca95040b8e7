#include <pliant/simulation.hpp>

#include "contacts/follow_colliders.hpp"
#include "measure/soft_measure.hpp"
#include "sim/parts.hpp"

#include <algorithm>

namespace pliant {

#define PLIANT_NAME(name, meaning) #name,
#define PLIANT_MEANING(name, meaning) meaning,

std::string_view warning_name(Warning warning) {
    constexpr std::array<std::string_view, warning_count> names = {PLIANT_WARNINGS(PLIANT_NAME)};
    return names[static_cast<std::size_t>(warning)];
}
std::string_view warning_meaning(Warning warning) {
    constexpr std::array<std::string_view, warning_count> meanings = {PLIANT_WARNINGS(PLIANT_MEANING)};
    return meanings[static_cast<std::size_t>(warning)];
}

std::string_view stage_name(Stage stage) {
    constexpr std::array<std::string_view, stage_count> names = {PLIANT_STAGES(PLIANT_NAME)};
    return names[static_cast<std::size_t>(stage)];
}
std::string_view stage_meaning(Stage stage) {
    constexpr std::array<std::string_view, stage_count> meanings = {PLIANT_STAGES(PLIANT_MEANING)};
    return meanings[static_cast<std::size_t>(stage)];
}

std::string_view culprit_kind_name(Culprit::Kind kind) {
    constexpr std::array<std::string_view, 5> names = {"none", "body", "particle", "cluster", "glue"};
    return names[static_cast<std::size_t>(kind)];
}

std::string culprit_text(const Culprit& culprit, const Scene& scene) {
    if (culprit.kind == Culprit::Kind::none) return "unknown";
    const bool is_glue = culprit.kind == Culprit::Kind::glue;
    std::string name = std::to_string(culprit.body);
    if (is_glue && culprit.body < scene.glue.size() && !scene.glue[culprit.body].name.empty())
        name = scene.glue[culprit.body].name;
    if (!is_glue && culprit.body < scene.bodies.size() && !scene.bodies[culprit.body].name.empty())
        name = scene.bodies[culprit.body].name;
    std::string text;
    if (culprit.kind == Culprit::Kind::particle || culprit.kind == Culprit::Kind::cluster)
        text = std::string(culprit_kind_name(culprit.kind)) + " " + std::to_string(culprit.number) + " of ";
    if (is_glue) text = "glue ";
    return text + name + ", frame " + std::to_string(culprit.frame);
}

void StepReport::add(const StepReport& other) {
    steps += other.steps;
    for (std::size_t k = 0; k < warning_count; ++k) {
        warnings[k] += other.warnings[k];
        if (culprits[k].kind == Culprit::Kind::none) culprits[k] = other.culprits[k];
    }
    for (std::size_t k = 0; k < stage_count; ++k) {
        milliseconds[k] += other.milliseconds[k];
        energy[k] += other.energy[k];
    }
    energy_measured |= other.energy_measured;
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
    cluster_splits += other.cluster_splits;
    duplicated_particles += other.duplicated_particles;
    breaking_force = std::max(breaking_force, other.breaking_force);
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

StepReport Simulation::step() {
    return parts_->arena.execute([&] { return pliant::step(parts_->backend); });
}

StepReport Simulation::advance_frame() {
    StepReport report;
    const std::uint64_t until = (static_cast<std::uint64_t>(frame()) + 1) * static_cast<std::uint64_t>(substeps());
    while (parts_->state.step < until) report.add(step());
    parts_->arena.execute([&] { parts_->backend.inspect(report); });
    return report;
}

int Simulation::frame() const { return frame_of(parts_->model, parts_->state); }
int Simulation::frame_count() const { return parts_->model.frames; }
double Simulation::time() const { return time_of(parts_->model, parts_->state); }
double Simulation::dt() const { return parts_->model.dt; }
int Simulation::substeps() const { return parts_->model.substeps; }

Simulation::Parts& Simulation::parts() {
    parts_->backend.forget_measures();
    return *parts_;
}

bool Simulation::is_asleep(std::uint32_t body) const {
    const SleepState& sleep = parts_->state.sleep;
    return body < sleep.group.size() && sleep.group[body] != 0;
}

Frame Simulation::snapshot() const {
    return parts_->arena.execute([&] { return parts_->backend.snapshot(); });
}
Frame Simulation::snapshot_unfitted() const {
    return parts_->arena.execute([&] { return parts_->backend.snapshot(false); });
}
Stats Simulation::stats() const {
    return parts_->arena.execute([&] { return parts_->backend.stats(); });
}
std::vector<ProxyShape> Simulation::proxies(const Frame& frame) const {
    const Parts& parts = *parts_;
    Colliders colliders;
    follow_proxies(parts.model.soft.colliders, parts.model.bodies, parts.state.soft, colliders);
    return proxy_shapes(parts.model.bodies, parts.state.soft, colliders, frame);
}
std::uint64_t Simulation::hash() const { return hash_state(parts_->state); }
const std::vector<BodySummary>& Simulation::bodies() const { return parts_->model.summaries; }
const std::vector<GlueSummary>& Simulation::glue() const { return parts_->model.glue_summaries; }
std::string_view Simulation::instruction_set() const { return parts_->model.soft.kernels->name; }
int Simulation::threads() const { return parts_->arena.max_concurrency(); }

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const Kernels* kernels : available_kernels()) names.emplace_back(kernels->name);
    return names;
}

}  // namespace pliant
