#include "properties/random_scene.hpp"

#include "properties/choose.hpp"

#include <fstream>

namespace pliant::testing {
namespace {

class Generator {
  public:
    Generator(std::uint64_t seed, std::filesystem::path files) : choose_(seed), files_(std::move(files)) {}

    Scene scene() {
        Scene scene;
        scene.time.fps = choose_.usual(24, 120, {1, 10000});
        scene.time.frames = 3;
        scene.time.substeps = choose_.from_to(1, 8);
        if (choose_.one_in(5)) scene.time.max_step = choose_.scaled(1e-3, 1);
        scene.gravity = choose_.one_in(12) ? choose_.vector(1e4) : Vec3(0, choose_.uniform(-20, 5), 0);
        scene.seed = static_cast<std::uint64_t>(choose_.from_to(0, 1000));
        if (choose_.one_in(3)) scene.shapes["shared"] = solid(1);
        has_shared_ = !scene.shapes.empty();
        for (int i = choose_.from_to(1, 3); i > 0; --i) scene.bodies.push_back(body(scene.time));
        for (int i = choose_.from_to(0, 3); i > 0; --i) scene.obstacles.push_back(obstacle());
        for (int i = choose_.from_to(0, 2); i > 0; --i) scene.forces.push_back(force());
        scene.output.every = choose_.from_to(1, 3);
        return scene;
    }

  private:
    Placement placement(double reach) {
        Placement p;
        p.translate = choose_.one_in(20) ? choose_.vector(1e6) : choose_.vector(reach);
        p.axis = choose_.direction();
        p.angle = choose_.usual(-180, 180, {-1e6, 1e6});
        p.scale = choose_.usual(0.5, 2, {1e-3, 1e3});
        return p;
    }

    /// `depth`: how many booleans may still be nested.
    Shape solid(int depth) {
        Shape s;
        const auto length = [&] { return choose_.scaled(0.1, 2); };
        do s.kind = choose_.any(ShapeKind::difference);
        while (s.kind == ShapeKind::half_space || (depth == 0 && s.kind >= ShapeKind::union_of));
        s.radius = length();
        s.top_radius = choose_.one_in(3) ? 0 : length();
        s.height = length();
        s.tube = s.radius * choose_.uniform(0.2, 1);
        s.size = Vec3(length(), length(), length());
        s.radii = Vec3(length(), length(), length());
        s.blend = choose_.usual(0, 0.5, {0, 10});
        if (s.kind == ShapeKind::rounded_box) s.radius = choose_.uniform(0.05, 0.5) * s.size.minCoeff();
        if (s.kind >= ShapeKind::union_of) {
            for (int i = choose_.from_to(1, 3); i > 0; --i) s.parts.push_back(solid(depth - 1));
            // Parts that overlap: intersections and differences leave something more often.
            for (Shape& part : s.parts) part.place.translate = choose_.vector(0.3);
            if (s.kind >= ShapeKind::intersection && choose_.one_in(3)) s.parts.push_back(half_space());
        }
        if (choose_.one_in(3)) s.place = inner_placement();
        return s;
    }

    /// Of shapes inside a body: extremes are rare there, because several of them multiply.
    Placement inner_placement() {
        Placement p = placement(1);
        if (!choose_.one_in(20)) {
            p.scale = choose_.uniform(0.5, 2);
            p.translate = choose_.vector(1);
        }
        return p;
    }

    Shape half_space() {
        Shape s;
        s.kind = ShapeKind::half_space;
        s.point = choose_.vector(0.2);
        s.normal = choose_.direction();
        return s;
    }

    Shape body_shape() {
        Shape s;
        switch (choose_.from_to(0, 9)) {
            case 0:
                s.kind = ShapeKind::sheet;
                s.size = Vec3(choose_.scaled(0.1, 2), 0, choose_.scaled(0.1, 2));
                break;
            case 1:
                s.kind = ShapeKind::strand;
                for (int i = choose_.from_to(2, 5); i > 0; --i) s.path.push_back(choose_.vector(1));
                break;
            case 2:
                s.kind = ShapeKind::mesh;
                s.file = (files_ / (choose_.one_in(50) ? "open-box.obj" : "cube.obj")).string();
                break;
            case 3:
                s.kind = ShapeKind::points;
                s.file = (files_ / choose_.of({"cloud.ply", "line.xyz", "plane.xyz", "one.xyz"})).string();
                break;
            case 4:
                if (has_shared_) {
                    s.kind = ShapeKind::ref;
                    s.name = "shared";
                    break;
                }
                [[fallthrough]];
            default:
                return solid(2);
        }
        if (choose_.one_in(3)) s.place = inner_placement();
        return s;
    }

