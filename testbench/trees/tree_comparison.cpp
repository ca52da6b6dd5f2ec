#include "collisionchip/testbench/trees/tree_comparison.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <iterator>
#include <map>
#include <thread>

#include <fmt/format.h>

#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/reference/tree/threads.h"
#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The processor time of this thread. Other work of the host does not count. Queries run on one thread.
double thread_microseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

using PairLists = std::vector<std::vector<TrianglePair>>;  // by pose

// By leaf DOPs and the exact predicate alone; poses are independent.
PairLists exact_lists(const TreeQuestion& question, const TreeProgress& progress) {
  const CollisionObject a = CollisionObject::build(question.a);
  const std::optional<CollisionObject> b =
      question.b ? std::optional(CollisionObject::build(*question.b)) : std::nullopt;
  PairLists lists(question.poses.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&](bool calling) {
    for (std::size_t pose; (pose = next.fetch_add(1)) < lists.size();) {
      if (calling) progress("exact pairs, poses", pose, lists.size());
      lists[pose] = exact_pairs(a, b ? *b : a, question.poses[pose]);
    }
  };
  const auto threads = std::max<std::size_t>(1, std::thread::hardware_concurrency());
  on_threads(static_cast<unsigned>(std::min(threads, lists.size())), work, [&] { next = lists.size(); });
  return lists;
}

// "2 missing, 1 extra"; empty: the same.
std::string difference(const std::vector<TrianglePair>& found, const std::vector<TrianglePair>& exact) {
  if (found == exact) return "";
  std::vector<TrianglePair> missing, extra;
  std::set_difference(exact.begin(), exact.end(), found.begin(), found.end(), std::back_inserter(missing));
  std::set_difference(found.begin(), found.end(), exact.begin(), exact.end(), std::back_inserter(extra));
  return fmt::format("{} missing, {} extra", missing.size(), extra.size());
}

void add(TraversalCounters& sum, const TraversalCounters& more) {
  sum.tumbled_visits += more.tumbled_visits;
  sum.aligned_visits += more.aligned_visits;
  sum.transforms += more.transforms;
  sum.node_writes += more.node_writes;
  sum.overlap_tests += more.overlap_tests;
  sum.triangle_tests += more.triangle_tests;
  sum.uncertain += more.uncertain;
  sum.lists += more.lists;
  sum.aligned_pairs += more.aligned_pairs;
  sum.pairs_outside_lists += more.pairs_outside_lists;
}

void judge(TreeRow& row, std::size_t pose, const char* who, const std::string& different) {
  if (different.empty()) return;
  ++row.wrong_poses;
  if (row.first_difference.empty())
    row.first_difference = fmt::format("pose {}, {}: {}", pose, who, different);
}

struct ChipObjects {
  CollisionObject a;
  std::optional<CollisionObject> b;
};

// One combination with its trees.
class Contender {
 public:
  Contender(const TreeCombination& combination, const TreeQuestion& question) {
    row_.combination = combination;
    const auto start = std::chrono::steady_clock::now();
    a_ = combination.format->build(question.a, combination.options());
    if (question.b) b_ = combination.format->build(*question.b, combination.options());
    row_.build_seconds = seconds_since(start);
    row_.nodes = a_->nodes() + other().nodes();
    row_.bytes = a_->bytes() + other().bytes();
    row_.depth = std::max(a_->depth(), other().depth());
    const int degree = combination.rules.degree;
    row_.degree_work = degree_work(degree, question.a.triangle_count()) +
                       degree_work(degree, question.other().triangle_count());
  }

  void ask(std::size_t pose, const Pose& where, const std::vector<TrianglePair>& exact) {
    const double start = thread_microseconds();
    const QueryResult result =
        row_.combination.format->query(*a_, other(), where, {}, row_.combination.traversal);
    fastest_ = std::min(fastest_, thread_microseconds() - start);
    if (pose == judged_) return;
    judged_ = pose;
    row_.pairs += result.pairs.size();
    add(row_.counters, result.counters);
    judge(row_, pose, "software", difference(result.pairs, exact));
  }
  void end_pose() {
    row_.microseconds += fastest_;
    fastest_ = HUGE_VAL;
  }

