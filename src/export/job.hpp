// One export under way: which frames go to which files, and one frame after another.
#pragma once

#include <pliant/export.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace pliant {

/// Thrown through the writers when progress() asks to stop; their unfinished files vanish on the way out.
struct ExportStopped {};

class SkinSource;

struct ExportJob {
    const FrameSequence& frames;
    std::vector<std::filesystem::path> files;  ///< as the format's row in formats.cpp plans them
    const ExportOptions& options;
    std::shared_ptr<const SkinSource> skins = {};  ///< of an export of surfaces

    /// Calls use(frame, k) for the k-th frame, in order, and tells progress. `what` names the pass.
    void for_each_frame(std::string_view what, const std::function<void(const Frame&, std::size_t)>& use) const;
};

/// For formats that are one array: throws InputError when the frame has another number of particles than the first.
void require_count(const Frame& frame, std::size_t count, std::string_view format);

}  // namespace pliant
