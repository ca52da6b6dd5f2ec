// The figures as SVG files, drawn by plot_paper.py. That script is part of this program and is written into the folder of
// the tables.
#pragma once

#include <string>

namespace collisionchip {

constexpr const char* kPlotName = "plot_paper.py";

// InputError if it cannot be written.
void write_plot_script(const std::string& folder);
// Runs it with python3. Returns one line for the user: where the figures are, or why there are none.
std::string draw_figures(const std::string& folder);

}  // namespace collisionchip
