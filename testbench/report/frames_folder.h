// Reads what `scene --out` wrote, scene.json and frames.csv, and holds every line against the others.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/report/page.h"

namespace collisionchip {

// The member "scene" of the page's data: the totals, and the columns of frames.csv as blocks of `page`.
// InputError names the file and the line, and what was expected.
nlohmann::ordered_json read_frames_folder(const std::string& path, ReportPage& page);

}  // namespace collisionchip
