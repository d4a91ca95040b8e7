#include "reference/recluster.hpp"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace pliant::reference {
namespace {

double condition(const Matrix3d& m) {
    const Vector3d sigma = Eigen::JacobiSVD<Matrix3d>(m).singularValues();
    return sigma[0] / sigma[2];
}

/// Σ kernel over the clusters that stay, per particle.
std::vector<double> lasting_totals(const Body& body) {
    std::vector<double> totals(body.particles.size(), 0);
    for (const Cluster& cluster : body.clusters)
        if (cluster.fading >= 0)
            for (const Member& member : cluster.members) totals[at(member.particle)] += member.kernel;
    return totals;
}

/// A new cluster around a place of the embedding.
class Placer {
  public:
    Placer(const Body& body, const ReclusterSettings& settings, const EmbeddedPlaces& embedding)
        : body_(body), settings_(settings), embedding_(embedding), totals_(lasting_totals(body)) {}

    double total(int particle) const { return totals_[at(particle)]; }

    Cluster at_seed(int seed) {
        const auto found = std::lower_bound(embedding_.particles.begin(), embedding_.particles.end(), seed);
        const Vector3d start = embedding_.places[at(static_cast<int>(found - embedding_.particles.begin()))];
        Vector3d center = start;
        for (int move = 0; settings_.embedded && move < 100; ++move) {
            Vector3d sum = Vector3d::Zero();
            double mass = 0;
            for (const Member& member : members_within(center)) {
                const double w = member.kernel / (member.kernel + totals_[at(member.particle)]);
                const double share = w * w * body_.particles[at(member.particle)].mass;
                sum += share * member.p;
                mass += share;
            }
            center += sum / mass;
            if (sum.norm() <= 1e-3 * settings_.radius * mass) break;
        }
        if ((center - start).norm() >= settings_.radius) center = start;
        return finished(members_within(center));
    }

    Cluster with_members_of(const Cluster& old) {
        std::map<int, Vector3d> place;
        for (std::size_t k = 0; k < embedding_.particles.size(); ++k)
            place[embedding_.particles[k]] = embedding_.places[k];
        Vector3d center = Vector3d::Zero();
        for (const Member& member : old.members)
            center += place.at(member.particle) / static_cast<double>(old.members.size());
        std::vector<Member> members;
        for (const Member& member : old.members)
            members.push_back(member_at(member.particle, place.at(member.particle) - center));
        return finished(members);
    }

  private:
    Member member_at(int particle, const Vector3d& p) const {
        Member member;
        member.particle = particle;
        member.weight = 0;
        member.p = p;
        member.kernel = settings_.kernel(p.squaredNorm() / (settings_.radius * settings_.radius));
        return member;
    }

    std::vector<Member> members_within(const Vector3d& center) const {
        std::vector<Member> members;
        for (std::size_t k = 0; k < embedding_.particles.size(); ++k) {
            const Vector3d p = embedding_.places[k] - center;
            if (p.norm() <= settings_.radius) members.push_back(member_at(embedding_.particles[k], p));
        }
        return members;
    }

    /// α, k_d, γ, flow and hardening are the means of what the members know.
    Cluster finished(const std::vector<Member>& members) {
        Cluster cluster;
        cluster.members = members;
        cluster.fading = 1;
        cluster.fade = std::min(1.0, body_.settings.dt / settings_.fade_in);
        std::set<int> own;
        for (const Member& member : members) {
            own.insert(member.particle);
            totals_[at(member.particle)] += member.kernel;
            cluster.center += body_.particles[at(member.particle)].position / static_cast<double>(members.size());
        }
        double total = 0;
        double alpha = 0, k_d = 0, limit = 0, yield = 0, rate = 0, hardening = 0, accumulated = 0;
        for (const Cluster& other : body_.clusters)
            for (const Member& member : other.members) {
                if (!own.count(member.particle)) continue;
                const double share = member.weight * body_.particles[at(member.particle)].mass;
                total += share;
                alpha += share * other.alpha;
                k_d += share * other.k_d;
                limit += share * other.strain_limit;
                yield += share * other.flow.yield;
                rate += share * other.flow.rate;
                hardening += share * other.flow.hardening;
                accumulated += share * other.accumulated;
                cluster.flow = other.flow;
            }
        cluster.alpha = alpha / total;
        cluster.k_d = k_d / total;
        cluster.strain_limit = limit / total;
        cluster.flow.yield = yield / total;
        cluster.flow.rate = rate / total;
        cluster.flow.hardening = hardening / total;
        cluster.accumulated = accumulated / total;
        return cluster;
    }