    Varying varying(double usual_low, double usual_high, std::initializer_list<double> extremes) {
        Varying v(choose_.usual(usual_low, usual_high, extremes));
        if (choose_.one_in(6)) v.regions.push_back({solid(0), choose_.usual(usual_low, usual_high, extremes)});
        return v;
    }

    Material material(const Time& time) {
        Material m;
        if (choose_.one_in(3)) {
            const std::vector<std::string> names = material_presets();
            m = material_preset(
                names[static_cast<std::size_t>(choose_.from_to(0, static_cast<int>(names.size()) - 1))]);
            if (choose_.one_in(2)) return m;
        }
        m.density = varying(100, 3000, {1e-3, 1e6});
        m.damping = varying(0, 10, {0, 30, 1e4});
        m.strain_limit = varying(0.05, 1, {0, 100});
        m.friction = varying(0, 1, {0, 100});
        m.restitution = varying(0, 1, {0, 1});
        m.rotation = choose_.any(RotationMode::deformation);
        m.damping_mode = choose_.any(DampingMode::mean);
        m.strain_sweeps = choose_.one_in(10) ? 100 : choose_.from_to(0, 6);
        m.strain_relaxation = choose_.usual(0.1, 1, {1e-9, 1});
        // Up to the bound α < 4 − 2 k_d; a little too much is an error, which is a legal outcome, too.
        const double step = 1 / (time.fps * time.substeps);
        m.stiffness = Varying(std::min(choose_.usual(0, 0.8, {0, 0.99, 1.01}) * std::sqrt(2) / (6.2832 * step), 1e4));
        if (choose_.one_in(6)) m.alpha = choose_.usual(0.01, 1.9, {1e-9, 3.999});
        if (choose_.one_in(6)) m.k_d = choose_.usual(0.01, 0.9, {1e-9, 1});
        return m;
    }

    Clusters clusters(int particles) {
        Clusters c;
        c.algorithm = choose_.any(ClusterAlgorithm::fuzzy);
        c.kernel = choose_.any(Kernel::fcm);
        if (choose_.one_in(3)) c.count = choose_.one_in(8) ? particles : choose_.from_to(1, std::max(1, particles / 4));
        c.per_cluster = choose_.usual(5, 60, {1, 1e6});
        if (choose_.one_in(4)) c.radius = choose_.usual(0.05, 1, {1e-6, 1e6});
        c.overlap = choose_.usual(1, 1.6, {1, 5});
        c.blend_beta = choose_.usual(0, 1, {0, 100});
        c.fcm_m = choose_.usual(1.5, 4, {1.1, 100});
        if (choose_.one_in(4)) {
            c.levels = choose_.from_to(0, 4);
            c.divide = choose_.usual(2, 10, {2});
            c.radius_factor = choose_.usual(1, 3, {1});
        }
        c.max_iterations = choose_.one_in(5) ? 1 : choose_.from_to(10, 200);
        c.seed = static_cast<std::uint64_t>(choose_.from_to(0, 100));
        return c;
    }

    Motion motion() {
        Motion m;
        double time = 0;
        for (int i = choose_.from_to(0, 3); i > 0; --i) {
            m.keys.push_back({time, choose_.one_in(20) ? choose_.vector(1e6) : choose_.vector(1),
                              choose_.usual(-360, 360, {-1e6, 1e6})});
            time += choose_.usual(0.01, 0.5, {2e-4, 1e6});
        }
        m.axis = choose_.direction();
        if (choose_.one_in(2)) m.pivot = choose_.vector(1);
        m.interpolation = choose_.any(Interpolation::smooth);
        return m;
    }

    Pin pin() {
        Pin p;
        p.region = choose_.one_in(4) ? solid(1) : half_space();
        p.space = choose_.one_in(4) ? Space::world : Space::body;
        p.motion = motion();
        if (choose_.one_in(3)) p.release = choose_.uniform(0, 0.1);
        return p;
    }

