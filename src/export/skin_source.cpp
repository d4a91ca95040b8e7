#include "export/skin_source.hpp"

#include "meshes/mesh_source.hpp"
#include "render/palette.hpp"
#include "scene/model_files.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace pliant {
namespace {

constexpr render::Color obstacle_grey = {0.62f, 0.60f, 0.58f};

render::Color color_or(const Look& look, render::Color otherwise) {
    if (!look.color) return otherwise;
    return {static_cast<float>(look.color->x()), static_cast<float>(look.color->y()),
            static_cast<float>(look.color->z())};
}

SkinThing thing_of(const std::string& name, const Look& look, const BodySkin& skin, render::Color otherwise) {
    SkinThing thing;
    thing.name = name;
    thing.look = thing.inside = look;
    thing.color = thing.inside_color = color_or(look, otherwise);
    thing.whole = skin.motion == SkinMotion::rigid || skin.motion == SkinMotion::fixed;
    thing.changes = skin.motion == SkinMotion::rebuilt;
    thing.rest = skin.mesh;
    return thing;
}

/// The texture of a look, as it is in its file.
std::string texture_bytes(const Scene& scene, const Look& look, const BodySkin& skin) {
    if (look.texture.empty() || !skin.mesh || skin.mesh->uvs.empty()) return {};
    return read_source(find_shape_file(look.texture, scene.file.parent_path())).bytes;
}

}  // namespace

SkinSource::SkinSource(const Scene& scene, const Frame& last) : skins_(scene) {
    const auto rows = rows_by_body(last, skins_.body_count());
    for (std::size_t b = 0; b < skins_.body_count(); ++b) {
        if (skins_.body(b).motion == SkinMotion::none) continue;
        const Body& body = scene.bodies[b];
        things_.push_back(
            thing_of(body.name, body.material.look, skins_.body(b), render::categorical(static_cast<int>(b))));
        SkinThing& thing = things_.back();
        thing.texture = texture_bytes(scene, body.material.look, skins_.body(b));
        thing.inside = inside_look(body.material);
        thing.inside_color = color_or(thing.inside, thing.color);
        thing.breaks = !thing.changes && skins_.current(b, last, rows[b]).get() != &skins_.body(b);
        thing.changes = thing.changes || thing.breaks;
        number_.push_back(b);
    }
    for (std::size_t k = 0; k < skins_.obstacle_count(); ++k) {
        if (!skins_.obstacle(k).mesh) continue;
        things_.push_back(
            thing_of(scene.obstacles[k].name, scene.obstacles[k].look, skins_.obstacle(k), obstacle_grey));
        things_.back().texture = texture_bytes(scene, scene.obstacles[k].look, skins_.obstacle(k));
        number_.push_back(skins_.body_count() + k);
    }
}

std::vector<ThingFrame> SkinSource::evaluate(const Frame& frame, bool velocities) const {
    const auto rows = rows_by_body(frame, skins_.body_count());
    std::vector<ThingFrame> frames(things_.size());
    for (std::size_t t = 0; t < things_.size(); ++t) {
        ThingFrame& thing = frames[t];
        if (number_[t] >= skins_.body_count()) {
            const std::size_t k = number_[t] - skins_.body_count();
            thing.skin = skins_.evaluate_obstacle(k, frame.time);
            const RigidPose pose = skins_.obstacle_pose(k, frame.time);
            thing.turn = pose.rotation;
            thing.shift = pose.translation;
            if (velocities) thing.skin.velocities.assign(thing.skin.points.size(), Vec3::Zero());
            continue;
        }
        thing.skin = skins_.evaluate(number_[t], frame, rows[number_[t]], velocities);
        if (!thing.skin.mesh)
            throw InputError({.what = fmt::format("frame {} has other particles of {} than the scene gives",
                                                  frame.number, things_[t].name),
                              .hint = "the run was made by another version of Pliant: run it again, or use "
                                      "--content particles"});
        for (const RigidPlace& place : frame.rigid) {
            if (place.body != number_[t]) continue;
            thing.turn = place.turn;
            thing.shift = place.to - place.turn * place.from;
        }
    }
    return frames;
}

bool SkinSource::is_fixed() const {
    return std::none_of(things_.begin(), things_.end(), [](const SkinThing& thing) { return thing.changes; });
}

void require_fixed(const SkinSource& source, std::string_view format) {
    if (source.things().empty())
        throw InputError({.what = "the scene has no skins to export", .hint = "--content particles exports particles"});
    for (const SkinThing& thing : source.things())
        if (thing.changes)
            throw InputError(
                {.what = thing.breaks
                             ? fmt::format("{} breaks, so that its skin gets other triangles, which {} cannot hold",
                                           thing.name, format)
                             : fmt::format("the skin of {} has other triangles in every frame, which {} cannot hold",
                                           thing.name, format),
                 .value = thing.breaks ? "a skin that breaks" : "skin of type particles",
                 .allowed = "skins whose triangles stay",
                 .hint = thing.breaks ? "use usda, obj, ply, vtp or glb, or frames before the break (--frames)"
                                      : "use usda, obj, ply, vtp or glb, or give the body a skin of type mesh"});
}

std::string file_identifier(const std::string& name) {
    const bool digit_first = name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0;
    std::string out = digit_first ? "_" + name : name;
    for (char& c : out)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return out;
}

}  // namespace pliant