    const Body& body_;
    const ReclusterSettings& settings_;
    const EmbeddedPlaces& embedding_;
    std::vector<double> totals_;
};

EmbeddedPlaces places_around(const Body& body, const ReclusterSettings& settings, const std::vector<int>& clusters,
                             Reclustered& report) {
    const EmbeddedPlaces places = embed(body, with_neighbors(body, clusters), settings.embedded ? settings.sweeps : 0);
    report.sweeps = std::max(report.sweeps, places.sweeps);
    return places;
}

/// Of the marked clusters those without whose successor the rest would come apart, found by painting.
std::vector<int> needed_bridges(const Body& body, const std::vector<int>& marked, const std::vector<Cluster>& added) {
    std::vector<std::vector<int>> holding;
    const auto hold = [&](const Cluster& cluster) {
        holding.emplace_back();
        for (const Member& member : cluster.members) holding.back().push_back(member.particle);
    };
    for (const Cluster& cluster : body.clusters)
        if (cluster.fading >= 0) hold(cluster);
    for (const Cluster& cluster : added) hold(cluster);
    std::vector<int> needed;
    for (const int c : marked) {
        std::vector<int> color(body.particles.size());
        for (std::size_t i = 0; i < color.size(); ++i) color[i] = static_cast<int>(i);
        for (bool changed = true; changed;) {
            changed = false;
            for (const auto& members : holding) {
                int lowest = color[at(members[0])];
                for (const int i : members) lowest = std::min(lowest, color[at(i)]);
                for (const int i : members) {
                    changed |= color[at(i)] != lowest;
                    color[at(i)] = lowest;
                }
            }
        }
        const auto& members = body.clusters[at(c)].members;
        const int first = color[at(members[0].particle)];
        if (std::all_of(members.begin(), members.end(),
                        [&](const Member& m) { return color[at(m.particle)] == first; }))
            continue;
        needed.push_back(c);
        hold(body.clusters[at(c)]);
    }
    return needed;
}

std::vector<Cluster> successors(const Body& body, const ReclusterSettings& settings, const std::vector<int>& marked,
                                Reclustered& report) {
    const std::vector<double> totals = lasting_totals(body);
    std::vector<int> seeds;
    for (const int i : settings.order)
        if (totals[at(i)] == 0) seeds.push_back(i);
    std::vector<Cluster> added;
    if (!seeds.empty()) {
        const std::set<int> seeding(seeds.begin(), seeds.end());
        std::vector<int> clusters;
        for (std::size_t c = 0; c < body.clusters.size(); ++c) {
            const auto& members = body.clusters[c].members;
            if (std::any_of(members.begin(), members.end(),
                            [&](const Member& m) { return seeding.count(m.particle) > 0; }))
                clusters.push_back(static_cast<int>(c));
        }
        const EmbeddedPlaces places = places_around(body, settings, clusters, report);
        Placer placer(body, settings, places);
        for (const int seed : seeds)
            if (placer.total(seed) == 0) added.push_back(placer.at_seed(seed));
    }
    const std::vector<int> bridges = needed_bridges(body, marked, added);
    if (!bridges.empty()) {
        const EmbeddedPlaces places = places_around(body, settings, bridges, report);
        Placer placer(body, settings, places);
        for (const int c : bridges) added.push_back(placer.with_members_of(body.clusters[at(c)]));
    }
    return added;
}

/// Weights of all particles; p_ic and A_rr of all clusters.
void refresh(Body& body) {
    std::vector<double> totals(body.particles.size(), 0);
    for (const Cluster& cluster : body.clusters)
        for (const Member& member : cluster.members) totals[at(member.particle)] += cluster.fade * member.kernel;
    for (Cluster& cluster : body.clusters) {
        double mass = 0;
        Vector3d shift = Vector3d::Zero();
        for (Member& member : cluster.members) {
            member.weight = cluster.fade * member.kernel / totals[at(member.particle)];
            const double share = member.weight * body.particles[at(member.particle)].mass;
            mass += share;
            shift += share * member.p;
        }
        shift /= mass;
        cluster.A_rr.setZero();
        cluster.width = 0;
        for (Member& member : cluster.members) {
            member.p -= shift;
            cluster.A_rr += member.weight * body.particles[at(member.particle)].mass * member.p * member.p.transpose();
            cluster.width = std::max(cluster.width, member.p.norm());
        }
    }
}

}  // namespace

Reclustered recluster(Body& body, const ReclusterSettings& settings) {
    Reclustered report;
    std::vector<int> marked;
    for (std::size_t c = 0; c < body.clusters.size(); ++c) {
        Cluster& cluster = body.clusters[c];
        if (cluster.fading < 0 || condition(cluster.plastic) <= settings.max_condition) continue;
        cluster.fading = -1;
        marked.push_back(static_cast<int>(c));
    }
    std::vector<Cluster> added;
    if (!marked.empty()) added = successors(body, settings, marked, report);
    bool changed = !added.empty();
    std::vector<Cluster> kept;
    for (Cluster& cluster : body.clusters) {
        changed |= cluster.fading != 0;
        const double change = body.settings.dt / (cluster.fading > 0 ? settings.fade_in : settings.fade_out);
        cluster.fade += cluster.fading * change;
        if (cluster.fading > 0 && cluster.fade > 1 - 0.5 * change) {
            cluster.fade = 1;
            cluster.fading = 0;
        }
        if (cluster.fading < 0 && cluster.fade < 0.5 * change) {
            ++report.removed;
        } else {
            kept.push_back(cluster);
        }
    }
    report.added = static_cast<int>(added.size());
    kept.insert(kept.end(), added.begin(), added.end());
    body.clusters = std::move(kept);
    if (changed) refresh(body);
    return report;
}

}  // namespace pliant::reference
