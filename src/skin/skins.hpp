// The surfaces of a scene's bodies and obstacles, and where a frame puts them.
//
// They are computed from frames alone: a body is sampled again as the simulation did it, which gives the rest positions
// of its particles, and its surface is bound to them (skin/binding.hpp). Rigid bodies and obstacles are moved as a
// whole.
#pragma once

#include "collision/obstacle.hpp"
#include "skin/body_skin.hpp"

#include <pliant/simulation.hpp>

#include <array>
#include <memory>
#include <mutex>
#include <vector>

namespace pliant {

/// A surface in one frame.
struct SkinFrame {
    std::shared_ptr<const SkinMesh> mesh;  ///< none: not to be seen
    std::vector<Vec3> points;              ///< m, world
    std::vector<Vec3> velocities;          ///< m/s, per point; none unless asked for
    std::vector<Vec3> normals;             ///< by SkinMesh::vertex_normal
    std::vector<std::uint32_t> fragments;  ///< per point, once the body broke: as in Frame::fragments
    bool whole = true;  ///< false: the frame's particles are not those of the scene, and there is no surface
};

/// How what a break brings to light looks: Material::inside, or the material's look without its texture.
Look inside_look(const Material& material);

/// Which particles of a frame are a body's, in order.
std::vector<std::vector<std::uint32_t>> rows_by_body(const Frame& frame, std::size_t bodies);

class Skins {
  public:
    /// Samples, meshes and binds; reads the files of meshes. Throws InputError: a file that cannot be read, or a
    /// surface far from its body.
    explicit Skins(const Scene& scene);

    std::size_t body_count() const { return bodies_.size(); }
    std::size_t obstacle_count() const { return obstacles_.size(); }
    /// As built, before anything broke.
    const BodySkin& body(std::size_t b) const { return *bodies_[b]; }
    const BodySkin& obstacle(std::size_t k) const { return obstacles_[k]; }
    RigidPose obstacle_pose(std::size_t k, double time) const { return motions_[k].pose(time); }

    /// The body's skin as it is in a frame: cut where the body broke. The last one is kept, as most frames have the
    /// breaks of the one before. `rows` are the body's of rows_by_body.
    std::shared_ptr<const BodySkin> current(std::size_t body, const Frame& frame,
                                            const std::vector<std::uint32_t>& rows) const;
    SkinFrame evaluate(std::size_t body, const Frame& frame, const std::vector<std::uint32_t>& rows,
                       bool velocities = false) const;
    /// Where its keys put it; nothing for a plane.
    SkinFrame evaluate_obstacle(std::size_t k, double time) const;

  private:
    /// The last skin of a body that was cut, and for which fragments and tears.
    struct Cut {
        std::mutex busy;
        std::vector<std::uint32_t> fragments;
        std::vector<std::array<std::uint32_t, 2>> torn;
        std::shared_ptr<const BodySkin> skin;
    };

    std::vector<std::shared_ptr<const BodySkin>> bodies_;
    std::unique_ptr<Cut[]> cuts_;  ///< per body
    std::vector<BodySkin> obstacles_;
    std::vector<ObstacleMotion> motions_;
};

}  // namespace pliant
