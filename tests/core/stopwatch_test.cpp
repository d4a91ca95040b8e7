#include "core/stopwatch.hpp"

#include <gtest/gtest.h>

#include <array>

namespace pliant {
namespace {

void spin_until_the_clock_moves() {
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() == start) {
    }
}

TEST(Stopwatch, adds_the_time_of_its_scope_to_the_total) {
    double total = 5;
    {
        const Stopwatch watch(total);
        spin_until_the_clock_moves();
        EXPECT_EQ(total, 5);  // only at the end
    }
    EXPECT_GT(total, 5);
}

TEST(Stopwatch, counts_a_scope_that_is_left_early_and_other_stages_not) {
    enum class Stage { first, second };
    std::array<double, 2> totals{};
    const auto leave = [&] {
        const Stopwatch watch(totals, Stage::second);
        spin_until_the_clock_moves();
        throw 1;
    };
    EXPECT_THROW(leave(), int);
    EXPECT_EQ(totals[0], 0);
    EXPECT_GT(totals[1], 0);
}

}  // namespace
}  // namespace pliant
