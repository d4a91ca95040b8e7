#include "fracture/find_splits.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "fracture/stretch.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace pliant {
namespace {

/// Part of the spacing by which particles must lie on both sides of a blade for it to part them: those that it has
/// parted touch it, and tremble.
constexpr double blade_margin = 0.25;

bool begins_in(double time, const FractureInput& input) { return time >= input.time && time < input.time + input.dt; }

/// A cluster and by how much it is strained beyond its toughness, as a part of that.
struct Candidate {
    std::uint32_t cluster;
    double excess;
    ElasticStretch stretch;
    bool scored;
};

class Finder {
  public:
    Finder(SoftBodies& soft, const FractureRules& rules, const FractureInput& input, FractureReport& report)
        : soft_(soft), rules_(rules), input_(input), report_(report) {}

    std::vector<Split> find() {
        weaken();
        for (std::uint32_t b = 0; b < rules_.bodies.size(); ++b) {
            for (const CutRule& cut : rules_.bodies[b].cuts)
                if (begins_in(cut.time, input_)) cut_along(b, cut.surface);
            if (rules_.bodies[b].blades)
                for (const Blade& blade : input_.blades) cut_by(b, blade);
        }
        // What is cut now is tested again as the parts that it became.
        if (rules_.any_stress) calm_down();
        if (splits_.empty() && rules_.any_stress) break_strained();
        std::vector<Split> splits;
        for (auto& [cluster, split] : splits_) splits.push_back(std::move(split));
        return splits;
    }

  private:
    const FractureRule& rule_of(std::uint32_t c) const { return rules_.bodies[soft_.cluster_body[c]]; }

    template <class F>
    void for_members(std::uint32_t c, const F& f) const {
        for (std::uint32_t k = soft_.by_cluster.rows[c]; k < soft_.by_cluster.rows[c + 1]; ++k)
            f(soft_.by_cluster.index[k]);
    }

    /// A split by what `is_far` says of each member; none unless there are some on both sides.
    template <class F>
    void split_all(std::uint32_t c, const F& is_far) {
        Split split;
        split.cluster = c;
        bool any_far = false, any_near = false;
        for_members(c, [&](std::uint32_t i) {
            split.far.push_back(is_far(i) ? 1 : 0);
            (split.far.back() ? any_far : any_near) = true;
        });
        if (any_far && any_near) splits_.try_emplace(c, std::move(split));
    }

    void weaken() {
        for (std::uint32_t b = 0; b < rules_.bodies.size(); ++b)
            for (const WeakenRule& weak : rules_.bodies[b].weakened) {
                if (!begins_in(weak.time, input_)) continue;
                const SlotRange clusters = finest_clusters_of(soft_, b);
                for (std::uint32_t c = clusters.first; c < clusters.last; ++c)
                    if (weak.region->distance(built_center(c)) <= 0) soft_.brittle[c] = static_cast<Real>(weak.brittle);
            }
    }

    /// Where its members were when the body was built, in the body's own coordinates.
    Vec3 built_center(std::uint32_t c) const {
        Vec3 sum = Vec3::Zero();
        for_members(c, [&](std::uint32_t i) { sum += soft_.built[i]; });
        const double count = soft_.by_cluster.rows[c + 1] - soft_.by_cluster.rows[c];
        return rule_of(c).center + sum / (count * rule_of(c).scale);
    }

    void cut_along(std::uint32_t body, std::uint32_t surface) {
        const SlotRange clusters = finest_clusters_of(soft_, body);
        const std::uint32_t bit = 1U << (first_surface_bit + surface);
        for (std::uint32_t c = clusters.first; c < clusters.last; ++c)
            split_all(c, [&](std::uint32_t i) { return (soft_.cell[i] & bit) != 0; });
    }

    void cut_by(std::uint32_t body, const Blade& blade) {
        const Vec3 middle = blade.center - input_.bodies[body].origin;
        const double margin = blade_margin * 2 * static_cast<double>(input_.bodies[body].radius);
        const auto height = [&](std::uint32_t i) {
            return blade.axes.col(2).dot(vec(soft_.particles[i].position) - middle);
        };
        const SlotRange clusters = finest_clusters_of(soft_, body);
        for (std::uint32_t c = clusters.first; c < clusters.last; ++c) {
            const Vec3 offset = vec(soft_.center.row(c).data()) - middle;
            if (std::abs(blade.axes.col(0).dot(offset)) > blade.half[0] ||
                std::abs(blade.axes.col(1).dot(offset)) > blade.half[1])
                continue;
            double lowest = 0, highest = 0;
            for_members(c, [&](std::uint32_t i) {
                lowest = std::min(lowest, height(i));
                highest = std::max(highest, height(i));
            });
            if (lowest < -margin && highest > margin) split_all(c, [&](std::uint32_t i) { return height(i) > 0; });
        }
    }

