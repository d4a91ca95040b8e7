#include "reference/point_based.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::reference {
namespace {

constexpr std::size_t most = 32;

double weight_of(const PointParticle& p, const PointNeighbor& n) { return poly6(n.u.norm(), p.radius); }

/// Coefficient of the drag between a particle and its neighbor, this direction's half.
double drag_between(const PointCloudBody& body, std::size_t i, const PointNeighbor& n) {
    const PointParticle& p = body.particles[i];
    return 0.5 * p.viscosity * p.volume * body.particles[n.index].volume * viscosity_laplacian(n.u.norm(), p.radius);
}

/// x_ij − F u_ij
Vector3d remainder(const PointCloudBody& body, std::size_t i, const PointNeighbor& n, const Matrix3d& f) {
    return body.particles[n.index].x - body.particles[i].x - f * n.u;
}

using Field = std::vector<Vector3d>;

double dot(const Field& a, const Field& b, int axis) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i][axis] * b[i][axis];
    return sum;
}

/// Conjugate gradients, an axis at a time, on a symmetric operator of fields; `scale` is the preconditioner. Adds the
/// solution for `residual` to x.
template <class Operator>
void conjugate_gradients(const Operator& apply, const std::vector<double>& scale, double bound, Field residual,
                         Field& x) {
    const std::size_t count = x.size();
    const auto scaled = [&](const Field& r) {
        Field z(count);
        for (std::size_t i = 0; i < count; ++i) z[i] = scale[i] * r[i];
        return z;
    };
    Field z = scaled(residual), direction = z;
    const auto sums = [&](const Field& a, const Field& b) {
        return Vector3d(dot(a, b, 0), dot(a, b, 1), dot(a, b, 2));
    };
    Vector3d now = sums(residual, z);
    for (int k = 0; k < 100 && now.sum() > bound; ++k) {
        const Field product = apply(direction);
        const Vector3d curvature = sums(direction, product);
        Vector3d step;
        for (int a = 0; a < 3; ++a) step[a] = curvature[a] > 0 ? now[a] / curvature[a] : 0;
        for (std::size_t i = 0; i < count; ++i) {
            x[i] += step.cwiseProduct(direction[i]);
            residual[i] -= step.cwiseProduct(product[i]);
        }
        z = scaled(residual);
        const Vector3d next = sums(residual, z);
        for (std::size_t i = 0; i < count; ++i)
            for (int a = 0; a < 3; ++a)
                direction[i][a] = z[i][a] + (now[a] > 0 ? next[a] / now[a] : 0) * direction[i][a];
        now = next;
    }
}

/// Cells of the mean radius, each a list: enough to keep nearest_neighbors from being quadratic.
class Cells {
  public:
    Cells(const std::vector<Vector3d>& points, double size) : size_(size), low_(points.front()) {
        Vector3d high = points.front();
        for (const Vector3d& p : points) low_ = low_.cwiseMin(p), high = high.cwiseMax(p);
        for (int a = 0; a < 3; ++a) count_[a] = static_cast<long>((high[a] - low_[a]) / size) + 1;
        cells_.resize(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]));
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Eigen::Matrix<long, 3, 1> c = cell(points[i]);
            cells_[index(c[0], c[1], c[2])].push_back(i);
        }
    }
    template <class Visit>
    void visit(const Vector3d& center, double radius, const Visit& visit) const {
        const Eigen::Matrix<long, 3, 1> low = cell(center - Vector3d::Constant(radius)),
                                        high = cell(center + Vector3d::Constant(radius));
        for (long z = low[2]; z <= high[2]; ++z)
            for (long y = low[1]; y <= high[1]; ++y)
                for (long x = low[0]; x <= high[0]; ++x)
                    for (const std::size_t i : cells_[index(x, y, z)]) visit(i);
    }

  private:
    Eigen::Matrix<long, 3, 1> cell(const Vector3d& p) const {
        Eigen::Matrix<long, 3, 1> c;
        for (int a = 0; a < 3; ++a)
            c[a] = std::clamp(static_cast<long>(std::floor((p[a] - low_[a]) / size_)), 0L, count_[a] - 1);
        return c;
    }
    std::size_t index(long x, long y, long z) const {
        return static_cast<std::size_t>((z * count_[1] + y) * count_[0] + x);
    }
    double size_;
    Vector3d low_;
    Eigen::Matrix<long, 3, 1> count_;
    std::vector<std::vector<std::size_t>> cells_;
};

}  // namespace

