// Random numbers: the sequence that every machine must give, and that it is even.
#include "core/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace pliant {
namespace {

TEST(Random, gives_the_published_sequence_of_splitmix64) {
    // The first outputs of SplitMix64 for the seed 1234567, as its authors' reference program prints them.
    Random random(1234567);
    for (const std::uint64_t expected : {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                         4593380528125082431ULL, 16408922859458223821ULL})
        EXPECT_EQ(random.next(), expected);
}

TEST(Random, another_seed_is_another_sequence) {
    Random a(1), b(2), again(1);
    int same = 0;
    for (int i = 0; i < 100; ++i) {
        const std::uint64_t value = a.next();
        same += value == b.next();
        EXPECT_EQ(value, again.next());
    }
    EXPECT_EQ(same, 0);
}

TEST(Random, uniform_stays_in_its_range_and_fills_it_evenly) {
    constexpr int draws = 100000, bins = 20;
    Random random(7);
    std::array<int, bins> count{};
    for (int i = 0; i < draws; ++i) {
        const double u = random.uniform(-3, 5);
        ASSERT_GE(u, -3);
        ASSERT_LT(u, 5);
        ++count[static_cast<std::size_t>((u + 3) / 8 * bins)];
    }
    // Chi squared with 19 degrees of freedom: above 43.8 happens once in a thousand seeds.
    double chi = 0;
    for (const int c : count) chi += std::pow(c - draws / bins, 2) / (draws / bins);
    EXPECT_LT(chi, 43.8);
    EXPECT_GT(chi, 4);  // too even is not random either
}

TEST(Random, below_reaches_every_number_and_no_other) {
    Random random(11);
    for (const std::uint32_t count : {1u, 2u, 7u, 100u}) {
        std::vector<int> seen(count, 0);
        for (std::uint32_t i = 0; i < 200 * count; ++i) {
            const std::uint32_t k = random.below(count);
            ASSERT_LT(k, count);
            ++seen[k];
        }
        for (const int s : seen) EXPECT_GT(s, 100);
    }
    for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below(0xffffffffu), 0xffffffffu);
}

TEST(Random, neighboring_draws_are_not_correlated) {
    Random random(5);
    double product = 0, last = random.uniform(-1, 1);
    constexpr int draws = 100000;
    for (int i = 0; i < draws; ++i) {
        const double next = random.uniform(-1, 1);
        product += last * next;
        last = next;
    }
    // Mean 0, standard deviation (1/3) / sqrt(draws).
    EXPECT_LT(std::abs(product / draws), 4.0 / 3 / std::sqrt(draws));
}

}  // namespace
}  // namespace pliant
