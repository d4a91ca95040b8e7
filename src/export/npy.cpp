// NumPy's array files, version 1.0: a magic word, the length of the header, a Python dictionary padded with blanks so
// that the data starts at a multiple of 64 bytes, then the numbers. positions and velocities are (frames, particles, 3)
// float32, times (frames) float64 in seconds, frames (frames) int64.
#include <fmt/format.h>

#include <bit>

#include "core/file_writer.hpp"
#include "export/columns.hpp"
#include "export/formats.hpp"

namespace pliant {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

/// `shape` as a Python tuple, `type` as numpy spells it: "<f4".
std::string npy_header(const std::string& type, const std::string& shape) {
    constexpr std::size_t fixed = 10, alignment = 64;
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
    header.append(alignment - 1 - (fixed + header.size()) % alignment, ' ');
    header += '\n';
    const char length[2] = {static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
    return std::string("\x93NUMPY\x01\x00", 8) + std::string(length, 2) + header;
}

void put(FileWriter& out, const std::vector<float>& values) { out.write(values.data(), values.size() * sizeof(float)); }

}  // namespace

void write_npy(const ExportJob& job) {
    FileWriter positions(job.files[0]), velocities(job.files[1]), times(job.files[2]), frames(job.files[3]);
    const std::size_t samples = job.frames.numbers.size();
    std::size_t count = 0;
    times.write(npy_header("<f8", fmt::format("({},)", samples)));
    frames.write(npy_header("<i8", fmt::format("({},)", samples)));
    job.for_each_frame("arrays", [&](const Frame& frame, std::size_t k) {
        if (k == 0) {
            count = frame.positions.size();
            const std::string header = npy_header("<f4", fmt::format("({}, {}, 3)", samples, count));
            positions.write(header);
            velocities.write(header);
        }
        require_count(frame, count, "npy");
        put(positions, interleaved(frame.positions));
        put(velocities, interleaved(frame.velocities));
        times.write(&frame.time, sizeof(double));
        const std::int64_t number = frame.number;
        frames.write(&number, sizeof(number));
    });
    for (FileWriter* file : {&positions, &velocities, &times, &frames}) file->commit();
}

}  // namespace pliant
