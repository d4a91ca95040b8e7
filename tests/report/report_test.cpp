#include <fmt/format.h>
#include <gtest/gtest.h>

#include "report/html.hpp"
#include "report/sample.hpp"

namespace pliant {
namespace {

bool has(const std::string& page, const std::string& text) { return page.find(text) != std::string::npos; }

TEST(Report, has_every_section) {
    const std::string page = report_html(sample_report());
    for (const char* text : {"<h1>sample</h1>",
                             "<img class=\"sheet\"",
                             "data:image/png;base64,iVBORw0KGgo",
                             "Energy",
                             "kinetic",
                             "elastic",
                             "Momentum",
                             "Largest stretch",
                             "Contacts",
                             "Pieces",
                             "Plastic strain",
                             "Fastest particle",
                             "Time per frame",
                             "Warnings",
                             "speed_limited",
                             "Parameters",
                             "The complete scene",
                             "How it was run",
                             "avx2",
                             "00000000deadbeef"})
        EXPECT_TRUE(has(page, text)) << text;
}

TEST(Report, has_a_colour_for_every_stage) {
    const std::string page = report_html(sample_report());
    for (std::size_t k = 0; k < stage_count; ++k)
        EXPECT_TRUE(has(page, fmt::format(".c{0} {{ --c: var(--c{0}); }}", k))) << k;
}

TEST(Report, shows_glue_by_name_and_what_let_go) {
    Report report = sample_report();
    report.scene.glue.emplace_back().name = "hinge of the door";
    for (FrameStats& frame : report.frames) frame.stats.glue = {{1, 12.5, {12.5}}};
    report.frames[20].report.glue_released = 2;
    report.frames[30].report.glue_broken = 3;
    const std::string page = report_html(report);
    for (const char* text : {"<h3>Glue", "hinge of the door", "2 bindings were released, 3 broke"})
        EXPECT_TRUE(has(page, text)) << text;
    EXPECT_FALSE(has(report_html(sample_report()), "<h3>Glue"));
}

TEST(Report, points_to_nothing_outside_itself) {
    const std::string page = report_html(sample_report());
    for (const char* text : {"http:", "https:", "src=\"/", "href=\"/", "url(", "@import", "//cdn"})
        EXPECT_FALSE(has(page, text)) << text;
}

TEST(Report, leaves_out_what_a_run_does_not_have) {
    Report report = sample_report();
    report.timings.clear();
    report.sheet = {};
    for (FrameStats& frame : report.frames) frame.report.warnings = {};
    const std::string page = report_html(report);
    for (const char* text : {"Time per frame", "<img", "speed_limited"}) EXPECT_FALSE(has(page, text)) << text;
    EXPECT_TRUE(has(page, "None."));
}

TEST(Report, a_run_of_one_frame_has_a_page_too) {
    Report report = sample_report();
    report.frames.resize(1);
    report.timings.clear();
    EXPECT_TRUE(has(report_html(report), "Energy"));
}

TEST(Report, text_of_the_scene_cannot_become_markup) {
    Report report = sample_report();
    report.run.name = "<script>alert('x')</script>";
    report.scene.title = "a < b & \"c\"";
    report.scene.bodies[0].name = "<b>bold</b>";
    report.run.scene_json = "</pre><script>";
    const std::string page = report_html(report);
    EXPECT_FALSE(has(page, "<script>alert"));
    EXPECT_FALSE(has(page, "<b>"));
    EXPECT_FALSE(has(page, "</pre><script>"));
    EXPECT_TRUE(has(page, "a &lt; b &amp; &quot;c&quot;"));
}

TEST(Report, values_that_are_no_numbers_leave_a_gap_in_the_line) {
    Report report = sample_report();
    report.frames[5].stats.kinetic_energy = std::numeric_limits<double>::quiet_NaN();
    const std::string page = report_html(report);
    EXPECT_FALSE(has(page, "Lnan")) << "no coordinate is nan";
    EXPECT_FALSE(has(page, ",nan"));
}

TEST(Report, a_long_run_stays_small) {
    const Report small = sample_report(1000);
    const Report large = sample_report(50000);
    EXPECT_LT(report_html(large).size(), report_html(small).size() * 11 / 10);
}

TEST(Base64, knows_the_examples_of_its_standard) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foob"), "Zm9vYg==");
    EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64(std::string("\xff\xfe\x00", 3)), "//4A");
}

}  // namespace
}  // namespace pliant
