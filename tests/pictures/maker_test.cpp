#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "pictures/frames.hpp"
#include "render/view.hpp"

namespace pliant {
namespace {

TEST(PictureMaker, gives_the_same_bytes_for_any_number_of_threads) {
    const Frame frame = blocks(3);
    for (const ColorBy color : {ColorBy::body, ColorBy::cluster, ColorBy::strain}) {
        PictureMaker maker(scene_of(3), bounds(frame), small_picture(color));
        const auto with = [&](int threads) {
            const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                            static_cast<std::size_t>(threads));
            tbb::task_arena arena(threads);
            Picture picture;
            arena.execute([&] { picture = maker.take(frame); });
            return picture.rgb;
        };
        const std::vector<std::uint8_t> once = with(1);
        EXPECT_EQ(with(2), once);
        EXPECT_EQ(with(5), once);
    }
}

TEST(PictureMaker, uses_the_scenes_camera_in_place_of_its_own) {
    const Frame frame = blocks(2);
    const PictureSettings settings = small_picture();
    Scene scene = scene_of(2);
    const std::vector<std::uint8_t> automatic = PictureMaker(scene, bounds(frame), settings).take(frame).rgb;
    const render::View view = render::frame_view(bounds(frame), 192.0 / 108);
    scene.camera = Camera{view.eye, view.target, view.field_of_view_degrees};
    EXPECT_EQ(PictureMaker(scene, {}, settings).take(frame).rgb, automatic) << "the same view given by hand";
    scene.camera->field_of_view *= 0.5;
    EXPECT_NE(PictureMaker(scene, bounds(frame), settings).take(frame).rgb, automatic);
}

TEST(PictureMaker, keeps_the_colours_of_clusters_once_learned) {
    const Frame first = blocks(3);
    Frame later = first;
    for (std::size_t i = 0; i < later.positions.size(); ++i)  // the bodies move into one another: other neighbors
        later.positions[i].x() = first.positions[i].x() - 0.55 * first.bodies[i];
    const PictureSettings settings = small_picture(ColorBy::cluster);
    PictureMaker from_first(scene_of(3), bounds(first), settings);
    from_first.learn_clusters(first);
    PictureMaker through(scene_of(3), bounds(first), settings);
    through.take(first);
    EXPECT_EQ(from_first.take(later).rgb, through.take(later).rgb);
}

TEST(PictureMaker, says_what_colours_mean_unless_told_not_to) {
    const Frame frame = blocks(2);
    PictureMaker maker(scene_of(2), bounds(frame), small_picture(ColorBy::speed));
    EXPECT_NE(maker.take(frame, true).rgb, maker.take(frame, false).rgb);
    const Frame one = blocks(1);
    PictureMaker single(scene_of(1), bounds(one), small_picture(ColorBy::body));
    EXPECT_EQ(single.take(one, true).rgb, single.take(one, false).rgb) << "one body needs no key";
}

TEST(FittingAspect, follows_the_motion_unless_the_scene_has_a_camera) {
    Scene scene = scene_of(1);
    const Box tall{Vec3::Zero(), Vec3(1, 9, 1)};
    const Box flat{Vec3::Zero(), Vec3(9, 1, 9)};
    EXPECT_LT(fitting_aspect(scene, tall), 1);
    EXPECT_GT(fitting_aspect(scene, flat), 1.5);
    scene.camera.emplace();
    EXPECT_DOUBLE_EQ(fitting_aspect(scene, tall), 16.0 / 9);
}

TEST(Sheet, has_full_rows_where_it_can) {
    EXPECT_EQ(sheet_columns(8, 1), 4);
    EXPECT_EQ(sheet_columns(4, 16.0 / 9), 2);
    EXPECT_EQ(sheet_columns(1, 1), 1);
    for (int count = 1; count <= 64; ++count)
        for (const double aspect : {0.67, 1.0, 1.78}) {
            const int columns = sheet_columns(count, aspect);
            const int rows = (count + columns - 1) / columns;
            ASSERT_GE(columns, 1);
            EXPECT_LT(columns * (rows - 1), count) << "no empty row";
            EXPECT_LE(columns * rows - count, std::max(1, count / 6)) << count << " in " << columns;
        }
}

TEST(Sheet, holds_its_pictures_and_gaps) {
    const std::vector<Picture> pictures(6, Picture{80, 45, std::vector<std::uint8_t>(3 * 80 * 45, 7)});
    const Picture sheet = sheet_of(pictures, 3, {"1", "2", "3", "4", "5", "6"});
    EXPECT_EQ(sheet.rgb.size(), 3u * static_cast<std::size_t>(sheet.width) * static_cast<std::size_t>(sheet.height));
    EXPECT_EQ((sheet.width - 3 * 80) % 2, 0);
    const int gap = (sheet.width - 3 * 80) / 2;
    EXPECT_GT(gap, 0);
    EXPECT_EQ(sheet.height, 2 * 45 + gap);
}

/// How much neighboring pixels differ in a square in the middle of the picture, of 255: balls are uneven, a face is
/// not.
double unevenness(const Picture& picture) {
    double sum = 0;
    int count = 0;
    for (int y = picture.height * 2 / 5; y < picture.height * 3 / 5; ++y)
        for (int x = picture.width * 2 / 5; x < picture.width * 3 / 5; ++x, ++count) {
            const std::size_t at = 3 * static_cast<std::size_t>(y * picture.width + x);
            sum += std::abs(int{picture.rgb[at + 1]} - int{picture.rgb[at + 4]});
        }
    return sum / count;
}

/// Looked at along its face.
Scene box_scene() {
    return parse_scene(R"({"bodies": [{"shape": {"type": "box"}, "sampling": {"particles": 600}}],
        "camera": {"eye": [0, 0, 6], "target": [0, 0, 0], "field_of_view": 20}})",
                       "box.json");
}

