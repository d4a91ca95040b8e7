#include "cutting/tears.hpp"

#include "clustering/union_find.hpp"
#include "core/assert.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <tuple>

namespace pliant {
namespace {

constexpr double neighbors = 1.6;            // in spacings, as fracture/torn.hpp counts them
constexpr double bond_reach = 1.2;           // in spacings: bonds so near to a place tell whether it is open
constexpr std::uint32_t fewest_of_side = 3;  // particles: fewer do not make the side of a tear
constexpr std::uint32_t no_seed = std::numeric_limits<std::uint32_t>::max();

/// The particles along tears.
class TornParticles {
  public:
    TornParticles(std::span<const Vec3> particles, std::span<const std::uint32_t> fragments,
                  std::span<const std::array<std::uint32_t, 2>> torn)
        : particles_(particles), from_(particles.size()), across_(particles.size(), Vec3::Zero()) {
        for (const auto& [a, b] : torn) {
            PLIANT_ASSERT(a < fragments.size() && b < fragments.size());
            if (fragments[a] != fragments[b]) continue;
            from_[a].push_back(b);
            from_[b].push_back(a);
        }
        for (std::uint32_t i = 0; i < from_.size(); ++i) {
            std::sort(from_[i].begin(), from_[i].end());
            from_[i].erase(std::unique(from_[i].begin(), from_[i].end()), from_[i].end());
            for (const std::uint32_t j : from_[i]) across_[i] += (particles[j] - particles[i]).normalized();
            across_[i] = across_[i].stableNormalized();
            any_ = any_ || !from_[i].empty();
        }
    }

    bool any() const { return any_; }
    bool is_one(std::uint32_t i) const { return !from_[i].empty(); }
    /// Does a tear go between two neighbors? Also between two that no cluster ever held, where they face each other
    /// across it.
    bool parted(std::uint32_t i, std::uint32_t j) const {
        if (from_[i].empty() || from_[j].empty()) return false;
        if (std::binary_search(from_[i].begin(), from_[i].end(), j)) return true;
        const Vec3 way = (particles_[j] - particles_[i]).stableNormalized();
        return across_[i].dot(way) > facing && across_[j].dot(way) < -facing;
    }
    /// What speaks for two neighbors along tears being on one side: 1 where they look into the same direction.
    double likeness(std::uint32_t i, std::uint32_t j) const { return parted(i, j) ? -1 : across_[i].dot(across_[j]); }

  private:
    static constexpr double facing = 0.5;  // cosine

    std::span<const Vec3> particles_;
    std::vector<std::vector<std::uint32_t>> from_;  ///< rising
    std::vector<Vec3> across_;                      ///< unit, to where it was torn from; or zero
    bool any_ = false;
};

/// Joins the sides of tears pair by pair, the most alike first, while more speaks for it than against it (greedy
/// additive edge contraction, Keuper and others 2015).
class SideJoiner {
  public:
    explicit SideJoiner(std::size_t count) : sets_(count), edges_(count) {}

    void add(std::uint32_t i, std::uint32_t j, double likeness) {
        edges_[i][j] += likeness;
        edges_[j][i] += likeness;
    }
    UnionFind join() {
        for (std::uint32_t i = 0; i < edges_.size(); ++i)
            for (const auto& [j, likeness] : edges_[i])
                if (i < j) open(i, j, likeness);
        while (!best_.empty()) {
            const auto [likeness, i, j] = best_.top();
            best_.pop();
            const auto edge = edges_[i].find(j);
            if (edge != edges_[i].end() && edge->second == likeness) contract(i, j);
        }
        return sets_;
    }

  private:
    void open(std::uint32_t i, std::uint32_t j, double likeness) {
        if (likeness > 0) best_.push({likeness, std::min(i, j), std::max(i, j)});
    }
    /// i is the lower one: it stands for both from now on.
    void contract(std::uint32_t i, std::uint32_t j) {
        sets_.unite(i, j);
        edges_[i].erase(j);
        for (const auto& [k, likeness] : edges_[j]) {
            edges_[k].erase(j);
            if (k == i) continue;
            const double sum = edges_[i][k] += likeness;
            edges_[k][i] = sum;
            open(i, k, sum);
        }
        edges_[j].clear();
    }

    struct Pair {
        double likeness;
        std::uint32_t i, j;
        bool operator<(const Pair& other) const {
            return std::tuple(likeness, other.i, other.j) < std::tuple(other.likeness, i, j);
        }
    };
    UnionFind sets_;
    std::vector<std::map<std::uint32_t, double>> edges_;
    std::priority_queue<Pair> best_;
};

/// Grows flaps in the fragments that have tears.
class FlapGrower {
  public:
    FlapGrower(std::span<const Vec3> particles, std::span<const std::uint32_t> fragments, const TornParticles& torn,
               double spacing)
        : particles_(particles),
          fragments_(fragments),
          torn_(torn),
          grid_(particles, spacing),
          reach_(neighbors * spacing) {}

