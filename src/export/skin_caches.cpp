// Point caches of surfaces whose triangles stay: the points of all things, in the order of obj.
//
// MDD (LightWave): big-endian int32 frames, int32 points, float32 seconds of each frame, then x y z as float32 for each
// point of each frame. PC2 is described in pc2.cpp.
#include "core/file_writer.hpp"
#include "export/flat_skin.hpp"
#include "export/formats.hpp"
#include "export/pc2.hpp"

#include <bit>
#include <cstdint>

namespace pliant {
namespace {

std::uint32_t turned(std::uint32_t word) {
    return word >> 24 | (word >> 8 & 0xff00U) | (word << 8 & 0xff0000U) | word << 24;
}

void put_turned(FileWriter& out, const std::vector<float>& values) {
    std::vector<std::uint32_t> words;
    for (const float value : values) words.push_back(turned(std::bit_cast<std::uint32_t>(value)));
    out.write(words.data(), words.size() * sizeof(std::uint32_t));
}

}  // namespace

void write_pc2_skins(const ExportJob& job) {
    require_fixed(*job.skins, "pc2");
    FileWriter out(job.files.front());
    job.for_each_frame("samples", [&](const Frame& frame, std::size_t k) {
        const std::vector<float> points = flat_points(job.skins->evaluate(frame, false));
        if (k == 0) write_pc2_head(out, job.frames.numbers, points.size() / 3);
        out.write(points.data(), points.size() * sizeof(float));
    });
    out.commit();
}

void write_mdd(const ExportJob& job) {
    require_fixed(*job.skins, "mdd");
    FileWriter out(job.files.front());
    job.for_each_frame("samples", [&](const Frame& frame, std::size_t k) {
        const std::vector<float> points = flat_points(job.skins->evaluate(frame, false));
        if (k == 0) {
            const std::uint32_t head[] = {turned(static_cast<std::uint32_t>(job.frames.numbers.size())),
                                          turned(static_cast<std::uint32_t>(points.size() / 3))};
            out.write(head, sizeof(head));
            std::vector<float> times;
            for (const int number : job.frames.numbers) times.push_back(static_cast<float>(number / job.frames.fps));
            put_turned(out, times);
        }
        put_turned(out, points);
    });
    out.commit();
}

}  // namespace pliant
