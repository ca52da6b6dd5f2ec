// What the host's own work takes on one core of this host, next to what section `host` of the keys charges for it:
//
// - set-up: the registers of a pose, without their transfers;
// - settling: the exact test of the pairs that the chip leaves to the host, in the order in which they come;
// - call: what the driver in C (examples/host_c) does for a query of a chip that answers at once, again without transfers.
//
//   host_benchmark [MACHINE...]        paper41, beyond and today without a name
//
// Poses are the published ones of the public objects, general and in contact. An object that is not there is named and left out. The best
// of several passes counts, in the processor's time: other load does not count.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "cc_driver.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/tumbled_rule.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/benchmarks/scenes.h"
#include "collisionchip/testbench/benchmarks/timing.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/host/simulation.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

// The library prints its banner before it calls sc_main, so it must be told while the program loads.
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

constexpr int kPasses = 9;
constexpr std::size_t kFewestPairs = 50;     // of a set: fewer are not timed
constexpr std::size_t kPosesOfSettling = 6;  // of a set, spread over it: the chip is asked about them
constexpr double kPassMicroseconds = 2000;   // at least

const char* const kSets[] = {"fcl_env",
                             "fcl_env__fcl_rob",
                             "featuretype",
                             "ur3_upperarm",
                             "prosilica_w_lens",
                             "jaco_hand_3finger",
                             "cycloidal",
                             "fcl_env.special",
                             "ur3_upperarm.special",
                             "featuretype.special"};

bool is_contact(const std::string& set) {
  return set.find(".special") != std::string::npos;
}

// Nanoseconds of one of the `count` things that `work` does, of the best pass.
template <typename Work>
double best_ns(std::size_t count, const Work& work) {
  const double once = thread_microseconds(work);
  const int times = std::max(1, static_cast<int>(kPassMicroseconds / std::max(once, 0.1)));
  double best = once;
  for (int pass = 0; pass < kPasses; ++pass) {
    best = std::min(best, thread_microseconds([&] {
                            for (int i = 0; i < times; ++i) work();
                          }) / times);
  }
  return 1000 * best / static_cast<double>(count);
}

volatile std::uint64_t sink;  // keeps the compiler from removing unused results

// A set of poses of two objects as a machine has them.
struct Asked {
  CollisionObject a;
  std::optional<CollisionObject> other;
  std::vector<Pose> poses;
  ChipConfig config;

  Asked(const Scene& scene, const ChipConfig& machine)
      : a(build_object(scene.mesh, machine)), poses(scene.poses), config(machine) {
    if (scene.other) other = build_object(*scene.other, machine);
  }
  const CollisionObject& b() const { return other ? *other : a; }
};

double set_up_ns(const Asked& asked, const BoardImage& image) {
  const HostKind& host = host_of(asked.config);
  const TumbledSide side = tumbled_side(asked.config.query.tumbled_side, asked.a, asked.b());
  return best_ns(asked.poses.size(), [&] {
    for (const Pose& pose : asked.poses) {
      const MatrixRegisters made =
          host.registers(asked.config, image.objects[0], image.objects[1], pose, side);
      sink = sink + made.mmm.back() + made.frames.back();
    }
  });
}

struct LeftPair {
  Pose pose;
  TrianglePair pair;
};

std::vector<LeftPair> left_pairs(const Asked& asked, const BoardImage& image) {
  Simulation simulation(asked.config);
  simulation.attach(image);
  std::vector<LeftPair> left;
  simulation.driver().on_uncertain = [&](const Pose& pose, const TrianglePair& pair) {
    left.push_back({pose, pair});
  };
  const std::size_t step = std::max<std::size_t>(1, asked.poses.size() / kPosesOfSettling);
  for (std::size_t i = step - 1; i < asked.poses.size(); i += step) simulation.query(asked.poses[i]);
  return left;
}

double settle_ns(const Asked& asked, const std::vector<LeftPair>& left) {
  const std::vector<TriangleRecord>&a = asked.a.triangles, &b = asked.b().triangles;
  return best_ns(left.size(), [&] {
    for (const LeftPair& each : left) {
      const bool meet =
          triangles_intersect_exactly(a[each.pair.a].corners, b[each.pair.b].corners, each.pose);
      sink = sink + (meet ? 1 : 0);
    }
  });
}

