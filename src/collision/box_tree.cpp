#include "collision/box_tree.hpp"

#include "core/assert.hpp"
#include "core/vector_clones.hpp"

#include <cmath>

namespace pliant {
namespace {

/// Rounding of a 32-bit coordinate and of a few operations on it.
constexpr float rounding = 1e-6f;
/// Radius of a ball that touches nothing, whatever the other one's.
constexpr float nothing = -1e18f;

}  // namespace

BoxTree::BoxTree(std::size_t count) {
    PLIANT_ASSERT(count > 0);
    split(0, static_cast<std::uint32_t>(count));
    now_.resize(count);
}

BoxTree::BoxTree(std::span<const Ball> rest) : BoxTree(rest.size()) {
    rest_.assign(rest.begin(), rest.end());
    for (Node& node : nodes_) {
        node.rest_core = rest[node.first].core;
        for (std::uint32_t i = node.first; i < node.last; ++i) {
            node.rest.add(rest[i].center);
            node.rest_core = std::min(node.rest_core, rest[i].core);
        }
    }
    PLIANT_ASSERT(nodes_.front().first == 0 && nodes_.front().last == rest.size());
    at_rest_.side = -1;
    at_rest_.resize(rest.size());
    at_rest_.set(rest, nodes_.front().rest.center());
}

BoxTree::BoxTree(std::span<const Ball> rest, std::span<const std::uint32_t> pieces) : BoxTree(rest) {
    PLIANT_ASSERT(pieces.size() == rest.size());
    pieces_.assign(pieces.begin(), pieces.end());
}

void BoxTree::split(std::uint32_t first, std::uint32_t last) {
    const std::size_t n = nodes_.size();
    nodes_.push_back({.box = {}, .first = first, .last = last, .rest = {}});
    if (last - first <= leaf_size) return;
    const std::uint32_t middle = first + (last - first) / 2;
    split(first, middle);
    nodes_[n].right = static_cast<std::uint32_t>(nodes_.size());
    split(middle, last);
}

void BoxTree::refit(std::span<const Ball> balls) {
    PLIANT_ASSERT(balls.size() == now_.x.size());
    // Children come after their parents.
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        Node& node = nodes_[n];
        node.box = {};
        if (node.right != 0) {
            for (const std::size_t child : {n + 1, std::size_t{node.right}}) {
                node.box.lower = node.box.lower.cwiseMin(nodes_[child].box.lower);
                node.box.upper = node.box.upper.cwiseMax(nodes_[child].box.upper);
            }
            continue;
        }
        for (std::uint32_t i = node.first; i < node.last; ++i) {
            if (!(balls[i].radius >= 0)) continue;
            node.box.lower = node.box.lower.cwiseMin((balls[i].center.array() - balls[i].radius).matrix());
            node.box.upper = node.box.upper.cwiseMax((balls[i].center.array() + balls[i].radius).matrix());
        }
    }
    now_.set(balls, bounds().empty() ? Vec3::Zero() : bounds().center());
}

void BoxTree::Columns::resize(std::size_t count) {
    for (std::vector<float>* column : {&x, &y, &z, &radius, &core}) column->resize(count);
}

void BoxTree::Columns::set(std::span<const Ball> balls, const Vec3& about) {
    origin = about;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const Vec3 center = balls[i].center - origin;
        x[i] = static_cast<float>(center.x());
        y[i] = static_cast<float>(center.y());
        z[i] = static_cast<float>(center.z());
        const float margin = side * rounding * static_cast<float>(center.cwiseAbs().sum() + balls[i].radius);
        const bool touches = balls[i].radius >= 0;
        radius[i] = touches ? static_cast<float>(balls[i].radius) + margin : nothing;
        core[i] = touches ? static_cast<float>(balls[i].core) + margin : nothing;
    }
}

PLIANT_VECTOR_CLONES bool BoxTree::Columns::test(const Ball& ball, std::uint32_t first, std::uint32_t last,
                                                 Hits& hits) const {
    const Vec3 center = ball.center - origin;
    const float px = static_cast<float>(center.x()), py = static_cast<float>(center.y()),
                pz = static_cast<float>(center.z());
    if (!(ball.radius >= 0)) return false;
    const float margin = side * rounding * static_cast<float>(center.cwiseAbs().sum() + ball.radius);
    const float ball_radius = static_cast<float>(ball.radius) + margin,
                ball_core = static_cast<float>(ball.core) + margin;
    const float *cx = x.data() + first, *cy = y.data() + first, *cz = z.data() + first;
    const float *cr = radius.data() + first, *cc = core.data() + first;
    std::uint32_t any = 0;
    for (std::uint32_t k = 0; k < last - first; ++k) {
        const float dx = cx[k] - px, dy = cy[k] - py, dz = cz[k] - pz;
        const float one = ball_radius + cc[k], two = ball_core + cr[k], reach = one > two ? one : two;
        hits[k] = (reach > 0) & (dx * dx + dy * dy + dz * dz <= reach * reach);
        any |= hits[k];
    }
    return any != 0;
}

}  // namespace pliant
