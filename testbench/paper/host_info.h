// The machine this program runs on, for results that hold on it alone.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace collisionchip {

// As /proc/cpuinfo names it; "unknown" where it does not.
std::string cpu_name();

// 16 hexadecimal digits of its bytes.
std::string file_hash(const std::string& path);

// cpu, cores, compiler, build (a hash of this program's file), fcl (its version or empty).
nlohmann::ordered_json describe_host();

// How many processes wanted a core, on average over the last minute; 0 where the system does not say.
double load_average();
// One line of before, after (means over the points) and largest, as host.json has them.
std::string load_text(const nlohmann::ordered_json& load);

}  // namespace collisionchip
