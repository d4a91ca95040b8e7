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

}  // namespace
}  // namespace pliant
