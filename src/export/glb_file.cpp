#include "export/glb_file.hpp"

#include "core/file_writer.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace pliant {
namespace {

constexpr int float_type = 5126, index_type = 5125;

std::size_t components_of(std::string_view type) {
    return type == "SCALAR" ? 1 : static_cast<std::size_t>(type[3] - '0');
}

/// The least and largest of each component, as "min" and "max" of an accessor.
std::string bounds_of(std::span<const float> values, std::size_t components) {
    std::vector<float> low(components, std::numeric_limits<float>::max()), high(components, -low[0]);
    for (std::size_t i = 0; i < values.size(); ++i) {
        low[i % components] = std::min(low[i % components], values[i]);
        high[i % components] = std::max(high[i % components], values[i]);
    }
    return fmt::format(R"("min":[{}],"max":[{}])", fmt::join(low, ","), fmt::join(high, ","));
}

void pad(std::string& bytes, char with) {
    while (bytes.size() % 4 != 0) bytes.push_back(with);
}

void put_word(FileWriter& out, std::size_t value) {
    const auto word = static_cast<std::uint32_t>(value);
    out.write(&word, sizeof(word));
}

}  // namespace

std::size_t GlbFile::add_view(const void* bytes, std::size_t size) {
    views_.push_back(fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{}}})", buffer_.size(), size));
    buffer_.append(static_cast<const char*>(bytes), size);
    pad(buffer_, '\0');
    return views_.size() - 1;
}

std::size_t GlbFile::add(std::span<const float> values, const char* type) {
    const std::size_t components = components_of(type), view = add_view(values.data(), values.size_bytes());
    accessors_.push_back(fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},"type":"{}",{}}})", view,
                                     float_type, values.size() / components, type, bounds_of(values, components)));
    return accessors_.size() - 1;
}

std::size_t GlbFile::add(std::span<const std::uint32_t> indices) {
    const std::size_t view = add_view(indices.data(), indices.size_bytes());
    accessors_.push_back(fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},"type":"SCALAR"}})", view,
                                     index_type, indices.size()));
    return accessors_.size() - 1;
}

std::size_t GlbFile::add_material(const SkinThing& thing, bool inside, bool colored) {
    const bool textured = !inside && !thing.texture.empty();
    const bool white = !inside && (textured || colored);
    const Eigen::Vector3f color =
        white ? Eigen::Vector3f::Ones() : render::to_linear(inside ? thing.inside_color : thing.color);
    const Look& look = inside ? thing.inside : thing.look;
    std::string texture;
    if (textured) {
        const std::size_t view = add_view(thing.texture.data(), thing.texture.size());
        texture = fmt::format(R"(,"baseColorTexture":{{"index":{}}})", images_.size());
        images_.push_back(fmt::format(R"({{"bufferView":{},"mimeType":"image/png"}})", view));
    }
    materials.push_back(fmt::format(
        R"({{"name":"{}","doubleSided":true,"pbrMetallicRoughness":{{"baseColorFactor":[{},{},{},1],"metallicFactor":{},"roughnessFactor":{}{}}}}})",
        json_text(inside ? thing.name + " inside" : thing.name), color.x(), color.y(), color.z(),
        static_cast<float>(look.metalness), static_cast<float>(look.roughness), texture));
    return materials.size() - 1;
}

std::string GlbFile::primitives(const SkinMesh& mesh, const std::vector<Vec3>& points, const std::vector<Vec3>& normals,
                                const SkinThing& thing) {
    std::vector<std::uint32_t> outside, inside;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t v : mesh.triangles[t]) (t < mesh.inside_from ? outside : inside).push_back(v);
    std::string attributes =
        fmt::format(R"({{"attributes":{{"POSITION":{},"NORMAL":{})", add(by_vertex(mesh.vertex_point, points), "VEC3"),
                    add(by_vertex(mesh.vertex_normal, normals), "VEC3"));
    if (!mesh.uvs.empty()) {
        std::vector<float> uvs;
        for (const Vec2f& uv : mesh.uvs) uvs.insert(uvs.end(), {uv.x(), 1 - uv.y()});  // glTF's v goes down
        attributes += fmt::format(R"(,"TEXCOORD_0":{})", add(uvs, "VEC2"));
    }
    const bool colored = !mesh.colors.empty() && !thing.look.color;
    if (colored) {
        std::vector<float> colors;
        for (const Eigen::Vector3f& c : mesh.colors) {
            const Eigen::Vector3f linear = render::to_linear({c.x(), c.y(), c.z()});
            colors.insert(colors.end(), {linear.x(), linear.y(), linear.z()});
        }
        attributes += fmt::format(R"(,"COLOR_0":{})", add(colors, "VEC3"));
    }
    const auto primitive = [&](const std::vector<std::uint32_t>& indices, bool of_inside) {
        return fmt::format(R"({}}},"indices":{},"material":{})", attributes, add(indices),
                           add_material(thing, of_inside, colored));
    };
    std::string text = primitive(outside, false);
    if (!inside.empty()) text += "}," + primitive(inside, true);
    return text;
}

void GlbFile::write(const std::filesystem::path& path) const {
    std::vector<std::size_t> all(nodes.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
    std::string json = fmt::format(
        R"({{"asset":{{"version":"2.0","generator":"Pliant"}},"scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"meshes":[{}],"materials":[{}],"accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{}}}])",
        fmt::join(all, ","), fmt::join(nodes, ","), fmt::join(meshes, ","), fmt::join(materials, ","),
        fmt::join(accessors_, ","), fmt::join(views_, ","), buffer_.size());
    if (!images_.empty()) {
        std::vector<std::string> textures;
        for (std::size_t k = 0; k < images_.size(); ++k) textures.push_back(fmt::format(R"({{"source":{}}})", k));
        json += fmt::format(R"(,"images":[{}],"textures":[{}])", fmt::join(images_, ","), fmt::join(textures, ","));
    }
    if (!animations.empty()) json += fmt::format(R"(,"animations":[{}])", fmt::join(animations, ","));
    json += "}";
    pad(json, ' ');
    FileWriter out(path);
    out.write("glTF", 4);
    put_word(out, 2);
    put_word(out, 12 + 8 + json.size() + 8 + buffer_.size());
    put_word(out, json.size());
    out.write("JSON", 4);
    out.write(json.data(), json.size());
    put_word(out, buffer_.size());
    out.write("BIN\0", 4);
    out.write(buffer_.data(), buffer_.size());
    out.commit();
}

std::vector<float> by_vertex(const std::vector<std::uint32_t>& of_vertex, const std::vector<Vec3>& values) {
    std::vector<float> flat;
    flat.reserve(3 * of_vertex.size());
    for (const std::uint32_t i : of_vertex)
        for (int k = 0; k < 3; ++k) flat.push_back(static_cast<float>(values[i][k]));
    return flat;
}

std::string node_place(const ThingFrame& frame) {
    const Eigen::Quaternionf turn(Eigen::Quaterniond(frame.turn).normalized().cast<float>());
    const Eigen::Vector3f shift = frame.shift.cast<float>();
    return fmt::format(R"("translation":[{},{},{}],"rotation":[{},{},{},{}])", shift.x(), shift.y(), shift.z(),
                       turn.x(), turn.y(), turn.z(), turn.w());
}

std::string json_text(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) >= 32) out += c;
    }
    return out;
}

}  // namespace pliant
