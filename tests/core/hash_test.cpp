// The hash behind state hashes: every bit, every length and the order matter.
#include "core/hash.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <vector>

namespace pliant {
namespace {

std::uint64_t hash_of(const std::vector<unsigned char>& bytes) {
    Hash hash;
    hash.add(bytes.data(), bytes.size());
    return hash.value();
}

std::vector<unsigned char> random_bytes(std::size_t count) {
    Random random(3);
    std::vector<unsigned char> bytes(count);
    for (unsigned char& b : bytes) b = static_cast<unsigned char>(random.below(256));
    return bytes;
}

TEST(Hash, every_bit_of_every_byte_matters) {
    for (std::size_t length = 1; length <= 33; ++length) {
        std::vector<unsigned char> bytes = random_bytes(length);
        std::set<std::uint64_t> seen = {hash_of(bytes)};
        for (std::size_t bit = 0; bit < 8 * length; ++bit) {
            bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1u << (bit % 8)));
            EXPECT_TRUE(seen.insert(hash_of(bytes)).second) << "bit " << bit << " of " << length << " bytes";
            bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1u << (bit % 8)));
        }
    }
}

TEST(Hash, a_changed_bit_changes_half_of_the_result) {
    std::vector<unsigned char> bytes = random_bytes(64);
    const std::uint64_t before = hash_of(bytes);
    double flipped = 0;
    for (std::size_t bit = 0; bit < 512; ++bit) {
        bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1u << (bit % 8)));
        flipped += std::popcount(before ^ hash_of(bytes));
        bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1u << (bit % 8)));
    }
    EXPECT_NEAR(flipped / 512, 32, 1);
}

TEST(Hash, the_number_of_bytes_matters_even_when_they_are_zero) {
    std::set<std::uint64_t> seen;
    for (std::size_t length = 0; length <= 64; ++length)
        EXPECT_TRUE(seen.insert(hash_of(std::vector<unsigned char>(length, 0))).second) << length;
}

TEST(Hash, the_order_of_words_matters) {
    Hash ab, ba;
    ab.add_value(std::uint64_t{1});
    ab.add_value(std::uint64_t{2});
    ba.add_value(std::uint64_t{2});
    ba.add_value(std::uint64_t{1});
    EXPECT_NE(ab.value(), ba.value());
}

TEST(Hash, does_not_depend_on_where_the_bytes_lie) {
    const std::vector<unsigned char> bytes = random_bytes(40);
    for (std::size_t shift = 0; shift < 8; ++shift) {
        std::vector<unsigned char> moved(shift + bytes.size());
        std::copy(bytes.begin(), bytes.end(), moved.begin() + static_cast<std::ptrdiff_t>(shift));
        Hash hash;
        hash.add(moved.data() + shift, bytes.size());
        EXPECT_EQ(hash.value(), hash_of(bytes));
    }
}

}  // namespace
}  // namespace pliant
