// The point-based solver (DE14; docs/methods.md section 5) in its plainest form: double precision, one particle at a
// time, forces scattered to both ends of a pair, decompositions by Eigen.
#pragma once

#include <Eigen/Dense>

#include <cstdint>
#include <vector>

namespace pliant::reference {

using Eigen::Matrix3d;
using Eigen::Vector3d;

struct PointNeighbor {
    std::size_t index;
    Vector3d u;  ///< rest vector from the owner to it
};

struct PointParticle {
    Vector3d x, v, e;
    double lambda, mu, density, yield, flow, hardening, viscosity;
    double radius = 0, volume = 0, mass = 0, hardened = 0, flowed = 0;
    std::vector<PointNeighbor> neighbors = {};  ///< by rising index, at most 32
    Vector3d queried = Vector3d::Zero();
};

struct PointCloudBody {
    std::vector<PointParticle> particles;
    double volume = 0;  ///< of the whole body
    bool embedding_due = false;
};

double poly6(double r, double h);                ///< eq. 14 without its constant factor: (1 − r²/h²)³
double viscosity_laplacian(double r, double h);  ///< eq. 15

Matrix3d basis_matrix(const PointParticle& p);  ///< A of eq. 2
double raw_volume(const PointParticle& p);      ///< eq. 3
/// Does the basis span space well enough for F to mean something?
bool is_solid(const Matrix3d& basis);
Matrix3d deformation(const PointCloudBody& body, std::size_t i);  ///< F of eq. 2; zero where the basis is flat

struct Factored {
    Matrix3d plastic = Matrix3d::Identity();  ///< Fₚ
    Matrix3d stress = Matrix3d::Zero();       ///< P of what is left
    double energy_density = 0;                ///< J/m³ of what is left
    double hardening = 0;                     ///< what α gains
    double flowed = 0;                        ///< ‖log Fₚ‖
    double share = 0;                         ///< γ: of the remainders that become permanent
    bool flows = false;
};
/// Eq. 4, 6 and 7 for one step.
Factored factor(const PointParticle& p, const Matrix3d& f, double dt);

/// What F does not explain of a neighbor's place, x_ij − F u_ij, pushes back like a spring of stiffness × w_ij.
double remainder_stiffness(const PointParticle& p);

/// Eq. 5 and remainders: forces of all particles.
std::vector<Vector3d> elastic_forces(const PointCloudBody& body, const std::vector<Matrix3d>& stress);
/// What velocities have of the translation and the turn of the whole body.
std::vector<Vector3d> motion_of_the_whole(const PointCloudBody& body, const std::vector<Vector3d>& v);
/// Eq. 8 made symmetric: K with forces −K v, dense, for small bodies; or its product with v for any.
Eigen::MatrixXd drag_matrix(const PointCloudBody& body);
std::vector<Vector3d> drag_of(const PointCloudBody& body, const std::vector<Vector3d>& v);

/// All neighbors anew, from the positions given: the nearest, at most 32, within the radius of each.
std::vector<std::vector<std::size_t>> nearest_neighbors(const std::vector<Vector3d>& points,
                                                        const std::vector<double>& radius);
/// Radii, neighbors and rest vectors from e.
void first_neighborhoods(PointCloudBody& body);
/// Volumes that add up to the body's, from the distances of the three nearest neighbors, smoothed; and masses.
void first_volumes(PointCloudBody& body);

/// Σ w² ‖R_i u_ij − e_ij‖², with R = I when none are given.
double embedding_error(const PointCloudBody& body, const std::vector<Matrix3d>& turn = {});
/// The least-squares embedding by conjugate gradients, first particle in place.
void embed(PointCloudBody& body, const std::vector<Matrix3d>& turn = {});
std::vector<Matrix3d> best_turns(const PointCloudBody& body);

enum class PointSpace { fixed, embedded };
/// One step of newmark (implicit viscosity) with linear embedding, without resampling.
void step(PointCloudBody& body, double dt, const Vector3d& gravity, PointSpace space);

/// J/m³: elastic energy of a particle's neighborhood, also of what F does not explain.
double energy_density(const PointCloudBody& body, std::size_t i);
/// Elastic energy of all particles.
double elastic_energy(const PointCloudBody& body);

}  // namespace pliant::reference
