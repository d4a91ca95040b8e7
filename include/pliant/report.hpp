// A run on one page: pictures, plots, parameters and warnings in a single HTML file that needs nothing else. What
// `pliant report` writes; examples/report_page.cpp makes one from C++.
#pragma once

#include <pliant/output.hpp>
#include <pliant/pictures.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace pliant {

/// What the page is made of; from a RunReader and a sheet of pictures.
struct Report {
    RunInfo run;                       ///< RunReader::info()
    Scene scene;                       ///< RunReader::scene(): what the table of parameters is made from
    std::vector<FrameStats> frames;    ///< ascending; at least one
    std::vector<FrameTiming> timings;  ///< ascending; may be empty
    Picture sheet;                     ///< may be empty
};

/// The page. It has no links to anything outside itself, works from disk and without scripts; with them, pointing at a
/// plot shows its values. Long runs are thinned to the peaks that a plot can show, so that the page stays small.
std::string report_html(const Report& report);

/// Writes the page. Throws InputError; the file is either complete or not there.
void save_report(const Report& report, const std::filesystem::path& file);

}  // namespace pliant
