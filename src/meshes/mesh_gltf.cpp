// glTF 2.0 by tinygltf: .gltf with its buffers beside it or in it, and .glb.
#include "meshes/mesh_formats.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <cstring>
#include <set>

#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_INCLUDE_STB_IMAGE
#define TINYGLTF_NO_INCLUDE_STB_IMAGE_WRITE
#include <tiny_gltf.h>

namespace pliant {
namespace {

using Transform = Eigen::Affine3d;

constexpr int deepest = 256;  // nodes below each other

[[noreturn]] void refuse_gltf(const SourceFile& file, const std::string& what, const std::string& found,
                              const std::string& hint = "export it again from the program that made it") {
    fail(file, {.what = what, .found = found, .allowed = "glTF 2.0", .hint = hint});
}

/// Pictures are not wanted, and are not read.
bool pass_over_image(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*, int, void*) {
    return true;
}

/// The numbers of an accessor, one row an element, whole numbers scaled to 0 … 1 where the file says so.
class Numbers {
  public:
    Numbers(const SourceFile& file, const tinygltf::Model& model, int index) {
        if (index < 0 || static_cast<std::size_t>(index) >= model.accessors.size())
            refuse_gltf(file, "an accessor is not there", std::to_string(index));
        const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
        const int part = tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(accessor.componentType));
        const int parts = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type));
        if (part <= 0 || parts <= 0 || accessor.sparse.isSparse)
            refuse_gltf(file, "an accessor is of a kind that is not read", accessor.sparse.isSparse ? "sparse" : "?",
                        "export it without sparse accessors");
        if (accessor.bufferView < 0 || static_cast<std::size_t>(accessor.bufferView) >= model.bufferViews.size())
            refuse_gltf(file, "a buffer view is not there", std::to_string(accessor.bufferView),
                        "compressed meshes (Draco, meshopt) are not read: export it without compression");
        const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
        if (view.buffer < 0 || static_cast<std::size_t>(view.buffer) >= model.buffers.size())
            refuse_gltf(file, "a buffer is not there", std::to_string(view.buffer));
        const std::vector<unsigned char>& bytes = model.buffers[static_cast<std::size_t>(view.buffer)].data;
        const std::size_t element = static_cast<std::size_t>(part) * static_cast<std::size_t>(parts);
        const std::size_t stride = view.byteStride > 0 ? view.byteStride : element;
        const std::size_t begin = view.byteOffset + accessor.byteOffset;
        count_ = accessor.count;
        if (count_ > 0 && (stride < element || begin > bytes.size() || (count_ - 1) > (bytes.size() - begin) / stride ||
                           (count_ - 1) * stride + element > bytes.size() - begin))
            refuse_gltf(file, "an accessor reaches beyond its buffer", accessor.name);
        parts_ = static_cast<std::size_t>(parts);
        values_.reserve(count_ * parts_);
        for (std::size_t i = 0; i < count_; ++i)
            for (std::size_t k = 0; k < parts_; ++k)
                values_.push_back(
                    number(file, accessor, bytes.data() + begin + i * stride + k * static_cast<std::size_t>(part)));
    }

    std::size_t count() const { return count_; }
    std::size_t parts() const { return parts_; }
    double at(std::size_t i, std::size_t k) const { return values_[i * parts_ + k]; }

  private:
    template <class T>
    static double whole(const unsigned char* bytes, bool normalized) {
        T value;
        std::memcpy(&value, bytes, sizeof value);
        const auto number = static_cast<double>(value);
        return normalized ? number / static_cast<double>(std::numeric_limits<T>::max()) : number;
    }
    static double number(const SourceFile& file, const tinygltf::Accessor& accessor, const unsigned char* bytes) {
        switch (accessor.componentType) {
            case TINYGLTF_COMPONENT_TYPE_FLOAT: {
                float value = 0;
                std::memcpy(&value, bytes, sizeof value);
                return static_cast<double>(value);
            }
            case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
                return whole<std::uint8_t>(bytes, accessor.normalized);
            case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
                return whole<std::uint16_t>(bytes, accessor.normalized);
            case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
                return whole<std::uint32_t>(bytes, false);
            case TINYGLTF_COMPONENT_TYPE_BYTE:
                return whole<std::int8_t>(bytes, accessor.normalized);
            case TINYGLTF_COMPONENT_TYPE_SHORT:
                return whole<std::int16_t>(bytes, accessor.normalized);
            default:
                refuse_gltf(file, "an accessor is of a type that is not known", std::to_string(accessor.componentType));
        }
    }

    std::size_t count_ = 0, parts_ = 0;
    std::vector<double> values_;
};

