// A run that is stopped and goes on later ends with the same bits as one that was never stopped.
#include <pliant/output.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <filesystem>
#include <iostream>

namespace {

/// Writes frames until `last` is done, then leaves a checkpoint.
void run_to(pliant::Simulation& simulation, pliant::RunWriter& writer, int last) {
    if (writer.next_frame() == simulation.frame()) writer.write(simulation, {});
    while (simulation.frame() < last) {
        const pliant::StepReport report = simulation.advance_frame();
        writer.write(simulation, report);
    }
    writer.finish(simulation);
}

}  // namespace

int main() {
    const pliant::Scene scene = pliant::load_scene("falling-ball", {{"time.frames", "20"}});
    const std::filesystem::path folder = "run";
    {
        pliant::Simulation first(scene);
        pliant::RunWriter writer = pliant::RunWriter::begin(folder, pliant::describe_run(scene), first, {}, true);
        run_to(first, writer, 8);
    }  // the program ends here, or the machine does
    pliant::Simulation second(scene);
    pliant::RunWriter writer = pliant::RunWriter::resume(folder, pliant::describe_run(scene), second);
    std::cout << "goes on at frame " << writer.next_frame() << "\n";
    const bool went_on = second.frame() == 8;
    run_to(second, writer, second.frame_count());

    pliant::Simulation whole(scene);
    while (whole.frame() < whole.frame_count()) whole.advance_frame();
    std::cout << std::hex << second.hash() << " resumed, " << whole.hash() << " in one go\n";
    const pliant::RunReader reader(folder);
    return went_on && second.hash() == whole.hash() && reader.frame_numbers().size() == 21 ? 0 : 1;
}