double poly6(double r, double h) { return r < h ? std::pow(1 - r * r / (h * h), 3) : 0; }

double viscosity_laplacian(double r, double h) {
    return r < h ? 45 / (std::numbers::pi * std::pow(h, 6)) * (h - r) : 0;
}

Matrix3d basis_matrix(const PointParticle& p) {
    Matrix3d a = Matrix3d::Zero();
    for (const PointNeighbor& n : p.neighbors) a += weight_of(p, n) * n.u * n.u.transpose();
    return a;
}

bool is_solid(const Matrix3d& basis) {
    const double third = basis.trace() / 3;
    return third > 0 && basis.determinant() > 1e-2 * third * third * third;
}

double raw_volume(const PointParticle& p) {
    const Matrix3d a = basis_matrix(p);
    double weight = 0;
    for (const PointNeighbor& n : p.neighbors) weight += weight_of(p, n);
    return is_solid(a) ? std::sqrt(a.determinant() / std::pow(weight, 3)) : 0;
}

Matrix3d deformation(const PointCloudBody& body, std::size_t i) {
    const PointParticle& p = body.particles[i];
    const Matrix3d a = basis_matrix(p);
    if (!is_solid(a)) return Matrix3d::Zero();
    Matrix3d sum = Matrix3d::Zero();
    for (const PointNeighbor& n : p.neighbors)
        sum += weight_of(p, n) * (body.particles[n.index].x - p.x) * n.u.transpose();
    return sum * a.inverse();
}

Factored factor(const PointParticle& p, const Matrix3d& f, double dt) {
    const Eigen::JacobiSVD<Matrix3d> svd(f, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Matrix3d u = svd.matrixU(), v = svd.matrixV();
    Vector3d sigma = svd.singularValues();
    // Both rotations proper: an inverted particle has a negative smallest value.
    for (Matrix3d* m : {&u, &v})
        if (m->determinant() < 0) m->col(2) *= -1, sigma[2] *= -1;
    const auto stress = [&](const Vector3d& s) {
        const Vector3d strain = s - Vector3d::Ones();
        return Vector3d(Vector3d::Constant(p.lambda * strain.sum()) + 2 * p.mu * strain);
    };
    Factored result;
    const double size = stress(sigma).norm(), bound = std::max(p.yield + p.hardening * p.hardened, 0.0);
    if (p.flow > 0 && size - bound > 2e-6 * 2 * p.mu && sigma[2] > 1e-3 * sigma[0]) {
        const double gamma = std::clamp((1 - std::exp(-p.flow * dt)) * (size - bound) / size, 0.0, 1.0);
        const Vector3d same_volume = sigma / std::cbrt(sigma.prod());
        const Vector3d plastic = same_volume.array().pow(gamma);
        result.flows = true;
        if (sigma[2] > 0.2 * sigma[0]) result.share = gamma;
        result.plastic = v * plastic.asDiagonal() * v.transpose();
        result.flowed = plastic.array().log().matrix().norm();
        sigma = sigma.cwiseQuotient(plastic);
        result.hardening = dt * stress(sigma).norm();
    }
    const Vector3d strain = sigma - Vector3d::Ones();
    result.stress = u * stress(sigma).asDiagonal() * v.transpose();
    result.energy_density = p.mu * strain.squaredNorm() + 0.5 * p.lambda * strain.sum() * strain.sum();
    return result;
}

double remainder_stiffness(const PointParticle& p) {
    const Matrix3d a = basis_matrix(p);
    return is_solid(a) ? 0.7 * 2 * p.mu * p.volume * a.inverse().trace() / 3 : 0;
}

double energy_density(const PointCloudBody& body, std::size_t i) {
    PointParticle p = body.particles[i];
    p.flow = 0;
    if (!is_solid(basis_matrix(p))) return 0;
    const Matrix3d f = deformation(body, i);
    double squares = 0;
    for (const PointNeighbor& n : p.neighbors) squares += weight_of(p, n) * remainder(body, i, n, f).squaredNorm();
    return factor(p, f, 0).energy_density + 0.5 * remainder_stiffness(p) / p.volume * squares;
}

std::vector<Vector3d> elastic_forces(const PointCloudBody& body, const std::vector<Matrix3d>& stress) {
    std::vector<Vector3d> forces(body.particles.size(), Vector3d::Zero());
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        const PointParticle& p = body.particles[i];
        const Matrix3d a = basis_matrix(p);
        if (!is_solid(a)) continue;
        const Matrix3d weighted = p.volume * stress[i] * a.inverse();
        const Matrix3d deformed = deformation(body, i);
        const double stiffness = remainder_stiffness(p);
        for (const PointNeighbor& n : p.neighbors) {
            const Vector3d f = weight_of(p, n) * (weighted * n.u + stiffness * remainder(body, i, n, deformed));
            forces[i] += f;
            forces[n.index] -= f;
        }
    }
    return forces;
}

