#include "point_based/resample.hpp"

#include "core/assert.hpp"
#include "math/decompose.hpp"
#include "particles/vectors.hpp"
#include "point_based/cut_links.hpp"
#include "point_based/loops.hpp"
#include "point_based/whole_motion.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

/// No particle is split that has less than this part of the volume its kernel was made for, (h/3)³: a threshold that is
/// always met must not fill the memory.
constexpr double least_split_volume = 0.125;
/// No particle with more than this many mean volumes of the start is merged for being crowded in all directions. Flow
/// keeps volume, so that it is the sampling that was uneven, and one merge mends that; more would go on for ever.
constexpr double most_merged_volume = 1.5;
/// Neighbors nearer than this part of the radius count as this near: B must stay finite.
constexpr double nearest_share = 1e-4;

void add(Real* to, const Vec3& v) { set_vector(to, vec(to) + v); }

/// Eq. 13 times h², so that it has no unit.
Mat3 sampling_matrix(const PointBody& body, std::size_t i) {
    const double h = static_cast<double>(body.radius[i]);
    Mat3 b = Mat3::Zero();
    for (std::size_t s = 0; s < body.count[i]; ++s) {
        const Vec3 u = vec(body.rest[i * most_neighbors + s].vector) / h;
        const double square = std::max(u.squaredNorm(), nearest_share * nearest_share);
        b += u * u.transpose() / (square * square);
    }
    return b;
}

SamplingWish wish_of(const PointBody& body, const PointBased& settings, std::size_t i) {
    const double thin = settings.split * body.split_bound(), dense = settings.merge * body.merge_bound();
    const double crowded = settings.crowded * body.crowded_bound();
    const Mat3 b = sampling_matrix(body, i);
    // The trace bounds the eigenvalues, and spares most particles their decomposition.
    const double trace = b.trace();
    if (!(trace < 3 * thin) && !(trace > 3 * dense) && !(trace > crowded)) return SamplingWish::none;
    const Vec3 values = Eigen::SelfAdjointEigenSolver<Mat3>(b, Eigen::EigenvaluesOnly).eigenvalues();
    if (values[2] < thin) return SamplingWish::split;
    const bool merged = static_cast<double>(body.volume[i]) > most_merged_volume * body.mean_volume_at_start();
    return (values[0] > dense && !merged) || values[2] > crowded ? SamplingWish::merge : SamplingWish::none;
}

/// The particle's position in every rest space moves by d: its own vectors shrink by it, those to it grow.
void shift_rest(PointBody& body, const PointGraph& graph, std::size_t i, const Vec3& d) {
    for (std::size_t s = 0; s < body.count[i]; ++s) add(body.rest[i * most_neighbors + s].vector, -d);
    for (std::uint32_t n = graph.incoming_rows[i]; n < graph.incoming_rows[i + 1]; ++n)
        add(body.rest[graph.incoming[n]].vector, d);
}

/// What two particles together have of a quantity per mass.
template <class T>
T mixed(const T& a, const T& b, double share_of_b) {
    return static_cast<T>((1 - share_of_b) * a + share_of_b * b);
}

void merge(PointBody& body, const PointGraph& graph, std::size_t i, std::size_t slot) {
    const std::size_t j = body.neighbor[slot];
    const double share = static_cast<double>(body.mass[j]) / static_cast<double>(body.mass[i] + body.mass[j]);
    const auto mix = [&](Real* mine, const Real* other) {
        set_vector(mine, mixed<Vec3>(vec(mine), vec(other), share));
    };
    const Vec3 d = share * vec(body.rest[slot].vector);
    mix(body.particles[i].position, body.particles[j].position);
    mix(body.particles[i].velocity, body.particles[j].velocity);
    mix(body.embedded[i].value, body.embedded[j].value);
    shift_rest(body, graph, i, d);
    for (std::vector<Real>* values : {&body.hardened, &body.flowed})
        (*values)[i] = mixed((*values)[i], (*values)[j], share);
    // The kernel is to reach as many neighbors as before, which are farther apart now.
    body.radius[i] = std::cbrt(std::pow(body.radius[i], Real(3)) + std::pow(body.radius[j], Real(3)));
    for (std::size_t k = 0; k < point_property_count; ++k)
        body.material.at(i, k) = mixed(body.material.at(i, k), body.material.at(j, k), share);
    body.mass[i] += body.mass[j];
    body.volume[i] += body.volume[j];
}

/// What two rows had together; one that says nothing counts for nothing.
void join_fits(double share, RowFit& mine, const RowFit& other) {
    if (!is_sound(other)) return;
    if (!is_sound(mine)) {
        mine = other;
        return;
    }
    mine.f += share * (other.f - mine.f);
    mine.stretch = signed_singular_values(mine.f);
    mine.density = mixed(mine.density, other.density, share);
}

