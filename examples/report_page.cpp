// A run on one page: frames with their statistics and a sheet of pictures, in a single HTML file.
#include <pliant/output.hpp>
#include <pliant/pictures.hpp>
#include <pliant/report.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <filesystem>
#include <iostream>

int main() {
    const pliant::Scene scene = pliant::load_scene("default", {{"time.frames", "8"}});
    pliant::Simulation simulation(scene);
    pliant::RunWriter writer = pliant::RunWriter::begin("run", pliant::describe_run(scene), simulation, {}, true);
    writer.write(simulation, {});
    while (simulation.frame() < simulation.frame_count()) {
        const pliant::StepReport report = simulation.advance_frame();
        writer.write(simulation, report);
    }
    writer.finish(simulation);

    const pliant::RunReader reader("run");
    pliant::PictureSettings settings;
    settings.width = 160;
    settings.height = 120;
    pliant::PictureMaker maker(scene, simulation.stats().bbox, settings);
    std::vector<pliant::Picture> pictures;
    pliant::Report report{reader.info(), reader.scene(), {}, reader.timings(), {}};
    for (const int number : reader.frame_numbers()) {
        report.frames.push_back(reader.read_stats(number));
        if (number % 4 == 0) pictures.push_back(maker.take(reader.read_frame(number).frame, false));
    }
    report.sheet = pliant::sheet_of(pictures, 3, {"start", "middle", "end"});
    pliant::save_report(report, "report.html");
    std::cout << "report.html, " << std::filesystem::file_size("report.html") << " bytes\n";
    return report.frames.size() == 9 && std::filesystem::file_size("report.html") > 10000 ? 0 : 1;
}
