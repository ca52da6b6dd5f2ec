// The page for one or more result folders: what lies in them decides which of its sections are shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collisionchip {

// Folders from `collide --out`. InputError when one holds no results or damaged ones, or when the page cannot
// be written. Returns the size of the page in bytes.
std::uint64_t write_report(const std::vector<std::string>& folders, const std::string& page);

}  // namespace collisionchip
