#include "point_based/neighbors.hpp"

#include "core/assert.hpp"
#include "particles/vectors.hpp"
#include "point_based/loops.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

struct Candidate {
    double squared;
    std::uint32_t index;
    bool operator<(const Candidate& other) const {
        return squared != other.squared ? squared < other.squared : index < other.index;
    }
};

/// The nearest ones of any number of candidates, in constant space.
class Nearest {
  public:
    void clear() { size_ = 0; }
    void add(const Candidate& candidate) {
        if (size_ == candidates_.size()) keep_nearest();
        candidates_[size_++] = candidate;
    }
    /// At most 32, in no order.
    std::span<Candidate> found() {
        if (size_ > most_neighbors) keep_nearest();
        return {candidates_.data(), size_};
    }
    std::size_t size() const { return size_; }

  private:
    void keep_nearest() {
        std::nth_element(candidates_.begin(), candidates_.begin() + most_neighbors,
                         candidates_.begin() + static_cast<std::ptrdiff_t>(size_));
        size_ = most_neighbors;
    }
    std::array<Candidate, 256> candidates_;
    std::size_t size_ = 0;
};

Real farthest(std::span<const Candidate> found) {
    double squared = 0;
    for (const Candidate& c : found) squared = std::max(squared, c.squared);
    return static_cast<Real>(std::sqrt(squared));
}

const Real* position(const PointBody& body, Neighborhoods space, std::size_t i) {
    return space == Neighborhoods::world ? body.particles[i].position : body.embedded[i].value;
}

template <class Allows>
void find_within(const PointGrid& grid, const Vec3& center, std::uint32_t self, double radius, Nearest& nearest,
                 const Allows& allows) {
    nearest.clear();
    grid.for_each_within(center, radius, [&](std::uint32_t j, double squared) {
        if (j != self && allows(j)) nearest.add({squared, j});
    });
}

/// Which neighborhoods do not reach across cracks: those of the rows as they were before the query.
class Sides {
  public:
    Sides(const PointBody& body, NeighborSearch& search) : body_(body), search_(search) {
        if (body.cuts.empty()) return;
        search.cuts.refresh(body);
        search.count = body.count;
        search.neighbor = body.neighbor;
    }

    /// May j be a neighbor of i? One that was may stay. A newcomer near a crack may not come from the other side of it:
    /// it must know more of the neighbors of i than cracks part it from, and i of its.
    bool allow(std::uint32_t i, std::uint32_t j) const {
        if (body_.cuts.empty()) return true;
        if (body_.fragment[i] != body_.fragment[j]) return false;
        if (!search_.cuts.any(i) && !search_.cuts.any(j)) return true;
        if (search_.cuts.holds(i, j)) return false;
        return are_linked(i, j) || (is_near(i, j) && is_near(j, i));
    }

  private:
    bool has(std::uint32_t i, std::uint32_t j) const {
        const auto row = search_.neighbor.begin() + static_cast<std::ptrdiff_t>(i * most_neighbors);
        return std::binary_search(row, row + search_.count[i], j);
    }
    bool are_linked(std::uint32_t i, std::uint32_t j) const { return has(i, j) || has(j, i); }
    bool is_near(std::uint32_t i, std::uint32_t newcomer) const {
        int votes = 0;
        for (std::size_t s = 0; s < search_.count[i]; ++s) {
            const std::uint32_t k = search_.neighbor[i * most_neighbors + s];
            votes += are_linked(newcomer, k) ? 1 : search_.cuts.holds(newcomer, k) ? -1 : 0;
        }
        return votes > 0;
    }

    const PointBody& body_;
    const NeighborSearch& search_;
};

void gather_points(const PointBody& body, Neighborhoods space, NeighborSearch& search) {
    search.points.resize(body.size());
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Real* p = position(body, space, i);
            search.points[i] = Vec3(p[0], p[1], p[2]);
        }
    });
}