    void calm_down() {
        const auto dt = static_cast<Real>(input_.dt);
        for (std::uint32_t c = 0; c < soft_.cluster_count(); ++c) {
            if (soft_.quiet[c] > 0) soft_.quiet[c] = std::max(Real(0), soft_.quiet[c] - dt);
            if (soft_.toughened[c] > 0)
                soft_.toughened[c] *= static_cast<Real>(std::exp(-input_.dt / rule_of(c).boost_time));
            if (soft_.toughened[c] < Real(1e-6)) soft_.toughened[c] = 0;
        }
    }

    std::uint32_t pattern(std::uint32_t i, const FractureRule& rule) const { return soft_.cell[i] & rule.scores; }

    bool is_scored(std::uint32_t c) const {
        const FractureRule& rule = rule_of(c);
        const std::uint32_t first = pattern(soft_.by_cluster.index[soft_.by_cluster.rows[c]], rule);
        bool scored = false;
        for_members(c, [&](std::uint32_t i) { scored |= pattern(i, rule) != first; });
        return scored;
    }

    std::vector<std::uint32_t> strained() const {
        double weakest = 1;
        for (const FractureRule& rule : rules_.bodies)
            if (rule.scores != 0) weakest = std::min(weakest, rule.score);
        const std::size_t chunks = (soft_.cluster_count() + cluster_chunk - 1) / cluster_chunk;
        std::vector<std::vector<std::uint32_t>> found(chunks);
        for_chunks(soft_.cluster_count(), cluster_chunk, input_.parallel, [&](std::size_t begin, std::size_t end) {
            list_strained(soft_, input_.match, weakest, begin, end, found[begin / cluster_chunk]);
        });
        std::vector<std::uint32_t> all;
        for (const auto& chunk : found) all.insert(all.end(), chunk.begin(), chunk.end());
        return all;
    }

    /// Is the cluster beyond its toughness, and free to break?
    std::optional<Candidate> candidate(std::uint32_t c) {
        const FractureRule& rule = rule_of(c);
        Candidate found{c, 0, elastic_stretch(soft_, c), rule.scores != 0 && is_scored(c)};
        if (rule.only_scores && !found.scored) return {};
        const double tougher = (1 + static_cast<double>(soft_.toughened[c])) * (found.scored ? rule.score : 1);
        found.excess = found.stretch.strain * static_cast<double>(soft_.brittle[c]) / tougher - 1;
        if (!(found.excess > 0)) {
            soft_.calming[c] = 0;
            return {};
        }
        if (soft_.calming[c] || soft_.quiet[c] > 0) return {};
        return found;
    }

