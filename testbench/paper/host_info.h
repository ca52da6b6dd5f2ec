// The machine this program runs on, for results that hold on it alone.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace collisionchip {

// As /proc/cpuinfo names it; "unknown" where it does not.
std::string cpu_name();

// cpu, cores, compiler, build (a hash of this program's file), fcl (its version or empty).
nlohmann::ordered_json describe_host();

}  // namespace collisionchip