std::vector<Vector3d> motion_of_the_whole(const PointCloudBody& body, const std::vector<Vector3d>& v) {
    double mass = 0;
    Vector3d center = Vector3d::Zero(), momentum = Vector3d::Zero(), angular = Vector3d::Zero();
    Matrix3d inertia = Matrix3d::Zero();
    for (std::size_t i = 0; i < v.size(); ++i) {
        const PointParticle& p = body.particles[i];
        mass += p.mass;
        center += p.mass * p.x;
        momentum += p.mass * v[i];
    }
    center /= mass;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const PointParticle& p = body.particles[i];
        const Vector3d arm = p.x - center;
        angular += p.mass * arm.cross(v[i]);
        inertia += p.mass * (arm.squaredNorm() * Matrix3d::Identity() - arm * arm.transpose());
    }
    const Vector3d spin = inertia.inverse() * angular;
    std::vector<Vector3d> result;
    for (const PointParticle& p : body.particles) result.push_back(momentum / mass + spin.cross(p.x - center));
    return result;
}

std::vector<Vector3d> drag_of(const PointCloudBody& body, const std::vector<Vector3d>& v) {
    std::vector<Vector3d> result(v.size(), Vector3d::Zero());
    for (std::size_t i = 0; i < v.size(); ++i) {
        for (const PointNeighbor& n : body.particles[i].neighbors) {
            const Vector3d f = drag_between(body, i, n) * (v[i] - v[n.index]);
            result[i] += f;
            result[n.index] -= f;
        }
    }
    return result;
}

Eigen::MatrixXd drag_matrix(const PointCloudBody& body) {
    const auto count = static_cast<Eigen::Index>(body.particles.size());
    Eigen::MatrixXd k = Eigen::MatrixXd::Zero(count, count);
    for (std::size_t s = 0; s < body.particles.size(); ++s) {
        for (const PointNeighbor& n : body.particles[s].neighbors) {
            const auto i = static_cast<Eigen::Index>(s), j = static_cast<Eigen::Index>(n.index);
            const double c = drag_between(body, s, n);
            k(i, i) += c, k(j, j) += c, k(i, j) -= c, k(j, i) -= c;
        }
    }
    return k;
}

std::vector<std::vector<std::size_t>> nearest_neighbors(const std::vector<Vector3d>& points,
                                                        const std::vector<double>& radius) {
    double mean = 0;
    for (const double r : radius) mean += r / static_cast<double>(radius.size());
    const Cells cells(points, mean);
    std::vector<std::vector<std::size_t>> result(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<std::pair<double, std::size_t>> found;
        cells.visit(points[i], radius[i], [&](std::size_t j) {
            const double squared = (points[j] - points[i]).squaredNorm();
            if (j != i && squared <= radius[i] * radius[i]) found.emplace_back(squared, j);
        });
        std::sort(found.begin(), found.end());
        if (found.size() > most) found.resize(most);
        for (const auto& [squared, j] : found) result[i].push_back(j);
        std::sort(result[i].begin(), result[i].end());
    }
    return result;
}

void first_neighborhoods(PointCloudBody& body) {
    std::vector<Vector3d> points;
    for (const PointParticle& p : body.particles) points.push_back(p.e);
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<std::pair<double, std::size_t>> all;
        for (std::size_t j = 0; j < points.size(); ++j)
            if (j != i) all.emplace_back((points[j] - points[i]).squaredNorm(), j);
        std::sort(all.begin(), all.end());
        all.resize(std::min(all.size(), most));
        PointParticle& p = body.particles[i];
        p.radius = 0;
        for (const auto& [squared, j] : all) p.radius += 2 * std::sqrt(squared) / static_cast<double>(all.size());
        p.neighbors.clear();
        for (const auto& [squared, j] : all) p.neighbors.push_back({j, points[j] - points[i]});
        std::sort(p.neighbors.begin(), p.neighbors.end(),
                  [](const PointNeighbor& a, const PointNeighbor& b) { return a.index < b.index; });
        p.queried = p.e;
    }
}

