#include "cutting/crack_surface.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace pliant {
namespace {

constexpr double margin = 0.1;      // a border keeps so far from the ends of its edge, or half as far
constexpr double roughness = 0.12;  // of an edge, to either side
constexpr int bits = 20;            // of a node's coordinate

using Node = Eigen::Vector3i;
using Corners = std::array<std::uint32_t, 4>;

std::uint64_t key_of(const Node& node) {
    const auto part = [](int i) { return static_cast<std::uint64_t>(i + (1 << (bits - 1))); };
    return part(node.x()) | part(node.y()) << bits | part(node.z()) << 2 * bits;
}

/// The tetrahedra of a cube: from its lowest corner to its highest along the axes in each of their six orders.
constexpr std::array<std::array<int, 4>, 6> cube_parts = {
    {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}}};

/// A lattice that is turned against the axes, so that its planes are none of the body's.
class Lattice {
  public:
    explicit Lattice(double cell) : cell_(cell) {
        turn_ = Eigen::AngleAxisd(0.61803, Vec3(0.3, 0.5, 0.81).normalized()).toRotationMatrix();
    }
    Vec3 position(const Node& node) const { return turn_ * (cell_ * (node.cast<double>() + shift)); }
    Node cube_at(const Vec3& p) const {
        const Vec3 at = turn_.transpose() * p / cell_ - shift;
        return {static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y())),
                static_cast<int>(std::floor(at.z()))};
    }

  private:
    inline static const Vec3 shift = Vec3(0.2361, 0.4142, 0.7321);
    double cell_;
    Mat3 turn_;
};

/// Nodes and cubes that were looked at.
class Explorer {
  public:
    Explorer(const FragmentField& field, double cell, double reach) : field_(field), lattice_(cell), reach_(reach) {}

    /// Follows the cracks from around the particles to the end of their reach.
    void explore(std::span<const Vec3> particles, double cell) {
        std::vector<Node> front = cubes_near(particles, static_cast<int>(std::ceil(field_.spacing() / cell)));
        while (!front.empty()) {
            look_at(front);
            std::vector<Node> next;
            for (const Node& cube : front) {
                if (!is_cracked(cube)) continue;
                cracked_.push_back(cube);
                if (is_far(cube)) continue;
                for (int n = 0; n < 27; ++n) open(cube + Node(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1), next);
            }
            front = std::move(next);
        }
        std::sort(cracked_.begin(), cracked_.end(), [](const Node& a, const Node& b) { return key_of(a) < key_of(b); });
    }

    const std::vector<Node>& cracked() const { return cracked_; }
    std::array<std::uint32_t, 8> corners_of(const Node& cube) const {
        std::array<std::uint32_t, 8> corners{};
        for (int k = 0; k < 8; ++k)
            corners[static_cast<std::size_t>(k)] = node_at_.at(key_of(cube + Node(k & 1, k >> 1 & 1, k >> 2)));
        return corners;
    }
    std::uint32_t fragment(std::uint32_t node) const { return fragment_[node]; }
    std::uint64_t key(std::uint32_t node) const { return key_of(nodes_[node]); }
    Vec3 position(std::uint32_t node) const { return lattice_.position(nodes_[node]); }
    const FragmentField::Votes& votes(std::uint32_t node) const { return votes_[node]; }

