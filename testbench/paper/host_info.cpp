#include "collisionchip/testbench/paper/host_info.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "collisionchip/reference/arithmetic/fnv1a.h"

namespace collisionchip {

namespace {

// Two builds of the same version must not share one folder.
constexpr const char* kThisProgram = "/proc/self/exe";

}  // namespace

std::string file_hash(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Fnv1a hash;
  for (std::istreambuf_iterator<char> byte(file), end; byte != end; ++byte)
    hash.add(std::uint64_t{static_cast<unsigned char>(*byte)});
  return hash.digits();
}

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

#ifdef COLLISIONCHIP_FCL_VERSION
constexpr const char* kFclVersion = COLLISIONCHIP_FCL_VERSION;
#else
constexpr const char* kFclVersion = "";
#endif

nlohmann::ordered_json describe_host() {
  return {{"cpu", cpu_name()},
          {"cores", std::thread::hardware_concurrency()},
          {"compiler", __VERSION__},
          {"build", file_hash(kThisProgram)},
          {"fcl", kFclVersion}};
}

double load_average() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

std::string load_text(const nlohmann::ordered_json& load) {
  return fmt::format(
      "Load average of this host while it was timed: {:.2f} before and {:.2f} after a point on average, "
      "{:.2f} "
      "at most. This run itself is 1; the rest is other work.",
      load.at("before").get<double>(), load.at("after").get<double>(), load.at("largest").get<double>());
}

}  // namespace collisionchip