  // The chip has one way to walk a tree. It is asked once, together with the software that walks the same way.
  void ask_chip(const TreeQuestion& question, const PairLists& exact) {
    if (row_.combination.traversal != row_.combination.format->traversals().front()) return;
    ChipConfig config = *question.chip;
    std::optional<ChipObjects> made;
    const CollisionObject *a = row_.combination.format->chip_object(*a_), *b = nullptr;
    if (a != nullptr) {
      b = row_.combination.format->chip_object(other());
      config.dop.k = static_cast<std::uint32_t>(row_.combination.k);
    } else {
      made = other_objects(question, config);
      if (!made) return;
      a = &made->a;
      b = made->b ? &*made->b : a;
    }
    const BoardImage image = make_board_image(config, *a, *b);
    ChipEngine engine({config});
    engine.prepare({*a, *b, &image});
    row_.cycles = row_.bus_bytes = 0;
    for (std::size_t pose = 0; pose < question.poses.size(); ++pose) {
      const Answer answer = engine.query(question.poses[pose], false);
      *row_.cycles += answer.chip->cycles;
      *row_.bus_bytes += answer.chip->statistics.number("sdram.bytes");
      judge(row_, pose, "chip", difference(answer.pairs, exact[pose]));
    }
  }

  TreeRow row() const {
    TreeRow row = row_;
    row.decoded_pairs = a_->decoded_pairs();
    if (b_ && row.decoded_pairs) *row.decoded_pairs += *b_->decoded_pairs();
    return row;
  }

 private:
  // Objects in a format of the chip that has no DOPs. `config` becomes a machine with this format.
  std::optional<ChipObjects> other_objects(const TreeQuestion& question, ChipConfig& config) const {
    const ConfigKey& key = *find_key("tree.format");
    const auto word = std::find(key.words.begin(), key.words.end(), row_.combination.format->name());
    if (word == key.words.end()) return std::nullopt;
    key.set(config, static_cast<std::uint32_t>(word - key.words.begin()));
    validate(config);
    ChipObjects objects = {build_object(question.a, config), std::nullopt};
    if (question.b) objects.b = build_object(*question.b, config);
    return objects;
  }
  const FormatTree& other() const { return b_ ? *b_ : *a_; }

  TreeRow row_;
  std::unique_ptr<FormatTree> a_, b_;
  double fastest_ = HUGE_VAL;
  std::size_t judged_ = ~std::size_t{0};  // the last pose whose answer was judged
};

}  // namespace

double degree_work(int degree, std::size_t triangles) {
  return (degree - 1) * std::log(static_cast<double>(triangles)) / std::log(static_cast<double>(degree));
}

std::vector<TreeRow> compare_trees(const TreeQuestion& question,
                                   const std::vector<TreeCombination>& combinations,
                                   const TreeProgress& progress) {
  const PairLists exact = exact_lists(question, progress);
  std::vector<Contender> contenders;
  for (std::size_t i = 0; i < combinations.size(); ++i) {
    progress("building " + combinations[i].name(), i, combinations.size());
    contenders.emplace_back(combinations[i], question);
  }
  for (std::size_t pose = 0; pose < question.poses.size(); ++pose) {
    progress("poses", pose, question.poses.size());
    for (unsigned round = 0; round < question.rounds; ++round) {
      for (Contender& contender : contenders) contender.ask(pose, question.poses[pose], exact[pose]);
    }
    for (Contender& contender : contenders) contender.end_pose();
  }
  for (std::size_t i = 0; question.chip && i < contenders.size(); ++i) {
    progress("the chip with " + combinations[i].name(), i, contenders.size());
    contenders[i].ask_chip(question, exact);
  }
  std::vector<TreeRow> rows;
  rows.reserve(contenders.size());
  for (const Contender& contender : contenders) rows.push_back(contender.row());
  return rows;
}

}  // namespace collisionchip