void first_volumes(PointCloudBody& body) {
    std::vector<double> own;
    for (const PointParticle& p : body.particles) {
        std::vector<double> distances;
        for (const PointNeighbor& n : p.neighbors) distances.push_back(n.u.norm());
        std::sort(distances.begin(), distances.end());
        own.push_back(std::pow((distances.at(0) + distances.at(1) + distances.at(2)) / 3, 3));
    }
    double total = 0;
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        PointParticle& p = body.particles[i];
        double sum = own[i], weight = 1;
        for (const PointNeighbor& n : p.neighbors) sum += weight_of(p, n) * own[n.index], weight += weight_of(p, n);
        total += p.volume = sum / weight;
    }
    for (PointParticle& p : body.particles) {
        p.volume *= body.volume / total;
        p.mass = p.density * p.volume;
    }
}

double embedding_error(const PointCloudBody& body, const std::vector<Matrix3d>& turn) {
    double sum = 0;
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        const PointParticle& p = body.particles[i];
        for (const PointNeighbor& n : p.neighbors) {
            const double w = weight_of(p, n);
            const Vector3d u = turn.empty() ? n.u : Vector3d(turn[i] * n.u);
            sum += w * w * (u - (body.particles[n.index].e - p.e)).squaredNorm();
        }
    }
    return sum;
}

void embed(PointCloudBody& body, const std::vector<Matrix3d>& turn) {
    const std::size_t count = body.particles.size();
    Field residual(count, Vector3d::Zero()), e(count);
    std::vector<double> diagonal(count, 0), scale(count);
    for (std::size_t i = 0; i < count; ++i) {
        const PointParticle& p = body.particles[i];
        e[i] = p.e;
        for (const PointNeighbor& n : p.neighbors) {
            const double square = std::pow(weight_of(p, n), 2);
            const Vector3d u = turn.empty() ? n.u : Vector3d(turn[i] * n.u);
            const Vector3d wish = square * (u - (body.particles[n.index].e - p.e));
            residual[i] -= wish;
            residual[n.index] += wish;
            diagonal[i] += square;
            diagonal[n.index] += square;
        }
    }
    double spacing_error = 0;
    for (std::size_t i = 0; i < count; ++i) {
        scale[i] = diagonal[i] > 0 ? 1 / diagonal[i] : 0;
        spacing_error += diagonal[i] * std::pow(body.particles[i].radius / 3, 2);
    }
    const auto apply = [&](const Field& x) {
        Field y(count, Vector3d::Zero());
        for (std::size_t i = 0; i < count; ++i) {
            for (const PointNeighbor& n : body.particles[i].neighbors) {
                const Vector3d pull = std::pow(weight_of(body.particles[i], n), 2) * (x[i] - x[n.index]);
                y[i] += pull;
                y[n.index] -= pull;
            }
        }
        return y;
    };
    conjugate_gradients(apply, scale, 1e-8 * spacing_error, residual, e);
    const Vector3d shift = body.particles.front().e - e.front();
    for (std::size_t i = 0; i < count; ++i) body.particles[i].e = e[i] + shift;
}

std::vector<Matrix3d> best_turns(const PointCloudBody& body) {
    std::vector<Matrix3d> turns;
    for (const PointParticle& p : body.particles) {
        Matrix3d m = Matrix3d::Zero();
        for (const PointNeighbor& n : p.neighbors)
            m += std::pow(weight_of(p, n), 2) * (body.particles[n.index].e - p.e) * n.u.transpose();
        const Eigen::JacobiSVD<Matrix3d> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
        Matrix3d u = svd.matrixU();
        if ((u * svd.matrixV().transpose()).determinant() < 0) u.col(2) *= -1;
        turns.push_back(u * svd.matrixV().transpose());
    }
    return turns;
}

