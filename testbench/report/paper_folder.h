// Reads what `collisionchip paper` wrote (docs/paper_figures.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace collisionchip {

// {"paper", "host"}: paper.json, and host/host.json if it is
// there. InputError names the file and what was expected.
nlohmann::ordered_json read_paper_folder(const std::string& path);

}  // namespace collisionchip
