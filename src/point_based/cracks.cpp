#include "point_based/cracks.hpp"

#include "clustering/union_find.hpp"
#include "core/assert.hpp"
#include "particles/fragment_numbers.hpp"
#include "particles/vectors.hpp"
#include "point_based/loops.hpp"
#include "point_based/row_fit.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// By how much a link at a crack may be drawn out: over the toughness of its particle, at least and at most.
constexpr double thread_toughness = 3, thread_least = 0.1, thread_most = 0.5;

/// With fewer a particle's neighborhood says nothing.
constexpr std::uint32_t least_neighbors = 6;

bool begins_in(double time, const CrackInput& input) { return time >= input.time && time < input.time + input.dt; }

/// The largest eigenvalue of FᵀF is its mean plus at most twice what its deviator measures.
double square_stretch_bound(const PointScratch& scratch, std::size_t i) {
    Mat3 f;
    for (int k = 0; k < 9; ++k) f(k % 3, k / 3) = as_double(scratch.deformation.at(i, static_cast<std::size_t>(k)));
    const Mat3 square = f.transpose() * f;
    const double mean = square.trace() / 3;
    return mean + 2 * std::sqrt(std::max(0.0, square.squaredNorm() / 3 - mean * mean) / 2);
}

struct StrainedPoint {
    std::uint32_t particle;
    double excess;  ///< over the toughness, as a part of that
    Vec3 normal;    ///< of the largest stretch, world
    bool scored;
    bool at_crack;  ///< has one opened among its neighbors before?
};

class Cracks {
  public:
    Cracks(PointBody& body, const PointScratch& scratch, const PointBreaking& rule, const CrackInput& input,
           CutLinks& cuts)
        : body_(body), scratch_(scratch), rule_(rule), input_(input), cuts_(cuts) {}

    CrackReport open() {
        for (const KeyedCrack& change : rule_.weakened)
            if (begins_in(change.time, input_)) weaken(change);
        for (const KeyedCrack& cut : rule_.cuts)
            if (begins_in(cut.time, input_)) cut_along(cut.bit);
        if (rule_.blades)
            for (const Blade& blade : input_.blades) cut_by(blade);
        if (rule_.stress) {
            calm_down();
            if (!body_.cuts.empty())
                cuts_.refresh(body_);
            else
                cuts_ = {};
            break_strained();
        }
        // What parts now is tested again when its rows are known.
        if (pairs_.empty() && drawn_.empty()) pull_threads();
        if (!drawn_.empty()) keep_small_parts();
        part();
        return report_;
    }

  private:
    std::uint32_t pattern(std::uint32_t i) const { return body_.cell.empty() ? 0 : body_.cell[i] & rule_.scores; }
    double brittle(std::size_t i) const { return body_.brittle.empty() ? 0 : as_double(body_.brittle[i]); }
    Vec3 position(std::uint32_t i) const { return vec(body_.particles[i].position); }

    template <class F>
    void for_links(std::uint32_t i, const F& f) const {
        for (std::size_t s = i * most_neighbors; s < i * most_neighbors + body_.count[i]; ++s) f(body_.neighbor[s], s);
    }
    void part_pair(std::uint32_t i, std::uint32_t j) { pairs_.emplace_back(std::min(i, j), std::max(i, j)); }
    /// The same by stress, unless nothing but a crumb would come off.
    void draw_apart(std::uint32_t i, std::uint32_t j) { drawn_.emplace_back(std::min(i, j), std::max(i, j)); }

