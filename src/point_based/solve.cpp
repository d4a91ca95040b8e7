#include "point_based/solve.hpp"

#include "core/assert.hpp"
#include "point_based/loops.hpp"

namespace pliant {
namespace {

using Axes = std::array<double, 4>;

double total(const Axes& a) { return a[0] + a[1] + a[2]; }

std::array<Real, 4> ratio(const Axes& a, const Axes& b) {
    std::array<Real, 4> r{};
    for (std::size_t k = 0; k < 3; ++k) r[k] = b[k] > 0 ? static_cast<Real>(a[k] / b[k]) : Real(0);
    return r;
}

/// Adds Σ preconditioner r² of a range, per axis.
void add_norm(const Real* preconditioner, const Vector4* residual, std::size_t begin, std::size_t end, double* sums) {
    for (std::size_t i = begin; i < end; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            const double r = static_cast<double>(residual[i].value[k]);
            sums[k] += static_cast<double>(preconditioner[i]) * r * r;
        }
}

}  // namespace

double residual_norm(const Real* preconditioner, PointScratch& scratch, bool parallel) {
    return total(sum_chunks(scratch.residual.size(), scratch.sums, parallel,
                            [&](std::size_t begin, std::size_t end, double* sums) {
                                add_norm(preconditioner, scratch.residual.data(), begin, end, sums);
                            }));
}

SolveReport solve(const PointKernels& kernels, const Solve& system, std::vector<Vector4>& unknown,
                  PointScratch& scratch, bool parallel) {
    const std::size_t count = unknown.size();
    PLIANT_ASSERT(scratch.residual.size() == count && scratch.direction.size() == count &&
                  scratch.product.size() == count);
    const Real* scale = system.preconditioner;
    std::vector<Vector4>&residual = scratch.residual, &direction = scratch.direction, &product = scratch.product;
    SolveReport report;
    Axes norm = sum_chunks(count, scratch.sums, parallel, [&](std::size_t begin, std::size_t end, double* sums) {
        for (std::size_t i = begin; i < end; ++i)
            for (std::size_t k = 0; k < 4; ++k) direction[i].value[k] = scale[i] * residual[i].value[k];
        add_norm(scale, residual.data(), begin, end, sums);
    });
    while (total(norm) > system.bound && report.iterations < system.most_iterations) {
        ++report.iterations;
        const Axes curvature =
            sum_chunks(count, scratch.sums, parallel, [&](std::size_t begin, std::size_t end, double* sums) {
                kernels.apply(system.matrix, direction.data(), product.data(), sums, begin, end);
            });
        const std::array<Real, 4> step = ratio(norm, curvature);
        const Axes next =
            sum_chunks(count, scratch.sums, parallel, [&](std::size_t begin, std::size_t end, double* sums) {
                for (std::size_t i = begin; i < end; ++i)
                    for (std::size_t k = 0; k < 4; ++k) {
                        unknown[i].value[k] += step[k] * direction[i].value[k];
                        residual[i].value[k] -= step[k] * product[i].value[k];
                    }
                add_norm(scale, residual.data(), begin, end, sums);
            });
        const std::array<Real, 4> keep = ratio(next, norm);
        norm = next;
        for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                for (std::size_t k = 0; k < 4; ++k)
                    direction[i].value[k] = scale[i] * residual[i].value[k] + keep[k] * direction[i].value[k];
        });
    }
    report.converged = total(norm) <= system.bound;
    report.residual = system.bound > 0 ? total(norm) / system.bound : total(norm);
    return report;
}

}  // namespace pliant
