#include "plasticity/fades.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "plasticity/flow.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace pliant {

bool exceeds_condition(const Mat3& plastic, double bound) {
    // Of all matrices with determinant 1 and condition κ the smallest has ‖F‖² = 1.5 (κ² + 1) s², s being its smallest
    // singular value: what is smaller still needs no eigenvalues.
    const double square = bound * bound;
    const double smallest = std::cbrt(2 / (square * (square + 1)));  // s²
    if (plastic.squaredNorm() < 1.5 * (square + 1) * smallest) return false;
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(plastic.transpose() * plastic, Eigen::EigenvaluesOnly);
    return !(solver.eigenvalues()[2] <= square * solver.eigenvalues()[0]);
}

void mark_distorted(SoftBodies& soft, const ReclusterRules& rules, std::vector<std::uint32_t>& marked) {
    marked.clear();
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        const ReclusterRule& rule = rules.bodies[soft.cluster_body[c]];
        if (rule.mode == ReclusterMode::off || soft.mode[c].level != 0 || soft.fading[c] == Fading::out) continue;
        if (!exceeds_condition(plastic_of(soft, c), rule.max_condition)) continue;
        soft.fading[c] = Fading::out;
        marked.push_back(c);
    }
}

void mark_members(const SoftBodies& soft, std::size_t cluster, ReclusterScratch& scratch) {
    for (std::uint32_t k = soft.by_cluster.rows[cluster]; k < soft.by_cluster.rows[cluster + 1]; ++k) {
        const std::uint32_t i = soft.by_cluster.index[k];
        if (scratch.is_reweighed[i]) continue;
        scratch.is_reweighed[i] = 1;
        scratch.reweighed.push_back(i);
    }
}

void advance_fades(SoftBodies& soft, const ReclusterRules& rules, double dt, ReclusterScratch& scratch) {
    PLIANT_ASSERT(dt > 0 && scratch.is_reweighed.size() == soft.particle_count());
    scratch.ended.clear();
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.fading[c] == Fading::none) continue;
        const ReclusterRule& rule = rules.bodies[soft.cluster_body[c]];
        const bool in = soft.fading[c] == Fading::in;
        const double change = dt / (in ? rule.fade_in : rule.fade_out);
        const double fade = static_cast<double>(soft.fade[c]) + (in ? change : -change);
        // Half a step is nearer to the end than to one more step: rounding must not add one.
        if (in && fade > 1 - 0.5 * change) {
            soft.fade[c] = 1;
            soft.fading[c] = Fading::none;
        } else if (!in && fade < 0.5 * change) {
            scratch.ended.push_back(c);
        } else {
            soft.fade[c] = static_cast<Real>(fade);
        }
        mark_members(soft, c, scratch);
    }
}

namespace {

/// w_ic = fade kernel / Σ fade kernel.
void reweigh(SoftBodies& soft, std::uint32_t i, ReclusterScratch& scratch) {
    const std::uint32_t first = soft.finest.rows[i], count = soft.finest.rows[i + 1] - first;
    const auto value = [&](std::uint32_t k) {
        return static_cast<double>(soft.fade[soft.finest.cluster[first + k]]) *
               static_cast<double>(soft.finest.born[first + k].weight);
    };
    double total = 0;
    for (std::uint32_t k = 0; k < count; ++k) total += value(k);
    PLIANT_ASSERT(total > 0);
    for (std::uint32_t k = 0; k < count; ++k) {
        soft.by_particle.members[soft.by_particle.rows[i] + k].weight = static_cast<Real>(value(k) / total);
        const std::uint32_t c = soft.finest.cluster[first + k];
        if (scratch.is_touched[c]) continue;
        scratch.is_touched[c] = 1;
        scratch.touched.push_back(c);
    }
}

}  // namespace

void apply_fades(SoftBodies& soft, ReclusterScratch& scratch) {
    scratch.touched.clear();
    for (const std::uint32_t i : scratch.reweighed) {
        scratch.is_reweighed[i] = 0;
        reweigh(soft, i, scratch);
    }
    scratch.reweighed.clear();
    std::sort(scratch.touched.begin(), scratch.touched.end());
    for_chunks(scratch.touched.size(), 8, soft.particle_count() >= parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   for (std::size_t k = begin; k < end; ++k) {
                       scratch.is_touched[scratch.touched[k]] = 0;
                       refresh_cluster(soft, scratch.twins, scratch.touched[k]);
                   }
               });
}

}  // namespace pliant
