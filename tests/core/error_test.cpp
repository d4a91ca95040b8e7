// The text of a message about bad input.
#include <gtest/gtest.h>
#include <pliant/error.hpp>

namespace pliant {
namespace {

TEST(InputError, says_where_what_found_allowed_and_hint_in_that_order) {
    const InputError error({.what = "the radius is negative",
                            .file = "ball.json",
                            .path = "bodies[0].shape.radius",
                            .value = "-1",
                            .allowed = "a number above 0, in metres",
                            .hint = "try 0.5"});
    EXPECT_STREQ(error.what(),
                 "ball.json: bodies[0].shape.radius: the radius is negative\n"
                 "  found:   -1\n"
                 "  allowed: a number above 0, in metres\n"
                 "  hint:    try 0.5");
}

TEST(InputError, leaves_out_parts_that_are_empty) {
    EXPECT_STREQ(InputError({.what = "no such file"}).what(), "no such file");
    EXPECT_STREQ(InputError({.what = "no such file", .path = "--stats", .hint = "make it"}).what(),
                 "--stats: no such file\n  hint:    make it");
}

TEST(InputError, upper_layers_fill_in_only_what_was_not_known) {
    const InputError low({.what = "bad", .path = "inner"});
    const InputError high = low.at("scene.json", "outer");
    EXPECT_EQ(high.problem().file, "scene.json");
    EXPECT_EQ(high.problem().path, "inner");
    EXPECT_STREQ(high.what(), "scene.json: inner: bad");
    EXPECT_EQ(high.at("other.json", "").problem().file, "scene.json");
}

}  // namespace
}  // namespace pliant
