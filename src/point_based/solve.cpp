#include "point_based/solve.hpp"

#include "core/parallel.hpp"

namespace pliant {
namespace {

using Axes = std::array<double, 3>;

/// Sums over all chunks what body(begin, end, sums) leaves per axis.
template <class Body>
Axes sum_chunks(std::size_t count, PointScratch& scratch, bool parallel, const Body& body) {
    for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        auto& sums = scratch.sums[begin / point_chunk];
        sums = {};
        body(begin, end, sums.data());
    });
    Axes total{};
    for (std::size_t c = 0; c * point_chunk < count; ++c)
        for (std::size_t k = 0; k < 3; ++k) total[k] += scratch.sums[c][k];
    return total;
}

double sum(const Axes& a) { return a[0] + a[1] + a[2]; }

std::array<Real, 4> ratio(const Axes& a, const Axes& b) {
    std::array<Real, 4> r{};
    for (std::size_t k = 0; k < 3; ++k) r[k] = b[k] > 0 ? static_cast<Real>(a[k] / b[k]) : Real(0);
    return r;
}

}  // namespace

Axes residual_norm(const Real* preconditioner, PointScratch& scratch, bool parallel) {
    return sum_chunks(scratch.residual.size(), scratch, parallel,
                      [&](std::size_t begin, std::size_t end, double* sums) {
                          for (std::size_t i = begin; i < end; ++i)
                              for (std::size_t k = 0; k < 3; ++k) {
                                  const double r = static_cast<double>(scratch.residual[i].value[k]);
                                  sums[k] += static_cast<double>(preconditioner[i]) * r * r;
                              }
                      });
}

SolveReport solve(const PointKernels& kernels, const Solve& system, std::vector<Vector4>& unknown,
                  PointScratch& scratch, bool parallel) {
    const std::size_t count = unknown.size();
    const Real* scale = system.preconditioner;
    std::vector<Vector4>&residual = scratch.residual, &direction = scratch.direction, &product = scratch.product;
    SolveReport report;
    Axes norm = residual_norm(scale, scratch, parallel);
    for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (std::size_t k = 0; k < 4; ++k) direction[i].value[k] = scale[i] * residual[i].value[k];
    });
    while (sum(norm) > system.bound && report.iterations < system.most_iterations) {
        ++report.iterations;
        const Axes curvature =
            sum_chunks(count, scratch, parallel, [&](std::size_t begin, std::size_t end, double* sums) {
                kernels.apply(system.matrix, direction.data(), product.data(), sums, begin, end);
            });
        const std::array<Real, 4> step = ratio(norm, curvature);
        for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                for (std::size_t k = 0; k < 4; ++k) {
                    unknown[i].value[k] += step[k] * direction[i].value[k];
                    residual[i].value[k] -= step[k] * product[i].value[k];
                }
        });
        const Axes next = residual_norm(scale, scratch, parallel);
        const std::array<Real, 4> keep = ratio(next, norm);
        norm = next;
        for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                for (std::size_t k = 0; k < 4; ++k)
                    direction[i].value[k] = scale[i] * residual[i].value[k] + keep[k] * direction[i].value[k];
        });
    }
    report.converged = sum(norm) <= system.bound;
    report.residual = system.bound > 0 ? sum(norm) / system.bound : sum(norm);
    return report;
}

}  // namespace pliant
