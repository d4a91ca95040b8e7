// The fit of one cluster: rotation, deformation and their behaviour on singular input.
#include "bodies.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numbers>

namespace pliant::reference {
namespace {

double signed_unit() { return *rc::gen::inRange(-1'000'000, 1'000'001) / 1e6; }

Matrix3d any_matrix() {
    Matrix3d matrix;
    for (int k = 0; k < 9; ++k) matrix(k) = signed_unit();
    return matrix;
}

Matrix3d any_rotation() {
    Eigen::Quaterniond q(signed_unit() + 2, signed_unit(), signed_unit(), signed_unit());
    return q.normalized().toRotationMatrix();
}

void expect_proper(const Matrix3d& r) {
    EXPECT_LT((r * r.transpose() - Matrix3d::Identity()).norm(), 1e-14);
    EXPECT_GT(r.determinant(), 0);
}

Cluster fitted(Body& body, Rotation rotation) {
    match(body.particles, rotation, body.clusters.front());
    return body.clusters.front();
}

RC_GTEST_PROP(ProperRotation, is_proper_and_no_rotation_fits_better, ()) {
    const Matrix3d matrix = any_matrix();
    const Matrix3d r = proper_rotation(matrix, Matrix3d::Identity());
    expect_proper(r);
    const Matrix3d product = matrix * r.transpose();
    RC_ASSERT((product - product.transpose()).norm() <= 1e-14 * (1 + matrix.norm()));
    RC_ASSERT((any_rotation().transpose() * matrix).trace() <= (r.transpose() * matrix).trace() + 1e-14);
}

RC_GTEST_PROP(ProperRotation, of_rank_one_keeps_its_direction_and_stays_near_the_previous_one, ()) {
    const Matrix3d previous = any_rotation();
    const Vector3d direction = (any_rotation() * Vector3d::UnitX());
    const double angle = 0.1 * signed_unit();
    const Vector3d axis = any_rotation() * Vector3d::UnitY();
    const Vector3d image = Eigen::AngleAxisd(angle, axis) * (previous * direction);
    const Matrix3d r = proper_rotation(3 * image * direction.transpose(), previous);
    expect_proper(r);
    RC_ASSERT((r * direction - image).norm() < 1e-14);
    RC_ASSERT(Eigen::AngleAxisd(r * previous.transpose()).angle() <= 1.01 * std::abs(angle) + 1e-7);
}

TEST(ProperRotation, of_rank_one_survives_any_previous_rotation) {
    const Matrix3d line = Vector3d::UnitX() * Vector3d::UnitX().transpose();
    for (int axis = 0; axis < 3; ++axis) {
        for (int quarter = 0; quarter < 4; ++quarter) {
            const Eigen::AngleAxisd turn(quarter * std::numbers::pi / 2, Vector3d::Unit(axis));
            const Matrix3d r = proper_rotation(line, turn.toRotationMatrix());
            expect_proper(r);
            EXPECT_LT((r.col(0) - Vector3d::UnitX()).norm(), 1e-15);
        }
    }
}

TEST(ProperRotation, of_nothing_is_the_previous_one) {
    const Matrix3d previous = Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    EXPECT_EQ(proper_rotation(Matrix3d::Zero(), previous), previous);
}

RC_GTEST_PROP(PseudoInverse, is_the_inverse_on_the_span_and_zero_elsewhere, ()) {
    const Matrix3d basis = any_rotation();
    const Vector3d values(2 + signed_unit(), *rc::gen::element(0.0, 0.5), *rc::gen::element(0.0, 1e-3));
    const Matrix3d matrix = basis * values.asDiagonal() * basis.transpose();
    Vector3d expected = Vector3d::Zero();
    for (int k = 0; k < 3; ++k) {
        if (values(k) > 0) expected(k) = 1 / values(k);
    }
    const Matrix3d inverse = basis * expected.asDiagonal() * basis.transpose();
    RC_ASSERT((pseudo_inverse(matrix, 1e-9) - inverse).norm() <= 1e-10 * inverse.norm());
}

// RC17's worked example: the two rotations differ when the body is stretched across its principal axes.
TEST(Match, reproduces_the_worked_example_of_the_reclustering_paper) {
    Body body = body_of({{1, 3, 0}, {3, 1, 0}, {-1, -3, 0}, {-3, -1, 0}}, false);
    add_whole(body);
    deform(body, Vector3d(2, 1, 1).asDiagonal());

    const Cluster by_deformation = fitted(body, Rotation::deformation);
    EXPECT_LT((by_deformation.deformation - Matrix3d(Vector3d(2, 1, 1).asDiagonal())).norm(), 1e-14);
    EXPECT_LT((by_deformation.rotation - Matrix3d::Identity()).norm(), 1e-14);

    const Cluster by_least_squares = fitted(body, Rotation::least_squares);
    const Matrix3d expected = Eigen::AngleAxisd(-std::atan(1.0 / 5), Vector3d::UnitZ()).toRotationMatrix();  // 11.31°
    EXPECT_LT((by_least_squares.deformation - by_deformation.deformation).norm(), 1e-14);
    EXPECT_LT((by_least_squares.rotation - expected).norm(), 1e-14);
}

TEST(Match, least_squares_goals_are_nearer_than_those_from_the_deformation) {
    Body body = body_of(l_shape(80, 2), true);
    add_whole(body);
    deform(body, (Matrix3d() << 1.5, 0.3, 0, 0.1, 0.8, 0.2, -0.2, 0, 1.1).finished());
    const double least_squares = elastic_energy(body);
    body.settings.rotation = Rotation::deformation;
    EXPECT_LT(least_squares, elastic_energy(body));
}

// A deformation, an affine map of the rest shape, is what the fit finds; where the members do not span space it is a
// rotation on what they leave out.
TEST(Match, finds_an_affine_map_and_completes_it_by_a_rotation) {
    const Matrix3d map = (Matrix3d() << 1.2, 0.3, -0.1, 0.1, 0.9, 0.2, -0.2, 0.1, 1.1).finished();
    const std::vector<Vector3d> extents = {{1, 1, 1}, {1, 1, 0}, {1, 0, 0}};
    for (const Vector3d& extent : extents) {
        Body body = body_of(random_points(30, Vector3d::Zero(), extent, 4), true);
        add_whole(body);
        deform(body, map);
        const Cluster cluster = fitted(body, Rotation::least_squares);
        for (int k = 0; k < 3; ++k) {
            const Vector3d axis = Vector3d::Unit(k);
            const Vector3d expected = extent(k) > 0 ? Vector3d(map * axis) : Vector3d(cluster.rotation * axis);
            EXPECT_LT((cluster.deformation * axis - expected).norm(), 1e-12) << extent.transpose() << ", axis " << k;
        }
    }
}

// The spring of the step is minus the gradient of elastic_energy; with the papers' rotation it is no gradient at all.
TEST(ElasticEnergy, has_the_spring_force_as_its_gradient_only_with_the_least_squares_rotation) {
    for (const Rotation rotation : {Rotation::least_squares, Rotation::deformation}) {
        Body body = body_of(l_shape(40, 5), true);
        add_level(body, 8, 0.6);
        add_whole(body);
        set_alpha(body, 0.3);
        body.settings.rotation = rotation;
        deform(body, (Matrix3d() << 1.4, 0.3, 0, 0.1, 0.8, 0.2, -0.2, 0, 1.1).finished());

        Body stepped = body;
        step(stepped);
        double error = 0, scale = 0;
        for (std::size_t i = 0; i < body.particles.size(); ++i) {
            for (int k = 0; k < 3; ++k) {
                const double epsilon = 1e-5;
                Body forth = body, back = body;
                forth.particles[i].position(k) += epsilon;
                back.particles[i].position(k) -= epsilon;
                const double slope = (elastic_energy(forth) - elastic_energy(back)) / (2 * epsilon);
                const double force = body.particles[i].mass * stepped.particles[i].velocity(k) / body.settings.dt;
                error = std::max(error, std::abs(slope + force));
                scale = std::max(scale, std::abs(force));
            }
        }
        if (rotation == Rotation::least_squares) {
            EXPECT_LT(error / scale, 1e-7);
        } else {
            EXPECT_GT(error / scale, 1e-2);
        }
    }
}

TEST(Match, takes_the_plastic_shape_as_the_one_without_force) {
    const Matrix3d plastic = (Matrix3d() << 1.3, 0.2, 0, 0, 1 / 1.3, 0.1, 0, 0, 1).finished();
    const Matrix3d turn = Eigen::AngleAxisd(1, Vector3d(1, 1, 0).normalized()).toRotationMatrix();
    for (const Rotation rotation : {Rotation::least_squares, Rotation::deformation}) {
        Body body = body_of(l_shape(60, 6), true);
        add_level(body, 10, 0.5);
        for (Cluster& cluster : body.clusters) cluster.plastic = plastic;
        body.settings.rotation = rotation;
        EXPECT_GT(max_stretch(body), 1.05);
        deform(body, turn * plastic);
        EXPECT_NEAR(max_stretch(body), 1, 1e-12);
        step(body);
        EXPECT_LT(std::sqrt(kinetic_energy(body)) * body.settings.dt, 1e-13);
    }
}

}  // namespace
}  // namespace pliant::reference
