// Looking at a state: deformation of clusters, energies, momenta, snapshots. In double precision, outside the step.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// A cluster as it is now.
struct ClusterMeasure {
    Mat3 deformation;           ///< F = A_xr A_rr⁺, a rotation on the directions without extent
    Vec3 stretch;               ///< singular values of F, largest first, the last one negative when inverted
    double plastic_strain = 0;  ///< largest |singular value of Fᵖ − 1|
    double elastic_energy;      ///< ½ (W α / h²) Σ w m ‖g − x‖², joule
};
std::vector<ClusterMeasure> measure_clusters(const Model& model, const State& state);

Stats measure(const Model& model, const State& state);
/// What contacts gave each body since the frame began, N s.
std::vector<Vec3> impulses_of(const Model& model, const Scratch& scratch);
/// The proxies of the finest clusters for particles at the frame's places.
std::vector<ProxyShape> proxy_shapes(const Model& model, const State& state, const Frame& frame);
Frame take_snapshot(const Model& model, const State& state);

/// Repairs particles that lost their place (repair.hpp) and counts the clusters that are inverted or have lost nearly
/// all of their volume. Part of the end of a frame.
void inspect(State& state, StepReport& report);

}  // namespace pliant
