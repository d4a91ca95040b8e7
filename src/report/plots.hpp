// Which plots a run has: those whose numbers are there.
#pragma once

#include "report/plot.hpp"

#include <pliant/report.hpp>

#include <vector>

namespace pliant {

/// Energy, momentum, stretch, speed, contacts and milliseconds per stage over time. A run without obstacles has no
/// contacts to plot, one without timings no milliseconds.
std::vector<Plot> run_plots(const Report& report);

}  // namespace pliant