namespace {

/// Can F say where a neighbor belongs?
bool is_sound(const Matrix3d& f) {
    const Vector3d sigma = Eigen::JacobiSVD<Matrix3d>(f).singularValues();
    return f.determinant() > 0 && sigma[2] > 0.2 * sigma[0] && sigma[0] < 5;
}

/// Those that stay keep their rest vectors, new ones get F⁻¹ x_ij. A row that would gain energy by that is laid out
/// anew as far as it takes, towards one where F is what it was and explains everything.
void change_neighbors(PointCloudBody& body, std::size_t i, const std::vector<std::size_t>& found) {
    PointParticle& p = body.particles[i];
    const Matrix3d f = deformation(body, i);
    const double before = energy_density(body, i);
    std::vector<PointNeighbor> next;
    for (const std::size_t j : found) {
        const auto old =
            std::find_if(p.neighbors.begin(), p.neighbors.end(), [&](const PointNeighbor& n) { return n.index == j; });
        const Vector3d fresh =
            is_sound(f) ? Vector3d(f.inverse() * (body.particles[j].x - p.x)) : Vector3d(body.particles[j].e - p.e);
        next.push_back(old != p.neighbors.end() ? *old : PointNeighbor{j, fresh});
    }
    p.neighbors = next;
    const double most = (1 + 1e-5) * before + 1e-10 * p.mu;
    if (!is_sound(f) || !(energy_density(body, i) > most)) return;
    const auto lay_out = [&](double share) {
        for (std::size_t s = 0; s < next.size(); ++s) {
            const Vector3d to = f.inverse() * (body.particles[next[s].index].x - p.x);
            p.neighbors[s].u = next[s].u + share * (to - next[s].u);
        }
    };
    double too_little = 0, enough = 1;
    for (int k = 0; k < 6; ++k) {
        const double share = 0.5 * (too_little + enough);
        lay_out(share);
        (energy_density(body, i) > most ? too_little : enough) = share;
    }
    lay_out(enough);
}

}  // namespace

void step(PointCloudBody& body, double dt, const Vector3d& gravity, PointSpace space) {
    const std::size_t count = body.particles.size();
    std::vector<Factored> factored;
    std::vector<Matrix3d> stress, deformed;
    for (std::size_t i = 0; i < count; ++i) {
        deformed.push_back(deformation(body, i));
        factored.push_back(factor(body.particles[i], deformed.back(), dt));
        stress.push_back(factored.back().stress);
    }
    const std::vector<Vector3d> forces = elastic_forces(body, stress);
    Field v(count);
    std::vector<double> scale(count);
    for (std::size_t i = 0; i < count; ++i) {
        const PointParticle& p = body.particles[i];
        v[i] = p.v + dt * (forces[i] / p.mass + gravity);
        scale[i] = dt / p.mass;
    }
    const Field whole = motion_of_the_whole(body, v);
    for (std::size_t i = 0; i < count; ++i) v[i] -= whole[i];
    Field residual = drag_of(body, v);
    for (Vector3d& r : residual) r = -r;
    double start = 0;
    for (std::size_t i = 0; i < count; ++i) start += scale[i] * residual[i].squaredNorm();
    const auto apply = [&](const Field& x) {
        Field y = drag_of(body, x);
        for (std::size_t i = 0; i < count; ++i) y[i] += body.particles[i].mass / dt * x[i];
        return y;
    };
    conjugate_gradients(apply, scale, 1e-6 * start, residual, v);
    const Field gained = motion_of_the_whole(body, v);
    for (std::size_t i = 0; i < count; ++i) v[i] += whole[i] - gained[i];
    for (std::size_t i = 0; i < count; ++i) {
        PointParticle& p = body.particles[i];
        p.hardened += factored[i].hardening;
        p.flowed += factored[i].flowed;
        if (!factored[i].flows) continue;
        body.embedding_due = true;
        for (PointNeighbor& n : p.neighbors) {
            if (factored[i].share > 0)
                n.u += factored[i].share * deformed[i].inverse() * remainder(body, i, n, deformed[i]);
            n.u = factored[i].plastic * n.u;
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        body.particles[i].v = v[i];
        body.particles[i].x += dt * v[i];
    }
    if (space == PointSpace::fixed || !body.embedding_due) return;
    embed(body);
    body.embedding_due = false;
    const bool stale = std::any_of(body.particles.begin(), body.particles.end(),
                                   [](const PointParticle& p) { return (p.e - p.queried).norm() > 0.01 * p.radius; });
    if (!stale) return;
    std::vector<Vector3d> points;
    std::vector<double> radii;
    for (const PointParticle& p : body.particles) points.push_back(p.e), radii.push_back(p.radius);
    const std::vector<std::vector<std::size_t>> found = nearest_neighbors(points, radii);
    for (std::size_t i = 0; i < count; ++i) {
        PointParticle& p = body.particles[i];
        change_neighbors(body, i, found[i]);
        p.queried = p.e;
    }
}

double elastic_energy(const PointCloudBody& body) {
    double sum = 0;
    for (std::size_t i = 0; i < body.particles.size(); ++i) sum += body.particles[i].volume * energy_density(body, i);
    return sum;
}

}  // namespace pliant::reference
