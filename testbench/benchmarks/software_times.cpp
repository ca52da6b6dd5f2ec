// What one query takes in software on one core of this host: the answering engine (`--model reference`), and FCL's OBB trees in double. All pairs of
// A and B, or with --first one of them; trees are built before.
//
//   software_times A B POSES [--first] [--without-pair] [--seconds S]
//
// The two take turns, and the median of five rounds of S seconds (default 0.4) counts, of three where the poses take more than a second once. It is
// the processor's time, in which other load on the host does not count. With --without-pair only poses that find nothing are asked. Prints CSV: software, microseconds per query, pairs of all poses together, poses.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/answer/answer_query.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/benchmarks/fcl_object.h"

namespace collisionchip {
namespace {

constexpr std::size_t kRounds = 5, kFewRounds = 3;
constexpr double kLong = 1;  // seconds, of all poses once

using Query = std::function<std::size_t(const Pose&)>;  // number of pairs

struct Question {
  std::vector<std::string> files;  // A, B, poses
  bool first = false, without_pair = false;
  double seconds = 0.4;
};

struct Method {
  std::string software;
  Query query;
  std::size_t times = 1, rounds = kRounds, pairs = 0;  // all poses so often in a round; pairs of all poses
  std::vector<double> microseconds{};

  void run(const std::vector<Pose>& poses) {
    const std::clock_t start = std::clock();
    for (std::size_t i = 0; i < times; ++i) {
      pairs = 0;
      for (const Pose& pose : poses) pairs += query(pose);
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    microseconds.push_back(1e6 * seconds / static_cast<double>(times * poses.size()));
  }
  // One round that does not count says how long the others are.
  void prepare(const std::vector<Pose>& poses, double seconds) {
    run(poses);
    const double once = 1e-6 * microseconds.back() * static_cast<double>(poses.size());
    times = std::max<std::size_t>(1, static_cast<std::size_t>(seconds / once));
    if (once > kLong) rounds = kFewRounds;
    microseconds.clear();
  }
  double median() {
    std::sort(microseconds.begin(), microseconds.end());
    return microseconds[microseconds.size() / 2];
  }
};

// An object as ours and as FCL's.
struct Both {
  CollisionObject ours;
  AnswerObject answering;
  fcl::BVHModel<fcl::OBB<double>> theirs;

  explicit Both(const Mesh& mesh) : ours(CollisionObject::build(mesh)), answering(ours) {
    build_fcl(mesh, theirs);
  }
  Both(const Both&) = delete;  // the answering object refers to ours
  Both& operator=(const Both&) = delete;
};

std::vector<Pose> poses_of(const Question& question, const Query& query) {
  std::vector<Pose> poses = read_poses(question.files[2]);
  if (question.without_pair) {
    poses.erase(std::remove_if(poses.begin(), poses.end(), [&](const Pose& pose) { return query(pose) > 0; }),
                poses.end());
  }
  return poses;
}

void measure(const Question& question) {
  const bool copy = question.files[0] == question.files[1];  // one object then, in the caches as well
  const Both a(read_mesh(question.files[0]));
  std::optional<Both> other;
  if (!copy) other.emplace(read_mesh(question.files[1]));
  const Both& b = copy ? a : *other;
  QueryOptions options;
  options.first_witness = question.first;
  const std::size_t most = question.first ? 1 : kAllContacts;
  const Query our_query = [&](const Pose& pose) {
    return answer_query(a.answering, b.answering, pose, options).pairs.size();
  };
  const Query fcl_query = [&](const Pose& pose) {
    fcl::CollisionResult<double> result;
    fcl_collide(a.theirs, b.theirs, pose, most, result);
    return result.numContacts();
  };
  const std::vector<Pose> poses = poses_of(question, our_query);
  if (poses.empty()) return;
  std::vector<Method> methods = {{"reference", our_query}, {"FCL", fcl_query}};
  for (Method& method : methods) method.prepare(poses, question.seconds);
  for (std::size_t round = 0; round < kRounds; ++round) {
    for (Method& method : methods) {
      if (round < method.rounds) method.run(poses);
    }
  }
  for (Method& method : methods)
    std::printf("%s,%.3f,%zu,%zu\n", method.software.c_str(), method.median(), method.pairs, poses.size());
}

}  // namespace
}  // namespace collisionchip

int main(int argc, char** argv) {
  using namespace collisionchip;
  CLI::App app("Microseconds of a query in software on one core of this host");
  Question question;
  app.add_option("files", question.files, "A, B and the poses of B")->required()->expected(3);
  app.add_flag("--first", question.first, "one pair of each pose");
  app.add_flag("--without-pair", question.without_pair, "only poses that find nothing");
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
