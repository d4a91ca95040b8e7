#include "math/random_matrices.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace pliant::testing {
namespace {

Mat3 random_rotation(Random& random) { return random_quaternion(random).toRotationMatrix(); }

Mat3 with_singular_values(Random& random, const Vec3& values) {
    return random_rotation(random) * values.asDiagonal() * random_rotation(random);
}

Mat3 matrix_of(Family family, Random& random) {
    const double a = random.uniform(0.1, 2), b = random.uniform(0.1, 2), c = random.uniform(0.1, 2);
    switch (family) {
        case Family::random:
            return random_matrix(random);
        case Family::near_identity:
            return Mat3::Identity() + random.uniform(0, 0.05) * random_matrix(random);
        case Family::rotation:
            return random_rotation(random);
        case Family::inverted:
            return with_singular_values(random, {a, b, -c});
        case Family::rank2:
            return with_singular_values(random, {a, b, 0});
        case Family::rank1:
            return with_singular_values(random, {a, 0, 0});
        case Family::zero:
            return Mat3::Zero();
        case Family::repeated:
            return with_singular_values(random, random.below(2) == 0 ? Vec3(a, a, b) : Vec3(a, a, a));
        case Family::inverted_repeated:
            return with_singular_values(random, random.below(2) == 0 ? Vec3(a, b, -b) : Vec3(a, a, -a));
        case Family::stretched:
            return with_singular_values(random,
                                        {1, std::pow(10, random.uniform(-6, 0)), std::pow(10, random.uniform(-6, 0))});
        case Family::tiny:
            return std::pow(10, random.uniform(-12, -6)) * random_matrix(random);
        case Family::huge:
            return std::pow(10, random.uniform(6, 12)) * random_matrix(random);
    }
    return {};
}

}  // namespace

std::vector<Family> all_families() {
    std::vector<Family> families;
    for (int k = 0; k <= static_cast<int>(Family::huge); ++k) families.push_back(static_cast<Family>(k));
    return families;
}

std::string name_of(Family family) {
    constexpr std::array<const char*, 12> names = {
        "random", "near_identity", "rotation",          "inverted",  "rank2", "rank1",
        "zero",   "repeated",      "inverted_repeated", "stretched", "tiny",  "huge"};
    return names[static_cast<std::size_t>(family)];
}

bool is_regular(Family family) {
    return family == Family::random || family == Family::near_identity || family == Family::rotation ||
           family == Family::repeated || family == Family::tiny || family == Family::huge;
}

std::vector<Mat3> matrices_of(Family family, std::size_t count) {
    Random random(100 + static_cast<std::uint64_t>(family));
    std::vector<Mat3> matrices;
    // Rounded to the simulation's precision, so that both sides see the same matrix.
    for (std::size_t i = 0; i < count; ++i) matrices.push_back(matrix_of(family, random).cast<Real>().cast<double>());
    return matrices;
}

Vec3 random_unit(Random& random) {
    const double y = random.uniform(-1, 1), turn = random.uniform(0, 2 * std::numbers::pi), r = std::sqrt(1 - y * y);
    return {r * std::cos(turn), y, r * std::sin(turn)};
}

Eigen::Quaterniond random_quaternion(Random& random) {
    Eigen::Vector4d q;
    do {
        for (int k = 0; k < 4; ++k) q[k] = random.uniform(-1, 1);
    } while (q.squaredNorm() > 1 || q.squaredNorm() < 0.01);
    q.normalize();
    return {q[0], q[1], q[2], q[3]};
}

Mat3 random_matrix(Random& random) {
    Mat3 m;
    for (int k = 0; k < 9; ++k) m(k % 3, k / 3) = random.uniform(-1, 1);
    return m;
}

Vec3 singular_values(const Mat3& a) {
    Vec3 s = Eigen::JacobiSVD<Mat3>(a).singularValues();
    if (a.determinant() < 0) s[2] = -s[2];
    return s;
}

double best_trace(const Mat3& a) { return singular_values(a).sum(); }

Mat3 best_rotation(const Mat3& a) {
    const Eigen::JacobiSVD<Mat3> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Mat3 u = svd.matrixU();
    if (u.determinant() * svd.matrixV().determinant() < 0) u.col(2) = -u.col(2);
    return u * svd.matrixV().transpose();
}

}  // namespace pliant::testing
