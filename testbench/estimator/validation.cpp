#include "collisionchip/testbench/estimator/validation.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>

#include <fmt/format.h>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/estimator/crossing_objects.h"
#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

namespace {

constexpr std::size_t kLongQuery = 2000;  // lists

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::uint32_t random_value(RandomNumbers& random, const ConfigKey& key) {
  if (!key.allowed.empty()) return key.allowed[random.below(key.allowed.size())];
  // Beyond these nothing new happens, and every run allocates them.
  std::uint32_t most = key.max;
  if (key.name == "stack_sram.entries" || key.name == "pointer_fifo.depth") most = 1 << 16;
  if (key.name == "pointer_fifo.threshold" || key.name == "triangle_unit.cache_lines") most = 1 << 14;
  for (;;) {
    const double exponent = random.uniform(std::log2(1.0 + key.min), std::log2(2.0 + most));
    const auto value = static_cast<std::uint32_t>(std::exp2(exponent)) - 1;
    if (value <= most && accepts(key, value)) return value;
  }
}

// Whether the key is a rule of memories that are younger than the paper's. The machines of the known error have no such rules.
bool is_of_younger_memories(const ConfigKey& key) {
  static const std::vector<std::string> names = {"bank_groups", "t_ccd_s",      "t_ccd_l", "t_rrd_l",
                                                 "t_faw",       "t_rtp",        "refresh", "t_rfc_pb",
                                                 "t_rrefd",     "prepare_ahead"};
  return key.section() == "memory" ||
         (key.section() == "sdram" && std::count(names.begin(), names.end(), key.leaf()) != 0);
}

// The size of the memory says which objects fit; period and energies change no cycle; other units and traversals are not covered.
bool is_fixed(const ConfigKey& key) {
  return is_of_younger_memories(key) || key.name == "dop.k" || key.name == "sdram.capacity_mib" ||
         key.name == "chip.clock_period_ps" || key.section() == "energy" || key.section() == "units" ||
         key.section() == "tree" || key.section() == "obb_unit" || key.section() == "aabb_unit" ||
         key.section() == "engine" || key.section() == "host" || key.section() == "refit_unit" ||
         key.name == "triangle_unit.lanes" || key.name == "stack_engine.traversal" ||
         key.name == "stack_engine.transformed";
}

// False if the query is one that estimates do not cover.
bool estimate(const ValidationCase& test, const std::vector<Pose>& poses, std::size_t lists,
              ValidationRow& row) {
  WorkloadEstimator estimator(test.objects.a, test.objects.b, poses,
                              query_options(row.config, test.objects.a, test.objects.b, row.first_witness),
                              lists);
  // Overflows are another query: the memories get the paper's size.
  if (!estimator.not_covered(row.config).empty()) {
    row.config.stack_sram = ChipConfig{}.stack_sram;
    row.config.stack_engine.levels = ChipConfig{}.stack_engine.levels;
  }
  if (!estimator.not_covered(row.config).empty()) return false;
  row.lists = estimator.lists();
  ChipConfig before = row.config;
  before.triangle_unit = ChipConfig{}.triangle_unit;
  before.triangle_unit.filter = row.config.triangle_unit.filter;
  estimator.estimate(before);
  const double begin = processor_seconds();
  row.estimate = estimator.estimate(row.config);
  row.estimate_seconds = processor_seconds() - begin;
  return true;
}

void simulate(const ValidationCase& test, const std::vector<Pose>& poses, ValidationRow& row) {
  const BoardImage image = make_board_image(row.config, test.objects.a, test.objects.b);
  BoardOptions unchecked;
  unchecked.checkers = false;
  const double begin = processor_seconds();
  JudgedSimulation simulation(row.config, unchecked);
  simulation.attach(image);
  for (const Pose& pose : poses) row.simulated += simulation.query(pose, row.first_witness).cycles;
  row.simulate_seconds = processor_seconds() - begin;
}

std::optional<ValidationRow> try_one(const ValidationCase& test, std::size_t number, RandomNumbers& random,
                                     std::size_t lists) {
  ValidationRow row;
  row.case_name = test.objects.name;
  ChipConfig asked;
  asked.dop.k = test.k;
  row.config = random_configuration(random, asked);
  row.first_witness = number % 4 == 3;
  row.pose = random.below(test.objects.poses.size());
  std::vector<Pose> poses = {test.objects.poses[row.pose]};
  if (number % 3 == 2) poses = test.objects.poses;
  row.queries = poses.size();
  if (!estimate(test, poses, row.queries > 1 ? 2 * lists : lists, row)) return std::nullopt;
  simulate(test, poses, row);
  return row;
}

std::string set_options(const ChipConfig& config) {
  const ChipConfig usual;
  std::string text;
  for (const ConfigKey& key : config_keys()) {
    const std::uint32_t value = key.get(config);
    if (value == key.get(usual)) continue;
    text += fmt::format(" --set {}={}", key.name,
                        key.kind == KeyKind::integer ? std::to_string(value) : key.words.at(value));
  }
  return text;
}

constexpr std::uint32_t kDirections[] = {24, 6, 24, 14, 24, 18, 24, 26};

// Each object across the others twice, once with 24 directions and once with fewer, on either side.
void add_crossing_cases(std::uint64_t seed, std::vector<ValidationCase>& cases) {
  RandomNumbers random(seed);
  for (std::size_t i = 0; i < std::size(kDirections); ++i) {
    const Crossing crossing = kCrossings[i / 2];
    const Part part = kParts[random.below(kParts.size())];
    const double triangles = 500 * std::exp2(random.uniform(0, 3.6));
    const auto side = static_cast<std::uint32_t>(std::sqrt(triangles / triangles_of(part)));
    const auto count = static_cast<std::uint32_t>(std::exp2(random.uniform(0, 4)));
    const double scatter = random.below(2) == 0 ? 0 : 0.3;
    TreeOptions tree;
    tree.k = static_cast<int>(kDirections[i]);
    CollisionObject across = CollisionObject::build(make_crossing(crossing, count), tree);
    CollisionObject parts = CollisionObject::build(make_parts(part, side, scatter, random), tree);
    std::string names[] = {fmt::format("{} {}", name_of(crossing), count),
                           fmt::format("{} {}", name_of(part), parts.tree.triangle_count())};
    if (random.below(2) == 0) {
      std::swap(across, parts);
      std::swap(names[0], names[1]);
    }
    cases.push_back(
        {{names[0] + " x " + names[1], std::move(across), std::move(parts), crossing_poses(random, 6)},
         kDirections[i]});
  }
}

// One line of the table: rows of one sort.
class Sort {
 public:
  void add(const ValidationRow& row) {
    errors_.push_back(row.error());
    estimate_seconds_ += row.estimate_seconds;
    simulate_seconds_ += row.simulate_seconds;
  }
  std::string line(const std::string& what) const {
    if (errors_.empty()) return "";
    const ErrorFigures figures = error_figures(errors_);
    const auto count = static_cast<double>(figures.count);
    return fmt::format("{:<28}{:>8}{:>10.3f}{:>10.3f}{:>10.3f}{:>13.3f}{:>13.2f}{:>8.0f}\n", what,
                       figures.count, 100 * figures.median, 100 * figures.p95, 100 * figures.worst,
                       1e3 * estimate_seconds_ / count, 1e3 * simulate_seconds_ / count,
                       simulate_seconds_ / estimate_seconds_);
  }

