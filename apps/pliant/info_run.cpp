#include "info_run.hpp"

#include "progress.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace pliant::cli {
namespace {

namespace fs = std::filesystem;

struct Found {
    std::size_t frames = 0, checkpoints = 0;  ///< that are whole
    std::uintmax_t bytes = 0;                 ///< of all of them
    std::optional<Stats> last;                ///< of the last frame
    std::vector<std::string> damaged;         ///< one plain sentence a file
};

/// Counts the file when `check` finds it whole.
template <class Check>
void look_at(const fs::path& file, Found& found, std::size_t& whole, const Check& check) {
    std::error_code gone;
    if (const std::uintmax_t size = fs::file_size(file, gone); !gone) found.bytes += size;
    try {
        check();
        ++whole;
    } catch (const InputError& error) {
        found.damaged.push_back(fmt::format("{}: {}", file.string(), error.problem().what));
    }
}

Found look_at_all(const RunReader& run) {
    Found found;
    for (const int n : run.frame_numbers())
        look_at(run.frame_path(n), found, found.frames, [&] { found.last = run.read_stats(n).stats; });
    for (const int c : run.checkpoints())
        look_at(run.checkpoint_path(c), found, found.checkpoints, [&] { run.check_checkpoint(c); });
    return found;
}

/// The largest pieces, and which each broke from.
void print_fragments(const Frame& frame) {
    constexpr std::size_t most = 12;
    std::vector<std::size_t> size(frame.fragment_parents.size(), 0);
    for (const std::uint32_t fragment : frame.fragments) ++size[fragment];
    std::vector<std::uint32_t> order;
    for (std::uint32_t f = 0; f < size.size(); ++f)
        if (size[f] > 0) order.push_back(f);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return size[a] > size[b]; });
    fmt::print("broken into {} pieces:\n", order.size());
    for (std::size_t k = 0; k < order.size() && k < most; ++k) {
        const std::uint32_t f = order[k], parent = frame.fragment_parents[f];
        fmt::print("  piece {}: {} particles{}\n", f, size[f],
                   parent == f ? "" : fmt::format(", from piece {}", parent));
    }
    if (order.size() > most) fmt::print("  and {} smaller ones\n", order.size() - most);
}

void print_frames(const RunReader& run, const Found& found) {
    const std::vector<int>& numbers = run.frame_numbers();
    if (numbers.empty()) {
        fmt::print("no frames yet\n");
        return;
    }
    fmt::print("frames {} to {} of {}: {} files whole, {} damaged\n", numbers.front(), numbers.back(),
               run.info().frame_count, found.frames, numbers.size() - found.frames);
    if (found.last)
        fmt::print("last: {:.4g} s, {} particles, hash {:016x}\n", found.last->time, found.last->particles,
                   found.last->hash);
    const Frame last = run.read_frame(numbers.back()).frame;
    if (!last.fragment_parents.empty()) print_fragments(last);
}

void print_ways_on(const RunReader& run) {
    const std::string folder = run.path().string();
    const std::vector<int>& done = run.checkpoints();
    if (done.empty() || done.back() < run.info().frame_count)
        fmt::print("to go on:     pliant run {} --resume\n", folder);
    else
        fmt::print("complete; for more: pliant run {} --resume --frames {}\n", folder, 2 * run.info().frame_count);
    if (!run.frame_numbers().empty())
        fmt::print("to branch:    pliant run {0} --from {1} --set gravity=[0,0,0] -o {0}-branch\n", folder,
                   run.frame_numbers()[run.frame_numbers().size() / 2]);
}

}  // namespace

int info_of_run(const std::string& folder) {
    const RunReader run(folder);
    const RunInfo& info = run.info();
    fmt::print("run of {} by pliant {}, {}, {}\n", info.name, info.version, info.precision, info.instruction_set);
    if (const auto kept = RunWriter::replaced_run(folder))
        fmt::print("replaces a run that is kept in {} until this one is complete\n", kept->string());
    if (info.branch) fmt::print("branched from frame {} of another run\n", info.branch->frame);
    const Found found = look_at_all(run);
    print_frames(run, found);
    fmt::print("checkpoints: {}{}\n", run.checkpoints().empty() ? "none" : "frame ",
               fmt::join(run.checkpoints(), ", "));
    fmt::print("size: {}\n", bytes_text(static_cast<double>(found.bytes)));
    for (const std::string& sentence : found.damaged) fmt::print("damaged: {}\n", sentence);
    if (!found.damaged.empty())
        fmt::print("to mend it:   delete the damaged files, then pliant run {} --resume\n", folder);
    else
        print_ways_on(run);
    return found.damaged.empty() ? 0 : 1;
}

}  // namespace pliant::cli
