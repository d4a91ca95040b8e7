// Assertions: what a failed one says, and to whom.
#include "core/assert.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pliant {
namespace {

struct Failure {
    int count = 0, line = 0;
    std::string condition, file;
};
Failure last;  // handlers are plain functions

void take_down(const char* condition, const char* file, int line) { last = {last.count + 1, line, condition, file}; }
void ignore(const char*, const char*, int) {}

/// Puts the handler back, whatever the test did.
class Assertions : public ::testing::Test {
  protected:
    void SetUp() override {
        last = {};
        before_ = set_assert_handler(take_down);
    }
    void TearDown() override { set_assert_handler(before_); }

  private:
    AssertHandler before_ = nullptr;
};

TEST_F(Assertions, are_compiled_into_every_build_that_makes_tests) { EXPECT_TRUE(asserts); }

TEST_F(Assertions, tell_the_handler_condition_file_and_line) {
    const int legs = 3;
    const int line = __LINE__ + 1;
    PLIANT_ASSERT(legs == 4);
    EXPECT_EQ(last.count, 1);
    EXPECT_EQ(last.condition, "legs == 4");
    EXPECT_EQ(last.line, line);
    EXPECT_TRUE(last.file.ends_with("assert_test.cpp")) << last.file;
}

TEST_F(Assertions, say_nothing_where_they_hold_and_look_once) {
    int looked = 0;
    PLIANT_ASSERT(++looked == 1);
    EXPECT_EQ(looked, 1);
    EXPECT_EQ(last.count, 0);
}

TEST_F(Assertions, are_one_statement_also_without_braces) {
    const bool choose = false;
    if (choose)
        PLIANT_ASSERT(false);
    else
        PLIANT_ASSERT(true);
    EXPECT_EQ(last.count, 0);
}

TEST_F(Assertions, setting_a_handler_returns_the_one_before) {
    EXPECT_EQ(set_assert_handler(ignore), &take_down);
    PLIANT_ASSERT(false);
    EXPECT_EQ(last.count, 0);
    EXPECT_EQ(set_assert_handler(take_down), &ignore);
}

TEST_F(Assertions, null_restores_the_default_which_prints_and_aborts) {
    set_assert_handler(nullptr);
    const AssertHandler restored = set_assert_handler(take_down);
    ASSERT_NE(restored, nullptr);
    EXPECT_NE(restored, &take_down);
    EXPECT_DEATH(restored("two and two", "sums.cpp", 5), "two and two.*sums.cpp:5");
    EXPECT_EQ(last.count, 0);
}

}  // namespace
}  // namespace pliant