float to_srgb(double linear) {
    const double x = std::clamp(linear, 0.0, 1.0);
    return static_cast<float>(x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055);
}

/// All meshes of a scene, each where its node puts it.
class Collector {
  public:
    Collector(const SourceFile& file, const tinygltf::Model& model) : file_(file), model_(model) {}

    TriangleMesh collect() {
        if (model_.scenes.empty()) {
            for (std::size_t m = 0; m < model_.meshes.size(); ++m) add_mesh(static_cast<int>(m), Transform::Identity());
        } else {
            const int shown = std::clamp(model_.defaultScene, 0, static_cast<int>(model_.scenes.size()) - 1);
            for (const int node : model_.scenes[static_cast<std::size_t>(shown)].nodes)
                add_node(node, Transform::Identity(), 0);
        }
        // An attribute counts when every part of the surface has it.
        std::erase_if(mesh_.attributes, [&](const auto& a) { return lacking_.contains(a.first); });
        return std::move(mesh_);
    }

  private:
    Transform placed(const tinygltf::Node& node) const {
        Transform here = Transform::Identity();
        if (node.matrix.size() == 16) {
            here.matrix() = Eigen::Map<const Eigen::Matrix4d>(node.matrix.data());
            return here;
        }
        if (node.translation.size() == 3) here.translate(Eigen::Map<const Vec3>(node.translation.data()));
        if (node.rotation.size() == 4)
            here.rotate(Eigen::Quaterniond(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2])
                            .normalized());
        if (node.scale.size() == 3) here.scale(Eigen::Map<const Vec3>(node.scale.data()));
        return here;
    }
    void add_node(int index, const Transform& above, int depth) {
        if (index < 0 || static_cast<std::size_t>(index) >= model_.nodes.size() || depth > deepest)
            refuse_gltf(file_, "a node is not there, or below itself", std::to_string(index));
        const tinygltf::Node& node = model_.nodes[static_cast<std::size_t>(index)];
        const Transform here = above * placed(node);
        if (node.mesh >= 0) add_mesh(node.mesh, here);
        for (const int child : node.children) add_node(child, here, depth + 1);
    }
    void add_mesh(int index, const Transform& here) {
        if (static_cast<std::size_t>(index) >= model_.meshes.size())
            refuse_gltf(file_, "a mesh is not there", std::to_string(index));
        for (const tinygltf::Primitive& part : model_.meshes[static_cast<std::size_t>(index)].primitives)
            add_primitive(part, here);
    }
    void add_primitive(const tinygltf::Primitive& part, const Transform& here) {
        const bool triangles = part.mode == TINYGLTF_MODE_TRIANGLES || part.mode == -1;
        const auto positions = part.attributes.find("POSITION");
        if (!triangles || positions == part.attributes.end()) return;  // points, lines, strips: not a surface for us
        const auto first = static_cast<std::uint32_t>(mesh_.vertices.size());
        const Numbers places(file_, model_, positions->second);
        if (places.parts() != 3) refuse_gltf(file_, "positions are not vectors", std::to_string(places.parts()));
        for (std::size_t v = 0; v < places.count(); ++v) {
            const Vec3 p = here * Vec3(places.at(v, 0), places.at(v, 1), places.at(v, 2));
            if (!p.allFinite()) refuse_gltf(file_, "a position is not a number", std::to_string(v));
            mesh_.vertices.push_back(p);
        }
        add_faces(part, first, places.count(), here.linear().determinant() < 0);
        add_attributes(part, first, here);
    }
    void add_faces(const tinygltf::Primitive& part, std::uint32_t first, std::size_t count, bool mirrored) {
        std::vector<std::uint32_t> corners;
        if (part.indices >= 0) {
            const Numbers indices(file_, model_, part.indices);
            for (std::size_t i = 0; i < indices.count(); ++i) {
                if (!(indices.at(i, 0) >= 0 && indices.at(i, 0) < static_cast<double>(count)))
                    refuse_gltf(file_, "a face has a vertex that is not there", std::to_string(indices.at(i, 0)));
                corners.push_back(first + static_cast<std::uint32_t>(indices.at(i, 0)));
            }
        } else {
            for (std::uint32_t v = 0; v < count; ++v) corners.push_back(first + v);
        }
        const auto face = static_cast<std::uint32_t>(mesh_.triangles.size());
        for (std::size_t k = 0; k + 2 < corners.size(); k += 3) {
            mesh_.triangles.push_back({corners[k], corners[k + 1], corners[k + 2]});
            if (mirrored) std::swap(mesh_.triangles.back()[1], mesh_.triangles.back()[2]);
        }
        const bool named = part.material >= 0 && static_cast<std::size_t>(part.material) < model_.materials.size();
        std::string name = named ? model_.materials[static_cast<std::size_t>(part.material)].name : "";
        if (name.empty()) name = part.material >= 0 ? "material_" + std::to_string(part.material) : "default";
        mesh_.groups.push_back({name, face, static_cast<std::uint32_t>(mesh_.triangles.size()) - face});
    }
    void add_attributes(const tinygltf::Primitive& part, std::uint32_t first, const Transform& here) {
        const Mat3 of_normals = here.linear().inverse().transpose();
        take(part, "TEXCOORD_0", first, {"u", "v"}, [](const std::array<double, 4>& of, std::array<float, 3>& to) {
            to = {static_cast<float>(of[0]), static_cast<float>(1 - of[1]), 0};  // glTF's v goes down
        });
        take(part, "NORMAL", first, {"nx", "ny", "nz"}, [&](const std::array<double, 4>& of, std::array<float, 3>& to) {
            const Vec3 n = (of_normals * Vec3(of[0], of[1], of[2])).stableNormalized();
            to = {static_cast<float>(n.x()), static_cast<float>(n.y()), static_cast<float>(n.z())};
        });
        take(part, "COLOR_0", first, {"red", "green", "blue"},
             [](const std::array<double, 4>& of, std::array<float, 3>& to) {
                 to = {to_srgb(of[0]), to_srgb(of[1]), to_srgb(of[2])};
             });
    }
    template <class Convert>
    void take(const tinygltf::Primitive& part, const char* name, std::uint32_t first,
              const std::vector<std::string>& columns, const Convert& convert) {
        const auto found = part.attributes.find(name);
        const std::size_t count = mesh_.vertices.size();
        for (const std::string& column : columns) {
            mesh_.attributes[column].resize(count, 0);
            if (found == part.attributes.end()) lacking_.insert(column);
        }
        if (found == part.attributes.end()) return;
        const Numbers numbers(file_, model_, found->second);
        if (numbers.count() != count - first || numbers.parts() < columns.size())
            refuse_gltf(file_, std::string(name) + " does not fit the positions", std::to_string(numbers.count()));
        for (std::size_t v = 0; v < numbers.count(); ++v) {
            std::array<double, 4> of{};
            for (std::size_t k = 0; k < std::min<std::size_t>(4, numbers.parts()); ++k) of[k] = numbers.at(v, k);
            std::array<float, 3> to{};
            convert(of, to);
            for (std::size_t k = 0; k < columns.size(); ++k) mesh_.attributes[columns[k]][first + v] = to[k];
        }
    }

    const SourceFile& file_;
    const tinygltf::Model& model_;
    TriangleMesh mesh_;
    std::set<std::string> lacking_;
};

}  // namespace

TriangleMesh read_gltf(const SourceFile& file, const std::filesystem::path& folder) {
    tinygltf::TinyGLTF reader;
    reader.SetImageLoader(pass_over_image, nullptr);
    tinygltf::Model model;
    std::string errors, warnings;
    const bool binary = file.bytes.starts_with("glTF");
    const auto size = static_cast<unsigned int>(file.bytes.size());
    if (file.bytes.size() > std::numeric_limits<unsigned int>::max())
        refuse_gltf(file, "the file is too large", ">4 GB");
    const bool read =
        binary ? reader.LoadBinaryFromMemory(&model, &errors, &warnings,
                                             reinterpret_cast<const unsigned char*>(file.bytes.data()), size,
                                             folder.string())
               : reader.LoadASCIIFromString(&model, &errors, &warnings, file.bytes.data(), size, folder.string());
    if (!read) refuse_gltf(file, "this is not a glTF file that can be read", shown(errors));
    return Collector(file, model).collect();
}

}  // namespace pliant
