#include "collisionchip/testbench/paper/points.h"

#include <ctime>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "collisionchip/testbench/run/judges.h"

namespace collisionchip {

namespace {

void add_work(Turn& turn, const std::string& traversal, const TraversalCounters& counters) {
  const std::vector<std::uint64_t> values = {counters.tumbled_visits + counters.aligned_visits,
                                             counters.aligned_visits, counters.transforms,
                                             counters.overlap_tests, counters.triangle_tests};
  for (std::size_t i = 0; i < values.size(); ++i) {
    turn.add(traversal + "." + work_names()[i], static_cast<double>(values[i]));
  }
}

double counter(const ChipAnswer& answer, const char* name) {
  return static_cast<double>(answer.statistics.number(name));
}

// Of this thread, so that other processes on the machine do not count.
double cpu_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

template <typename Function>
double microseconds(Function&& function) {
  const double start = cpu_microseconds();
  function();
  return cpu_microseconds() - start;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

const std::vector<WitnessMode>& witness_modes() {
  static const std::vector<WitnessMode> modes = {WitnessMode::first, WitnessMode::all};
  return modes;
}

std::string name_of(WitnessMode mode) {
  return mode == WitnessMode::first ? "first" : "all";
}

const std::vector<std::string>& work_names() {
  static const std::vector<std::string> names = {"visits", "aligned_visits", "transforms", "overlap_tests",
                                                 "triangle_tests"};
  return names;
}

Turn count_work(const CollisionObject& object, const std::vector<Pose>& poses, WitnessMode mode) {
  const bool first_witness = mode == WitnessMode::first;
  const Objects objects{object, object};
  const Software& list = traversals().front();
  const std::unique_ptr<Engine> engine = list.kind->make({});
  engine->prepare(objects);
  std::vector<std::unique_ptr<EngineJudge>> others;
  std::vector<Judge*> judges;
  for (std::size_t i = 1; i < traversals().size(); ++i) {
    others.push_back(std::make_unique<EngineJudge>(*list.kind, *traversals()[i].kind, ChipConfig{}, objects,
                                                   first_witness));
    judges.push_back(others.back().get());
  }
  Turn turn;
  const bool agreed = QueryLoop(*engine, first_witness, judges).ask(poses, [&](const auto& judged) {
    add_work(turn, list.name, judged.answer.counters);
    for (std::size_t i = 0; i < others.size(); ++i)
      add_work(turn, traversals()[i + 1].name, others[i]->last().counters);
    turn.add("pairs", static_cast<double>(judged.answer.pairs.size()));
    turn.add("colliding", judged.answer.pairs.empty() ? 0 : 1);
  });
  for (const auto& other : others) {
    const AnswerVerdict& verdict = other->verdict();
    if (!agreed && verdict.is_wrong())
      throw std::runtime_error("traversals disagree: " + verdict.first_difference);
  }
  return turn;
}

Turn run_chip(const ChipConfig& config, const CollisionObject& object, const std::vector<Pose>& poses,
              WitnessMode mode) {
  const bool first_witness = mode == WitnessMode::first;
  const Objects objects{object, object};
  // The checkers watch every query of `collide` and `verify`; here the pairs are compared.
  const EngineKind& kind = *find_engine("tlm");
  const std::unique_ptr<Engine> chip = kind.make({config, false});
  chip->prepare(objects);
  EngineJudge judge(kind, judge_of(kind), config, objects, first_witness);
  Turn turn;
  const bool agreed = QueryLoop(*chip, first_witness, {&judge}).ask(poses, [&](const auto& judged) {
    const ChipAnswer& answer = *judged.answer.chip;
    turn.add("cycles", static_cast<double>(answer.cycles));
    turn.add("eq5_cycles", static_cast<double>(answer.eq5_cycles));
    turn.add("pci_cycles", static_cast<double>(answer.setup_cycles + answer.readback_cycles));
    turn.add("lists", static_cast<double>(answer.lists));
    turn.add("aligned_pairs", static_cast<double>(answer.aligned_pairs));
    turn.add("triangle_tests", static_cast<double>(answer.triangle_tests));
    turn.add("pairs", static_cast<double>(answer.pairs.size()));
    const double hits = counter(answer, "triangle_unit.aligned_cache_hits");
    turn.add("cache_hits", hits);
    turn.add("cache_tests", hits + counter(answer, "triangle_unit.aligned_cache_misses"));
  });
  if (!agreed) throw std::runtime_error("models disagree: " + judge.verdict().first_difference);
  return turn;
}

Turn measure_host(const std::vector<TimedSoftware>& software, const CollisionObject& object,
                  const std::vector<Pose>& poses, WitnessMode mode, std::uint32_t repeats) {
  const bool first_witness = mode == WitnessMode::first;
  Turn turn;
  std::unique_ptr<const QuerySetup> set_up;  // kept, so that the compiler cannot leave it out
  for (const Pose& pose : poses) {
    std::vector<std::vector<double>> times(software.size() + 1);
    std::vector<std::size_t> pairs(software.size());
    for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
      // They take turns, so that a change of the clock's frequency meets all alike.
      for (std::size_t i = 0; i < software.size(); ++i) {
        times[i].push_back(
            microseconds([&] { pairs[i] = software[i].engine->query(pose, first_witness).pairs.size(); }));
      }
      times.back().push_back(
          microseconds([&] { set_up = std::make_unique<QuerySetup>(object, object, pose, TumbledSide::b); }));
    }
    for (std::size_t i = 0; i < software.size(); ++i) {
      turn.add(software[i].name, median(times[i]));
      turn.add(software[i].name + ".pairs", static_cast<double>(pairs[i]));
    }
    turn.add("set_up", median(times.back()));
  }
  return turn;
}

}  // namespace collisionchip
