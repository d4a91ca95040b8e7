// Files of named arrays: they come back bit for bit, or not at all.
#include "run/chunk_file.hpp"
#include "cache/helpers.hpp"
#include "core/hash.hpp"
#include "core/random.hpp"

#include <rapidcheck/gtest.h>

#include <cstring>

namespace pliant::testing {
namespace {

std::vector<std::byte> sample_file() {
    ChunkWriter writer(FileKind::frame);
    std::vector<float> smooth(300), noise(300);
    Random random(7);
    for (std::size_t k = 0; k < smooth.size(); ++k) {
        smooth[k] = 0.01F * static_cast<float>(k);
        noise[k] = static_cast<float>(random.uniform());
    }
    writer.add<float>("smooth", smooth, 3);
    writer.add<float>("noise", noise);
    writer.add<std::uint32_t>("none", {});
    writer.add_value("one", std::uint64_t{42});
    return writer.finish();
}

ChunkFile parse(std::vector<std::byte> bytes) { return ChunkFile::parse(std::move(bytes), "a.pcf", FileKind::frame); }

RC_GTEST_PROP(ChunkFiles, give_back_any_arrays_bit_for_bit, ()) {
    const auto bytes = *rc::gen::arbitrary<std::vector<std::uint8_t>>();
    const auto whole = *rc::gen::arbitrary<std::vector<std::uint32_t>>();
    const auto long_ones = *rc::gen::arbitrary<std::vector<std::uint64_t>>();
    const auto components = *rc::gen::inRange<std::uint32_t>(1, 9);
    std::vector<double> rows;
    for (std::uint64_t bits : long_ones)
        for (std::uint32_t k = 0; k < components; ++k) rows.push_back(std::bit_cast<double>(bits * (k + 1)));
    ChunkWriter writer(FileKind::checkpoint);
    writer.add<std::uint8_t>("bytes", bytes);
    writer.add<std::uint32_t>("whole", whole);
    writer.add<std::uint64_t>("long", long_ones);
    writer.add<double>("rows", rows, components);
    const ChunkFile file = ChunkFile::parse(writer.finish(), "a", FileKind::checkpoint);
    RC_ASSERT(file.get<std::uint8_t>("bytes") == bytes);
    RC_ASSERT(file.get<std::uint32_t>("whole") == whole);
    RC_ASSERT(file.get<std::uint64_t>("long") == long_ones);
    const std::vector<double> back = file.get<double>("rows", components);
    RC_ASSERT(back.size() == rows.size());
    const bool same = rows.empty() || std::memcmp(back.data(), rows.data(), rows.size() * sizeof(double)) == 0;
    RC_ASSERT(same);
}

TEST(ChunkFiles, are_the_same_bytes_for_the_same_arrays) { EXPECT_EQ(sample_file(), sample_file()); }

TEST(ChunkFiles, are_smaller_than_arrays_that_have_a_pattern) {
    ChunkWriter writer(FileKind::frame);
    std::vector<std::uint32_t> counting(10000);
    for (std::size_t k = 0; k < counting.size(); ++k) counting[k] = static_cast<std::uint32_t>(k);
    writer.add<std::uint32_t>("counting", counting);
    EXPECT_LT(writer.finish().size(), counting.size());
}

TEST(ChunkFiles, refuse_every_flipped_bit) {
    const std::vector<std::byte> whole = sample_file();
    for (std::size_t k = 0; k < whole.size(); ++k)
        for (int bit = 0; bit < 8; ++bit) {
            std::vector<std::byte> flipped = whole;
            flipped[k] ^= std::byte(1 << bit);
            ASSERT_THROW(parse(std::move(flipped)), InputError) << "byte " << k << ", bit " << bit;
        }
}

TEST(ChunkFiles, refuse_every_shorter_length_and_longer_ones) {
    const std::vector<std::byte> whole = sample_file();
    for (std::size_t size = 0; size < whole.size(); ++size)
        ASSERT_THROW(parse({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}), InputError) << size;
    std::vector<std::byte> longer = whole;
    longer.push_back(std::byte{0});
    EXPECT_THROW(parse(longer), InputError);
}

TEST(ChunkFiles, name_the_file_and_the_chunk_that_is_damaged) {
    std::vector<std::byte> bytes = sample_file();
    bytes.back() ^= std::byte{1};
    const std::string said = refusal_of([&] { parse(bytes); });
    EXPECT_NE(said.find("a.pcf"), std::string::npos) << said;
    EXPECT_NE(said.find("\"one\""), std::string::npos) << said;
    EXPECT_NE(said.find("hint"), std::string::npos) << said;
}

/// Changes a number of the header or directory and makes the hash right again, as another program might.
template <class T>
std::vector<std::byte> forged(std::size_t at, T value) {
    std::vector<std::byte> bytes = sample_file();
    std::memcpy(bytes.data() + at, &value, sizeof value);
    std::uint64_t directory = 0;
    std::memcpy(&directory, bytes.data() + 16, sizeof directory);
    Hash hash;
    hash.add(bytes.data(), 24);
    hash.add(bytes.data() + 32, directory);
    const std::uint64_t right = hash.value();
    std::memcpy(bytes.data() + 24, &right, sizeof right);
    return bytes;
}

// The first entry of the directory is at 32: length (1), "smooth" (6), type (1), components (4), count (8), stored (8).
constexpr std::size_t type_at = 39, components_at = 40, count_at = 44, stored_at = 52;

TEST(ChunkFiles, of_another_format_version_say_so) {
    for (const std::uint32_t format : {0U, chunk_format - 1, chunk_format + 1, 4000000000U}) {
        const std::string said = refusal_of([&] { parse(forged(8, format)); });
        EXPECT_NE(said.find("format version"), std::string::npos) << said;
    }
}

TEST(ChunkFiles, of_another_kind_say_so) {
    const std::string said = refusal_of([&] { parse(forged(12, FileKind::checkpoint)); });
    EXPECT_NE(said.find("another kind"), std::string::npos) << said;
}

TEST(ChunkFiles, refuse_impossible_sizes_before_they_allocate_them) {
    EXPECT_NO_THROW(parse(forged(type_at, ElementType::f32))) << "the offsets in this test are not those of the format";
    EXPECT_THROW(parse(forged(type_at, std::uint8_t{0})), InputError);
    EXPECT_THROW(parse(forged(type_at, std::uint8_t{6})), InputError);
    EXPECT_THROW(parse(forged(components_at, std::uint32_t{0})), InputError);
    for (const std::uint64_t huge : {std::uint64_t{1} << 40, std::uint64_t{1} << 62, ~std::uint64_t{0}}) {
        EXPECT_THROW(parse(forged(count_at, huge)), InputError);
        EXPECT_THROW(parse(forged(stored_at, huge)), InputError);
    }
    // Possible, but not what is there: found when it is unpacked.
    const ChunkFile other_count = parse(forged(count_at, std::uint64_t{101}));
    EXPECT_THROW(other_count.get<float>("smooth", 3), InputError);
}

TEST(ChunkFiles, refuse_arrays_of_another_shape_than_asked_for) {
    const ChunkFile file = parse(sample_file());
    EXPECT_THROW(file.get<float>("smooth"), InputError);
    EXPECT_THROW(file.get<double>("smooth", 3), InputError);
    EXPECT_THROW(file.get<float>("smoothest", 3), InputError);
    EXPECT_THROW(file.get_value<float>("noise"), InputError);
    EXPECT_EQ(file.get_value<std::uint64_t>("one"), 42U);
}

TEST(ChunkFiles, that_are_not_there_or_folders_are_refused) {
    const TemporaryFolder folder;
    EXPECT_THROW(ChunkFile::read(folder / "nothing.pcf", FileKind::frame), InputError);
    EXPECT_THROW(ChunkFile::read(folder.path(), FileKind::frame), InputError);
}

}  // namespace
}  // namespace pliant::testing
