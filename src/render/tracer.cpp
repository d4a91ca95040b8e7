#include "render/tracer.hpp"

#include "core/assert.hpp"

#include <embree3/rtcore.h>
#include <tbb/task_arena.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

namespace pliant::render {
namespace {

using DevicePtr = std::unique_ptr<RTCDeviceTy, decltype(&rtcReleaseDevice)>;
using ScenePtr = std::unique_ptr<RTCSceneTy, decltype(&rtcReleaseScene)>;
using GeometryPtr = std::unique_ptr<RTCGeometryTy, decltype(&rtcReleaseGeometry)>;

void check(RTCDevice device) {
    const RTCError error = rtcGetDeviceError(device);
    if (error != RTC_ERROR_NONE) throw std::runtime_error("Embree failed with error " + std::to_string(error));
}

// Embree leaves out what is further than about 1.8e18; below that, squared distances stay finite.
bool usable(const Vec3f& p) { return p.allFinite() && p.cwiseAbs().maxCoeff() < 1e18f; }

template <class T>
const T& one_or_each(const std::vector<T>& values, std::size_t i) {
    PLIANT_ASSERT(values.size() == 1 || i < values.size());
    return values.size() == 1 ? values[0] : values[i];
}

std::vector<Vec3f> linear_colors(const std::vector<Color>& colors) {
    std::vector<Vec3f> linear;
    linear.reserve(colors.size());
    for (const Color& color : colors) linear.push_back(to_linear(color));
    return linear;
}

RTCRay ray_of(const Vec3f& start, const Vec3f& direction) {
    RTCRay ray{};
    ray.org_x = start.x();
    ray.org_y = start.y();
    ray.org_z = start.z();
    ray.dir_x = direction.x();
    ray.dir_y = direction.y();
    ray.dir_z = direction.z();
    ray.tfar = std::numeric_limits<float>::infinity();
    ray.mask = ~0u;
    return ray;
}

}  // namespace

struct Tracer::Impl {
    /// One Embree geometry and what shading needs of it, by its index in the scene.
    struct Shape {
        bool round = false;
        std::vector<Vec3f> centers;
        std::vector<Vec3f> albedo;  // one, or one per sphere or position
        std::vector<Vec3f> normals;
        std::vector<std::array<int, 3>> triangles;
        std::optional<Material> material;
        std::vector<Vec3f> places;
        std::vector<Eigen::Vector2f> uvs;
        float size = 0;
    };

    DevicePtr device{rtcNewDevice(nullptr), &rtcReleaseDevice};
    ScenePtr scene{nullptr, &rtcReleaseScene};
    std::vector<Shape> shapes;
    float pixel = 0;

    void attach(const GeometryPtr& geometry, Shape shape) {
        rtcCommitGeometry(geometry.get());
        rtcAttachGeometryByID(scene.get(), geometry.get(), static_cast<unsigned>(shapes.size()));
        shapes.push_back(std::move(shape));
    }
    float* new_buffer(const GeometryPtr& geometry, RTCBufferType type, RTCFormat format, std::size_t stride,
                      std::size_t count) {
        void* buffer = rtcSetNewGeometryBuffer(geometry.get(), type, 0, format, stride, count);
        check(device.get());
        return static_cast<float*>(buffer);
    }
    std::size_t add(const Spheres& spheres, const Vec3& origin);
    std::size_t add(const Mesh& mesh, const Vec3& origin);
    Hit surface(const RTCRayHit& found, const Vec3f& start, const Vec3f& direction) const;
};

std::size_t Tracer::Impl::add(const Spheres& spheres, const Vec3& origin) {
    Shape shape;
    shape.round = true;
    std::vector<float> radii;
    for (std::size_t i = 0; i < spheres.centers.size(); ++i) {
        const Vec3f center = (spheres.centers[i] - origin).cast<float>();
        const float radius = one_or_each(spheres.radii, i);
        if (!usable(center) || !std::isfinite(radius) || radius <= 0) continue;
        shape.centers.push_back(center);
        shape.albedo.push_back(to_linear(one_or_each(spheres.colors, i)));
        radii.push_back(radius);
    }
    const std::size_t count = shape.centers.size();
    if (count == 0) return spheres.centers.size();
    const GeometryPtr geometry(rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_SPHERE_POINT), &rtcReleaseGeometry);
    float* buffer = new_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, 4 * sizeof(float), count);
    for (std::size_t i = 0; i < count; ++i) {
        Eigen::Map<Eigen::Vector4f>(buffer + 4 * i) << shape.centers[i], radii[i];
    }
    attach(geometry, std::move(shape));
    return spheres.centers.size() - count;
}

