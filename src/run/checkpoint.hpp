// The whole State of a simulation as a chunk file, and back, bit for bit.
#pragma once

#include "run/chunk_file.hpp"

#include <pliant/simulation.hpp>

namespace pliant {

/// `pending` is what happened since the last frame that was written, which the next one will report.
std::vector<std::byte> checkpoint_bytes(const Simulation& simulation, const StepReport& pending, std::uint64_t run_key);

/// Puts `simulation`, built from the same scene, to the checkpoint's state and returns `pending`. Throws InputError
/// when the file is of another run, or its bodies are not those of the simulation; then the simulation is as it was.
StepReport load_checkpoint(const ChunkFile& file, std::uint64_t run_key, Simulation& simulation);

}  // namespace pliant
