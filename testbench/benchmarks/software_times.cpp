// What one query takes in software on this host: our list traversal, the mirror, which is exact, and FCL's OBB trees in double, on one core and on
// all of them. All pairs of A and B, or with --first one of them; trees are built before.
//
//   software_times A B POSES [--first] [--seconds S]
//
// Queries are independent: each core takes the next one. Methods take turns, and the median of five rounds of S seconds
// (default 0.4) counts. Prints CSV: software, cores, microseconds per query, pairs of all poses together.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
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

struct Question {
  std::vector<std::string> files;  // A, B, poses
  bool first = false;
  double seconds = 0.4;
};

// An object as ours and as FCL's.
struct Both {
  CollisionObject ours;
  fcl::BVHModel<fcl::OBB<double>> theirs;

  explicit Both(const Mesh& mesh) : ours(CollisionObject::build(mesh)) { build_fcl(mesh, theirs); }
};

void measure(const Question& question) {
  const bool copy = question.files[0] == question.files[1];  // one object then, in the caches as well
  const Both a(read_mesh(question.files[0]));
  std::optional<Both> other;
  if (!copy) other.emplace(read_mesh(question.files[1]));
  const Both& b = copy ? a : *other;
  const std::vector<Pose> poses = read_poses(question.files[2]);
  QueryOptions options;
  options.first_witness = question.first;
  const std::size_t most = question.first ? 1 : kAllContacts;
  const Query our_query = [&](const Pose& pose) {
    return list_traversal(a.ours, b.ours, pose, options).pairs.size();
  };
  const Query fcl_query = [&](const Pose& pose) {
    fcl::CollisionResult<double> result;
    fcl_collide(a.theirs, b.theirs, pose, most, result);
    return result.numContacts();
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<Method> methods = {{"reference", our_query, 1},
                                 {"FCL", fcl_query, 1},
                                 {"reference", our_query, cores},
                                 {"FCL", fcl_query, cores}};
  for (Method& method : methods) {
    const double once = seconds_of(method.query, poses, 1, method.cores);
    method.times = std::max<std::size_t>(1, static_cast<std::size_t>(question.seconds / once));
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
  CLI::App app("Microseconds of a query in software on this host");
  Question question;
  app.add_option("files", question.files, "A, B and the poses of B")->required()->expected(3);
  app.add_flag("--first", question.first, "one pair of each pose");
  app.add_option("--seconds", question.seconds, "of a round")->check(CLI::PositiveNumber);
  try {
    app.parse(argc, argv);
    measure(question);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
