#include "export/job.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

namespace pliant {

void ExportJob::for_each_frame(std::string_view what, const std::function<void(const Frame&, std::size_t)>& use) const {
    const int total = static_cast<int>(frames.numbers.size());
    for (std::size_t k = 0; k < frames.numbers.size(); ++k) {
        use(frames.read(frames.numbers[k]), k);
        if (options.progress && !options.progress(what, static_cast<int>(k) + 1, total)) throw ExportStopped();
    }
}

void require_count(const Frame& frame, std::size_t count, std::string_view format) {
    if (frame.positions.size() == count) return;
    throw InputError(
        {.what = fmt::format("the number of particles changes at frame {}, which {} cannot hold", frame.number, format),
         .value = fmt::format("{} particles", frame.positions.size()),
         .allowed = fmt::format("{} particles, as in the first frame", count),
         .hint = "use ply, vtp, usda or csv, or a range of frames with one number of particles"});
}

}  // namespace pliant
