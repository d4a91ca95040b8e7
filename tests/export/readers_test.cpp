// Every format is read back by a reader that is not ours, and every number must be there to the last bit.
#include "export/sample_frames.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <fstream>

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint32_t> bits_of(const std::vector<Vec3>& vectors) {
    std::vector<std::uint32_t> bits;
    for (const Vec3& v : vectors)
        for (int k = 0; k < 3; ++k) bits.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(v[k])));
    return bits;
}

std::vector<std::uint32_t> bits_of(const std::vector<float>& values) {
    std::vector<std::uint32_t> bits;
    for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
    return bits;
}

/// What read_back.py calls EXPECTED.
std::string expected_json(const FrameSequence& sequence) {
    std::string frames;
    for (const int number : sequence.numbers) {
        const Frame frame = sequence.read(number);
        frames += fmt::format(
            R"({}{{"number": {}, "time": "{:a}", "positions": [{}], "velocities": [{}], "radii": [{}],
                "strains": [{}], "plastics": [{}], "bodies": [{}], "clusters": [{}], "fragments": [{}]}})",
            frames.empty() ? "" : ", ", number, frame.time, fmt::join(bits_of(frame.positions), ","),
            fmt::join(bits_of(frame.velocities), ","), fmt::join(bits_of(frame.radii), ","),
            fmt::join(bits_of(frame.strains), ","), fmt::join(bits_of(frame.plastics), ","),
            fmt::join(frame.bodies, ","), fmt::join(frame.clusters, ","), fmt::join(frame.fragments, ","));
    }
    return fmt::format(R"({{"name": "{}", "fps": {}, "frames": [{}]}})", sequence.name, sequence.fps, frames);
}

class Readers : public ExportTest {
  protected:
    void expect_read_back(const FrameSequence& sequence, const std::string& format) {
        SCOPED_TRACE(format);
        const bool one_file = format == "csv" || format == "pc2" || format == "usda";
        const fs::path output = folder_ / (one_file ? "out." + format : format);
        ExportOptions options;
        options.overwrite = true;
        export_frames(sequence, format, output, options);
        std::ofstream(folder_ / "expected.json") << expected_json(sequence);
        const std::string command =
            fmt::format("/usr/bin/python3 {}/tests/export/read_back.py '{}' {} '{}'", PLIANT_SOURCE_DIR,
                        (folder_ / "expected.json").string(), format, output.string());
        EXPECT_EQ(std::system(command.c_str()), 0) << "see above; needs Debian's python3-numpy and python3-meshio";
    }
    void expect_read_back_by_all(const FrameSequence& sequence) {
        for (const ExportFormat& format : particle_formats()) expect_read_back(sequence, format.name);
    }
};

/// Frames that grow by particles of new bodies and sizes.
FrameSequence growing_sequence() {
    FrameSequence sequence = sample_sequence(0, 1, 4, 0);
    sequence.read = [](int number) {
        Frame frame = sample_frame(number, 20 + 5 * static_cast<std::size_t>(number), 24000.0 / 1001.0);
        for (std::uint32_t& body : frame.bodies) body += static_cast<std::uint32_t>(number);
        for (float& radius : frame.radii) radius *= static_cast<float>(1 + number);
        return frame;
    };
    return sequence;
}

TEST_F(Readers, get_every_bit_of_a_run) { expect_read_back_by_all(sample_sequence(0, 1, 5, 97)); }

TEST_F(Readers, get_a_run_that_starts_late_and_skips_frames) {
    expect_read_back_by_all(sample_sequence(120, 7, 3, 10));
}

TEST_F(Readers, get_a_single_frame) { expect_read_back_by_all(sample_sequence(3, 1, 1, 10)); }

TEST_F(Readers, get_frames_without_particles) { expect_read_back_by_all(sample_sequence(0, 1, 2, 0)); }

TEST_F(Readers, get_frames_whose_number_of_particles_sizes_and_bodies_change) {
    for (const char* format : {"csv", "obj", "ply", "usda", "vtp"}) expect_read_back(growing_sequence(), format);
}

TEST_F(Readers, get_arrays_of_many_compressed_blocks_and_of_exactly_one) {
    expect_read_back(sample_sequence(0, 1, 1, 50000), "vtp");
    expect_read_back(sample_sequence(0, 1, 1, (1 << 18) / 8), "vtp");  // 64-bit indices fill a block exactly
}

}  // namespace
}  // namespace pliant::testing
