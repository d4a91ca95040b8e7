#include "point_based/embedding.hpp"

#include "core/assert.hpp"
#include "point_based/graph.hpp"
#include "point_based/loops.hpp"
#include "point_based/solve.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// Σ D (h/3)²: the error in which every particle wants to move by its spacing.
double error_of_a_spacing(const PointBody& body, PointScratch& scratch) {
    return sum_chunks(body.size(), scratch.sums, worth_threads(body),
                      [&](std::size_t begin, std::size_t end, double* sums) {
                          for (std::size_t i = begin; i < end; ++i) {
                              const double spacing = static_cast<double>(body.radius[i]) / 3;
                              sums[0] += static_cast<double>(scratch.diagonal[i]) * spacing * spacing;
                          }
                      })[0];
}

void hold_first(const Vector4& before, PointBody& body) {
    Vector4 shift;
    for (int k = 0; k < 3; ++k) shift.value[k] = before.value[k] - body.embedded.front().value[k];
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (int k = 0; k < 3; ++k) body.embedded[i].value[k] += shift.value[k];
    });
}

}  // namespace

SolveReport embed(PointBody& body, PointScratch& scratch, const PointKernels& kernels, EmbeddingMode mode,
                  bool parallel) {
    if (body.size() == 0) return {};
    PLIANT_ASSERT(scratch.graph.rows.size() == body.size() + 1 && scratch.diagonal.size() == body.size());
    weigh_embedding(body, scratch, parallel);
    const bool linear = mode == EmbeddingMode::linear;
    const double bound = embedding_tolerance * embedding_tolerance * error_of_a_spacing(body, scratch);
    const Solve system{{&scratch.graph, scratch.stiffness.data(), nullptr},
                       scratch.preconditioner.data(),
                       bound,
                       embedding_iterations};
    const Vector4 first = body.embedded.front();
    SolveReport report;
    for (int round = 0; round < (linear ? 1 : embedding_rounds); ++round) {
        if (!linear)
            for_particles(body, [&](std::size_t begin, std::size_t end) { kernels.turn(body, scratch, begin, end); });
        for_particles(body,
                      [&](std::size_t begin, std::size_t end) { kernels.mismatch(body, scratch, linear, begin, end); });
        const SolveReport part = solve(kernels, system, body.embedded, scratch, parallel);
        report.iterations += part.iterations;
        report.converged = part.converged;
        report.residual = part.residual;
        if (part.iterations == 0) break;
    }
    if (report.iterations > 0) hold_first(first, body);
    return report;
}

}  // namespace pliant