/// Where the halves of a particle would lie, from its position in rest space.
Vec3 split_offset(const PointBody& body, std::size_t i) {
    double mean = 0;
    for (std::size_t s = 0; s < body.count[i]; ++s)
        mean += vec(body.rest[i * most_neighbors + s].vector).norm() / static_cast<double>(body.count[i]);
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(sampling_matrix(body, i));
    return 0.5 * mean * eigen.eigenvectors().col(1);
}

bool may_split(const PointBody& body, const PointBased& settings, const InsideTest& inside, const Mat3& f,
               const Vec3& d, std::size_t i) {
    const double spacing = static_cast<double>(body.radius[i]) / 3;
    if (static_cast<double>(body.volume[i]) < least_split_volume * spacing * spacing * spacing) return false;
    Vec3 center = Vec3::Zero();
    for (std::size_t s = 0; s < body.count[i]; ++s)
        center += vec(body.rest[i * most_neighbors + s].vector) / static_cast<double>(body.count[i]);
    const double distance = center.norm();
    const bool on_surface = distance > settings.surface * static_cast<double>(body.radius[i]);
    if (on_surface && std::max((center - d).norm(), (center + d).norm()) > std::sqrt(2.0) * distance) return false;
    const Vec3 position = vec(body.particles[i].position);
    return !inside || !(inside(position + f * d) || inside(position - f * d));
}

/// The particle becomes its first half; the second is appended. Its row is that of the whole, seen from where it is.
void split(PointBody& body, const PointGraph& graph, const Mat3& f, const Vec3& d, std::size_t i) {
    body.mass[i] /= 2;
    body.volume[i] /= 2;
    const std::size_t b = append_copy(body, i);
    for (std::size_t s = 0; s < body.count[b]; ++s) add(body.rest[b * most_neighbors + s].vector, d);
    shift_rest(body, graph, i, d);
    add(body.particles[i].position, f * d);
    add(body.particles[b].position, -f * d);
    add(body.embedded[i].value, d);
    add(body.embedded[b].value, -d);
}

/// The slot of the nearest neighbor that may be merged with; no_slot for none.
std::uint32_t nearest_partner(const PointBody& body, const ResampleWork& work, const std::uint8_t* held,
                              std::size_t i) {
    std::uint32_t best = no_slot;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t s = 0; s < body.count[i]; ++s) {
        const std::size_t slot = i * most_neighbors + s;
        const std::uint32_t j = body.neighbor[slot];
        const double squared = vec(body.rest[slot].vector).squaredNorm();
        if (work.touched[j] || (held && held[j]) || !(squared < nearest)) continue;
        nearest = squared;
        best = static_cast<std::uint32_t>(slot);
    }
    return best;
}

}  // namespace

Vec3 sampling_eigenvalues(const PointBody& body, std::size_t i) {
    return Eigen::SelfAdjointEigenSolver<Mat3>(sampling_matrix(body, i), Eigen::EigenvaluesOnly).eigenvalues();
}

void remember_sampling(PointBody& body) {
    double least = std::numeric_limits<double>::infinity(), greatest = 0, greatest_of_all = 0;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const Vec3 values = sampling_eigenvalues(body, i);
        least = std::min(least, values[2]);
        greatest = std::max(greatest, values[0]);
        greatest_of_all = std::max(greatest_of_all, values[2]);
    }
    body.constants[3] = least;
    body.constants[4] = greatest;
    body.constants[5] = greatest_of_all;
    body.constants[6] = body.true_volume() / static_cast<double>(body.size());
}

