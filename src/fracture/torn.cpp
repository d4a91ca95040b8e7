#include "fracture/torn.hpp"

#include "core/assert.hpp"
#include "fracture/stretch.hpp"

#include <algorithm>

namespace pliant {
namespace {

constexpr double neighbors = 1.6;  // in spacings

/// The bonds of one member of a cluster, by its place in the cluster's row.
void add_bonds(const SoftBodies& soft, std::uint32_t cluster, std::uint32_t member, double reach,
               std::vector<Bond>& bonds) {
    const std::uint32_t i = soft.by_cluster.index[member];
    const Vec3 p = rest_of(soft, member);
    for (std::uint32_t k = soft.by_cluster.rows[cluster]; k < soft.by_cluster.rows[cluster + 1]; ++k) {
        const std::uint32_t j = soft.by_cluster.index[k];
        if (j == i || soft.hidden[j] || (rest_of(soft, k) - p).squaredNorm() > reach * reach) continue;
        bonds.push_back(std::minmax(soft.id[i], soft.id[j]));
    }
}

/// Slots by rising id.
class SlotOf {
  public:
    explicit SlotOf(const SoftBodies& soft) {
        for (std::uint32_t i = 0; i < soft.particle_count(); ++i) slots_.emplace_back(soft.id[i], i);
        std::sort(slots_.begin(), slots_.end());
    }
    std::uint32_t operator()(std::uint32_t id) const {
        const auto found = std::lower_bound(slots_.begin(), slots_.end(), std::pair(id, 0U));
        PLIANT_ASSERT(found != slots_.end() && found->first == id);
        return found->second;
    }

  private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> slots_;
};

bool are_held(const SoftBodies& soft, std::uint32_t i, std::uint32_t j) {
    const FinestMemberships& finest = soft.finest;
    for (std::uint32_t a = finest.rows[i]; a < finest.rows[i + 1]; ++a)
        for (std::uint32_t b = finest.rows[j]; b < finest.rows[j + 1]; ++b)
            if (finest.cluster[a] == finest.cluster[b]) return true;
    return false;
}

}  // namespace

std::vector<Bond> bonds_of(const SoftBodies& soft, const FractureRules& rules,
                           std::span<const std::uint32_t> particles) {
    std::vector<Bond> bonds;
    for (const std::uint32_t i : particles) {
        if (soft.hidden[i]) continue;
        const double reach = neighbors * 2 * rules.bodies[soft.body[i]].radius;
        for (std::uint32_t k = soft.finest.rows[i]; k < soft.finest.rows[i + 1]; ++k)
            add_bonds(soft, soft.finest.cluster[k], soft.finest.twin[k], reach, bonds);
    }
    std::sort(bonds.begin(), bonds.end());
    bonds.erase(std::unique(bonds.begin(), bonds.end()), bonds.end());
    return bonds;
}

void note_torn(SoftBodies& soft, std::span<const Bond> bonds) {
    if (bonds.empty()) return;
    const SlotOf slot_of(soft);
    for (const auto& [a, b] : bonds)
        if (!are_held(soft, slot_of(a), slot_of(b))) soft.torn.insert(soft.torn.end(), {a, b});
}

}  // namespace pliant
