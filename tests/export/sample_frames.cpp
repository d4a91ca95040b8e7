#include "export/sample_frames.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace pliant::testing {
namespace {

/// Floats of every size and sign, each a float exactly, so that writing one as a float loses nothing.
class Values {
  public:
    explicit Values(unsigned seed) : bits_(seed) {}
    double next() {
        static constexpr std::array<float, 8> special = {
            0.0f, -0.0f, 1.0f, 0.1f, -16777217.0f, 1e-30f, std::numeric_limits<float>::min(), 3.4e37f};
        const auto roll = bits_();
        if (roll % 16 == 0) return special[bits_() % special.size()];
        const double unit = static_cast<double>(bits_()) / 4294967296.0 * 2 - 1;
        return static_cast<float>(unit * std::pow(10.0, static_cast<int>(roll / 16 % 7) - 3));
    }

  private:
    std::mt19937 bits_;
};

}  // namespace

Frame sample_frame(int number, std::size_t particles, double fps) {
    Values values(static_cast<unsigned>(number) + 1);
    Frame frame;
    frame.number = number;
    frame.time = number / fps;
    for (std::size_t i = 0; i < particles; ++i) {
        frame.positions.emplace_back(values.next(), values.next(), values.next());
        frame.velocities.emplace_back(values.next(), values.next(), values.next());
        frame.radii.push_back(0.01f * static_cast<float>(1 + i % 3));
        frame.bodies.push_back(static_cast<std::uint32_t>(i % 3));
        frame.clusters.push_back(static_cast<std::uint32_t>(i / 7));
        frame.strains.push_back(static_cast<float>(std::abs(values.next())));
        frame.plastics.push_back(0.5f * frame.strains.back());
        frame.fragments.push_back(static_cast<std::uint32_t>(i % 5));
    }
    for (std::uint32_t c = 0; c <= particles / 7; ++c) frame.parents.push_back(c);
    return frame;
}

FrameSequence sample_sequence(int first, int every, int count, std::size_t particles, double fps) {
    FrameSequence sequence;
    sequence.name = "sample-run";
    sequence.fps = fps;
    for (int k = 0; k < count; ++k) sequence.numbers.push_back(first + k * every);
    sequence.read = [particles, fps](int number) { return sample_frame(number, particles, fps); };
    return sequence;
}

std::vector<std::string> ExportTest::names_in(const std::filesystem::path& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace pliant::testing