    /// A part with fewer than `smallest` particles, or a crumb, does not come off: the shortest of its links stays, so
    /// that it goes with the side that holds it best.
    void keep_small_parts() {
        std::sort(drawn_.begin(), drawn_.end());
        drawn_.erase(std::unique(drawn_.begin(), drawn_.end()), drawn_.end());
        std::vector<std::pair<double, IdLink>> linked;
        for (const IdLink& link : drawn_) {
            const auto [i, j] = link;
            if (knows(i, j) || knows(j, i))
                linked.emplace_back((position(j) - position(i)).squaredNorm(), link);
            else
                pairs_.push_back(link);
        }
        std::sort(linked.begin(), linked.end());
        UnionFind parts(body_.size());
        for (std::uint32_t i = 0; i < body_.size(); ++i)
            for_links(i, [&](std::uint32_t j, std::size_t) {
                if (!std::binary_search(drawn_.begin(), drawn_.end(), IdLink(std::min(i, j), std::max(i, j))))
                    parts.unite(i, j);
            });
        std::vector<std::uint32_t> size(body_.size(), 0);
        for (std::uint32_t i = 0; i < body_.size(); ++i) ++size[parts.find(i)];
        for (const auto& [length, link] : linked) {
            const std::uint32_t a = parts.find(link.first), b = parts.find(link.second);
            if (a != b && std::min(size[a], size[b]) < std::max(rule_.smallest, crumb_size)) {
                parts.unite(a, b);
                size[parts.find(a)] = size[a] + size[b];
            } else {
                pairs_.push_back(link);
            }
        }
    }

    void weaken(const KeyedCrack& change) {
        for (std::size_t i = 0; i < body_.size(); ++i)
            if (body_.weak[i] & change.bit) body_.brittle[i] = static_cast<Real>(change.brittle);
    }

    void cut_along(std::uint32_t bit) {
        for (std::uint32_t i = 0; i < body_.size(); ++i)
            for_links(i, [&](std::uint32_t j, std::size_t) {
                if ((body_.cell[i] ^ body_.cell[j]) & bit) part_pair(i, j);
            });
    }

    /// Links that pass through the blade's rectangle.
    void cut_by(const Blade& blade) {
        for (std::uint32_t i = 0; i < body_.size(); ++i) {
            const double height = height_over(blade, input_.origin, position(i));
            // A link is hardly longer than the support; one that is, is a thread.
            if (std::abs(height) > 2 * as_double(body_.radius[i])) continue;
            for_links(i, [&](std::uint32_t j, std::size_t) {
                const double other = height_over(blade, input_.origin, position(j));
                if ((height > 0) == (other > 0)) return;
                const Vec3 through = position(i) + height / (height - other) * (position(j) - position(i));
                if (covers(blade, input_.origin, through)) part_pair(i, j);
            });
        }
    }

    void calm_down() {
        const Real dt = static_cast<Real>(input_.dt), keep = static_cast<Real>(std::exp(-input_.dt / rule_.boost_time));
        for (std::size_t i = 0; i < body_.size(); ++i) {
            if (body_.quiet[i] > 0) body_.quiet[i] = std::max(Real(0), body_.quiet[i] - dt);
            if (body_.toughened[i] > 0) body_.toughened[i] *= keep;
            if (body_.toughened[i] < Real(1e-6)) body_.toughened[i] = 0;
        }
    }

    bool is_scored(std::uint32_t i) const {
        bool scored = false;
        if (rule_.scores != 0) for_links(i, [&](std::uint32_t j, std::size_t) { scored |= pattern(j) != pattern(i); });
        return scored;
    }

    /// Do cracks part any of its neighbors from each other or from it?
    bool has_crack(std::uint32_t i) const {
        bool any = cuts_.any(i);
        for_links(i, [&](std::uint32_t j, std::size_t) { any |= cuts_.any(j); });
        return any;
    }

