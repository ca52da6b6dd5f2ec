// What one query takes in software on this host: our list traversal, exact, and FCL's OBB trees in double, on one core and on
// all of them. All pairs of an object against its own copy; trees are built before.
//
//   software_times MESH POSES [--seconds S]
//
// Queries are independent: each core takes the next one. Methods take turns, and the median of five rounds of S seconds
// (default 0.4) counts. Prints CSV: software, cores, microseconds per query, pairs of all poses together.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/benchmarks/fcl_object.h"

namespace collisionchip {
namespace {

constexpr int kRounds = 5;

using Query = std::function<std::size_t(const Pose&)>;  // number of pairs; from any thread

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// All poses so many times over.
double seconds_of(const Query& query, const std::vector<Pose>& poses, std::size_t times, unsigned cores) {
  std::atomic<std::size_t> next{0};
  const std::size_t all = times * poses.size();
  const auto work = [&] {
    for (std::size_t i = next++; i < all; i = next++) query(poses[i % poses.size()]);
  };
  return seconds_of([&] {
    std::vector<std::thread> others;
    for (unsigned core = 1; core < cores; ++core) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
  });
}

struct Method {
  std::string software;
  Query query;
  unsigned cores;
  std::size_t times = 1;  // all poses, in a round
  std::vector<double> microseconds{};

  void run(const std::vector<Pose>& poses) {
    const double seconds = seconds_of(query, poses, times, cores);
    microseconds.push_back(1e6 * seconds / static_cast<double>(times * poses.size()));
  }
  double median() {
    std::sort(microseconds.begin(), microseconds.end());
    return microseconds[microseconds.size() / 2];
  }
};

void measure(const Mesh& mesh, const std::vector<Pose>& poses, double seconds) {
  const CollisionObject ours = CollisionObject::build(mesh);
  fcl::BVHModel<fcl::OBB<double>> theirs;
  build_fcl(mesh, theirs);
  const Query our_query = [&](const Pose& pose) { return list_traversal(ours, ours, pose).pairs.size(); };
  const Query fcl_query = [&](const Pose& pose) { return fcl_contacts(theirs, theirs, pose); };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<Method> methods = {{"reference", our_query, 1},
                                 {"FCL", fcl_query, 1},
                                 {"reference", our_query, cores},
                                 {"FCL", fcl_query, cores}};
  for (Method& method : methods) {
    const double once = seconds_of(method.query, poses, 1, method.cores);
    method.times = std::max<std::size_t>(1, static_cast<std::size_t>(seconds / once));
  }
  for (int round = 0; round < kRounds; ++round) {
    for (Method& method : methods) method.run(poses);
  }
  for (Method& method : methods) {
    std::size_t pairs = 0;
    for (const Pose& pose : poses) pairs += method.query(pose);
    std::printf("%s,%u,%.3f,%zu\n", method.software.c_str(), method.cores, method.median(), pairs);
  }
}

}  // namespace
}  // namespace collisionchip

int main(int argc, char** argv) {
  using namespace collisionchip;
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() != 2 && (words.size() != 4 || words[2] != "--seconds")) {
    std::fprintf(stderr, "usage: software_times MESH POSES [--seconds S]\n");
    return 2;
  }
  try {
    measure(read_mesh(words[0]), read_poses(words[1]), words.size() == 4 ? std::stod(words[3]) : 0.4);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  } catch (const std::logic_error&) {
    std::fprintf(stderr, "--seconds %s: expected a number\n", words[3].c_str());
    return 2;
  }
}