 private:
  std::vector<double> errors_;
  double estimate_seconds_ = 0, simulate_seconds_ = 0;
};

}  // namespace

std::vector<ValidationCase> validation_cases(std::uint64_t seed) {
  const std::vector<ProceduralKind>& kinds = procedural_kinds();
  RandomNumbers random(seed);
  std::vector<ValidationCase> cases;
  for (const std::uint32_t k : kDirections) {
    const std::string& kind_a = kinds[random.below(kinds.size())].name;
    const std::string& kind_b = kinds[random.below(kinds.size())].name;
    const auto size = [&] { return static_cast<std::uint32_t>(500 * std::exp2(random.uniform(0, 5.9))); };
    const std::uint32_t size_a = size(), size_b = size();
    TreeOptions tree;
    tree.k = static_cast<int>(k);
    cases.push_back({{fmt::format("{} {} x {} {}", kind_a, size_a, kind_b, size_b),
                      CollisionObject::build(make_procedural_mesh(kind_a, size_a, seed), tree),
                      CollisionObject::build(make_procedural_mesh(kind_b, size_b, seed), tree),
                      random_poses(random, 6, 0.4)},
                     k});
  }
  add_crossing_cases(seed, cases);
  return cases;
}

ChipConfig random_configuration(RandomNumbers& random, const ChipConfig& asked) {
  // The machines that the estimator covers.
  std::vector<std::string> presets;
  for (const std::string& name : preset_names()) {
    if (machine_not_covered(preset(name)).empty()) presets.push_back(name);
  }
  ChipConfig config = preset(presets[random.below(presets.size())]);
  config.dop = asked.dop;
  // Keys that came later are drawn apart: a seed's machines stay what they were in all other keys.
  RandomNumbers apart(RandomNumbers(random).bits());
  for (const ConfigKey& key : config_keys()) {
    RandomNumbers& numbers = key.neutral ? apart : random;
    if (!is_fixed(key) && numbers.below(2) == 0) key.set(config, random_value(numbers, key));
  }
  while (const auto conflict = find_conflict(config)) {
    for (const std::string& name : conflict->keys) {
      const ConfigKey* key = find_key(name);
      if (!is_fixed(*key)) key->set(config, random_value(key->neutral ? apart : random, *key));
    }
  }
  return config;
}

