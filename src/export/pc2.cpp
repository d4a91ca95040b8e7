// Point Cache 2: 12 bytes "POINTCACHE2\0", then little-endian int32 version (1), int32 points, float32 first frame,
// float32 frames between samples, int32 samples; then x y z as float32 for each point of each sample.
#include <pliant/error.hpp>

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "core/file_writer.hpp"
#include "export/columns.hpp"
#include "export/formats.hpp"
#include "export/pc2.hpp"

namespace pliant {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

/// Frames from one sample to the next; the format knows only one such number.
int sample_rate(const std::vector<int>& numbers) {
    const int rate = numbers.size() > 1 ? numbers[1] - numbers[0] : 1;
    for (std::size_t k = 1; k < numbers.size(); ++k)
        if (numbers[k] - numbers[k - 1] != rate)
            throw InputError({.what = "the frames are not evenly spaced, which pc2 cannot hold",
                              .value = fmt::format("frame {} follows frame {}", numbers[k], numbers[k - 1]),
                              .allowed = fmt::format("every frame {} after the one before", rate),
                              .hint = "choose frames with --frames A:B"});
    return rate;
}

template <class T>
void put(FileWriter& out, T value) {
    out.write(&value, sizeof(value));
}

}  // namespace

void write_pc2_head(FileWriter& out, const std::vector<int>& numbers, std::size_t points) {
    out.write("POINTCACHE2", 12);  // with its terminating zero
    put(out, std::int32_t{1});
    put(out, static_cast<std::int32_t>(points));
    put(out, static_cast<float>(numbers.front()));
    put(out, static_cast<float>(sample_rate(numbers)));
    put(out, static_cast<std::int32_t>(numbers.size()));
}

void write_pc2(const ExportJob& job) {
    if (job.skins) return write_pc2_skins(job);
    const std::vector<int>& numbers = job.frames.numbers;
    sample_rate(numbers);  // refused before the first frame is read
    FileWriter out(job.files.front());
    std::size_t count = 0;
    job.for_each_frame("samples", [&](const Frame& frame, std::size_t k) {
        if (k == 0) {
            count = frame.positions.size();
            write_pc2_head(out, numbers, count);
        }
        require_count(frame, count, "pc2");
        const std::vector<float> positions = interleaved(frame.positions);
        out.write(positions.data(), positions.size() * sizeof(float));
    });
    out.commit();
}

}  // namespace pliant
