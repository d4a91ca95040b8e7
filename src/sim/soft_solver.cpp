#include "sim/soft_solver.hpp"

#include "contacts/follow_colliders.hpp"
#include "core/parallel.hpp"
#include "measure/soft_measure.hpp"
#include "plasticity/flow.hpp"

#include <algorithm>
#include <atomic>

namespace pliant {
namespace {

bool anything_bounces(const Model& model, const SoftBodies& soft) {
    if (!model.can_touch()) return false;
    const auto bounces = [](Real r) { return r > 0; };
    return std::any_of(model.rigid.begin(), model.rigid.end(), [](const RigidBody& b) { return b.restitution > 0; }) ||
           std::any_of(model.obstacles.begin(), model.obstacles.end(),
                       [](const ObstacleBody& obstacle) { return obstacle.description().restitution > 0; }) ||
           std::any_of(soft.restitution.begin(), soft.restitution.end(), bounces);
}

std::vector<std::uint32_t> chunks_of_clusters(const SoftBodies& soft) {
    constexpr std::uint32_t memberships_per_chunk = 8192;
    std::vector<std::uint32_t> borders = {0};
    const auto& rows = soft.by_cluster.rows;
    for (std::size_t c = cluster_block; c < soft.cluster_count(); c += cluster_block)
        if (rows[c] - rows[borders.back()] >= memberships_per_chunk) borders.push_back(static_cast<std::uint32_t>(c));
    borders.push_back(static_cast<std::uint32_t>(soft.cluster_count()));
    return borders;
}

/// W α / h and W k_d of the clusters of a body whose level weights change over time.
void key_level_weights(const KeyedLevels& keyed, double time, SoftBodies& soft) {
    for (std::size_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.cluster_body[c] != keyed.body) continue;
        const Real weight = static_cast<Real>(keyed.schedule.weight(soft.mode[c].level, time));
        for (std::size_t k = 0; k < 2; ++k) soft.response.at(c, k) = weight * soft.full_response.at(c, k);
    }
}

void keep_velocities(const SoftBodies& soft, std::size_t begin, std::size_t end, std::vector<Vector4>& kept) {
    for (std::size_t i = begin; i < end; ++i)
        for (int k = 0; k < 3; ++k) kept[i].value[k] = soft.particles[i].velocity[k];
}

}  // namespace

void SoftSolver::fit_clusters() {
    scratch.match.resize(soft);
    scratch.cluster_chunks = chunks_of_clusters(soft);
    cut_clusters();
    scratch.strain_sweeps = 0;
    scratch.limit_springs = scratch.elastic = false;
    for (std::size_t c = 0; c < soft.cluster_count(); ++c) {
        scratch.strain_sweeps = std::max<int>(scratch.strain_sweeps, soft.mode[c].strain_sweeps);
        scratch.limit_springs |= soft.response.at(c, 4) > 0;
        scratch.elastic |= soft.volume.at(c, 0) > 0 || soft.bending.at(c, 0) != 1;
    }
    scratch.pieces.prepare(soft);
}

void SoftSolver::find_pins() { find_slots(pins, 0, soft.id, slots); }

void SoftSolver::cut_clusters() {
    const auto sleeps = [&](std::uint32_t c) { return !asleep.empty() && asleep[soft.cluster_body[c]]; };
    const auto cut = [&](std::uint32_t step, std::vector<WorkPart>& parts) {
        parts.clear();
        for (std::size_t k = 0; k + 1 < scratch.cluster_chunks.size(); ++k) {
            const std::uint32_t last = scratch.cluster_chunks[k + 1];
            bool grows = false;
            for (std::uint32_t c = scratch.cluster_chunks[k]; c < last; c += step) {
                const std::uint32_t end = std::min(c + step, last);
                bool awake = false;
                for (std::uint32_t i = c; i < end && !awake; ++i) awake = !sleeps(i);
                if (awake && grows) parts.back().end = end;
                if (awake && !grows) parts.push_back({c, end});
                grows = awake;
            }
        }
    };
    cut(cluster_block, scratch.block_parts);
    cut(1, scratch.cluster_parts);
}

