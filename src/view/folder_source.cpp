// The folder of a run behind a viewer: finished, or still being written.
#include "skin/skins.hpp"
#include "view/colors.hpp"
#include "view/frame_packet.hpp"
#include "view/scene_packet.hpp"
#include "view/skin_packet.hpp"
#include "view/source.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>

namespace pliant {
namespace {

Value pose_of_parts(const Mat3& turn, const Vec3& shift) {
    const Eigen::Quaterniond q(turn);
    return make_value(Value::List{make_value(shift.x()), make_value(shift.y()), make_value(shift.z()),
                                  make_value(q.x()), make_value(q.y()), make_value(q.z()), make_value(q.w())});
}

class FolderSource : public ViewSource {
  public:
    explicit FolderSource(std::filesystem::path folder)
        : run_(std::move(folder)), scene_(run_.scene()), skins_(scene_) {
        if (run_.frame_numbers().empty())
            throw InputError({.what = "this run has no frame yet",
                              .file = run_.path().string(),
                              .allowed = "the folder of a run with frames",
                              .hint = "wait for its first frame, or run it without --set output.frames=false"});
        frame_ = run_.frame_numbers().front();
        describe(run_.read_frame(frame_));
    }

    std::vector<PacketPtr> greeting() override {
        return {
            scene_packet(scene_, bodies_, &skins_, 1),
            text_packet(make_object({{"kind", make_value("parameters")}, {"parameters", make_value(Value::List{})}}))};
    }
    PacketPtr current() override { return packet_of(frame_); }
    bool advance() override {
        const std::vector<int>& numbers = run_.frame_numbers();
        auto next = std::upper_bound(numbers.begin(), numbers.end(), frame_);
        if (next == numbers.end()) {
            run_ = RunReader(run_.path());  // more may have been written
            next = std::upper_bound(numbers.begin(), numbers.end(), frame_);
            if (next == numbers.end()) return false;
        }
        frame_ = *next;
        return true;
    }
    PacketPtr kept(int frame) override {
        const std::vector<int>& numbers = run_.frame_numbers();
        return std::binary_search(numbers.begin(), numbers.end(), frame) ? packet_of(frame) : nullptr;
    }
    double fps() const override { return scene_.time.fps / run_.info().every; }
    void add_status(Value& status) const override {
        status.set("live", make_value(false));
        status.set("frame", make_value(static_cast<double>(frame_)));
        status.set("first", make_value(static_cast<double>(run_.frame_numbers().front())));
        status.set("last", make_value(static_cast<double>(run_.frame_numbers().back())));
        status.set("asked", make_value(static_cast<double>(run_.info().frame_count)));
        status.set("color", make_value(color_));
    }
    std::vector<PacketPtr> act(const Command& command) override {
        switch (command.kind) {
            case CommandKind::color:
                check_view_color(command.text);
                color_ = command.text;
                return {current()};
            case CommandKind::reset:
                frame_ = run_.frame_numbers().front();
                return {current()};
            case CommandKind::rewind: {
                const std::vector<int>& numbers = run_.frame_numbers();
                const auto after = std::upper_bound(numbers.begin(), numbers.end(),
                                                    static_cast<int>(std::clamp(command.value, 0.0, 1e9)));
                frame_ = after == numbers.begin() ? numbers.front() : *std::prev(after);
                return {current()};
            }
            case CommandKind::proxies:
            case CommandKind::input:
            case CommandKind::scene:
            case CommandKind::save_inputs:
            case CommandKind::save_scene:
                throw InputError({.what = "this is a run that was written, not a live one",
                                  .path = "view",
                                  .value = run_.path().string(),
                                  .allowed = "looking at its frames",
                                  .hint = fmt::format("to touch it: pliant view {}", scene_.name)});
            default:
                return {};
        }
    }

  private:
    /// What a simulation would say of its bodies, as far as a frame shows it.
    void describe(const CachedFrame& first) {
        bodies_.resize(scene_.bodies.size());
        for (std::size_t b = 0; b < bodies_.size(); ++b) bodies_[b].name = scene_.bodies[b].name;
        for (std::size_t i = 0; i < first.frame.positions.size(); ++i) {
            BodySummary& body = bodies_[first.frame.bodies[i]];
            ++body.particles;
            body.spacing = 2 * static_cast<double>(first.frame.radii[i]);
        }
    }

    PacketPtr packet_of(int number) {
        const CachedFrame cached = run_.read_frame(number);
        BinaryPacket packet;
        packet.header.set("kind", make_value("frame"));
        packet.header.set("scene", make_value(1.0));
        packet.header.set("frame", make_value(static_cast<double>(number)));
        packet.header.set("time", make_value(cached.frame.time));
        packet.header.set("color", make_value(color_));
        packet.header.set("contacts", make_value(static_cast<double>(cached.report.contacts)));
        packet.header.set("kinetic", make_value(cached.stats.kinetic_energy));
        packet.header.set("elastic", make_value(cached.stats.elastic_energy));
        packet.header.set("gravity_energy", make_value(cached.stats.gravity_energy));
        packet.header.set("fragments", make_value(static_cast<double>(cached.stats.fragments)));
        Value::List rigid, obstacles;
        for (const RigidPlace& place : cached.frame.rigid)
            rigid.push_back(make_value(Value::List{make_value(static_cast<double>(place.body)),
                                                   pose_of_parts(place.turn, place.to - place.turn * place.from)}));
        for (std::size_t k = 0; k < scene_.obstacles.size(); ++k) {
            const RigidPose pose = skins_.obstacle_pose(k, cached.frame.time);
            obstacles.push_back(pose_of_parts(pose.rotation, pose.translation));
        }
        packet.header.set("rigid", make_value(std::move(rigid)));
        packet.header.set("obstacles", make_value(std::move(obstacles)));
        add_skins(skins_, cached.frame, {.rebuilt = true, .fragments = color_ == "fragment"}, packet);
        add_particles(particles_of(cached.frame, scene_.bodies.size(), color_), packet);
        return packet.finish(Replaces::frame);
    }

    RunReader run_;
    Scene scene_;
    Skins skins_;
    std::vector<BodySummary> bodies_;
    int frame_ = 0;
    std::string color_ = "none";
};

}  // namespace

std::unique_ptr<ViewSource> folder_source(const std::filesystem::path& folder) {
    return std::make_unique<FolderSource>(folder);
}

}  // namespace pliant
