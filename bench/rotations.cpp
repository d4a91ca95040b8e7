#include "bench/rotations.hpp"

#include "bench/progress.hpp"

#include <algorithm>

namespace pliant::bench {
namespace {

constexpr int rotation_rounds = 20;

/// A_xr of every cluster, per unit of mass, by columns.
Columns<9> fitted_matrices(const SoftBodies& soft) {
    Columns<9> matrices;
    matrices.resize(soft.cluster_count());
    for (std::size_t c = 0; c < soft.cluster_count(); ++c) {
        for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
            const Real* x = soft.particles[soft.by_cluster.index[k]].position;
            for (std::size_t column = 0; column < 3; ++column)
                for (std::size_t row = 0; row < 3; ++row)
                    matrices.at(c, 3 * column + row) +=
                        soft.by_cluster.members[k].vector[column] * (x[row] - soft.center.at(c, row));
        }
    }
    return matrices;
}

}  // namespace

double nanoseconds_per_rotation(const Simulation::Parts& parts) {
    const SoftBodies& soft = parts.state.soft;
    const Columns<9> matrices = fitted_matrices(soft);
    Columns<4> rotations;
    rotations.resize(soft.cluster_count());
    double best = 0;
    for (int round = 0; round < rotation_rounds; ++round) {
        const double ms = milliseconds_of(
            [&] { parts.model.soft.kernels->rotate(matrices, soft.rotation, rotations, 0, soft.cluster_count()); });
        best = round == 0 ? ms : std::min(best, ms);
    }
    return 1e6 * best / static_cast<double>(soft.cluster_count());
}

}  // namespace pliant::bench