std::size_t Tracer::Impl::add(const Mesh& mesh, const Vec3& origin) {
    PLIANT_ASSERT(mesh.normals.empty() || mesh.normals.size() == mesh.positions.size());
    PLIANT_ASSERT(mesh.colors.size() == 1 || mesh.colors.size() == mesh.positions.size());
    std::vector<Vec3f> positions;
    positions.reserve(mesh.positions.size());
    for (const Vec3& p : mesh.positions) positions.push_back((p - origin).cast<float>());
    Shape shape;
    for (const std::array<int, 3>& triangle : mesh.triangles) {
        bool whole = true;
        for (int v : triangle) whole = whole && usable(positions[static_cast<std::size_t>(v)]);
        if (whole) shape.triangles.push_back(triangle);
    }
    const std::size_t skipped = mesh.triangles.size() - shape.triangles.size();
    if (shape.triangles.empty()) return skipped;
    const GeometryPtr geometry(rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_TRIANGLE), &rtcReleaseGeometry);
    float* vertices =
        new_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, 3 * sizeof(float), positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) Eigen::Map<Vec3f>(vertices + 3 * i) = positions[i];
    void* indices =
        new_buffer(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, 3 * sizeof(int), shape.triangles.size());
    std::memcpy(indices, shape.triangles.data(), shape.triangles.size() * sizeof(shape.triangles[0]));
    shape.albedo = linear_colors(mesh.colors);
    for (const Vec3& n : mesh.normals) shape.normals.push_back(n.cast<float>());
    shape.material = mesh.material;
    shape.places = mesh.places;
    shape.uvs = mesh.uvs;
    Eigen::AlignedBox3f box;
    for (const auto& triangle : shape.triangles)
        for (const int v : triangle) box.extend(positions[static_cast<std::size_t>(v)]);
    shape.size = box.diagonal().norm();
    attach(geometry, std::move(shape));
    return skipped;
}

Hit Tracer::Impl::surface(const RTCRayHit& found, const Vec3f& start, const Vec3f& direction) const {
    const Shape& shape = shapes[found.hit.geomID];
    Hit hit;
    hit.distance = found.ray.tfar;
    hit.position = start + hit.distance * direction;
    if (shape.round) {
        // From the center, not from the ray: exact to the last bits however far the eye is.
        hit.facet = (hit.position - shape.centers[found.hit.primID]).normalized();
        hit.normal = hit.facet;
        hit.albedo = shape.albedo[found.hit.primID];
    } else {
        const std::array<int, 3>& corner = shape.triangles[found.hit.primID];
        const auto blend = [&]<class T>(const std::vector<T>& values) -> T {
            return (1 - found.hit.u - found.hit.v) * values[static_cast<std::size_t>(corner[0])] +
                   found.hit.u * values[static_cast<std::size_t>(corner[1])] +
                   found.hit.v * values[static_cast<std::size_t>(corner[2])];
        };
        hit.facet = Vec3f(found.hit.Ng_x, found.hit.Ng_y, found.hit.Ng_z).normalized();
        hit.normal = shape.normals.empty() ? hit.facet : blend(shape.normals).normalized();
        hit.albedo = shape.albedo.size() == 1 ? shape.albedo[0] : blend(shape.albedo);
        hit.size = shape.size;
        hit.material = shape.material ? &*shape.material : nullptr;
        if (hit.material != nullptr && hit.material->texture && !shape.uvs.empty()) {
            const Eigen::Vector2f uv = blend(shape.uvs);
            hit.albedo = texel(*hit.material->texture, uv.x(), uv.y());
        }
        if (hit.material != nullptr && hit.material->pattern != Pattern::none && !shape.places.empty())
            hit.albedo = patterned(*hit.material, hit.albedo, blend(shape.places), pixel * hit.distance);
    }
    if (hit.facet.dot(direction) > 0) hit.facet = -hit.facet;
    if (hit.normal.dot(hit.facet) < 0) hit.normal = -hit.normal;
    return hit;
}

Tracer::Tracer(const Stage& stage, const Vec3& origin, float pixel, bool ghosts) : impl_(std::make_unique<Impl>()) {
    if (!impl_->device) throw std::runtime_error("Embree cannot start on this machine");
    impl_->scene.reset(rtcNewScene(impl_->device.get()));
    rtcSetSceneFlags(impl_->scene.get(), RTC_SCENE_FLAG_ROBUST);
    impl_->pixel = pixel;
    if (!ghosts)
        for (const Spheres& spheres : stage.spheres) skipped_ += impl_->add(spheres, origin);
    for (const Mesh& mesh : ghosts ? stage.ghosts : stage.meshes) skipped_ += impl_->add(mesh, origin);
    // One thread: which of two coincident spheres is met first depends on the tree, and a tree built by several threads
    // may come out in another order. 20,000 spheres take a few milliseconds.
    tbb::task_arena(1).execute([this] { rtcCommitScene(impl_->scene.get()); });
    check(impl_->device.get());
}

Tracer::~Tracer() = default;

std::optional<Hit> Tracer::first_hit(const Vec3f& start, const Vec3f& direction) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    RTCRayHit found{};
    found.ray = ray_of(start, direction);
    found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    found.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(impl_->scene.get(), &context, &found);
    if (found.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
    return impl_->surface(found, start, direction);
}

bool Tracer::blocked(const Vec3f& start, const Vec3f& direction) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRay ray = ray_of(start, direction);
    rtcOccluded1(impl_->scene.get(), &context, &ray);
    return ray.tfar < 0;
}

}  // namespace pliant::render