void SoftSolver::cut_particles() {
    std::vector<WorkPart>& parts = scratch.particle_parts;
    parts.clear();
    const auto add = [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t from = begin; from < end;) {
            const auto border = static_cast<std::uint32_t>((from / particle_chunk + 1) * particle_chunk);
            parts.push_back({from, std::min(border, end)});
            from = parts.back().end;
        }
    };
    const auto count = static_cast<std::uint32_t>(soft.particle_count());
    std::uint32_t begin = 0;
    for (std::uint32_t body = 0; body < asleep.size(); ++body) {
        if (!asleep[body]) continue;
        const SlotRange range = particles_of(soft, body);
        if (range.size() == 0) continue;
        add(begin, range.first);
        begin = range.last;
    }
    add(begin, count);
    constexpr std::size_t few = 16;  // pieces in a part
    scratch.touched.assign(parts.size(), {});
    for (ChunkReport& part : scratch.touched) part.loads.reserve(few);
    scratch.rolling.loads.reserve(few * (parts.size() + model.bodies.size()));
    scratch.limited.assign(parts.size(), {});
}

void SoftSolver::follow_sleep() {
    cut_clusters();
    cut_particles();
}

void SoftSolver::fit_particles() {
    const std::size_t particles = soft.particle_count();
    scratch.acceleration.resize(model.fields.empty() ? 0 : particles);
    scratch.arriving.resize(anything_bounces(model, soft) ? particles : 0);
    cut_particles();
    scratch.held.assign(slots.any(0) ? particles : 0, 0);
    scratch.recluster.prepare(soft, model.soft.reclustering);
    scratch.fracture.prepare(soft, model.soft.fracture);
}

void SoftSolver::prepare() {
    find_pins();
    fit_clusters();
    fit_particles();
    scratch.impulse.assign(model.can_touch() || !model.points.empty() ? soft.particle_count() : 0, {});
    scratch.colliders.born.clear();
    follow_clusters(model.soft.colliders, model.bodies, soft, scratch.colliders, scratch.contacts);
    scratch.measured = {};
}

StepInput SoftSolver::input() const {
    StepInput input;
    input.dt = static_cast<Real>(model.dt);
    for (int k = 0; k < 3; ++k) input.gravity.value[k] = static_cast<Real>(model.gravity[k]);
    input.acceleration = scratch.acceleration.empty() ? nullptr : scratch.acceleration.data();
    input.speed_limit = static_cast<Real>(model.speed_limit);
    input.damping = model.soft.damping;
    input.any_deformation_rotation = model.soft.any_deformation_rotation;
    input.flows = model.soft.any_plastic || model.soft.fracture.any_stress;
    input.limits_strain = scratch.strain_sweeps > 0;
    input.elastic = scratch.elastic;
    input.pieces = scratch.pieces.any ? scratch.pieces.motions.data() : nullptr;
    return input;
}

ParticleSet SoftSolver::set() {
    ParticleSet set;
    set.bodies = model.bodies;
    set.particles = soft.particles;
    set.mass = soft.mass;
    set.body = soft.body;
    set.friction = soft.friction.data();
    set.restitution = soft.restitution.data();
    set.reach = soft.reach.data();
    set.hidden = soft.hidden;
    set.held = scratch.held;
    set.arriving = scratch.arriving;
    set.impulse = scratch.impulse;
    return set;
}

void SoftSolver::add_particles(ParticleSets& sets) {
    PLIANT_ASSERT(sets.empty());
    sets.push_back(set());
}

void SoftSolver::hold_pins() { pliant::hold_pins(model.pins, pins, slots, 0, set(), time, model.dt); }

void SoftSolver::begin(StepReport&) {
    if (frame_begins) std::fill(scratch.impulse.begin(), scratch.impulse.end(), Vector4{});
    for (const KeyedLevels& keyed : model.soft.keyed_levels) key_level_weights(keyed, time, soft);
    mark_held(model.pins, slots, 0, soft.particle_count(), time, model.dt, scratch.held);
    if (scratch.pieces.any) measure_pieces(soft, scratch.held, scratch.particle_parts, worth_threads(), scratch.pieces);
    if (scratch.acceleration.empty()) return;
    const ParticleSet particles = set();
    for_parts(scratch.particle_parts, worth_threads(), [&](std::size_t, std::size_t begin, std::size_t end) {
        sum_fields(model.fields, particles, time, model.dt, begin, end, scratch.acceleration);
    });
}

void SoftSolver::match() {
    PLIANT_ASSERT(scratch.match.frames.size() >= soft.cluster_count());
    const StepInput in = input();
    for_parts(scratch.block_parts, worth_threads(), [&](std::size_t, std::size_t begin, std::size_t end) {
        model.soft.kernels->match(soft, scratch.match, in, begin, end);
    });
}

