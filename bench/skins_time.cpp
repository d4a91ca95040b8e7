#include "bench/skins_time.hpp"

#include "bench/progress.hpp"
#include "skin/made_surfaces.hpp"
#include "skin/skins.hpp"

#include <pliant/pictures.hpp>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace pliant::bench {
namespace {

constexpr const char* scene_text = R"({"bodies": [{"shape": {"type": "sphere"}, "material": "jelly",
    "skin": {"type": "auto", "edge": 0.00608}, "sampling": {"particles": 20000}, "translate": [0, 0.6, 0]}],
    "obstacles": [{"type": "plane"}]})";

template <class Work>
double best_of(int rounds, const Work& work) {
    double best = 0;
    for (int k = 0; k < rounds; ++k) {
        const double ms = milliseconds_of(work);
        best = k == 0 ? ms : std::min(best, ms);
    }
    return best;
}

}  // namespace

SkinsResult time_skins() {
    const Scene scene = parse_scene(scene_text, "skins.json");
    const Frame frame = Simulation(scene).snapshot();
    SkinsResult result;
    std::optional<Skins> skins;
    result.bind = milliseconds_of([&] { skins.emplace(scene); });
    const auto rows = rows_by_body(frame, 1);
    SkinFrame skin;
    tbb::task_arena one(1), two(2);
    result.follow = best_of(20, [&] { one.execute([&] { skin = skins->evaluate(0, frame, rows[0]); }); });
    result.particles = frame.positions.size();
    result.points = skin.points.size();
    result.triangles = skin.mesh->triangles.size();
    result.right = true;
    const Vec3 center(0, 0.6, 0);
    for (const Vec3& p : skin.points) result.right &= std::abs((p - center).norm() - 0.5) < 1e-6;
    Scene flowing = scene;
    flowing.bodies[0].skin = {SkinKind::particles, "", 0};
    const Skins around(flowing);
    result.rebuild = best_of(5, [&] { one.execute([&] { around.evaluate(0, frame, rows[0]); }); });
    PictureMaker maker(scene, Box{Vec3(-0.5, 0.1, -0.5), Vec3(0.5, 1.1, 0.5)});
    result.draw = best_of(3, [&] { two.execute([&] { maker.take(frame); }); });
    return result;
}

}  // namespace pliant::bench