// A chip that is done as soon as it is started, and has found nothing.
namespace idle_chip {

constexpr std::uint64_t kIdentity = 0x000, kStatus = 0x008;
int write(void* board, std::uint64_t, const std::uint32_t* words, std::size_t) {
  *static_cast<std::uint64_t*>(board) += *words;
  return 0;
}
int read(void*, std::uint64_t address, std::uint32_t* words, std::size_t) {
  *words = address == kIdentity ? 0x43435031 : address == kStatus ? 2 : 0;
  return 0;
}
int wait(void*) {
  return 0;
}
void take(void*, std::uint32_t, std::uint32_t, int) {}

}  // namespace idle_chip

double call_ns() {
  std::uint64_t written = 0;
  const cc_board board{&written, idle_chip::write, idle_chip::read, idle_chip::wait};
  const cc_machine machine{0, 0, 0, 0};
  cc_chip chip{};
  if (cc_open(&chip, &board, &machine) != CC_OK) throw InputError("host_benchmark: no chip");
  const std::uint32_t words[] = {1};
  const cc_pose pose{words, words, 1, 1, 1, 2};
  constexpr std::size_t kCalls = 1000;
  const double ns = best_ns(kCalls, [&] {
    for (std::size_t i = 0; i < kCalls; ++i) sink = sink + cc_query(&chip, &pose, idle_chip::take, nullptr);
  });
  cc_close(&chip);
  return ns;
}

// One line of the table, and what the lines of a kind have in common.
class Table {
 public:
  Table() {
    std::printf("%-18s %-8s %-22s %8s %9s %9s %7s\n", "what", "machine", "set", "of", "charged", "measured",
                "ratio");
  }

  void add(const std::string& what, const std::string& machine, const std::string& set, std::size_t count,
           double charged, double measured) {
    std::printf("%-18s %-8s %-22s %8zu %9.0f %9.1f %7.2f\n", what.c_str(), machine.c_str(), set.c_str(),
                count, charged, measured, charged / measured);
    std::fflush(stdout);
    Sum& sum = sums_[{what, machine}];
    sum.charged = charged;
    sum.logarithms += std::log(measured);
    ++sum.lines;
  }
  void means() const {
    std::printf("\ngeometric means, ns\n");
    for (const auto& [key, sum] : sums_) {
      const double measured = std::exp(sum.logarithms / sum.lines), ratio = sum.charged / measured;
      std::printf("%-18s %-8s %9.0f charged %9.1f measured, ratio %.2f: %s\n", key.first.c_str(),
                  key.second.c_str(), sum.charged, measured, ratio,
                  std::abs(ratio - 1) <= 0.2 ? "within 20 %" : "not within 20 %");
    }
  }

 private:
  struct Sum {
    double charged = 0, logarithms = 0;
    int lines = 0;
  };
  std::map<std::pair<std::string, std::string>, Sum> sums_;
};

void measure(const std::string& set, const std::vector<std::string>& machines, Table& table) {
  std::optional<Scene> scene;
  try {
    scene = shared_scene(set);
  } catch (const InputError& error) {
    std::printf("%s: left out, %s\n", set.c_str(), error.what());
    return;
  }
  for (const std::string& machine : machines) {
    const Asked asked(*scene, preset(machine));
    const BoardImage image = make_board_image(asked.config, asked.a, asked.b());
    const HostKeys& keys = asked.config.host;
    if (!has_pose_unit(asked.config))  // otherwise the chip makes them
      table.add("set-up", machine, set, asked.poses.size(), keys.setup_ns, set_up_ns(asked, image));
    const std::vector<LeftPair> left = left_pairs(asked, image);
    if (left.size() < kFewestPairs) continue;
    table.add(is_contact(set) ? "settling, contact" : "settling, general", machine, set, left.size(),
              keys.settle_ns, settle_ns(asked, left));
  }
}

}  // namespace
}  // namespace collisionchip

int sc_main(int argc, char** argv) {
  using namespace collisionchip;
  std::vector<std::string> machines(argv + 1, argv + argc);
  if (machines.empty()) machines = {"paper41", "beyond", "today"};
  try {
    Table table;
    table.add("call", "all", "-", 1000, preset(machines.front()).host.call_ns, call_ns());
    for (const char* set : kSets) measure(set, machines, table);
    table.means();
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
  return 0;
}
