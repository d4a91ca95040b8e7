#include "view/skin_packet.hpp"

#include "view/frame_packet.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pliant {
namespace {

bool is_sent(SkinMotion motion) {
    return motion == SkinMotion::sheet || motion == SkinMotion::strand || motion == SkinMotion::rebuilt ||
           motion == SkinMotion::parts;
}

/// Points in 16 bits within their own box, which goes into the entry.
void add_packed(const std::string& name, const std::vector<Vec3>& points, Value& entry, BinaryPacket& packet) {
    FrameParticles packed;
    packed.center = points.front();
    for (const Vec3& p : points)
        for (int k = 0; k < 3; ++k) packed.positions.push_back(static_cast<float>(p[k] - packed.center[k]));
    const PackedPoints result = pack_points(packed);
    entry.set("box", result.box);
    packet.add(name + ".P", result.numbers);
}

}  // namespace

void add_mesh(const std::string& name, const SkinMesh& mesh, BinaryPacket& packet) {
    std::vector<std::uint32_t> triangles;
    triangles.reserve(3 * mesh.triangles.size());
    for (const auto& triangle : mesh.triangles) triangles.insert(triangles.end(), triangle.begin(), triangle.end());
    packet.add(name + ".triangles", triangles);
    packet.add(name + ".point_of", mesh.vertex_point);
    packet.add(name + ".normal_of", mesh.vertex_normal);
}

bool page_computes(const BodySkin& skin) {
    return skin.mesh &&
           ((skin.motion == SkinMotion::bound && skin.binding.off.empty()) || skin.motion == SkinMotion::rigid);
}

bool sends_any(const Skins& skins) {
    for (std::size_t b = 0; b < skins.body_count(); ++b)
        if (!page_computes(skins.body(b)) && skins.body(b).motion != SkinMotion::none) return true;
    return false;
}

bool sends_rebuilt(const Skins& skins) {
    for (std::size_t b = 0; b < skins.body_count(); ++b)
        if (skins.body(b).motion == SkinMotion::rebuilt) return true;
    return false;
}

void add_skins(const Skins& skins, const Frame& frame, const SkinChoice& choice, BinaryPacket& packet) {
    const auto rows = rows_by_body(frame, skins.body_count());
    Value::List list;
    for (std::size_t b = 0; b < skins.body_count(); ++b) {
        const BodySkin& whole = skins.body(b);
        if (whole.motion == SkinMotion::none || whole.motion == SkinMotion::rigid) continue;
        const bool rebuilt = whole.motion == SkinMotion::rebuilt;
        if (rebuilt && !choice.rebuilt) continue;
        const bool broken = !rebuilt && skins.current(b, frame, rows[b]).get() != &whole;
        if (page_computes(whole) && !broken) continue;
        const SkinFrame skin = skins.evaluate(b, frame, rows[b]);
        if (!skin.mesh || skin.points.empty()) continue;
        const std::string name = fmt::format("skin{}", b);
        Value entry = make_object({{"body", make_value(static_cast<double>(b))}});
        entry.set("mesh", make_value(rebuilt || broken || !is_sent(whole.motion)));
        add_packed(name, skin.points, entry, packet);
        if (rebuilt || broken || !is_sent(whole.motion)) add_mesh(name, *skin.mesh, packet);
        if (skin.mesh->has_inside()) entry.set("inside", make_value(static_cast<double>(skin.mesh->inside_from)));
        if (choice.fragments && !skin.fragments.empty()) {
            std::vector<std::uint8_t> values;
            // Twelve colors over 0 to 255, as the particles' numbers are.
            for (const std::uint32_t f : skin.fragments) values.push_back(static_cast<std::uint8_t>(f % 12 * 255 / 11));
            packet.add(name + ".value", values);
        }
        list.push_back(std::move(entry));
    }
    packet.header.set("skins", make_value(std::move(list)));
}

}  // namespace pliant
