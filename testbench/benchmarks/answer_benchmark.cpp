// The answering traversal beside the mirror of the chip and FCL's OBB trees in double, pose by pose and in turns; the best of
// some runs counts. "Behind" is a pose that takes more than 1.5 times FCL's time and 0.3 us.
//
//   answer_benchmark [--first] [--every N] [--worst N] SCENE...
//   answer_benchmark [--first] [--every N] [--worst N] --files A B POSES
//
// With --alone the answering traversal runs twenty times more for each pose, for a profile.
// A scene is one of scenes.h. Every list of the answering traversal is held against the mirror's; a difference ends the program.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/answer/answer_query.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/benchmarks/fcl_object.h"
#include "collisionchip/testbench/benchmarks/scenes.h"

namespace collisionchip {
namespace {

constexpr double kFactor = 1.5, kAllowed = 0.3;
constexpr std::size_t kContenders = 3;
const char* const kNames[kContenders] = {"mirror", "answer", "FCL"};

struct Settings {
  bool first = false, alone = false;
  std::size_t every = 1, worst = 0;
};

// Of the processor, for this thread alone: whoever else the host works for is not counted. The clock itself takes some tenths
// of a microsecond, so a short question is timed by the one of the wall as well.
double thread_microseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

double microseconds(const std::function<void()>& function) {
  const double thread = thread_microseconds();
  const auto start = std::chrono::steady_clock::now();
  function();
  const double wall =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  return std::min(wall, thread_microseconds() - thread);
}

struct Times {
  std::size_t pose = 0, pairs = 0;
  std::array<double, kContenders> us{HUGE_VAL, HUGE_VAL, HUGE_VAL};

  bool behind() const { return us[1] > kFactor * us[2] + kAllowed; }
};

class Comparison {
 public:
  Comparison(const Scene& scene, const Settings& settings)
      : scene_(scene), settings_(settings), a_(CollisionObject::build(scene.mesh)), answer_a_(a_) {
    build_fcl(scene.mesh, fcl_a_);
    if (!scene.other) return;
    b_ = CollisionObject::build(*scene.other);
    answer_b_.emplace(*b_);
    build_fcl(*scene.other, fcl_b_);
  }

  // Short questions are asked more often.
  Times measure(std::size_t number) {
    const Pose& pose = scene_.poses[number];
    const CollisionObject& b = b_ ? *b_ : a_;
    QueryOptions options;
    options.first_witness = settings_.first;
    QueryResult mirror, answer;
    std::size_t contacts = 0;
    const std::array<std::function<void()>, kContenders> ask = {
        [&] { mirror = list_traversal(a_, b, pose, options); },
        [&] { answer = answer_query(answer_a_, answer_b_ ? *answer_b_ : answer_a_, pose, options); },
        [&] { contacts = fcl_contacts(fcl_a_, b_ ? fcl_b_ : fcl_a_, pose, settings_.first ? 1 : kAll); }};
    Times times;
    times.pose = number;
    for (int round = 0; settings_.alone && round < 20; ++round) ask[1]();
    for (int round = 0; round < rounds(times.us[1]); ++round) {
      for (std::size_t i = 0; i < kContenders; ++i) times.us[i] = std::min(times.us[i], microseconds(ask[i]));
    }
    times.pairs = mirror.pairs.size();
    const bool same =
        settings_.first ? mirror.pairs.empty() == answer.pairs.empty() : mirror.pairs == answer.pairs;
    if (!same) {
      std::printf("%s, pose %zu: %zu pairs, the mirror has %zu\n", scene_.name.c_str(), number,
                  answer.pairs.size(), mirror.pairs.size());
      std::exit(1);
    }
    return times;
  }

 private:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  static int rounds(double us) { return us < 20 ? 15 : us < 2000 ? 5 : 3; }

  const Scene& scene_;
  const Settings& settings_;
  const CollisionObject a_;
  const AnswerObject answer_a_;
  std::optional<CollisionObject> b_;
  std::optional<AnswerObject> answer_b_;
  fcl::BVHModel<fcl::OBB<double>> fcl_a_, fcl_b_;
};

// Of the poses with or without a pair.
void print_row(const std::string& name, const char* kind, const std::vector<Times>& all, bool colliding) {
  std::array<std::vector<double>, kContenders> us;
  std::size_t behind = 0;
  for (const Times& times : all) {
    if ((times.pairs > 0) != colliding) continue;
    for (std::size_t i = 0; i < kContenders; ++i) us[i].push_back(times.us[i]);
    behind += times.behind() ? 1 : 0;
  }
  if (us[0].empty()) return;
  std::array<double, kContenders> median{}, worst{};
  for (std::size_t i = 0; i < kContenders; ++i) {
    std::sort(us[i].begin(), us[i].end());
    median[i] = us[i][us[i].size() / 2];
    worst[i] = us[i].back();
  }
  std::printf("| %s, %s | %zu | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f | %.2f | %zu |\n",
              name.c_str(), kind, us[0].size(), median[0], median[1], median[2], median[2] / median[0],
              median[2] / median[1], worst[0], worst[1], worst[2], worst[2] / worst[1], behind);
}

void compare(const Scene& scene, const Settings& settings) {
  Comparison comparison(scene, settings);
  std::vector<Times> all;
  for (std::size_t i = 0; i < scene.poses.size(); i += settings.every) all.push_back(comparison.measure(i));
  const std::string name = scene.name + (settings.first ? " first" : "");
  print_row(name, "colliding", all, true);
  print_row(name, "free", all, false);
  std::sort(all.begin(), all.end(),
            [](const Times& p, const Times& q) { return p.us[1] * q.us[2] > q.us[1] * p.us[2]; });
  for (std::size_t i = 0; i < std::min(settings.worst, all.size()); ++i) {
    std::printf("  pose %zu, %zu pairs:", all[i].pose, all[i].pairs);
    for (std::size_t j = 0; j < kContenders; ++j) std::printf(" %s %.2f", kNames[j], all[i].us[j]);
    std::printf("%s\n", all[i].behind() ? " behind" : "");
  }
  std::fflush(stdout);
}

Scene scene_of_files(const std::string& a, const std::string& b, const std::string& poses) {
  Scene scene{poses.substr(poses.rfind('/') + 1), read_mesh(a), read_poses(poses), {}};
  if (b != a) scene.other = read_mesh(b);
  return scene;
}

}  // namespace
}  // namespace collisionchip

int main(int argc, char** argv) {
  using namespace collisionchip;
  const std::vector<std::string> words(argv + 1, argv + argc);
  Settings settings;
  std::printf(
      "| set | poses | mirror, median us | answer | FCL | FCL : mirror | FCL : answer | worst, mirror | "
      "answer | FCL | ratio | "
      "behind |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  try {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == "--alone") {
        settings.alone = true;
      } else if (words[i] == "--first") {
        settings.first = true;
      } else if (words[i] == "--every" || words[i] == "--worst") {
        (words[i] == "--every" ? settings.every : settings.worst) =
            std::strtoul(words.at(i + 1).c_str(), nullptr, 10);
        ++i;
      } else if (words[i] == "--files") {
        compare(scene_of_files(words.at(i + 1), words.at(i + 2), words.at(i + 3)), settings);
        i += 3;
      } else {
        compare(make_scene(words[i]), settings);
      }
    }
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
