#include "point_based/embedding.hpp"

#include "core/parallel.hpp"
#include "point_based/graph.hpp"
#include "point_based/solve.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// Σ D (h/3)²: the error in which every particle wants to move by its spacing.
double error_of_a_spacing(const PointBody& body, const PointScratch& scratch) {
    double total = 0;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const double spacing = static_cast<double>(body.radius[i]) / 3;
        total += static_cast<double>(scratch.diagonal[i]) * spacing * spacing;
    }
    return total;
}

void hold_first(const Vector4& before, std::vector<Vector4>& embedded) {
    Vector4 shift;
    for (int k = 0; k < 3; ++k) shift.value[k] = before.value[k] - embedded.front().value[k];
    for (Vector4& e : embedded)
        for (int k = 0; k < 3; ++k) e.value[k] += shift.value[k];
}

}  // namespace

SolveReport embed(PointBody& body, PointScratch& scratch, const PointKernels& kernels, EmbeddingMode mode, bool parallel) {
    if (body.size() == 0) return {};
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
        for_chunks(body.size(), point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
            if (!linear) kernels.turn(body, scratch, begin, end);
        });
        for_chunks(body.size(), point_chunk, parallel,
                   [&](std::size_t begin, std::size_t end) { kernels.mismatch(body, scratch, linear, begin, end); });
        const SolveReport part = solve(kernels, system, body.embedded, scratch, parallel);
        report.iterations += part.iterations;
        report.converged = part.converged;
        report.residual = part.residual;
        if (part.iterations == 0) break;
    }
    if (report.iterations > 0) hold_first(first, body.embedded);
    return report;
}

}  // namespace pliant
