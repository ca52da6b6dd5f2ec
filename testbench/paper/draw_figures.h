// The figures as SVG files, drawn by plot_paper.py, which
// is part of this program and is left beside the tables.
#pragma once

#include <string>

namespace collisionchip {

// Writes plot_paper.py into `folder` and runs it with python3. Returns one line for the user: where the
// figures are, or why there are none. InputError if the script cannot be written.
std::string draw_figures(const std::string& folder);

}  // namespace collisionchip
