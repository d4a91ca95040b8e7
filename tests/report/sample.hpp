// A report made by hand.
#pragma once

#include <pliant/report.hpp>

#include <cmath>

namespace pliant {

inline Report sample_report(int frames = 60) {
    Report report;
    report.run.name = "sample";
    report.run.version = "0.1.0";
    report.run.precision = "float";
    report.run.instruction_set = "avx2";
    report.run.scene_json = "{\"bodies\": []}";
    report.run.frame_count = frames;
    report.scene.title = "a sample";
    report.scene.time.frames = frames;
    report.scene.bodies.emplace_back().name = "ball";
    report.scene.obstacles.emplace_back().name = "table";
    for (int i = 0; i <= frames; ++i) {
        FrameStats& frame = report.frames.emplace_back();
        frame.stats.frame = i;
        frame.stats.time = i / report.scene.time.fps;
        frame.stats.particles = 1200;
        frame.stats.clusters = {48};
        frame.stats.mass = 12;
        frame.stats.momentum = Vec3(std::sin(0.1 * i), -0.2 * i, 0.1);
        frame.stats.kinetic_energy = 50 * std::abs(std::sin(0.1 * i));
        frame.stats.elastic_energy = 30 * std::abs(std::cos(0.1 * i));
        frame.stats.max_speed = 3 * std::abs(std::sin(0.1 * i));
        frame.stats.max_stretch = 1.2 + 0.1 * std::sin(0.3 * i);
        frame.stats.hash = i == frames ? 0xdeadbeef : static_cast<std::uint64_t>(i);
        frame.report.steps = i == 0 ? 0 : 4;
        frame.report.contacts = i < 20 ? 0 : 400;
        frame.report.warnings[0] = i == 7 ? 3 : 0;
        if (i == 0) continue;
        FrameTiming& timing = report.timings.emplace_back();
        timing.frame = i;
        for (std::size_t k = 0; k < stage_count; ++k)
            timing.milliseconds[k] = 0.2 * static_cast<double>(k + 1) * (1 + 0.2 * std::sin(0.5 * i));
    }
    report.sheet = {64, 32, std::vector<std::uint8_t>(3 * 64 * 32, 120)};
    return report;
}

}  // namespace pliant
