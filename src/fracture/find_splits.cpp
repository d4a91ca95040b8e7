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

/// So many particles hold a shape. Fewer are a joint.
constexpr std::uint32_t hinge = 3;

/// How far from its goal, over the radius of the cluster, a member may be that others hold too.
constexpr double thread_stretch = 0.5;
/// The same of what breaks: over its toughness, and at least.
constexpr double thread_toughness = 3, thread_least = 0.05;

/// Is the point, body-local, within the blade's rectangle, seen along its normal?
bool covers(const Blade& blade, const Vec3& origin, const Vec3& point) {
    const Vec3 offset = point + origin - blade.center;
    return std::abs(blade.axes.col(0).dot(offset)) <= blade.half[0] &&
           std::abs(blade.axes.col(1).dot(offset)) <= blade.half[1];
}
double height_over(const Blade& blade, const Vec3& origin, const Vec3& point) {
    return blade.axes.col(2).dot(point + origin - blade.center);
}

bool begins_in(double time, const FractureInput& input) { return time >= input.time && time < input.time + input.dt; }

/// A cluster and by how much it is strained beyond its toughness, as a part of that.
struct Candidate {
    std::uint32_t cluster;
    double excess;
    ElasticStretch stretch;
    bool scored;
};

/// What a split of this step does to a particle: it goes with its part of the cluster, or may get a twin.
enum class Taken : std::uint8_t { no, parted, twinned };

/// How many fragments the bodies have whose number is bounded.
std::vector<std::uint32_t> fragments_of(const SoftBodies& soft, const FractureRules& rules) {
    std::vector<std::uint32_t> count(rules.bodies.size(), 0);
    std::vector<std::uint8_t> seen;
    for (std::uint32_t b = 0; b < count.size(); ++b) {
        if (rules.bodies[b].most_fragments == 0) continue;
        const SlotRange range = particles_of(soft, b);
        for (std::uint32_t i = range.first; i < range.last; ++i) {
            if (soft.fragment[i] >= seen.size()) seen.resize(soft.fragment[i] + std::size_t{1}, 0);
            count[b] += seen[soft.fragment[i]] ? 0 : 1;
            seen[soft.fragment[i]] = 1;
        }
    }
    return count;
}

/// How many of a cell's particles the cluster holds.
std::uint32_t held_of_cell(const SoftBodies& soft, std::uint32_t c, std::uint32_t scores, std::uint32_t cell) {
    std::uint32_t count = 0;
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k)
        count += (soft.cell[soft.by_cluster.index[k]] & scores) == cell;
    return count;
}

/// Members of a part whose cell has a hinge in others of their clusters.
void list_hinges(const SoftBodies& soft, std::uint32_t part, std::uint32_t scores, std::vector<Leaving>& hinges) {
    for (std::uint32_t k = soft.by_cluster.rows[part]; k < soft.by_cluster.rows[part + 1]; ++k) {
        const std::uint32_t i = soft.by_cluster.index[k];
        for (std::uint32_t f = soft.finest.rows[i]; f < soft.finest.rows[i + 1]; ++f) {
            const std::uint32_t c = soft.finest.cluster[f];
            const std::uint32_t held = held_of_cell(soft, c, scores, soft.cell[i] & scores);
            if (held < hinge && held < soft.by_cluster.rows[c + 1] - soft.by_cluster.rows[c]) hinges.push_back({i, c});
        }
    }
}

/// Particles that hold together what is otherwise apart, each with the cluster that it leaves.
class Threads {
  public:
    Threads(const SoftBodies& soft, const FractureRules& rules, std::span<const Split> splits)
        : soft_(soft),
          rules_(rules),
          fragments_(fragments_of(soft, rules)),
          splitting_(soft.particle_count(), 0),
          visible_(soft.cluster_count(), 0) {
        for (const std::uint32_t i : members_of(soft, splits)) splitting_[i] = 1;
    }

