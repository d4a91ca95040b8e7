#include "run/checkpoint.hpp"

#include "run/array_file.hpp"
#include "run/frame_file.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>

namespace pliant {
namespace {

[[noreturn]] void another_version(const ChunkFile& file, const std::string& array) {
    throw InputError({.what = "the checkpoint was written by another version of Pliant: it has no " + array,
                      .file = file.path().string(),
                      .hint = "go on with the program that wrote it, or start the run again with --force"});
}

State state_of(const ChunkFile& file, const Model& model) {
    State state;
    state.step = file.get_value<std::uint64_t>("step");
    state.points.resize(model.points.size());
    for_each_part(
        [&](const std::string& prefix, auto& part) {
            const char* counted = counted_by(part);
            const std::size_t rows = counted ? file.chunk(prefix + counted).count : 0;
            for_each_array(
                [&](const ArrayTraits& traits, const auto&, auto& array) {
                    if (!file.has(prefix + traits.name)) another_version(file, prefix + traits.name);
                    get_array(file, prefix + traits.name, rows, array);
                },
                part);
        },
        state);
    if (!is_consistent(state, model) || hash_state(state) != file.get_value<std::uint64_t>("hash"))
        file.refuse("does not agree with the rest of the file", "hash");
    return state;
}

}  // namespace

std::vector<std::byte> checkpoint_bytes(const Simulation& simulation, const StepReport& pending,
                                        std::uint64_t run_key) {
    const State& state = simulation.parts().state;
    ChunkWriter writer(FileKind::checkpoint);
    writer.add_value("run", run_key);
    writer.add_value("bodies", simulation.parts().model.built_bodies);
    writer.add_value("hash", hash_state(state));
    writer.add_value("step", state.step);
    add_report(writer, "pending.", pending);
    for_each_part(
        [&](const std::string& prefix, const auto& part) {
            for_each_array([&](const ArrayTraits& traits, const auto&,
                               const auto& array) { add_array(writer, prefix + traits.name, array); },
                           part);
        },
        state);
    return writer.finish();
}

StepReport load_checkpoint(const ChunkFile& file, std::uint64_t run_key, Simulation& simulation) {
    check_run(file, run_key);
    Simulation::Parts& parts = simulation.parts();
    if (file.get_value<std::uint64_t>("bodies") != parts.model.built_bodies)
        throw InputError({.what = "the scene no longer builds the bodies that the run was made with",
                          .file = file.path().string(),
                          .hint = "a mesh, point or preset file of the scene has changed since; put it back, or start "
                                  "the run again with --force"});
    State state = state_of(file, parts.model);
    const StepReport pending = report_of(file, "pending.");
    parts.state = std::move(state);
    parts.backend.prepare();
    return pending;
}

}  // namespace pliant