void SoftSolver::flow() {
    if (!model.soft.any_plastic) return;
    for_parts(scratch.cluster_parts, worth_threads(), [&](std::size_t, std::size_t begin, std::size_t end) {
        flow_clusters(soft, scratch.match, model.dt, !model.soft.layered.empty(), begin, end);
    });
}

void SoftSolver::integrate() {
    const StepInput in = input();
    for_parts(scratch.particle_parts, worth_threads(), [&](std::size_t part, std::size_t begin, std::size_t end) {
        scratch.touched[part].contacts = 0;
        scratch.touched[part].max_penetration = 0;
        if (!scratch.arriving.empty()) keep_velocities(soft, begin, end, scratch.arriving);
        scratch.limited[part] = model.soft.kernels->advance(soft, scratch.match, in, begin, end);
    });
    hold_pins();
}

void SoftSolver::limit_strain() {
    const StepInput in = input();
    for (int sweep = 0; sweep < scratch.strain_sweeps; ++sweep) {
        std::atomic<bool> any_limiting = false;
        for_parts(scratch.block_parts, worth_threads(), [&](std::size_t, std::size_t begin, std::size_t end) {
            if (model.soft.kernels->limit_clusters(soft, scratch.match, in, sweep, begin, end))
                any_limiting.store(true, std::memory_order_relaxed);
        });
        // A projection that moves nothing is done; a spring that let go may catch again on the way back.
        if (!any_limiting && (sweep == 0 || !scratch.limit_springs)) return;
        for_parts(scratch.particle_parts, worth_threads(), [&](std::size_t, std::size_t begin, std::size_t end) {
            model.soft.kernels->limit_particles(soft, scratch.match, in, sweep, begin, end);
        });
        hold_pins();
    }
}

void SoftSolver::resist_rolling() {
    std::vector<PieceLoad>& loads = scratch.rolling.loads;
    for (const ChunkReport& chunk : scratch.touched) loads.insert(loads.end(), chunk.loads.begin(), chunk.loads.end());
    pliant::resist_rolling(model.soft.colliders.settings.rolling_friction, scratch.held, scratch.particle_parts,
                           worth_threads(), scratch.rolling, soft);
}

void SoftSolver::move(const StageClock& clock, StepReport& report) {
    clock(Stage::match, [&] { match(); });
    clock(Stage::flow, [&] { flow(); });
    clock(Stage::integrate, [&] { integrate(); });
    clock(Stage::strain, [&] { limit_strain(); });
    for (const Limited& limited : scratch.limited)
        if (limited.count > 0)
            report.warn(Warning::speed_limited, limited.count,
                        Culprit::particle(soft.body[limited.first], soft.id[limited.first]));
}

void SoftSolver::follow_edits() {
    if (!model.soft.reclustering.any) return;
    if (scratch.recluster.edited) fit_clusters();
    if (scratch.recluster.edited)
        follow_clusters(model.soft.colliders, model.bodies, soft, scratch.colliders, scratch.contacts);
    else
        follow_weights(model.soft.colliders, model.bodies, soft, scratch.recluster.touched, scratch.colliders,
                       scratch.contacts);
}

void SoftSolver::follow_particles(const SoftEdit& changes, const SoftMoves& moves) {
    if (!changes.changes_particles() || scratch.impulse.empty()) return;
    std::vector<Vector4> impulse(soft.particle_count());
    const std::size_t old_count = moves.particle.size() - changes.new_particles.size();
    for (std::size_t i = 0; i < old_count; ++i)
        if (moves.particle[i] != no_slot) impulse[moves.particle[i]] = scratch.impulse[i];
    scratch.impulse = std::move(impulse);
}

void SoftSolver::follow_splits() {
    find_pins();
    fit_clusters();
    fit_particles();
    follow_clusters(model.soft.colliders, model.bodies, soft, scratch.colliders, scratch.contacts);
    scratch.measured = {};
}

void SoftSolver::measure(Stats& stats) const {
    measure_soft(model.bodies, soft, measured_clusters(soft, model.dt, scratch.measured), stats);
}

void SoftSolver::add_to(Frame& frame, std::uint32_t) const {
    add_soft(model.bodies, soft, measured_clusters(soft, model.dt, scratch.measured),
             static_cast<std::uint32_t>(model.rigid.size()), frame);
}

}  // namespace pliant
