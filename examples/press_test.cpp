// A press test: a block of a material is pressed to seven tenths of its height, let go, and measured. Writes the curve
// of pressure over strain as NAME.csv and NAME.svg; docs/materials.md was made with it.
//
//     example_press_test clay dough putty      (without names: clay)
#include <pliant/error.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr double side = 0.2;   // m, of the block
constexpr double depth = 0.3;  // of its height
constexpr double press = 2;    // s down, and as long up again
constexpr double wait = 1;     // s before the end

struct Point {
    double time, strain, pressure;  // s, of the height, Pa
};

/// The block stands on its pinned lowest layer, so that the plate is all it touches and the impulse of its contacts is
/// the plate's.
pliant::Scene press_scene(const std::string& preset) {
    pliant::Body block;
    block.name = preset;
    block.shape.kind = pliant::ShapeKind::box;
    block.shape.size = {side, side, side};
    block.sampling.particles = 1500;
    block.clusters.count = 60;
    block.material = pliant::material_preset(preset);
    pliant::Pin base;
    base.region.kind = pliant::ShapeKind::box;
    base.region.size = {2 * side, 0.1 * side, 2 * side};
    base.region.place.translate = {0, -0.5 * side, 0};
    block.pins = {base};

    pliant::Obstacle plate;
    plate.name = "plate";
    plate.kind = pliant::ObstacleKind::box;
    plate.size = {2 * side, 0.2 * side, 2 * side};
    plate.place.translate = {0, 0.6 * side + 0.02 * side, 0};  // particles reach half their spacing beyond the shape
    plate.friction = 0;
    plate.motion.interpolation = pliant::Interpolation::linear;
    const pliant::Vec3 down(0, -depth * side, 0), up(0, 0, 0);
    const pliant::Vec3 away(0, 0.3 * side, 0);
    plate.motion.keys = {{0, up, 0}, {press, down, 0}, {2 * press, up, 0}, {2 * press + 0.2, away, 0}};

    pliant::Scene scene;
    scene.time.fps = 60;
    scene.time.substeps = 0;  // as many as the material needs
    scene.time.frames = static_cast<int>(std::lround(60 * (2 * press + wait)));
    scene.gravity = pliant::Vec3::Zero();
    scene.bodies = {block};
    scene.obstacles = {plate};
    return scene;
}

std::vector<Point> measure(const std::string& preset, double& set) {
    pliant::Simulation simulation(press_scene(preset));
    const double height = simulation.stats().bbox.size().y();
    const double frame = simulation.dt() * simulation.substeps();
    std::vector<Point> curve;
    while (simulation.frame() < simulation.frame_count()) {
        simulation.advance_frame();
        const pliant::Stats stats = simulation.stats();
        const double t = stats.time, way = depth * (t < press ? t / press : std::max(0.0, 2 - t / press));
        curve.push_back({t, way, std::max(0.0, -stats.contact_impulses[0].y() / frame / (side * side))});
    }
    set = 1 - simulation.stats().bbox.size().y() / height;
    return curve;
}

void write_csv(const std::string& file, const std::vector<Point>& curve) {
    std::ofstream out(file);
    out << "time_s,strain,pressure_Pa\n";
    for (const Point& p : curve) out << p.time << "," << p.strain << "," << p.pressure << "\n";
}

void write_svg(const std::string& file, const std::string& name, const std::vector<Point>& curve) {
    constexpr double width = 480, height = 300, left = 70, bottom = 40;
    double top = 1;
    for (const Point& p : curve) top = std::max(top, p.pressure);
    std::ofstream out(file);
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << " " << height
        << "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    const auto x = [&](double strain) { return left + (width - left - 20) * strain / depth; };
    const auto y = [&](double pressure) { return height - bottom - (height - bottom - 30) * pressure / top; };
    out << "<path fill=\"none\" stroke=\"#888\" d=\"M" << x(0) << " " << y(top) << "V" << y(0) << "H" << x(depth)
        << "\"/>\n<text x=\"" << left << "\" y=\"18\">" << name << ": pressure over strain, pressed and let go</text>\n"
        << "<text x=\"4\" y=\"" << y(top) + 4 << "\">" << std::lround(top) << " Pa</text>\n<text x=\"" << x(depth) - 18
        << "\" y=\"" << height - 20 << "\">" << depth << "</text>\n<text x=\"" << x(0) << "\" y=\"" << height - 20
        << "\">0</text>\n<polyline fill=\"none\" stroke=\"#c0392b\" stroke-width=\"1.5\" points=\"";
    for (const Point& p : curve) out << x(p.strain) << "," << y(p.pressure) << " ";
    out << "\"/>\n</svg>\n";
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> names(argv + 1, argv + argc);
    if (names.empty()) names = {"clay"};
    try {
        for (const std::string& name : names) {
            double set = 0, work = 0, returned = 0, highest = 0;
            const std::vector<Point> curve = measure(name, set);
            for (std::size_t k = 1; k < curve.size(); ++k) {
                const double part = curve[k].pressure * (curve[k].strain - curve[k - 1].strain);
                (part > 0 ? work : returned) += std::abs(part);
                highest = std::max(highest, curve[k].pressure);
            }
            write_csv(name + ".csv", curve);
            write_svg(name + ".svg", name, curve);
            std::cout << name << ": highest pressure " << highest << " Pa, permanent set " << set
                      << " of the height, returned " << returned / work << " of the work\n";
        }
    } catch (const pliant::InputError& error) {
        std::cerr << error.what() << "\n";
        return 2;
    }
}