std::vector<ValidationRow> validate_estimates(const std::vector<ValidationCase>& cases, std::size_t count,
                                              std::uint64_t seed, std::size_t lists,
                                              const std::function<void(std::size_t)>& done) {
  RandomNumbers random(seed);
  std::vector<ValidationRow> rows;
  for (std::size_t i = 0; i < count; ++i) {
    if (auto row = try_one(cases[random.below(cases.size())], i, random, lists))
      rows.push_back(std::move(*row));
    if (done) done(i + 1);
  }
  return rows;
}

ErrorFigures error_figures(std::vector<double> errors) {
  if (errors.empty()) return {};
  for (double& error : errors) error = std::abs(error);
  std::sort(errors.begin(), errors.end());
  const auto quantile = [&](double q) {
    return errors[static_cast<std::size_t>(q * static_cast<double>(errors.size() - 1))];
  };
  return {errors.size(), quantile(0.5), quantile(0.95), errors.back()};
}

std::string to_text(const std::vector<ValidationRow>& rows) {
  Sort whole, sampled, long_ones, workloads, all;
  for (const ValidationRow& row : rows) {
    (row.estimate.whole ? whole : row.queries > 1 ? workloads : sampled).add(row);
    if (!row.estimate.whole && row.queries == 1 && row.lists >= kLongQuery) long_ones.add(row);
    all.add(row);
  }
  std::string text = fmt::format("{:<28}{:>8}{:>10}{:>10}{:>10}{:>13}{:>13}{:>8}\n", "error, per cent",
                                 "number", "median", "95 %", "worst", "estimate ms", "simulate ms", "ratio");
  text += whole.line("all lists worked off") + sampled.line("query, sample of lists") +
          long_ones.line(fmt::format("  with {} lists or more", kLongQuery)) +
          workloads.line("workload, samples of lists") + all.line("all");

  std::vector<const ValidationRow*> worst;
  worst.reserve(rows.size());
  for (const ValidationRow& row : rows) worst.push_back(&row);
  std::sort(worst.begin(), worst.end(), [](const ValidationRow* a, const ValidationRow* b) {
    return std::abs(a->error()) > std::abs(b->error());
  });
  worst.resize(std::min<std::size_t>(worst.size(), 3));
  for (const ValidationRow* row : worst) {
    text += fmt::format("{:+.2f} %: {}, {}{}, {} for {} cycles:{}\n", 100 * row->error(), row->case_name,
                        row->queries > 1 ? "all poses" : fmt::format("pose {}", row->pose),
                        row->first_witness ? ", first witness" : "", row->estimate.cycles, row->simulated,
                        set_options(row->config));
  }
  return text;
}

}  // namespace collisionchip