ResampleCount resample(PointBody& body, const PointScratch& scratch, const PointBased& settings,
                       const std::uint8_t* held, const InsideTest& inside, const CutLinks& cuts, ResampleWork& work,
                       bool parallel) {
    const std::size_t count = body.size();
    work.wish.resize(count);
    PLIANT_ASSERT(scratch.graph.incoming_rows.size() == count + 1);
    for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            work.wish[i] = cuts.any(static_cast<std::uint32_t>(i)) ? SamplingWish::none : wish_of(body, settings, i);
    });
    ResampleCount result;
    work.fits.clear();
    const auto wishes = [](SamplingWish w) { return w != SamplingWish::none; };
    if (std::none_of(work.wish.begin(), work.wish.end(), wishes)) return result;
    const WholeMotion before = whole_motion(body);
    work.fits.resize(count);
    for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) work.fits[i] = fit_row(body, i);
    });
    const bool any_held = held && std::any_of(held, held + count, [](std::uint8_t h) { return h != 0; });
    std::vector<IdLink> halves, merged;
    work.touched.assign(count, 0);
    work.target.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        if (work.wish[i] == SamplingWish::none || work.touched[i] || (held && held[i]) || body.count[i] < 4) continue;
        if (work.wish[i] == SamplingWish::merge) {
            const std::uint32_t slot = nearest_partner(body, work, held, i);
            if (slot == no_slot) continue;
            const std::uint32_t j = body.neighbor[slot];
            join_fits(as_double(body.mass[j]) / as_double(body.mass[i] + body.mass[j]), work.fits[i], work.fits[j]);
            merge(body, scratch.graph, i, slot);
            work.touched[i] = work.touched[j] = 1;
            work.target[j] = no_slot;
            work.events.push_back({body.id[i], body.id[j]});
            merged.emplace_back(body.id[i], body.id[j]);
            ++result.merges;
            continue;
        }
        // A particle that is turned inside out or torn apart is in trouble; two of them would be in twice as much.
        const Vec3 d = split_offset(body, i);
        const Mat3 f = work.fits[i].f;
        work.touched[i] = 1;
        if (!is_sound(work.fits[i]) || !may_split(body, settings, inside, f, d, i)) {
            ++result.cancelled;
            continue;
        }
        split(body, scratch.graph, f, d, i);
        work.fits.push_back(work.fits[i]);
        halves.emplace_back(body.id[i], body.id.back());
        work.events.push_back({body.id[i], body.id[i]});
        ++result.splits;
    }
    work.target.resize(body.size(), 0);
    share_cuts(body, halves);
    join_cuts(body, merged);
    if (result.merges > 0) {
        remove_particles(body, work.target);
        for (std::size_t i = 0; i < work.target.size(); ++i)
            if (work.target[i] != no_slot) work.fits[work.target[i]] = work.fits[i];
        work.fits.resize(body.size());
        if (!any_held) restore_motion(before, nullptr, body);
    }
    PLIANT_ASSERT(is_consistent(body));
    return result;
}

namespace {

/// Is the particle farther than that from where its neighbors' deformation puts it? One whose neighbors do not span
/// space has none; it is looked for near their center.
bool has_flown_away(const PointBody& body, const PointScratch& scratch, const std::uint8_t* held, std::size_t i) {
    if (body.count[i] < 4 || !(scratch.stress[i].moment[3] > 0) || (held && held[i])) return false;
    const Vec3 away = vec(scratch.offset[i].value);
    const double reach = scratch.raw_volume[i] > 0 ? fly_away_distance : 2 * fly_away_distance;
    const double limit = reach * static_cast<double>(body.radius[i]);
    return !away.allFinite() || away.squaredNorm() > limit * limit;
}

/// Puts it back; false where its neighbors are lost too.
bool bring_back(PointBody& body, const PointScratch& scratch, std::size_t i) {
    Vec3 position = Vec3::Zero(), velocity = Vec3::Zero();
    for (std::size_t s = 0; s < body.count[i]; ++s) {
        const Particle& other = body.particles[body.neighbor[i * most_neighbors + s]];
        position += vec(other.position) / static_cast<double>(body.count[i]);
        velocity += vec(other.velocity) / static_cast<double>(body.count[i]);
    }
    if (!velocity.allFinite() || !position.allFinite()) return false;
    const Vec3 home = vec(body.particles[i].position) + vec(scratch.offset[i].value);
    set_vector(body.particles[i].position, home.allFinite() ? home : position);
    set_vector(body.particles[i].velocity, velocity);
    return true;
}

/// The rows that a particle is in: its own first.
void list_rows(const PointGraph& graph, std::size_t i, std::vector<std::uint32_t>& rows) {
    rows.assign(1, static_cast<std::uint32_t>(i));
    for (std::uint32_t n = graph.incoming_rows[i]; n < graph.incoming_rows[i + 1]; ++n)
        rows.push_back(graph.incoming[n] / static_cast<std::uint32_t>(most_neighbors));
}

}  // namespace

std::size_t rejoin(PointBody& body, PointScratch& scratch, const std::uint8_t* held, std::uint32_t& first) {
    const auto any = sum_chunks(body.size(), scratch.sums, worth_threads(body),
                                [&](std::size_t begin, std::size_t end, double* sums) {
                                    for (std::size_t i = begin; i < end; ++i)
                                        sums[0] += has_flown_away(body, scratch, held, i) ? 1 : 0;
                                });
    if (any[0] == 0) return 0;
    std::size_t count = 0;
    const WholeMotion motion = whole_motion(body);
    std::vector<std::uint32_t> rows;
    std::vector<RowFit> before;
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (!has_flown_away(body, scratch, held, i)) continue;
        list_rows(scratch.graph, i, rows);
        before.clear();
        for (const std::uint32_t k : rows) before.push_back(fit_row(body, k));
        if (!bring_back(body, scratch, i)) continue;
        for (std::size_t k = 0; k < rows.size(); ++k)
            if (keep_energy(body, rows[k], before[k])) body.set_embedding_due(true);
        if (count++ == 0) first = body.id[i];
    }
    if (count > 0) scratch.basis_valid = scratch.drag_valid = scratch.step_valid = false;
    restore_motion(motion, held, body);
    return count;
}

}  // namespace pliant