    /// Per particle the lowest particle along a tear that it goes with; no_seed in fragments without one.
    std::vector<std::uint32_t> grow() {
        std::vector<std::uint32_t> seed = sides();
        using Entry = std::tuple<double, std::uint32_t, std::uint32_t>;  // way, seed, particle
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
        std::vector<bool> done(particles_.size(), false);
        for (std::uint32_t i = 0; i < seed.size(); ++i)
            if (seed[i] != no_seed) open.emplace(0.0, seed[i], i);
        while (!open.empty()) {
            const auto [way, from, i] = open.top();
            open.pop();
            if (done[i]) continue;
            done[i] = true;
            seed[i] = from;
            for_each_near(i, [&](std::uint32_t j, double squared) {
                if (!done[j] && !torn_.parted(i, j)) open.emplace(way + std::sqrt(squared), from, j);
            });
        }
        return seed;
    }

  private:
    /// Calls f(neighbor, squared distance) for those of its fragment.
    template <class F>
    void for_each_near(std::uint32_t i, const F& f) const {
        grid_.for_each_within(particles_[i], reach_, [&](std::uint32_t j, double squared) {
            if (j != i && fragments_[j] == fragments_[i]) f(j, squared);
        });
    }
    std::vector<std::uint32_t> sides() const {
        SideJoiner joiner(particles_.size());
        for (std::uint32_t i = 0; i < particles_.size(); ++i) {
            if (!torn_.is_one(i)) continue;
            for_each_near(i, [&](std::uint32_t j, double) {
                if (i < j && torn_.is_one(j)) joiner.add(i, j, torn_.likeness(i, j));
            });
        }
        UnionFind sets = joiner.join();
        std::vector<std::uint32_t> size(particles_.size(), 0), side(particles_.size(), no_seed);
        for (std::uint32_t i = 0; i < particles_.size(); ++i)
            if (torn_.is_one(i)) ++size[sets.find(i)];
        for (std::uint32_t i = 0; i < particles_.size(); ++i)
            if (torn_.is_one(i) && size[sets.find(i)] >= fewest_of_side) side[i] = sets.find(i);
        return side;
    }

    std::span<const Vec3> particles_;
    std::span<const std::uint32_t> fragments_;
    const TornParticles& torn_;
    PointGrid grid_;
    double reach_;
};

}  // namespace

Tears::Tears(std::span<const Vec3> particles, std::span<const std::uint32_t> fragments,
             std::span<const std::uint32_t> parents, std::span<const std::array<std::uint32_t, 2>> torn, double spacing)
    : spacing_(spacing), flaps_(fragments.begin(), fragments.end()), parents_(parents.begin(), parents.end()) {
    PLIANT_ASSERT(particles.size() == fragments.size() && spacing > 0);
    for (std::uint32_t f = 0; f < parents.size(); ++f) fragment_.push_back(f);
    const TornParticles along(particles, fragments, torn);
    if (!along.any()) return;
    const std::vector<std::uint32_t> seed = FlapGrower(particles, fragments, along, spacing).grow();
    // The largest flap of a fragment keeps its number, the others get new ones by rising seed.
    std::vector<std::uint32_t> size(particles.size(), 0), largest(parents.size(), no_seed), number(particles.size());
    for (const std::uint32_t s : seed)
        if (s != no_seed) ++size[s];
    for (std::uint32_t s = 0; s < size.size(); ++s) {
        std::uint32_t& best = largest[fragments[s]];
        if (size[s] > 0 && (best == no_seed || size[s] > size[best])) best = s;
    }
    for (std::uint32_t s = 0; s < size.size(); ++s) {
        number[s] = fragments[s];
        if (size[s] == 0 || largest[fragments[s]] == s) continue;
        number[s] = static_cast<std::uint32_t>(parents_.size());
        parents_.push_back(fragments[s]);
        fragment_.push_back(fragments[s]);
    }
    for (std::size_t i = 0; i < seed.size(); ++i)
        if (seed[i] != no_seed) flaps_[i] = number[seed[i]];
    find_bonds(particles, [&](std::uint32_t i, std::uint32_t j) { return along.parted(i, j); });
}

void Tears::find_bonds(std::span<const Vec3> particles,
                       const std::function<bool(std::uint32_t, std::uint32_t)>& parted) {
    const PointGrid grid(particles, spacing_);
    for (std::uint32_t i = 0; i < particles.size(); ++i)
        grid.for_each_within(particles[i], neighbors * spacing_, [&](std::uint32_t j, double) {
            if (j <= i || flaps_[i] == flaps_[j] || fragment_[flaps_[i]] != fragment_[flaps_[j]]) return;
            bonds_.push_back({std::min(flaps_[i], flaps_[j]), std::max(flaps_[i], flaps_[j]), parted(i, j)});
            middles_.push_back(0.5 * (particles[i] + particles[j]));
        });
    if (!middles_.empty()) grid_.rebuild(middles_, spacing_);
}

bool Tears::is_open(std::uint32_t a, std::uint32_t b, const Vec3& place, bool elsewhere) const {
    if (fragment_[a] != fragment_[b]) return true;
    if (a == b || bonds_.empty()) return false;
    const std::uint32_t low = std::min(a, b), high = std::max(a, b);
    const double radius = bond_reach * spacing_;
    double balance = 0;
    bool touch = false;
    grid_.for_each_within(place, radius, [&](std::uint32_t k, double squared) {
        if (bonds_[k].low != low || bonds_[k].high != high) return;
        touch = true;
        const double inside = 1 - squared / (radius * radius);
        balance += bonds_[k].torn ? inside * inside : -inside * inside;
    });
    return touch ? balance > 0 : elsewhere;
}

}  // namespace pliant