    Body body(const Time& time) {
        Body b;
        b.shape = body_shape();
        b.sampling.method = choose_.any(SamplingMethod::grid);
        b.sampling.particles = choose_.one_in(8) ? choose_.from_to(1, 5) : choose_.from_to(10, 150);
        if (choose_.one_in(5)) b.sampling.thickness = choose_.scaled(1e-3, 1);
        b.sampling.seed = static_cast<std::uint64_t>(choose_.from_to(0, 1000));
        b.clusters = clusters(b.sampling.particles);
        b.material = material(time);
        b.place = placement(3);
        if (choose_.one_in(5)) b.sampling.spacing = b.place.scale * choose_.scaled(0.15, 1);
        b.velocity = choose_.one_in(15) ? choose_.vector(1e5) : choose_.vector(5);
        if (choose_.one_in(3)) b.spin = choose_.one_in(5) ? choose_.vector(1e5) : choose_.vector(720);
        if (choose_.one_in(4))
            for (int k = 0; k < 3; ++k) b.stretch[k] = choose_.usual(-2, 3, {0, -1, 100, -100});
        if (choose_.one_in(4)) b.twist = {choose_.direction(), choose_.usual(-180, 180, {1e5, -1e5})};
        if (choose_.one_in(4)) b.pins.push_back(pin());
        return b;
    }

    Obstacle obstacle() {
        Obstacle o;
        o.kind = choose_.any(ObstacleKind::cone);
        o.place = placement(2);
        o.radius = choose_.usual(0.1, 2, {1e-6, 1e6});
        o.top_radius = choose_.usual(0, 1, {0, 1e6});
        o.height = choose_.usual(0.1, 2, {1e-6, 1e6});
        o.size = Vec3(choose_.usual(0.1, 3, {1e-6, 1e6}), choose_.usual(0.01, 1, {1e-6, 1e6}), choose_.uniform(0.1, 3));
        o.friction = choose_.usual(0, 1, {0, 100});
        o.restitution = choose_.usual(0, 1, {0, 1});
        if (choose_.one_in(2)) o.motion = motion();
        return o;
    }

    Force force() {
        Force f;
        f.kind = choose_.any(ForceKind::wind);
        f.vector = choose_.one_in(12) ? choose_.vector(1e4) : choose_.vector(20);
        switch (f.kind) {
            case ForceKind::compress:
                f.strength = choose_.usual(0, 20, {0, 1e4});
                break;
            case ForceKind::wind:
                f.strength = choose_.usual(0, 5, {0, 1e3});
                break;
            default:
                f.strength = choose_.usual(-20, 20, {-1e4, 1e4});
        }
        f.center = choose_.one_in(20) ? choose_.vector(1e6) : choose_.vector(2);
        f.axis = choose_.direction();
        f.falloff = choose_.usual(0, 2, {0, 4});
        f.start = choose_.uniform(0, 0.05);
        if (choose_.one_in(3)) f.end = f.start + choose_.uniform(0.001, 1);
        return f;
    }

    Choose choose_;
    std::filesystem::path files_;
    bool has_shared_ = false;
};

}  // namespace

Scene random_scene(std::uint64_t number, const std::filesystem::path& files) {
    return Generator(number, files).scene();
}

void write_random_files(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const auto write = [&](const char* name, const std::string& text) { std::ofstream(folder / name) << text; };
    const std::string corners =
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
        "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    write("open-box.obj", corners);
    write("cube.obj", corners + "f 5 6 7 8\n");
    std::string cloud =
        "ply\nformat ascii 1.0\nelement vertex 64\nproperty float x\nproperty float y\nproperty float z\n"
        "property float heavy\nend_header\n";
    std::string line, plane;
    for (int i = 0; i < 64; ++i) {
        const auto row = [](int a, int b, int c) {
            return std::to_string(0.1 * a) + " " + std::to_string(0.1 * b) + " " + std::to_string(0.1 * c);
        };
        cloud += row(i % 4, i / 4 % 4, i / 16) + " " + std::to_string(i) + "\n";
        line += row(i, i, 0) + "\n";
        plane += row(i % 8, 0, i / 8) + "\n";
    }
    write("cloud.ply", cloud);
    write("line.xyz", line);
    write("plane.xyz", plane);
    write("one.xyz", "0.5 0.5 0.5\n");
}

}  // namespace pliant::testing