void keep_queried(PointBody& body, Neighborhoods space) {
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (int k = 0; k < 3; ++k) body.queried[i].value[k] = position(body, space, i)[k];
    });
}

/// Where a particle's own rest space lies in the space neighbors are found in, for one whose F says nothing: u = from ·
/// (p_j − p_i).
Mat3 to_rest(const PointScratch& scratch, Neighborhoods space, EmbeddingMode embedding, std::size_t i) {
    if (space == Neighborhoods::world || embedding == EmbeddingMode::linear) return Mat3::Identity();
    Mat3 m;
    for (int k = 0; k < 3; ++k)
        for (int r = 0; r < 3; ++r) m(k, r) = scratch.turn[i].column[k][r];
    return m;
}

/// Replaces a row by the particles found; true when they are not the same as before.
template <class RestOf>
bool replace_row(PointBody& body, std::size_t i, std::span<Candidate> found, const RestOf& rest_of) {
    std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) { return a.index < b.index; });
    std::uint32_t* neighbor = body.neighbor.data() + i * most_neighbors;
    Member* rest = body.rest.data() + i * most_neighbors;
    const auto same = [](const Candidate& a, std::uint32_t b) { return a.index == b; };
    if (found.size() == body.count[i] && std::equal(found.begin(), found.end(), neighbor, same)) return false;
    std::array<Member, most_neighbors> row{};
    std::size_t old = 0;
    for (std::size_t s = 0; s < found.size(); ++s) {
        while (old < body.count[i] && neighbor[old] < found[s].index) ++old;
        if (old < body.count[i] && neighbor[old] == found[s].index) {
            row[s] = rest[old];
            continue;
        }
        const Vec3 u = rest_of(found[s].index);
        for (int k = 0; k < 3; ++k) row[s].vector[k] = static_cast<Real>(u[k]);
    }
    std::copy(row.begin(), row.end(), rest);
    for (std::size_t s = 0; s < most_neighbors; ++s)
        neighbor[s] = s < found.size() ? found[s].index : static_cast<std::uint32_t>(i);
    body.count[i] = static_cast<std::uint32_t>(found.size());
    return true;
}

bool is_row(const PointBody& body, std::size_t i, std::span<const Candidate> found) {
    const auto is_neighbor = [&](const Candidate& c) {
        const std::uint32_t* row = body.neighbor.data() + i * most_neighbors;
        return std::binary_search(row, row + body.count[i], c.index);
    };
    return found.size() == body.count[i] && std::all_of(found.begin(), found.end(), is_neighbor);
}

/// The same, without any energy gained over what the row had (`before`, or, where that is none, has now). A newcomer
/// gets F⁻¹ x_ij, which changes neither F nor the energy; `stand_in` is for a particle whose F says nothing.
template <class StandIn>
bool update_row(PointBody& body, std::size_t i, std::span<Candidate> found, const RowFit* before,
                const StandIn& stand_in) {
    if (is_row(body, i, found)) return before && keep_energy(body, i, *before);
    const RowFit now = fit_row(body, i);
    const bool sound = is_sound(now);
    const Mat3 into_rest = sound ? Mat3(now.f.inverse()) : Mat3(Mat3::Identity());
    replace_row(body, i, found, [&](std::uint32_t j) {
        if (!sound) return stand_in(j);
        return Vec3(into_rest * (vec(body.particles[j].position) - vec(body.particles[i].position)));
    });
    keep_energy(body, i, before ? *before : now);
    return true;
}

}  // namespace