  private:
    void open(const Node& cube, std::vector<Node>& front) {
        if (cubes_.try_emplace(key_of(cube), true).second) front.push_back(cube);
    }
    /// Around particles that have others of another fragment beside them.
    std::vector<Node> cubes_near(std::span<const Vec3> particles, int around) {
        std::vector<std::uint8_t> mixed(particles.size());
        for_chunks(particles.size(), 256, true, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) mixed[i] = field_.votes(particles[i]).fragments.size() > 1;
        });
        std::vector<Node> front;
        for (std::size_t i = 0; i < particles.size(); ++i) {
            if (!mixed[i]) continue;
            const Node at = lattice_.cube_at(particles[i]);
            for (int z = -around; z <= around; ++z)
                for (int y = -around; y <= around; ++y)
                    for (int x = -around; x <= around; ++x) open(at + Node(x, y, z), front);
        }
        return front;
    }
    void look_at(const std::vector<Node>& cubes) {
        const std::size_t first = nodes_.size();
        for (const Node& cube : cubes)
            for (int k = 0; k < 8; ++k) {
                const Node node = cube + Node(k & 1, k >> 1 & 1, k >> 2);
                if (node_at_.try_emplace(key_of(node), static_cast<std::uint32_t>(nodes_.size())).second)
                    nodes_.push_back(node);
            }
        votes_.resize(nodes_.size());
        fragment_.resize(nodes_.size());
        for_chunks(nodes_.size() - first, 256, true, [&](std::size_t begin, std::size_t end) {
            for (std::size_t n = first + begin; n < first + end; ++n) {
                votes_[n] = field_.votes(lattice_.position(nodes_[n]));
                fragment_[n] = field_.winner(votes_[n]);
            }
        });
    }
    bool is_cracked(const Node& cube) const {
        const auto corners = corners_of(cube);
        return std::any_of(corners.begin(), corners.end(),
                           [&](std::uint32_t n) { return fragment_[n] != fragment_[corners[0]]; });
    }
    bool is_far(const Node& cube) const {
        const auto corners = corners_of(cube);
        return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t n) { return votes_[n].nearest > reach_; });
    }

    const FragmentField& field_;
    Lattice lattice_;
    double reach_;
    std::unordered_map<std::uint64_t, std::uint32_t> node_at_;  // looked up, never walked
    std::unordered_map<std::uint64_t, bool> cubes_;             // likewise
    std::vector<Node> nodes_;
    std::vector<FragmentField::Votes> votes_;
    std::vector<std::uint32_t> fragment_;
    std::vector<Node> cracked_;
};

/// Makes the faces of one tetrahedron after the other.
class FaceMaker {
  public:
    FaceMaker(const FragmentField& field, const Explorer& nodes, std::uint64_t seed)
        : field_(field), nodes_(nodes), seed_(seed) {}

    void add(const Corners& corners) {
        std::vector<std::uint32_t> kinds;
        for (const std::uint32_t n : corners) kinds.push_back(nodes_.fragment(n));
        std::sort(kinds.begin(), kinds.end());
        kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
        if (kinds.size() == 1) return;
        if (kinds.size() == 2)
            add_plain(corners, kinds[0]);
        else
            add_meeting(corners);
    }
    CrackSurface take() { return std::move(surface_); }

