#include "view/frame_packet.hpp"

#include "measure/soft_measure.hpp"
#include "sim/parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pliant {
namespace {

constexpr float finest = 65535;

struct FloatBox {
    float lower[3], size[3];
};

FloatBox box_of(const std::vector<float>& positions) {
    FloatBox box{};
    if (positions.empty()) return box;
    float upper[3];
    std::fill(box.lower, box.lower + 3, std::numeric_limits<float>::max());
    std::fill(upper, upper + 3, std::numeric_limits<float>::lowest());
    for (std::size_t i = 0; i + 2 < positions.size(); i += 3)
        for (std::size_t k = 0; k < 3; ++k) {
            box.lower[k] = std::min(box.lower[k], positions[i + k]);
            upper[k] = std::max(upper[k], positions[i + k]);
        }
    for (std::size_t k = 0; k < 3; ++k) box.size[k] = upper[k] - box.lower[k];
    return box;
}

std::vector<std::uint16_t> quantised(const std::vector<float>& positions, const FloatBox& box) {
    float scale[3];
    for (std::size_t k = 0; k < 3; ++k) scale[k] = box.size[k] > 0 ? finest / box.size[k] : 0;
    std::vector<std::uint16_t> packed(positions.size());
    for (std::size_t i = 0; i + 2 < positions.size(); i += 3)
        for (std::size_t k = 0; k < 3; ++k)
            packed[i + k] = static_cast<std::uint16_t>((positions[i + k] - box.lower[k]) * scale[k] + 0.5F);
    return packed;
}

Value number(double x) { return make_value(std::isfinite(x) ? x : 0.0); }

}  // namespace

PackedPoints pack_points(const FrameParticles& particles) {
    const FloatBox box = box_of(particles.positions);
    Value::List sides;
    for (int k = 0; k < 3; ++k) sides.push_back(number(particles.center[k] + static_cast<double>(box.lower[k])));
    for (const float side : box.size) sides.push_back(number(static_cast<double>(side)));
    return {make_value(std::move(sides)), quantised(particles.positions, box)};
}

void add_particles(const FrameParticles& particles, BinaryPacket& packet) {
    PackedPoints packed = pack_points(particles);
    packet.header.set("box", std::move(packed.box));
    packet.add("P", packed.numbers);
    packet.add("counts", particles.counts);
    if (particles.values.empty()) return;
    const float top = *std::max_element(particles.values.begin(), particles.values.end());
    const float bottom = std::min(0.0F, *std::min_element(particles.values.begin(), particles.values.end()));
    const float scale = top > bottom ? 255 / (top - bottom) : 0;
    std::vector<std::uint8_t> values(particles.values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::uint8_t>((particles.values[i] - bottom) * scale + 0.5F);
    packet.header.set("range",
                      make_value(Value::List{number(static_cast<double>(bottom)), number(static_cast<double>(top))}));
    packet.add("value", values);
}

const std::vector<std::uint32_t>& ParticleCollector::slots_of(const Simulation& simulation, std::uint32_t body) {
    Order& order = orders_[body];
    const std::span<const std::uint32_t> ids = simulation.particle_ids(body);
    const std::size_t count = ids.empty() ? simulation.positions(body).size() : ids.size();
    if (!order.slots.empty() && std::equal(ids.begin(), ids.end(), order.ids.begin(), order.ids.end()))
        return order.slots;
    order.ids.assign(ids.begin(), ids.end());
    order.slots.clear();
    const SoftBodies& soft = simulation.parts().state.soft;
    const SlotRange range = pliant::particles_of(soft, body);
    for (std::uint32_t k = 0; k < count; ++k)
        if (range.size() != count || !soft.hidden[range.first + k]) order.slots.push_back(k);
    if (!ids.empty())
        std::sort(order.slots.begin(), order.slots.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return order.ids[a] < order.ids[b]; });
    return order.slots;
}

bool ParticleCollector::knows(const Simulation& simulation, const std::string& color) {
    if (color == "none" || color == "speed") return true;
    return (color == "strain" || color == "plastic") && simulation.parts().model.points.empty();
}

const FrameParticles& ParticleCollector::collect(const Simulation& simulation, const std::string& color) {
    const SoftBodies& soft = simulation.parts().state.soft;
    std::vector<float> strains;
    if (color == "strain" || color == "plastic") strains = particle_strains(soft, color == "plastic");
    const auto bodies = static_cast<std::uint32_t>(simulation.bodies().size());
    orders_.resize(bodies);
    FrameParticles& out = particles_;
    out.positions.clear();
    out.values.clear();
    out.counts.clear();
    out.center = bodies > 0 && simulation.positions(0).size() > 0 ? simulation.positions(0)[0] : Vec3(Vec3::Zero());
    for (std::uint32_t body = 0; body < bodies; ++body) {
        const VectorView x = simulation.positions(body), v = simulation.velocities(body);
        const std::vector<std::uint32_t>& slots = slots_of(simulation, body);
        out.counts.push_back(static_cast<std::uint32_t>(slots.size()));
        for (const std::uint32_t slot : slots) {
            const Vec3 from = x[slot] - out.center;
            for (int k = 0; k < 3; ++k) out.positions.push_back(static_cast<float>(from[k]));
        }
        if (color == "speed")
            for (const std::uint32_t slot : slots) out.values.push_back(static_cast<float>(v[slot].norm()));
        if (strains.empty()) continue;
        const SlotRange range = pliant::particles_of(soft, body);
        for (const std::uint32_t slot : slots)
            out.values.push_back(range.size() > slot ? strains[range.first + slot] : 0.0F);  // rigid: none
    }
    return out;
}

FrameParticles particles_of(const Frame& frame, std::size_t bodies, const std::string& color) {
    FrameParticles out;
    std::vector<std::uint32_t> order(frame.positions.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return frame.bodies[a] < frame.bodies[b]; });
    out.counts.assign(bodies, 0);
    if (!order.empty()) out.center = frame.positions[order.front()];
    for (const std::uint32_t i : order) {
        const Vec3 from = frame.positions[i] - out.center;
        for (int k = 0; k < 3; ++k) out.positions.push_back(static_cast<float>(from[k]));
        if (frame.bodies[i] < bodies) ++out.counts[frame.bodies[i]];
        if (color == "speed") out.values.push_back(static_cast<float>(frame.velocities[i].norm()));
        if (color == "strain") out.values.push_back(frame.strains[i]);
        if (color == "plastic") out.values.push_back(frame.plastics[i]);
        // Names get one of twelve colours; neighbors in space mostly differ.
        if (color == "cluster") out.values.push_back(static_cast<float>(frame.clusters[i] * 5 % 12));
        if (color == "fragment") out.values.push_back(static_cast<float>(frame.fragments[i] % 12));
    }
    return out;
}

}  // namespace pliant
