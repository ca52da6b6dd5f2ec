#include "collisionchip/testbench/benchmarks/pose_times.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "collisionchip/testbench/benchmarks/timing.h"

namespace collisionchip {
namespace {

constexpr std::size_t kColdBytes = 64u << 20;
constexpr int kFreshProcesses = 3;

// Most rounds for questions that take so long.
int rounds(double us) {
  return us < 100 ? 15 : us < 2000 ? 5 : us < 100000 ? 3 : 1;
}

struct Box {
  Vec3d low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  void add(const Vec3d& point) {
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], point[axis]);
      high[axis] = std::max(high[axis], point[axis]);
    }
  }
};

Box box_of(const Mesh& mesh) {
  Box box;
  for (const Vec3f& v : mesh.vertices) box.add(Vec3d{v.x, v.y, v.z});
  return box;
}

Vec3d moved(const Vec3d& v, const Pose& pose) {
  Vec3d point{pose.t.x, pose.t.y, pose.t.z};
  for (int row = 0; row < 3; ++row) {
    const auto& r = pose.r[static_cast<std::size_t>(row)];
    point[row] += r[0] * v.x + r[1] * v.y + r[2] * v.z;
  }
  return point;
}

// What of p is not in q; both are sorted.
std::size_t only_in(const std::vector<TrianglePair>& p, const std::vector<TrianglePair>& q) {
  std::vector<TrianglePair> rest;
  std::set_difference(p.begin(), p.end(), q.begin(), q.end(), std::back_inserter(rest));
  return rest.size();
}

void judge(std::vector<TrianglePair> pairs, const std::vector<TrianglePair>& exact, Question question,
           ContenderAnswer& answer) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  answer.pairs = pairs.size();
  answer.extra = only_in(pairs, exact);
  if (question == Question::all) {
    answer.missed = only_in(exact, pairs);
  } else {
    answer.missed = pairs.empty() && !exact.empty() ? 1 : 0;
  }
}

// In a process of its own, which answers through a pipe.
double ask_in_child(const ContenderKind& kind, const Scene& scene, const Pose& pose, Question question) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe to a process");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process of its own for a query");
  if (child == 0) {
    const std::unique_ptr<Contender> contender = kind.make(scene.mesh, scene.other ? &*scene.other : nullptr);
    std::vector<char> cold(kColdBytes, 1);
    for (std::size_t i = 0; i < cold.size(); i += 64) cold[i] = static_cast<char>(cold[i] + 1);
    const double us = thread_microseconds([&] { contender->ask(pose, question); });
    _exit(write(ends[1], &us, sizeof us) == sizeof us ? 0 : 1);
  }
  close(ends[1]);
  double us = 0;
  const bool complete = read(ends[0], &us, sizeof us) == sizeof us;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!complete || status != 0)
    throw std::runtime_error(kind.name + ": its own process ended without a time");
  return us;
}

}  // namespace

PoseTimer::PoseTimer(const std::vector<ContenderKind>& kinds, const Scene& scene) : scene_(scene) {
  const Mesh* other = scene.other ? &*scene.other : nullptr;
  judge_ = mirror_kind().make(scene.mesh, other);
  for (const ContenderKind& kind : kinds) contenders_.push_back(kind.make(scene.mesh, other));
}

bool PoseTimer::apart(const Pose& pose) const {
  const Box a = box_of(scene_.mesh), still = scene_.other ? box_of(*scene_.other) : a;
  Box b;
  for (const double x : {still.low.x, still.high.x}) {
    for (const double y : {still.low.y, still.high.y}) {
      for (const double z : {still.low.z, still.high.z}) b.add(moved({x, y, z}, pose));
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (a.low[axis] > b.high[axis] || b.low[axis] > a.high[axis]) return true;
  }
  return false;
}

PoseTimes PoseTimer::measure(std::size_t number, Question question) {
  const Pose& pose = scene_.poses[number];
  judge_->ask(pose, Question::all);
  std::vector<TrianglePair> exact = judge_->pairs();
  PoseTimes times{number, exact.size(), apart(pose)};
  times.answers.resize(contenders_.size());
  bool more = true;
  for (int round = 0; more; ++round) {
    more = false;
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
      double& us = times.answers[i].us;
      if (round >= rounds(us)) continue;
      us = std::min(us, thread_microseconds([&] { contenders_[i]->ask(pose, question); }));
      more = true;
    }
  }
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    judge(contenders_[i]->pairs(), exact, question, times.answers[i]);
    times.answers[i].counters = contenders_[i]->counters();
  }
  return times;
}

double fresh_microseconds(const ContenderKind& kind, const Scene& scene, std::size_t pose,
                          Question question) {
  std::array<double, kFreshProcesses> us{};
  for (double& time : us) time = ask_in_child(kind, scene, scene.poses[pose], question);
  std::sort(us.begin(), us.end());
  return us[us.size() / 2];
}

}  // namespace collisionchip