TEST(PictureMaker, draws_a_body_as_its_surface_unless_told_to_draw_balls) {
    const Scene scene = box_scene();
    const Frame frame = Simulation(scene).snapshot();
    PictureSettings settings;
    settings.width = settings.height = 200;
    EXPECT_LT(unevenness(PictureMaker(scene, {}, settings).take(frame)), 1);
    settings.show = Show::particles;
    EXPECT_GT(unevenness(PictureMaker(scene, {}, settings).take(frame)), 5);
    settings.show = Show::both;
    EXPECT_GT(unevenness(PictureMaker(scene, {}, settings).take(frame)), 2) << "balls are seen through the surface";
}

TEST(PictureMaker, keeps_obstacles_that_keys_move_in_the_picture) {
    Scene scene = parse_scene(R"({"time": {"frames": 60}, "bodies": [{"shape": {"type": "sphere"}}], "obstacles": [
        {"type": "sphere", "radius": 0.1, "translate": [0, 0.7, 0],
         "motion": {"keys": [{"time": 0}, {"time": 1, "translate": [0, 0.45, 0]}]}}]})",
                              "keyed.json");
    Scene still = scene;
    still.obstacles[0].motion.keys.clear();
    const Frame frame = Simulation(scene).snapshot();
    const Box motion{Vec3::Constant(-0.5), Vec3::Constant(0.5)};
    // The camera goes back for the one that moves: the body is smaller in the picture.
    const auto body_pixels = [&](const Scene& of) {
        const Picture picture = PictureMaker(of, motion, small_picture(ColorBy::look)).take(frame);
        std::size_t count = 0;
        for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
            count += picture.rgb[i] > picture.rgb[i + 2] + 60 ? 1 : 0;
        return count;
    };
    EXPECT_LT(body_pixels(scene), 0.8 * static_cast<double>(body_pixels(still)));
}

TEST(PictureMaker, refuses_textures_that_are_not_there_or_have_nothing_to_lie_on) {
    Scene scene = box_scene();
    scene.bodies[0].material.look.texture = "no-such.png";
    try {
        PictureMaker maker(scene, {}, small_picture());
        FAIL() << "was accepted";
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().path.find("bodies[0].material.look.texture"), std::string::npos);
    }
    scene.bodies[0].skin.kind = SkinKind::particles;
    try {
        PictureMaker maker(scene, {}, small_picture());
        FAIL() << "was accepted";
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().what.find("UV"), std::string::npos);
    }
}

}  // namespace
}  // namespace pliant