    /// Appends the particle if it is beyond its toughness, and free to break.
    void test(std::uint32_t i, std::vector<StrainedPoint>& strained) {
        if (!(brittle(i) > 0) || !(scratch_.raw_volume[i] > 0)) return;
        const bool scored = is_scored(i);
        const double bears = (1 + as_double(body_.toughened[i])) * (scored ? rule_.score : 1) / brittle(i);
        if (!(square_stretch_bound(scratch_, i) > (1 + bears) * (1 + bears))) {
            body_.calming[i] = 0;
            return;
        }
        const RowFit fit = fit_row(body_, i);
        if (!fit.solid) return;
        const double excess = (fit.stretch[0] - 1) / bears - 1;
        if (!(excess > 0)) {
            body_.calming[i] = 0;
            return;
        }
        if ((body_.calming[i] && !scored) || body_.quiet[i] > 0 || (rule_.only_scores && !scored)) return;
        const Eigen::SelfAdjointEigenSolver<Mat3> solver(fit.f * fit.f.transpose());
        strained.push_back({i, excess, solver.eigenvectors().col(2), scored, has_crack(i)});
    }

    void break_strained() {
        std::vector<std::vector<StrainedPoint>> found((body_.size() + point_chunk - 1) / point_chunk);
        for_particles(body_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) test(static_cast<std::uint32_t>(i), found[begin / point_chunk]);
        });
        std::vector<StrainedPoint> strained;
        for (const auto& chunk : found) strained.insert(strained.end(), chunk.begin(), chunk.end());
        if (strained.empty()) return;
        std::sort(strained.begin(), strained.end(), [](const StrainedPoint& a, const StrainedPoint& b) {
            if (a.at_crack != b.at_crack) return a.at_crack;
            return a.excess != b.excess ? a.excess > b.excess : a.particle < b.particle;
        });
        std::size_t fragments = count_fragments();
        taken_.assign(body_.size(), 0);
        links_ = links_per_particle();
        for (const StrainedPoint& point : strained) {
            // While a crack runs it relieves the rest: no other opens meanwhile.
            if (report_.opened > 0 && strained.front().at_crack && !point.at_crack) return;
            if (rule_.most_fragments > 0 && fragments >= rule_.most_fragments) return;
            if (break_at(point)) ++fragments;
        }
    }

    /// Where their number is bounded; else 0.
    std::size_t count_fragments() const {
        if (rule_.most_fragments == 0) return 0;
        std::vector<std::uint32_t> known = body_.fragment;
        std::sort(known.begin(), known.end());
        return static_cast<std::size_t>(std::unique(known.begin(), known.end()) - known.begin());
    }

    bool break_at(const StrainedPoint& point) {
        std::vector<std::uint32_t> members = {point.particle};
        for_links(point.particle, [&](std::uint32_t j, std::size_t) { members.push_back(j); });
        if (std::any_of(members.begin(), members.end(), [&](std::uint32_t i) { return taken_[i] != 0; })) return false;
        if (!(point.scored ? part_cells(members) : part_across(point, members))) return false;
        for (const std::uint32_t i : members) {
            taken_[i] = body_.calming[i] = 1;
            body_.quiet[i] = static_cast<Real>(rule_.delay);
            body_.toughened[i] = static_cast<Real>(rule_.boost);
        }
        ++report_.opened;
        return true;
    }

    bool part_cells(const std::vector<std::uint32_t>& members) {
        const std::size_t before = drawn_.size();
        for (std::size_t a = 0; a < members.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (pattern(members[a]) != pattern(members[b])) draw_apart(members[a], members[b]);
        return drawn_.size() > before;
    }

    /// Where the plane goes: through the neighborhood's center, or on from the crack that reaches into it.
    Vec3 center_of(const std::vector<std::uint32_t>& members) const {
        Vec3 center = Vec3::Zero(), crack = Vec3::Zero();
        double parted = 0;
        for (const std::uint32_t i : members) {
            center += position(i) / static_cast<double>(members.size());
            for (const std::uint32_t j : members)
                if (cuts_.holds(i, j)) crack += 0.5 * (position(i) + position(j)), ++parted;
        }
        return parted > 0 ? Vec3(crack / parted) : center;
    }

    /// All members on one side of the plane from all on the other, whether they are neighbors now or could come to be.
    bool part_across(const StrainedPoint& point, const std::vector<std::uint32_t>& members) {
        const Vec3 center = center_of(members);
        std::vector<std::uint32_t> side[2];
        for (const std::uint32_t i : members) side[point.normal.dot(position(i) - center) > 0 ? 1 : 0].push_back(i);
        const std::vector<std::uint32_t> sides[2] = {held_best(side[0], side[1]), held_best(side[1], side[0])};
        const std::size_t least = point.at_crack ? 1 : rule_.smallest;
        if (std::min(sides[0].size(), sides[1].size()) < least) return false;
        bool any = false;
        for (const std::uint32_t a : sides[0])
            for (const std::uint32_t b : sides[1]) {
                any |= !cuts_.holds(a, b);
                draw_apart(a, b);
            }
        if (any) count_force(point, center);
        return any;
    }

    /// A side, without those that it would leave with next to no neighbors and the other one holds better, and with
    /// such of the other one: no dust.
    std::vector<std::uint32_t> held_best(const std::vector<std::uint32_t>& side,
                                         const std::vector<std::uint32_t>& other) const {
        const auto holds_better = [&](const std::vector<std::uint32_t>& others, std::uint32_t i) {
            std::uint32_t there = 0;
            for (const std::uint32_t j : others) there += knows(i, j) || knows(j, i) ? 1 : 0;
            const std::uint32_t here = links_[i] - there;
            return here < least_neighbors && there > here;
        };
        std::vector<std::uint32_t> held;
        for (const std::uint32_t i : side)
            if (!holds_better(other, i)) held.push_back(i);
        for (const std::uint32_t i : other)
            if (holds_better(side, i)) held.push_back(i);
        return held;
    }

    /// N: what the neighborhood pulls the far side back with (eq. 5, and the springs against what F does not explain).
    void count_force(const StrainedPoint& point, const Vec3& center) {
        const std::uint32_t i = point.particle;
        const bool is_far = point.normal.dot(position(i) - center) > 0;
        const StressRecord& stress = scratch_.stress[i];
        const double k = as_double(scratch_.first[i].value[3]);
        double sum = 0;
        for_links(i, [&](std::uint32_t j, std::size_t s) {
            if ((point.normal.dot(position(j) - center) > 0) == is_far) return;
            Vec3 force = k * (position(j) - position(i));
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r)
                    force[r] += as_double(stress.column[c][r]) * as_double(body_.rest[s].vector[c]);
            sum += as_double(body_.rest[s].weight) * force.dot(point.normal);
        });
        report_.force = std::max(report_.force, std::abs(sum));
    }

    /// One that reaches beyond the kernel's support holds nothing, however long its rest vector has become.
    double stretch_of(std::uint32_t i, std::size_t slot) const {
        const double rest = std::min(vec(body_.rest[slot].vector).norm(), as_double(body_.radius[i]));
        return (position(body_.neighbor[slot]) - position(i)).norm() / rest - 1;
    }
    bool knows(std::uint32_t i, std::uint32_t j) const {
        const auto row = body_.neighbor.begin() + static_cast<std::ptrdiff_t>(i * most_neighbors);
        return std::binary_search(row, row + body_.count[i], j);
    }

    /// Links at cracks that are drawn out as far as nothing but a thread is.
    void pull_threads() {
        if (body_.cuts.empty()) return;
        if (rule_.most_fragments > 0 && count_fragments() >= rule_.most_fragments) return;
        cuts_.refresh(body_);
        for (std::uint32_t i = 0; i < body_.size(); ++i) {
            const double most =
                brittle(i) > 0 ? std::clamp(thread_toughness / brittle(i), thread_least, thread_most) : thread_most;
            for_links(i, [&](std::uint32_t j, std::size_t s) {
                if (!cuts_.any(i) && !cuts_.any(j)) return;
                if (rule_.only_scores && pattern(i) == pattern(j)) return;
                if (stretch_of(i, s) > most) draw_apart(i, j);
            });
        }
    }
    /// In either direction.
    std::vector<std::uint32_t> links_per_particle() const {
        std::vector<std::uint32_t> links = body_.count;
        for (std::uint32_t i = 0; i < body_.size(); ++i)
            for_links(i, [&](std::uint32_t j, std::size_t) { links[j] += knows(j, i) ? 0 : 1; });
        return links;
    }

    /// Rows lose the links that parted.
    void part() {
        if (pairs_.empty()) return;
        std::vector<IdLink> links, ids;
        for (const auto& [a, b] : pairs_) {
            links.emplace_back(a, b);
            links.emplace_back(b, a);
            ids.emplace_back(body_.id[a], body_.id[b]);
        }
        std::sort(links.begin(), links.end());
        links.erase(std::unique(links.begin(), links.end()), links.end());
        for (auto begin = links.begin(); begin != links.end();) {
            const auto end = std::find_if(begin, links.end(), [&](const IdLink& l) { return l.first != begin->first; });
            shorten(begin->first, {begin, end});
            begin = end;
        }
        if (report_.parted == 0 && report_.opened == 0) return;
        add_cuts(body_, ids);
        cuts_.valid = false;
        find_point_fragments(body_);
    }

    void shorten(std::uint32_t i, std::span<const IdLink> lost) {
        std::uint32_t* neighbor = body_.neighbor.data() + i * most_neighbors;
        Member* rest = body_.rest.data() + i * most_neighbors;
        const auto is_lost = [&](std::uint32_t j) {
            return std::binary_search(lost.begin(), lost.end(), IdLink(i, j));
        };
        if (std::none_of(neighbor, neighbor + body_.count[i], is_lost)) return;
        const RowFit before = fit_row(body_, i);
        std::uint32_t kept = 0;
        for (std::uint32_t s = 0; s < body_.count[i]; ++s) {
            if (is_lost(neighbor[s])) continue;
            neighbor[kept] = neighbor[s];
            rest[kept++] = rest[s];
        }
        report_.parted += body_.count[i] - kept;
        for (std::uint32_t s = kept; s < most_neighbors; ++s) {
            neighbor[s] = i;
            rest[s] = {};
        }
        body_.count[i] = kept;
        if (keep_energy(body_, i, before)) body_.set_embedding_due(true);
    }

    PointBody& body_;
    const PointScratch& scratch_;
    const PointBreaking& rule_;
    const CrackInput& input_;
    CutLinks& cuts_;
    CrackReport report_;
    std::vector<std::uint32_t> links_;  ///< per particle: with how many it is linked, either way
    std::vector<IdLink> drawn_;         ///< by slots, the lower one first: what stress parts
    std::vector<IdLink> pairs_;         ///< by slots, the lower one first
    std::vector<std::uint8_t> taken_;   ///< per particle: has a crack opened in this step where it is a member?
};

}  // namespace

CrackReport open_cracks(PointBody& body, const PointScratch& scratch, const PointBreaking& rule,
                        const CrackInput& input, CutLinks& cuts) {
    PLIANT_ASSERT(body.may_break() && input.dt > 0);
    PLIANT_ASSERT(!rule.stress || body.brittle.size() == body.size());
    return Cracks(body, scratch, rule, input, cuts).open();
}

void find_point_fragments(PointBody& body) {
    UnionFind sets(body.size());
    for (std::uint32_t i = 0; i < body.size(); ++i)
        for (std::size_t s = 0; s < body.count[i]; ++s) sets.unite(i, body.neighbor[i * most_neighbors + s]);
    std::vector<std::uint32_t> piece(body.size());
    for (std::uint32_t i = 0; i < body.size(); ++i) piece[i] = sets.find(i);
    number_fragments(piece, body.size(), body.fragment, body.fragment_parents);
}

}  // namespace pliant