    /// Members of a cluster that others draw far from their goals in it.
    void pull_out(std::uint32_t c) {
        const std::uint32_t body = soft_.cluster_body[c];
        const FractureRule& rule = rules_.bodies[body];
        if (rule.most_fragments > 0 && fragments_[body] >= rule.most_fragments) return;
        const ElasticStretch fit = elastic_stretch(soft_, c);
        const double brittle = static_cast<double>(soft_.brittle[c]);
        const double most =
            brittle > 0 ? std::clamp(thread_toughness / brittle, thread_least, thread_stretch) : thread_stretch;
        for (std::uint32_t k = soft_.by_cluster.rows[c]; k < soft_.by_cluster.rows[c + 1]; ++k) {
            const std::uint32_t i = soft_.by_cluster.index[k];
            const Vec3 goal = fit.center + fit.goals * rest_of(soft_, k);
            const double way = (vec(soft_.particles[i].position) - goal).norm() / fit.radius;
            if (way > most && !(rule.only_scores && holds_cell(c, soft_.cell[i] & rule.scores))) leave(i, c, way);
        }
    }

    /// A joint of one or two particles turns freely: nothing would strain it, however the cells lie.
    void open_hinges(std::span<const Leaving> hinges) {
        for (const Leaving& joint : hinges) leave(joint.particle, joint.cluster, 1);
    }

    /// Particles that clusters on both sides of a blade hold: they leave those with the lesser weight.
    void cut(const Blade& blade, const FractureInput& input) {
        for (std::uint32_t i = 0; i < soft_.particle_count(); ++i) {
            if (!rules_.bodies[soft_.body[i]].blades) continue;
            const Vec3& origin = input.bodies[soft_.body[i]].origin;
            double weight[2] = {0, 0};
            std::uint32_t held_by[2] = {no_slot, no_slot};
            for (std::uint32_t f = soft_.finest.rows[i]; f < soft_.finest.rows[i + 1]; ++f) {
                const std::uint32_t c = soft_.finest.cluster[f];
                const Vec3 center = vec(soft_.center.row(c).data());
                if (!covers(blade, origin, center)) continue;
                const int side = height_over(blade, origin, center) > 0 ? 1 : 0;
                weight[side] += static_cast<double>(
                    soft_.by_particle.members[soft_.by_particle.rows[i] + f - soft_.finest.rows[i]].weight);
                held_by[side] = c;
            }
            if (held_by[0] == no_slot || held_by[1] == no_slot) continue;
            leave(i, held_by[weight[1] < weight[0] ? 1 : 0], 1);
        }
    }

    std::vector<Leaving> leaving() const {
        std::vector<Leaving> leaving;
        for (const auto& [particle, thread] : threads_) leaving.push_back({particle, thread.cluster});
        return leaving;
    }

  private:
    struct Thread {
        double way;  ///< to its goal, over the radius of the cluster
        std::uint32_t cluster;
    };

    /// Unless it has no other, is being split, or is the last one of the cluster that can be seen.
    void leave(std::uint32_t i, std::uint32_t c, double way) {
        if (splitting_[i] || soft_.finest.rows[i + 1] - soft_.finest.rows[i] < 2) return;
        if (const auto known = threads_.find(i); known != threads_.end()) {
            if (way <= known->second.way) return;
            if (!soft_.hidden[i]) ++visible_[known->second.cluster];
            threads_.erase(known);
        }
        if (!soft_.hidden[i]) {
            if (visible_[c] == 0) count(c);
            if (visible_[c] < 3) return;
            --visible_[c];
        }
        threads_[i] = {way, c};
    }
    /// One more than can be seen, so that 0 means not counted.
    void count(std::uint32_t c) {
        visible_[c] = 1;
        for (std::uint32_t k = soft_.by_cluster.rows[c]; k < soft_.by_cluster.rows[c + 1]; ++k)
            visible_[c] += soft_.hidden[soft_.by_cluster.index[k]] ? 0 : 1;
    }

    /// Does the cluster hold more of that cell than one particle?
    bool holds_cell(std::uint32_t c, std::uint32_t cell) const {
        return held_of_cell(soft_, c, rules_.bodies[soft_.cluster_body[c]].scores, cell) > 1;
    }

    const SoftBodies& soft_;
    const FractureRules& rules_;
    std::vector<std::uint32_t> fragments_;  ///< per body whose number is bounded
    std::vector<std::uint8_t> splitting_;
    std::vector<std::uint32_t> visible_;  ///< per cluster, plus 1; 0: not counted yet
    std::map<std::uint32_t, Thread> threads_;
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
                for (std::size_t k = 0; k < input_.scratch.blades.size(); ++k)
                    cut_by(b, input_.scratch.blades[k], input_.scratch.blades_before[k]);
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

