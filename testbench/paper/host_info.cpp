#include "collisionchip/testbench/paper/host_info.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <thread>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/testbench/engines/fcl_engine.h"

namespace collisionchip {

namespace {

// Two builds of the same version must not share one folder.
std::string program_hash() {
  std::ifstream program("/proc/self/exe", std::ios::binary);
  Fnv1a hash;
  for (std::istreambuf_iterator<char> byte(program), end; byte != end; ++byte)
    hash.add(std::uint64_t{static_cast<unsigned char>(*byte)});
  return hash.digits();
}

}  // namespace

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

nlohmann::ordered_json describe_host() {
  return {{"cpu", cpu_name()},
          {"cores", std::thread::hardware_concurrency()},
          {"compiler", __VERSION__},
          {"build", program_hash()},
          {"fcl", fcl_version()}};
}

}  // namespace collisionchip
