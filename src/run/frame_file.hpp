// A frame and its statistics as a chunk file, and back, bit for bit.
//
// Positions are kept as 32-bit floats relative to the origin of the particle's body, velocities as 32-bit floats; where
// that would lose a bit (a build in double precision), as 64-bit ones.
#pragma once

#include "run/chunk_file.hpp"

#include <pliant/output.hpp>

#include <span>

namespace pliant {

/// `origins` is a point near each body (by body index): any will do, but near ones keep the numbers short.
std::vector<std::byte> frame_bytes(const CachedFrame& frame, std::span<const Vec3> origins, std::uint64_t run_key);

/// Throws InputError for a file that is whole but makes no sense. The file's run must be `run_key`.
CachedFrame frame_of(const ChunkFile& file, std::uint64_t run_key);
FrameStats frame_stats_of(const ChunkFile& file, std::uint64_t run_key);

/// The number, time and state hash of a frame.
FrameEntry frame_entry_of(const ChunkFile& file, std::uint64_t run_key);

/// Counts and depths of a report (without its times) in a chunk file, under names that start with `prefix`.
void add_report(ChunkWriter& writer, const std::string& prefix, const StepReport& report);
StepReport report_of(const ChunkFile& file, const std::string& prefix);

/// Refuses a file of another run.
void check_run(const ChunkFile& file, std::uint64_t run_key);

}  // namespace pliant
