// Frames made of numbers that are hard to write down, and folders to export them into.
#pragma once

#include <gtest/gtest.h>
#include "support/files.hpp"

#include <pliant/export.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

#include <unistd.h>

namespace pliant::testing {

/// A frame whose values depend on its number only: ordinary ones, the smallest and largest floats, many digits.
/// Radii, bodies and clusters are the same in all frames.
Frame sample_frame(int number, std::size_t particles, double fps);

/// Frames first, first + every, …; `read` makes them.
FrameSequence sample_sequence(int first, int every, int count, std::size_t particles, double fps = 24000.0 / 1001.0);

/// A folder of its own for one test, removed with it.
class ExportTest : public ::testing::Test {
  protected:
    std::vector<std::string> names_in(const std::filesystem::path& folder) const;  ///< sorted

    TemporaryFolder folder_;
};

/// Those that hold particles; the others are in skins_test.cpp.
inline std::vector<ExportFormat> particle_formats() {
    std::vector<ExportFormat> formats = export_formats();
    std::erase_if(formats, [](const ExportFormat& format) { return !format.holds_particles; });
    return formats;
}

}  // namespace pliant::testing
