// What an export promises besides its bytes: nothing half-written, nothing overwritten, flat memory, clear refusals.
#include "export/live_memory.hpp"
#include "export/sample_frames.hpp"

#include <pliant/error.hpp>

#include <csignal>
#include <fstream>
#include <iterator>

#include <sys/resource.h>

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

/// The problem that exporting runs into; the test fails when there is none.
InputProblem problem_of(const FrameSequence& sequence, const std::string& format, const fs::path& output) {
    try {
        export_frames(sequence, format, output);
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << format << " to " << output << " was not refused";
    return {};
}

/// A path that fits the format.
fs::path output_for(const ExportFormat& format, const fs::path& folder) {
    return folder / (format.layout == ExportLayout::file ? "run." + format.name : format.name);
}

class Export : public ExportTest {};

TEST_F(Export, writes_the_files_it_says_and_no_other) {
    const FrameSequence sequence = sample_sequence(8, 2, 2, 5);
    for (const ExportFormat& format : particle_formats()) {
        const fs::path inner = folder_ / format.name;
        const ExportResult result = export_frames(sequence, format.name, output_for(format, inner));
        EXPECT_TRUE(result.complete);
        std::size_t found = 0;
        for (const auto& entry : fs::recursive_directory_iterator(inner))
            if (entry.is_regular_file()) ++found;
        EXPECT_EQ(found, result.files.size()) << format.name;
        for (const fs::path& file : result.files) EXPECT_TRUE(fs::is_regular_file(file)) << file;
    }
    EXPECT_EQ(names_in(folder_ / "vtp" / "vtp"),
              (std::vector<std::string>{"sample-run.pvd", "sample-run_00008.vtp", "sample-run_00010.vtp"}));
    EXPECT_EQ(names_in(folder_ / "npy" / "npy"),
              (std::vector<std::string>{"frames.npy", "positions.npy", "times.npy", "velocities.npy"}));
}

TEST_F(Export, a_single_frame_may_be_given_a_file_name) {
    for (const char* format : {"obj", "ply", "vtp"}) {
        const fs::path file = folder_ / (std::string("one.") + format);
        EXPECT_EQ(export_frames(sample_sequence(4, 1, 1, 5), format, file).files, std::vector<fs::path>{file});
    }
    EXPECT_EQ(names_in(folder_), (std::vector<std::string>{"one.obj", "one.ply", "one.vtp"}));
}

TEST_F(Export, an_unknown_format_is_refused_with_the_known_and_the_near_ones) {
    const InputProblem near = problem_of(sample_sequence(0, 1, 1, 1), "usd", folder_ / "x.usd");
    EXPECT_EQ(near.value, "usd");
    EXPECT_EQ(near.allowed, "csv, glb, mdd, morph, npy, obj, pc2, ply, usda, vat, vtp");
    EXPECT_EQ(near.hint, "did you mean 'usda'?");
    EXPECT_EQ(problem_of(sample_sequence(0, 1, 1, 1), "alembic", folder_ / "x.abc").hint, "");
    EXPECT_TRUE(names_in(folder_).empty());
}

TEST_F(Export, a_path_that_does_not_fit_the_format_is_refused_with_one_that_does) {
    const FrameSequence sequence = sample_sequence(0, 1, 3, 1);
    EXPECT_EQ(problem_of(sequence, "ply", "ball.ply").hint, "try -o ball");
    EXPECT_EQ(problem_of(sequence, "vtp", "ball.pvd").hint, "try -o ball");
    EXPECT_EQ(problem_of(sequence, "npy", "ball.npy").hint, "try -o ball");
    EXPECT_EQ(problem_of(sequence, "usda", "ball").hint, "try -o ball.usda");
    EXPECT_EQ(problem_of(sequence, "csv", "ball.txt").hint, "try -o ball.csv");
    EXPECT_NO_THROW(export_frames(sequence, "usda", folder_ / "ball.usd"));
}

TEST_F(Export, nothing_is_overwritten_unless_asked) {
    for (const ExportFormat& format : particle_formats()) {
        const fs::path output = output_for(format, folder_);
        const fs::path last = export_frames(sample_sequence(0, 1, 2, 3), format.name, output).files.back();
        const std::string before = bytes_of(last);
        EXPECT_FALSE(problem_of(sample_sequence(0, 1, 2, 4), format.name, output).hint.empty());
        EXPECT_EQ(bytes_of(last), before);
        ExportOptions force;
        force.overwrite = true;
        export_frames(sample_sequence(0, 1, 2, 3), format.name, output, force);
        EXPECT_EQ(bytes_of(last), before) << "the same frames, the same bytes";
    }
}

TEST_F(Export, a_stop_leaves_only_whole_frames) {
    for (const ExportFormat& format : particle_formats()) {
        const fs::path inner = folder_ / format.name;
        ExportOptions options;
        options.progress = [](std::string_view, int done, int) { return done < 2; };
        EXPECT_FALSE(
            export_frames(sample_sequence(0, 1, 4, 3), format.name, output_for(format, inner), options).complete);
        std::size_t files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(inner)) files += entry.is_regular_file();
        EXPECT_EQ(files, format.layout == ExportLayout::file_per_frame ? 2u : 0u) << format.name;
    }
}

