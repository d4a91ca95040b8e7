// Traits of arrays: rows are moved, copied and born as edits ask, and hashes see what they should.
#include "particles/arrays.hpp"

#include <gtest/gtest.h>

namespace pliant {
namespace {

TEST(Rearranged, rows_come_from_where_the_plan_says_and_others_are_born) {
    const std::vector<int> values = {10, 11, 20, 21, 30, 31};  // rows of two
    const std::vector<std::uint32_t> from = {2, no_slot, 0, 2};
    std::vector<int> to;
    rearrange(
        values, from, 2, [] { return -1; }, to);
    EXPECT_EQ(to, (std::vector<int>{30, 31, -1, -1, 10, 11, 30, 31}));
}

TEST(Rearranged, columns_keep_their_rows_and_new_ones_get_the_value_at_birth) {
    Columns<3> table;
    table.resize(2);
    table.set_row(0, {1, 2, 3});
    table.set_row(1, {4, 5, 6});
    Columns<3> to;
    const std::vector<std::uint32_t> from = {1, no_slot, 0};
    rearrange(
        table, from, 1,
        [] {
            return std::array<Real, 3>{7, 8, 9};
        },
        to);
    EXPECT_EQ(to.size(), 3u);
    EXPECT_EQ(to.row(0), (std::array<Real, 3>{4, 5, 6}));
    EXPECT_EQ(to.row(1), (std::array<Real, 3>{7, 8, 9}));
    EXPECT_EQ(to.row(2), (std::array<Real, 3>{1, 2, 3}));
}

TEST(HashedArrays, that_are_all_zero_count_as_unused) {
    EXPECT_FALSE(has_nonzero(std::vector<Real>(5, 0)));
    EXPECT_FALSE(has_nonzero(std::vector<Real>{}));
    EXPECT_TRUE(has_nonzero(std::vector<Real>{0, 0, 1e-30F}));
}

TEST(HashedArrays, differ_when_a_number_or_the_length_does) {
    const auto hash_of = [](const std::vector<std::uint32_t>& values) {
        Hash hash;
        add_to_hash(hash, values);
        return hash.value();
    };
    EXPECT_EQ(hash_of({1, 2, 3}), hash_of({1, 2, 3}));
    EXPECT_NE(hash_of({1, 2, 3}), hash_of({1, 2, 4}));
    EXPECT_NE(hash_of({1, 2, 0}), hash_of({1, 2}));
    EXPECT_NE(hash_of({}), hash_of({0}));
}

}  // namespace
}  // namespace pliant