    void break_strained() {
        const std::vector<std::uint32_t> strained = this->strained();
        std::vector<Candidate> candidates;
        auto next = strained.begin();
        for (std::uint32_t c = 0; c < soft_.cluster_count(); ++c) {
            if (next != strained.end() && *next == c) {
                ++next;
                if (auto found = candidate(c)) candidates.push_back(*found);
            } else if (soft_.calming[c]) {
                soft_.calming[c] = 0;  // it came below its toughness
            }
        }
        if (candidates.empty()) return;
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.excess != b.excess ? a.excess > b.excess : a.cluster < b.cluster;
        });
        taken_.assign(soft_.particle_count(), 0);
        count_fragments();
        for (const Candidate& found : candidates) {
            const FractureRule& rule = rule_of(found.cluster);
            const std::uint32_t body = soft_.cluster_body[found.cluster];
            if (rule.most_fragments > 0 && fragments_[body] >= rule.most_fragments) continue;
            bool is_free = true;
            for_members(found.cluster, [&](std::uint32_t i) { is_free &= taken_[i] == 0; });
            if (!is_free) continue;
            if (found.scored ? break_along_score(found) : break_across(found)) ++fragments_[body];
        }
    }

    /// Of bodies whose number is bounded; each split counts as one more, and is counted right in the next step.
    void count_fragments() {
        fragments_.assign(rules_.bodies.size(), 0);
        std::vector<std::uint8_t> seen;
        for (std::size_t i = 0; i < soft_.particle_count(); ++i) {
            if (rules_.bodies[soft_.body[i]].most_fragments == 0) continue;
            if (soft_.fragment[i] >= seen.size()) seen.resize(soft_.fragment[i] + std::size_t{1}, 0);
            if (!seen[soft_.fragment[i]]) ++fragments_[soft_.body[i]];
            seen[soft_.fragment[i]] = 1;
        }
    }

    void take(std::uint32_t c) {
        for_members(c, [&](std::uint32_t i) { taken_[i] = 1; });
    }

    bool break_across(const Candidate& found) {
        const ElasticStretch& stretch = found.stretch;
        Split split;
        split.cluster = found.cluster;
        for_members(found.cluster, [&](std::uint32_t i) {
            split.far.push_back(stretch.normal.dot(vec(soft_.particles[i].position) - stretch.center) > 0 ? 1 : 0);
        });
        const std::uint32_t smallest = rule_of(found.cluster).smallest;
        if (const SideCounts counts = visible_members(soft_, split); counts.near < smallest || counts.far < smallest)
            return false;
        split.duplicates = true;
        split.normal = stretch.normal;
        split.center = stretch.center;
        count_force(found, split);
        take(found.cluster);
        splits_.emplace(found.cluster, std::move(split));
        return true;
    }

    /// Splits the cluster between the cells that it holds: each to the side of the crack where its members are. Its
    /// neighbors are split between the same cells.
    bool break_along_score(const Candidate& found) {
        const FractureRule& rule = rule_of(found.cluster);
        const Vec3& normal = found.stretch.normal;
        struct CellSum {
            double height = 0;
            int count = 0;
        };
        std::map<std::uint32_t, CellSum> cells;
        for_members(found.cluster, [&](std::uint32_t i) {
            CellSum& cell = cells[pattern(i, rule)];
            cell.height += normal.dot(vec(soft_.particles[i].position) - found.stretch.center);
            ++cell.count;
        });
        std::map<std::uint32_t, bool> far;
        std::vector<std::pair<double, std::uint32_t>> order;
        for (const auto& [cell, sum] : cells) order.emplace_back(sum.height / sum.count, cell);
        std::sort(order.begin(), order.end());
        for (std::size_t k = 0; k < order.size(); ++k)
            far[order[k].second] = k > 0 && (order[k].first > 0 || k + 1 == order.size());
        const auto is_far = [&](std::uint32_t i) {
            if (const auto cell = far.find(pattern(i, rule)); cell != far.end()) return cell->second;
            return normal.dot(vec(soft_.particles[i].position) - found.stretch.center) > 0;
        };
        std::vector<std::uint32_t> clusters;
        for_members(found.cluster, [&](std::uint32_t i) {
            for (std::uint32_t f = soft_.finest.rows[i]; f < soft_.finest.rows[i + 1]; ++f)
                clusters.push_back(soft_.finest.cluster[f]);
        });
        std::sort(clusters.begin(), clusters.end());
        clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());
        for (const std::uint32_t c : clusters) {
            if (splits_.contains(c)) continue;
            // Only between cells that the broken cluster holds.
            bool holds_near = false, holds_far = false;
            for_members(c, [&](std::uint32_t i) {
                if (const auto cell = far.find(pattern(i, rule)); cell != far.end())
                    (cell->second ? holds_far : holds_near) = true;
            });
            if (!holds_near || !holds_far) continue;
            split_all(c, is_far);
            take(c);
        }
        if (const auto split = splits_.find(found.cluster); split != splits_.end()) count_force(found, split->second);
        return true;
    }

    /// N: what the cluster's springs pull the far side back with.
    void count_force(const Candidate& found, const Split& split) {
        const std::uint32_t c = found.cluster, row = soft_.by_cluster.rows[c];
        double sum = 0;
        for (std::uint32_t k = 0; k < split.far.size(); ++k) {
            if (!split.far[k]) continue;
            const Member& member = soft_.by_cluster.members[row + k];
            const Vec3 y = vec(soft_.particles[soft_.by_cluster.index[row + k]].position) - found.stretch.center;
            sum += (static_cast<double>(member.weight) * y - found.stretch.goals * vec(member.vector))
                       .dot(found.stretch.normal);
        }
        const double spring = static_cast<double>(soft_.response.at(c, 0)) / input_.dt;
        report_.force = std::max(report_.force, spring * soft_.cluster_mass[c] * sum);
    }

    SoftBodies& soft_;
    const FractureRules& rules_;
    const FractureInput& input_;
    FractureReport& report_;
    std::map<std::uint32_t, Split> splits_;  ///< by cluster
    std::vector<std::uint8_t> taken_;        ///< per particle: is it a member of one that splits?
    std::vector<std::uint32_t> fragments_;   ///< per body whose number is bounded
};

}  // namespace

std::vector<Split> find_splits(SoftBodies& soft, const FractureRules& rules, const FractureInput& input,
                               FractureReport& report) {
    PLIANT_ASSERT(input.dt > 0 && rules.bodies.size() == input.bodies.size());
    return Finder(soft, rules, input, report).find();
}

void settle_parts(SoftBodies& soft, const FractureRules& rules, const SoftEdit& changes, const SoftMoves& moves) {
    const std::size_t old_count = moves.cluster.size() - changes.new_clusters.size();
    for (std::size_t k = 0; k < changes.new_clusters.size(); ++k) {
        const FractureRule& rule = rules.bodies[changes.new_clusters[k].body];
        const std::uint32_t c = moves.cluster[old_count + k];
        soft.calming[c] = soft.brittle[c] > 0 ? 1 : 0;
        soft.quiet[c] = static_cast<Real>(rule.delay);
        soft.toughened[c] = static_cast<Real>(rule.boost);
        for (std::uint32_t m = soft.by_cluster.rows[c]; m < soft.by_cluster.rows[c + 1]; ++m) {
            Real& reach = soft.reach[soft.by_cluster.index[m]];
            reach = std::min(reach, static_cast<Real>(rule.radius));
        }
    }
}

}  // namespace pliant