  private:
    std::uint32_t add_point(const Vec3& p) {
        surface_.points.push_back(p);
        return static_cast<std::uint32_t>(surface_.points.size() - 1);
    }
    /// Where the border crosses an edge between two fragments.
    std::uint32_t on_edge(std::uint32_t a, std::uint32_t b) {
        if (nodes_.key(a) > nodes_.key(b)) std::swap(a, b);  // by place: numbers depend on what else broke
        const std::uint64_t key = std::uint64_t{a} << 32 | b;
        const auto found = on_edge_.find(key);
        if (found != on_edge_.end()) return found->second;
        Random random(key_for(nodes_.position(a), nodes_.position(b)));
        const double share = field_.border(nodes_.votes(a), nodes_.fragment(a), nodes_.votes(b), nodes_.fragment(b)) +
                             random.uniform(-roughness, roughness);
        // Another seed moves also what is clamped: a point that lies in a face of the skin then leaves it.
        const double end = margin * random.uniform(0.5, 1);
        const double t = std::clamp(share, end, 1 - end);
        return on_edge_[key] = add_point(nodes_.position(a) + t * (nodes_.position(b) - nodes_.position(a)));
    }
    /// Of the place alone, so that the roughness of a crack does not depend on what else breaks.
    std::uint64_t key_for(const Vec3& a, const Vec3& b) const {
        const Vec3 middle = 0.5 * (a + b) / field_.spacing();
        std::uint64_t key = seed_;
        for (int k = 0; k < 3; ++k)
            key = (key ^ static_cast<std::uint64_t>(std::llround(1e3 * middle[k]))) * 0x9e3779b97f4a7c15ULL;
        return key;
    }
    /// Where three borders meet on a face.
    std::uint32_t on_face(std::array<std::uint32_t, 3> nodes) {
        std::sort(nodes.begin(), nodes.end());
        for (const auto& [of, point] : on_face_[nodes[0]])
            if (of == nodes) return point;
        Vec3 mean = Vec3::Zero();
        for (std::size_t k = 0; k < 3; ++k) mean += surface_.points[on_edge(nodes[k], nodes[(k + 1) % 3])] / 3;
        const std::uint32_t point = add_point(mean);
        on_face_[nodes[0]].emplace_back(nodes, point);
        return point;
    }
    /// `p` is on the edge from node a to node b: so a is on the side of the face that is its fragment's.
    void add_face(std::uint32_t p, std::uint32_t q, std::uint32_t r, std::uint32_t a, std::uint32_t b) {
        const Vec3& at = surface_.points[p];
        const Vec3 normal = (surface_.points[q] - at).cross(surface_.points[r] - at);
        const bool to_a = normal.dot(nodes_.position(a) - nodes_.position(b)) > 0;
        const std::uint32_t f = nodes_.fragment(a), g = nodes_.fragment(b);
        surface_.faces.push_back({{p, q, r}, to_a ? f : g, to_a ? g : f});
    }
    /// Two fragments: a triangle or a quadrangle parts the corners.
    void add_plain(const Corners& corners, std::uint32_t f) {
        std::vector<std::uint32_t> in_f, in_g;
        for (const std::uint32_t n : corners) (nodes_.fragment(n) == f ? in_f : in_g).push_back(n);
        if (in_f.size() == 2) {
            const std::array q = {on_edge(in_f[0], in_g[0]), on_edge(in_f[0], in_g[1]), on_edge(in_f[1], in_g[1]),
                                  on_edge(in_f[1], in_g[0])};
            add_face(q[0], q[1], q[2], in_f[0], in_g[0]);
            add_face(q[0], q[2], q[3], in_f[0], in_g[0]);
            return;
        }
        const auto& [one, others] = in_f.size() == 1 ? std::tie(in_f, in_g) : std::tie(in_g, in_f);
        add_face(on_edge(one[0], others[0]), on_edge(one[0], others[1]), on_edge(one[0], others[2]), one[0], others[0]);
    }
    /// Three or four: every border on a face of the tetrahedron is joined to a point in its middle.
    void add_meeting(const Corners& corners) {
        Vec3 sum = Vec3::Zero();
        double count = 0;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = i + 1; j < 4; ++j) {
                if (nodes_.fragment(corners[i]) == nodes_.fragment(corners[j])) continue;
                sum += surface_.points[on_edge(corners[i], corners[j])];
                ++count;
            }
        const std::uint32_t middle = add_point(sum / count);
        for (std::size_t skip = 0; skip < 4; ++skip) {
            std::array<std::uint32_t, 3> face{};
            for (std::size_t k = 0, at = 0; k < 4; ++k)
                if (k != skip) face[at++] = corners[k];
            add_borders(face, middle);
        }
    }
    void add_borders(const std::array<std::uint32_t, 3>& face, std::uint32_t middle) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> crossed;
        for (std::size_t k = 0; k < 3; ++k)
            if (nodes_.fragment(face[k]) != nodes_.fragment(face[(k + 1) % 3]))
                crossed.emplace_back(face[k], face[(k + 1) % 3]);
        if (crossed.empty()) return;
        const std::uint32_t first = on_edge(crossed[0].first, crossed[0].second);
        if (crossed.size() == 2) {
            add_face(first, on_edge(crossed[1].first, crossed[1].second), middle, crossed[0].first, crossed[0].second);
            return;
        }
        const std::uint32_t meeting = on_face(face);
        for (const auto& [a, b] : crossed) add_face(on_edge(a, b), meeting, middle, a, b);
    }

    const FragmentField& field_;
    const Explorer& nodes_;
    std::uint64_t seed_;
    CrackSurface surface_;
    std::unordered_map<std::uint64_t, std::uint32_t> on_edge_;  // looked up, never walked
    std::unordered_map<std::uint32_t, std::vector<std::pair<std::array<std::uint32_t, 3>, std::uint32_t>>> on_face_;
};

}  // namespace

CrackSurface crack_surface(const FragmentField& field, std::span<const Vec3> particles, double cell, double reach,
                           std::uint64_t seed) {
    PLIANT_ASSERT(cell > 0 && reach >= 0);
    Explorer nodes(field, cell, reach);
    nodes.explore(particles, cell);
    FaceMaker maker(field, nodes, seed);
    for (const Node& cube : nodes.cracked()) {
        const auto corners = nodes.corners_of(cube);
        for (const auto& part : cube_parts) {
            Corners tetrahedron{};
            for (std::size_t k = 0; k < 4; ++k) tetrahedron[k] = corners[static_cast<std::size_t>(part[k])];
            maker.add(tetrahedron);
        }
    }
    return maker.take();
}

}  // namespace pliant
