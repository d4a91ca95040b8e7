#include "view/scene_packet.hpp"

#include "collision/obstacle.hpp"
#include "skin/make_skin.hpp"
#include "skin/skins.hpp"
#include "view/skin_packet.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

namespace pliant {
namespace {

Value list_of(const Vec3& v) {
    return make_value(Value::List{make_value(v.x()), make_value(v.y()), make_value(v.z())});
}

Value finite_or_null(double x) { return std::isfinite(x) ? make_value(x) : Value{}; }

void add_points(const std::string& name, const std::vector<Vec3>& points, BinaryPacket& packet) {
    std::vector<float> numbers;
    numbers.reserve(3 * points.size());
    for (const Vec3& p : points)
        for (int k = 0; k < 3; ++k) numbers.push_back(static_cast<float>(p[k]));
    packet.add(name, numbers);
}

Value look_of(const Look& look) {
    if (!look.color) return Value{};
    return list_of(*look.color);
}

Value body_value(const Body& body, const BodySummary& summary, const BodySkin* skin, const std::string& name,
                 BinaryPacket& packet) {
    Value value = make_object({{"name", make_value(summary.name)},
                               {"solver", make_value(body.solver == Solver::rigid         ? "rigid"
                                                     : body.solver == Solver::point_based ? "point_based"
                                                                                          : "shape_matching")},
                               {"particles", make_value(static_cast<double>(summary.particles))},
                               {"radius", make_value(0.5 * summary.spacing)},
                               {"mass", make_value(summary.mass)},
                               {"color", look_of(body.material.look)}});
    if (skin && skin->motion == SkinMotion::rebuilt) value.set("skin", make_value("sent"));
    value.set("inside", look_of(inside_look(body.material)));
    if (!skin || !skin->mesh) return value;
    if (!page_computes(*skin)) {
        value.set("skin", make_value("sent"));
        add_mesh(name, *skin->mesh, packet);
    } else if (skin->motion == SkinMotion::bound) {
        value.set("skin", make_value("bound"));
        add_mesh(name, *skin->mesh, packet);
        packet.add(name + ".rows", skin->binding.rows);
        packet.add(name + ".of", skin->binding.particles);
        packet.add(name + ".weights", skin->binding.coefficients);
    }
    if (page_computes(*skin) && skin->motion == SkinMotion::rigid) {
        value.set("skin", make_value("rigid"));
        add_mesh(name, *skin->mesh, packet);
        add_points(name + ".points", skin->mesh->points, packet);
    }
    return value;
}

Value obstacle_value(const Scene& scene, std::size_t k, BinaryPacket& packet) {
    const Obstacle& obstacle = scene.obstacles[k];
    Value value = make_object({{"name", make_value(obstacle.name)}, {"color", look_of(obstacle.look)}});
    value.set("plane", make_value(obstacle.kind == ObstacleKind::plane));
    if (obstacle.kind == ObstacleKind::plane) return value;
    const BodySkin skin = make_obstacle_skin(scene, obstacle, fmt::format("obstacles[{}]", k));
    if (!skin.mesh) return value;
    const std::string name = fmt::format("obstacle{}", k);
    add_mesh(name, *skin.mesh, packet);
    add_points(name + ".points", skin.mesh->points, packet);
    return value;
}

}  // namespace

PacketPtr scene_packet(const Scene& scene, const std::vector<BodySummary>& bodies, const Skins* skins, int number) {
    BinaryPacket packet;
    packet.header.set("kind", make_value("scene"));
    packet.header.set("number", make_value(static_cast<double>(number)));
    packet.header.set("name", make_value(scene.name));
    packet.header.set("title", make_value(scene.title));
    packet.header.set("fps", make_value(scene.time.fps));
    packet.header.set("gravity", list_of(scene.gravity));
    Value::List body_list, obstacle_list;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const BodySkin* skin = skins && b < skins->body_count() ? &skins->body(b) : nullptr;
        body_list.push_back(body_value(scene.bodies[b], bodies[b], skin, fmt::format("body{}", b), packet));
    }
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k) obstacle_list.push_back(obstacle_value(scene, k, packet));
    packet.header.set("bodies", make_value(std::move(body_list)));
    packet.header.set("obstacles", make_value(std::move(obstacle_list)));
    if (scene.camera)
        packet.header.set("camera", make_object({{"eye", list_of(scene.camera->eye)},
                                                 {"target", list_of(scene.camera->target)},
                                                 {"field_of_view", make_value(scene.camera->field_of_view)}}));
    return packet.finish();
}

Value parameters_message(const Scene& scene) {
    Value::List list;
    for (const LiveParameter& p : live_parameters(scene))
        list.push_back(make_object({{"path", make_value(p.path)},
                                    {"group", make_value(p.group)},
                                    {"type", make_value(p.type)},
                                    {"unit", make_value(p.unit)},
                                    {"value", make_value(p.value)},
                                    {"min", finite_or_null(p.min)},
                                    {"max", finite_or_null(p.max)},
                                    {"or_zero", make_value(p.or_zero)},
                                    {"meaning", make_value(p.meaning)},
                                    {"extremes", make_value(p.extremes)}}));
    return make_object({{"kind", make_value("parameters")}, {"parameters", make_value(std::move(list))}});
}

}  // namespace pliant
