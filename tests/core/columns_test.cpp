// Tables stored by columns: rows survive growth, padding is zero, eight rows can be read anywhere.
#include "core/columns.hpp"

#include <gtest/gtest.h>

namespace pliant {
namespace {

std::array<Real, 3> row_of(std::size_t r) {
    const auto base = static_cast<Real>(10 * r);
    return {base + 1, base + 2, base + 3};
}

TEST(Columns, gives_back_the_rows_it_was_given) {
    Columns<3> table;
    table.resize(20);
    for (std::size_t r = 0; r < 20; ++r) table.set_row(r, row_of(r));
    for (std::size_t r = 0; r < 20; ++r) {
        EXPECT_EQ(table.row(r), row_of(r));
        for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(table.column(k)[r], table.at(r, k));
    }
}

TEST(Columns, keeps_rows_when_it_grows_or_shrinks_and_zeroes_new_ones) {
    Columns<3> table;
    table.resize(5);
    for (std::size_t r = 0; r < 5; ++r) table.set_row(r, row_of(r));
    table.resize(30);
    for (std::size_t r = 0; r < 5; ++r) EXPECT_EQ(table.row(r), row_of(r));
    for (std::size_t r = 5; r < 30; ++r) EXPECT_EQ(table.row(r), (std::array<Real, 3>{}));
    table.resize(2);
    EXPECT_EQ(table.size(), 2u);
    EXPECT_EQ(table.row(1), row_of(1));
    table.resize(5);
    EXPECT_EQ(table.row(4), (std::array<Real, 3>{}));  // what was cut off does not come back
}

TEST(Columns, can_be_read_eight_rows_at_a_time_to_the_end) {
    for (std::size_t rows = 1; rows <= 17; ++rows) {
        Columns<2> table;
        table.resize(rows);
        for (std::size_t r = 0; r < rows; ++r) table.set_row(r, {1, 1});
        const std::size_t padded = (rows + column_padding - 1) / column_padding * column_padding;
        ASSERT_EQ(table.data().size(), 2 * padded);
        for (std::size_t k = 0; k < 2; ++k)
            for (std::size_t r = rows; r < padded; ++r) EXPECT_EQ(table.column(k)[r], 0);
    }
}

TEST(Columns, of_no_rows_holds_nothing) {
    Columns<4> table;
    EXPECT_EQ(table.size(), 0u);
    table.resize(0);
    EXPECT_TRUE(table.data().empty());
}

}  // namespace
}  // namespace pliant