void first_neighborhoods(PointBody& body, NeighborSearch& search, double spacing) {
    PLIANT_ASSERT(spacing > 0);
    gather_points(body, Neighborhoods::embedded, search);
    search.grid.rebuild(search.points, spacing);
    search.reach.resize(body.size());
    const double everything = search.grid.bounds().size().norm() + spacing;
    for_chunks(
        body.size(), point_chunk, body.size() >= point_parallel_threshold, [&](std::size_t begin, std::size_t end) {
            Nearest nearest;
            for (std::size_t i = begin; i < end; ++i) {
                double radius = 2.2 * spacing;
                const auto self = static_cast<std::uint32_t>(i);
                const auto all = [](std::uint32_t) { return true; };
                for (find_within(search.grid, search.points[i], self, radius, nearest, all);
                     nearest.size() < most_neighbors && radius < everything; radius *= 2)
                    find_within(search.grid, search.points[i], self, 2 * radius, nearest, all);
                const std::span<Candidate> found = nearest.found();
                double mean = 0;
                for (const Candidate& c : found) mean += std::sqrt(c.squared) / static_cast<double>(found.size());
                body.radius[i] = static_cast<Real>(2 * (mean > 0 ? mean : spacing));
                search.reach[i] = farthest(found);
                replace_row(body, i, found, [&](std::uint32_t j) { return Vec3(search.points[j] - search.points[i]); });
            }
        });
    keep_queried(body, Neighborhoods::embedded);
}

bool neighborhoods_are_stale(const PointBody& body, Neighborhoods space, bool parallel, NeighborSearch& search) {
    if (space == Neighborhoods::fixed) return false;
    PLIANT_ASSERT(body.queried.size() == body.size());
    search.changed.assign((body.size() + point_chunk - 1) / point_chunk, 0);
    for_chunks(body.size(), point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Real* p = position(body, space, i);
            Real squared = 0;
            for (int k = 0; k < 3; ++k)
                squared += (p[k] - body.queried[i].value[k]) * (p[k] - body.queried[i].value[k]);
            const Real slack = static_cast<Real>(neighbor_slack) * body.radius[i];
            if (squared > slack * slack) search.changed[begin / point_chunk] = 1;
        }
    });
    return std::find(search.changed.begin(), search.changed.end(), 1) != search.changed.end();
}

bool update_neighborhoods(PointBody& body, const PointScratch& scratch, NeighborSearch& search, Neighborhoods space,
                          EmbeddingMode embedding, std::span<const RowFit> fits, bool parallel) {
    PLIANT_ASSERT(fits.empty() || fits.size() == body.size());
    gather_points(body, space, search);
    search.reach.resize(body.size(), 0);
    double mean_radius = 0;
    for (const Real r : body.radius) mean_radius += static_cast<double>(r) / static_cast<double>(body.size());
    PLIANT_ASSERT(space != Neighborhoods::fixed && mean_radius > 0);
    search.grid.rebuild(search.points, 0.35 * mean_radius);
    search.changed.assign((body.size() + point_chunk - 1) / point_chunk, 0);
    const Sides sides(body, search);
    for_chunks(body.size(), point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        Nearest nearest;
        for (std::size_t i = begin; i < end; ++i) {
            const auto self = static_cast<std::uint32_t>(i);
            const double limit = static_cast<double>(body.radius[i]);
            const double guess = std::min(limit, 1.05 * static_cast<double>(search.reach[i]));
            const auto allows = [&](std::uint32_t j) { return sides.allow(self, j); };
            find_within(search.grid, search.points[i], self, guess, nearest, allows);
            if (nearest.size() < most_neighbors && guess < limit)
                find_within(search.grid, search.points[i], self, limit, nearest, allows);
            const std::span<Candidate> found = nearest.found();
            search.reach[i] = farthest(found);
            if (update_row(body, i, found, fits.empty() ? nullptr : &fits[i], [&](std::uint32_t j) {
                    return Vec3(to_rest(scratch, space, embedding, i) * (search.points[j] - search.points[i]));
                }))
                search.changed[begin / point_chunk] = 1;
        }
    });
    keep_queried(body, space);
    return std::find(search.changed.begin(), search.changed.end(), 1) != search.changed.end();
}

}  // namespace pliant
