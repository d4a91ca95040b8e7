// glTF 2.0: one binary file a frame; things that move as a whole are a node with a place, others lie in the world.
#include "export/formats.hpp"
#include "export/glb_file.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>

namespace pliant {
namespace {

constexpr std::size_t most_targets = 250;

/// Adds a thing's mesh and node, with JSON of the mesh before its closing brackets, and of the node.
void add_thing(GlbFile& file, const SkinThing& thing, const ThingFrame& frame, const std::string& targets = "",
               const std::string& weights = "") {
    const SkinMesh& mesh = *frame.skin.mesh;
    const std::string body = thing.whole ? file.primitives(mesh, mesh.points, smooth_normals(mesh, mesh.points), thing)
                                         : file.primitives(mesh, frame.skin.points, frame.skin.normals, thing);
    file.nodes.push_back(fmt::format(R"({{"name":"{}","mesh":{}{}{}}})", json_text(thing.name), file.meshes.size(),
                                     thing.whole ? "," : "", thing.whole ? node_place(frame) : ""));
    file.meshes.push_back(
        fmt::format(R"({{"name":"{}","primitives":[{}{}}}]{}}})", json_text(thing.name), body, targets, weights));
}

/// How one thing moves through all frames.
struct Track {
    std::vector<std::vector<float>> positions, normals;  ///< by frame and vertex; of things that deform
    std::vector<float> shifts, turns;                    ///< by frame; of things that move as a whole
};

std::vector<float> difference(const std::vector<float>& a, const std::vector<float>& b) {
    std::vector<float> result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] - b[i];
    return result;
}

void append(Track& track, const SkinThing& thing, const ThingFrame& frame) {
    if (!thing.whole) {
        track.positions.push_back(by_vertex(frame.skin.mesh->vertex_point, frame.skin.points));
        track.normals.push_back(by_vertex(frame.skin.mesh->vertex_normal, frame.skin.normals));
        return;
    }
    Eigen::Quaterniond turn(frame.turn);
    turn.normalize();
    const std::size_t n = track.turns.size();
    // The same rotation has two signs: the one near the last frame's, so that none is turned through.
    const double along = n == 0 ? 1
                                : turn.x() * static_cast<double>(track.turns[n - 4]) +
                                      turn.y() * static_cast<double>(track.turns[n - 3]) +
                                      turn.z() * static_cast<double>(track.turns[n - 2]) +
                                      turn.w() * static_cast<double>(track.turns[n - 1]);
    if (along < 0) turn.coeffs() *= -1;
    for (const double q : {turn.x(), turn.y(), turn.z(), turn.w()}) track.turns.push_back(static_cast<float>(q));
    for (int k = 0; k < 3; ++k) track.shifts.push_back(static_cast<float>(frame.shift[k]));
}

/// The first frame is the mesh, every other one a target that is fully on at its own time.
std::string targets_of(GlbFile& file, const Track& track) {
    std::string targets;
    for (std::size_t k = 1; k < track.positions.size(); ++k)
        targets += fmt::format(R"({}{{"POSITION":{},"NORMAL":{}}})", k == 1 ? "" : ",",
                               file.add(difference(track.positions[k], track.positions[0]), "VEC3"),
                               file.add(difference(track.normals[k], track.normals[0]), "VEC3"));
    return targets.empty() ? "" : fmt::format(R"(,"targets":[{}])", targets);
}

struct Animation {
    std::vector<std::string> samplers, channels;
    void add(std::size_t input, std::size_t output, std::size_t node, const char* path) {
        channels.push_back(
            fmt::format(R"({{"sampler":{},"target":{{"node":{},"path":"{}"}}}})", samplers.size(), node, path));
        samplers.push_back(fmt::format(R"({{"input":{},"output":{},"interpolation":"LINEAR"}})", input, output));
    }
};

}  // namespace

void write_glb(const ExportJob& job) {
    job.for_each_frame("frames", [&](const Frame& frame, std::size_t k) {
        GlbFile file;
        const std::vector<ThingFrame> frames = job.skins->evaluate(frame, false);
        for (std::size_t t = 0; t < frames.size(); ++t) add_thing(file, job.skins->things()[t], frames[t]);
        file.write(job.files[k]);
    });
}

void write_morph(const ExportJob& job) {
    require_fixed(*job.skins, "morph");
    const std::size_t count = job.frames.numbers.size();
    if (count > most_targets)
        throw InputError({.what = "these are more frames than one file with morph targets should have",
                          .path = "--frames",
                          .value = fmt::format("{} frames", count),
                          .allowed = fmt::format("up to {}", most_targets),
                          .hint = "choose some with --frames A:B, or use vat or usda"});
    const std::vector<SkinThing>& things = job.skins->things();
    std::vector<Track> tracks(things.size());
    std::vector<ThingFrame> first;
    std::vector<float> times;
    job.for_each_frame("frames", [&](const Frame& frame, std::size_t k) {
        std::vector<ThingFrame> frames = job.skins->evaluate(frame, false);
        for (std::size_t t = 0; t < things.size(); ++t) append(tracks[t], things[t], frames[t]);
        times.push_back(static_cast<float>((frame.number - job.frames.numbers.front()) / job.frames.fps));
        if (k == 0) first = std::move(frames);
    });
    GlbFile file;
    Animation animation;
    const std::size_t input = file.add(times, "SCALAR");
    std::vector<float> on(count * (count - 1), 0);
    for (std::size_t k = 1; k < count; ++k) on[k * (count - 1) + k - 1] = 1;
    const std::size_t weights = count > 1 ? file.add(on, "SCALAR") : 0;
    for (std::size_t t = 0; t < things.size(); ++t) {
        const std::string zeros = fmt::format(R"(,"weights":[{}])", fmt::join(std::vector<int>(count - 1, 0), ","));
        const bool moves = !things[t].whole && count > 1;
        add_thing(file, things[t], first[t], moves ? targets_of(file, tracks[t]) : "", moves ? zeros : "");
        if (moves) animation.add(input, weights, t, "weights");
        if (!things[t].whole) continue;
        animation.add(input, file.add(tracks[t].shifts, "VEC3"), t, "translation");
        animation.add(input, file.add(tracks[t].turns, "VEC4"), t, "rotation");
    }
    if (!animation.channels.empty())
        file.animations.push_back(fmt::format(R"({{"name":"{}","samplers":[{}],"channels":[{}]}})",
                                              json_text(job.frames.name), fmt::join(animation.samplers, ","),
                                              fmt::join(animation.channels, ",")));
    file.write(job.files.front());
}

}  // namespace pliant