TEST_F(Export, progress_counts_every_frame_of_every_pass) {
    for (const ExportFormat& format : particle_formats()) {
        std::vector<std::string> passes;
        ExportOptions options;
        options.progress = [&](std::string_view what, int done, int total) {
            EXPECT_EQ(total, 3);
            if (done == 1) passes.emplace_back(what);
            return true;
        };
        export_frames(sample_sequence(0, 1, 3, 3), format.name, output_for(format, folder_), options);
        EXPECT_EQ(passes.size(), format.name == "usda" ? 2u : 1u) << format.name;
    }
}

TEST_F(Export, a_frame_that_cannot_be_read_leaves_nothing_half_written) {
    for (const ExportFormat& format : particle_formats()) {
        const fs::path inner = folder_ / format.name;
        FrameSequence sequence = sample_sequence(0, 1, 4, 3);
        sequence.read = [](int number) {
            if (number == 2) throw InputError({.what = "the frame is damaged"});
            return sample_frame(number, 3, 60);
        };
        EXPECT_EQ(problem_of(sequence, format.name, output_for(format, inner)).what, "the frame is damaged");
        std::size_t files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(inner)) files += entry.is_regular_file();
        EXPECT_EQ(files, format.layout == ExportLayout::file_per_frame ? 2u : 0u) << format.name;
    }
}

TEST_F(Export, arrays_refuse_a_number_of_particles_that_changes_and_name_the_frame) {
    FrameSequence sequence = sample_sequence(5, 1, 3, 0);
    sequence.read = [](int number) { return sample_frame(number, number == 7 ? 4 : 3, 60); };
    for (const char* format : {"npy", "pc2"}) {
        const fs::path output = folder_ / (std::string(format) == "npy" ? "arrays" : "run.pc2");
        EXPECT_NE(problem_of(sequence, format, output).what.find("frame 7"), std::string::npos) << format;
    }
}

TEST_F(Export, pc2_refuses_frames_that_are_not_evenly_spaced) {
    FrameSequence sequence = sample_sequence(0, 2, 3, 1);
    sequence.numbers.back() = 5;
    EXPECT_NE(problem_of(sequence, "pc2", folder_ / "run.pc2").value.find("frame 5"), std::string::npos);
}

TEST_F(Export, a_path_below_a_file_is_refused) {
    std::ofstream(folder_ / "file") << "text";
    for (const ExportFormat& format : particle_formats()) {
        const InputProblem problem =
            problem_of(sample_sequence(0, 1, 2, 1), format.name, output_for(format, folder_ / "file"));
        EXPECT_NE(problem.what.find("Not a directory"), std::string::npos) << problem.what;
    }
    EXPECT_EQ(bytes_of(folder_ / "file"), "text");
}

TEST_F(Export, a_full_disk_is_named_and_leaves_nothing_half_written) {
    rlimit old_limit{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{20000, old_limit.rlim_max};
    for (const ExportFormat& format : particle_formats()) {
        const fs::path inner = folder_ / format.name;
        ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
        const InputProblem problem = problem_of(sample_sequence(0, 1, 3, 3000), format.name, output_for(format, inner));
        setrlimit(RLIMIT_FSIZE, &old_limit);
        EXPECT_NE(problem.what.find("File too large"), std::string::npos) << format.name << ": " << problem.what;
        for (const auto& entry : fs::recursive_directory_iterator(inner))
            EXPECT_FALSE(entry.is_regular_file()) << entry;
    }
    std::signal(SIGXFSZ, old_handler);
}

TEST_F(Export, memory_does_not_grow_with_the_length_of_the_run) {
    constexpr std::size_t particles = 2000;
    const auto peak_of = [&](const ExportFormat& format, int frames) {
        ExportOptions options;
        options.overwrite = true;
        const FrameSequence sequence = sample_sequence(0, 1, frames, particles);
        const std::size_t before = live_bytes();
        reset_peak();
        export_frames(sequence, format.name, output_for(format, folder_), options);
        return peak_bytes() - before;
    };
    for (const ExportFormat& format : particle_formats()) {
        const std::size_t few = peak_of(format, 4), many = peak_of(format, 60);
        // A path, a number and a box a frame may stay, but 56 frames more cost less than the particles of one.
        EXPECT_LT(many, few + particles * (2 * sizeof(Vec3) + 16)) << format.name;
    }
}

}  // namespace
}  // namespace pliant::testing