    /// A split by what `is_far` says of each member; none unless so many are to be seen on both sides.
    template <class F>
    void split_all(std::uint32_t c, const F& is_far, std::uint32_t least = 1) {
        Split split;
        split.cluster = c;
        for_members(c, [&](std::uint32_t i) { split.far.push_back(is_far(i) ? 1 : 0); });
        const SideCounts counts = visible_members(soft_, split);
        if (counts.near >= least && counts.far >= least) splits_.try_emplace(c, std::move(split));
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

    /// A cluster is cut when the blade comes to its center, and again if it has come to reach far to both sides.
    void cut_by(std::uint32_t body, const Blade& blade, const Blade& before) {
        const Vec3& origin = input_.bodies[body].origin;
        const double margin = blade_margin * 2 * static_cast<double>(input_.bodies[body].radius);
        const SlotRange clusters = finest_clusters_of(soft_, body);
        for (std::uint32_t c = clusters.first; c < clusters.last; ++c) {
            const Vec3 center = vec(soft_.center.row(c).data());
            if (!covers(blade, origin, center)) continue;
            double lowest = 0, highest = 0;
            const auto height = [&](std::uint32_t i) {
                return height_over(blade, origin, vec(soft_.particles[i].position));
            };
            for_members(c, [&](std::uint32_t i) {
                lowest = std::min(lowest, height(i));
                highest = std::max(highest, height(i));
            });
            const double least = covers(before, origin, center) ? margin : 0;
            if (lowest < -least && highest > least)
                split_all(
                    c, [&](std::uint32_t i) { return height(i) > 0; }, rule_of(c).smallest);
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
    std::optional<Candidate> candidate(std::uint32_t c, bool bends) {
        const FractureRule& rule = rule_of(c);
        Candidate found{c, 0, elastic_stretch(soft_, c), rule.scores != 0 && is_scored(c)};
        if (bends) add_bending(soft_, c, found.stretch);
        if (rule.only_scores && !found.scored) return {};
        const double tougher = (1 + static_cast<double>(soft_.toughened[c])) * (found.scored ? rule.score : 1);
        found.excess = found.stretch.strain * static_cast<double>(soft_.brittle[c]) / tougher - 1;
        if (!(found.excess > 0)) {
            soft_.calming[c] = 0;
            return {};
        }
        // Calming keeps parts from becoming dust. A pattern bounds what comes of it by itself, and a hinge between two
        // of its cells that stays bent would hold them together for ever.
        if ((soft_.calming[c] && !found.scored) || soft_.quiet[c] > 0) return {};
        return found;
    }

    void break_strained() {
        const std::vector<std::uint32_t> strained = this->strained();
        std::vector<Candidate> candidates;
        const std::vector<std::uint32_t>& at_crack = input_.scratch.at_crack;
        for (const std::uint32_t c : strained)
            if (!std::binary_search(at_crack.begin(), at_crack.end(), c))
                if (auto found = candidate(c, false)) candidates.push_back(*found);
        for (const std::uint32_t c : at_crack)
            if (soft_.brittle[c] > 0)
                if (auto found = candidate(c, true)) candidates.push_back(*found);
        if (candidates.empty()) return;
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.excess != b.excess ? a.excess > b.excess : a.cluster < b.cluster;
        });
        taken_.assign(soft_.particle_count(), Taken::no);
        fragments_ = fragments_of(soft_, rules_);
        for (const Candidate& found : candidates) {
            const FractureRule& rule = rule_of(found.cluster);
            const std::uint32_t body = soft_.cluster_body[found.cluster];
            if (rule.most_fragments > 0 && fragments_[body] >= rule.most_fragments) continue;
            if (!is_free(found.cluster, true)) continue;
            if (found.scored ? break_along_score(found) : break_across(found)) ++fragments_[body];
        }
    }

    /// Are the cluster's members free of any split that gives them twins, or of any at all?
    bool is_free(std::uint32_t c, bool of_any) const {
        bool free = true;
        for_members(c, [&](std::uint32_t i) { free &= of_any ? taken_[i] == Taken::no : taken_[i] != Taken::twinned; });
        return free;
    }

    void take(std::uint32_t c, Taken how) {
        for_members(c, [&](std::uint32_t i) { taken_[i] = how; });
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
        take(found.cluster, Taken::twinned);
        splits_.emplace(found.cluster, std::move(split));
        return true;
    }

    /// The side of each cell that a cluster holds: as known, or the one where its members are. With none known there
    /// are some on both sides.
    std::map<std::uint32_t, bool> cell_sides(std::uint32_t c, const FractureRule& rule, const ElasticStretch& plane,
                                             const std::map<std::uint32_t, bool>& known) const {
        struct CellSum {
            double height = 0;
            int count = 0;
        };
        std::map<std::uint32_t, CellSum> cells;
        for_members(c, [&](std::uint32_t i) {
            CellSum& cell = cells[pattern(i, rule)];
            cell.height += plane.normal.dot(vec(soft_.particles[i].position) - plane.center);
            ++cell.count;
        });
        std::vector<std::pair<double, std::uint32_t>> order;
        for (const auto& [cell, sum] : cells) order.emplace_back(sum.height / sum.count, cell);
        std::sort(order.begin(), order.end());
        std::map<std::uint32_t, bool> sides;
        for (std::size_t k = 0; k < order.size(); ++k) {
            const auto found = known.find(order[k].second);
            const bool above = order[k].first > 0;
            sides[order[k].second] = found != known.end() ? found->second
                                     : known.empty()      ? k > 0 && (above || k + 1 == order.size())
                                                          : above;
        }
        return sides;
    }

    /// Splits the cluster between the cells that it holds: each to the side of the crack where its members are. Its
    /// neighbors are split between the same cells.
    bool break_along_score(const Candidate& found) {
        const FractureRule& rule = rule_of(found.cluster);
        const std::map<std::uint32_t, bool> far = cell_sides(found.cluster, rule, found.stretch, {});
        std::vector<std::uint32_t> clusters;
        for_members(found.cluster, [&](std::uint32_t i) {
            for (std::uint32_t f = soft_.finest.rows[i]; f < soft_.finest.rows[i + 1]; ++f)
                clusters.push_back(soft_.finest.cluster[f]);
        });
        std::sort(clusters.begin(), clusters.end());
        clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());
        for (const std::uint32_t c : clusters) {
            if (splits_.contains(c) || !is_free(c, false)) continue;
            // Only between cells that the broken cluster holds.
            bool holds_near = false, holds_far = false;
            for_members(c, [&](std::uint32_t i) {
                if (const auto cell = far.find(pattern(i, rule)); cell != far.end())
                    (cell->second ? holds_far : holds_near) = true;
            });
            if (!holds_near || !holds_far) continue;
            const std::map<std::uint32_t, bool> sides = cell_sides(c, rule, found.stretch, far);
            split_all(c, [&](std::uint32_t i) { return sides.at(pattern(i, rule)); });
            take(c, Taken::parted);
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
    std::vector<Taken> taken_;               ///< per particle: is it a member of one that splits?
    std::vector<std::uint32_t> fragments_;   ///< per body whose number is bounded
};

}  // namespace

std::vector<Split> find_splits(SoftBodies& soft, const FractureRules& rules, const FractureInput& input,
                               FractureReport& report) {
    PLIANT_ASSERT(input.dt > 0 && rules.bodies.size() == input.bodies.size());
    return Finder(soft, rules, input, report).find();
}

std::vector<Leaving> find_threads(const SoftBodies& soft, const FractureRules& rules, const FractureInput& input,
                                  std::span<const Split> splits) {
    if (input.scratch.at_crack.empty() && input.scratch.blades.empty()) return {};
    Threads threads(soft, rules, splits);
    for (const std::uint32_t c : input.scratch.at_crack) threads.pull_out(c);
    threads.open_hinges(input.scratch.hinges);
    for (const Blade& blade : input.scratch.blades) threads.cut(blade, input);
    return threads.leaving();
}

void FractureScratch::prepare(const SoftBodies& soft, const FractureRules& rules) {
    at_crack.clear();
    hinges.clear();
    if (!has_reclustered(soft)) return;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.mode[c].level != 0 || !rules.bodies[soft.cluster_body[c]].any()) continue;
        bool is_at = soft.ancestor[c] != no_slot && soft.ancestor[c] != soft.cluster_id[c];
        for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k)
            is_at |= soft.hidden[soft.by_cluster.index[k]] != 0;
        if (is_at) at_crack.push_back(c);
    }
    for (const std::uint32_t c : at_crack)
        if (const std::uint32_t scores = rules.bodies[soft.cluster_body[c]].scores; scores != 0)
            list_hinges(soft, c, scores, hinges);
    std::sort(hinges.begin(), hinges.end());
    hinges.erase(std::unique(hinges.begin(), hinges.end()), hinges.end());
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
