#include "collisionchip/testbench/explore/plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/testbench/explore/plan_workload.h"
#include "collisionchip/testbench/explore/statistic_row.h"
#include "collisionchip/testbench/sources/chip_source.h"
#include "collisionchip/tlm/config/toml_table.h"

namespace collisionchip {

namespace {

constexpr const char* kStrategies[] = {"grid", "one-at-a-time", "random", "latin-hypercube"};

bool is_number(const Toml& value) {
  return value.is_integer() || value.is_floating();
}

double number_of(const Toml& value) {
  return value.is_integer() ? static_cast<double>(value.as_integer()) : value.as_floating();
}

class AxisReader {
 public:
  AxisReader(const std::string& file, const Toml& table) : table_(file, table, "axis") {}

  Axis read() {
    axis_.where = table_.where();
    read_key();
    const Toml* values = table_.take("values");
    const Toml* from = table_.take("from");
    const Toml* to = table_.take("to");
    step_ = table_.take("step");
    factor_ = table_.take("factor");
    table_.refuse_the_rest();
    const Toml* range_member = from != nullptr    ? from
                               : to != nullptr    ? to
                               : step_ != nullptr ? step_
                                                  : factor_;
    if (values != nullptr && range_member != nullptr)
      table_.refuse(*range_member, "from", "either values or a range", ", got both");
    if (values != nullptr) {
      read_list(*values);
    } else if (from == nullptr || to == nullptr) {
      throw InputError(axis_.place(), "values, or from and to");
    } else {
      read_range(*from, *to);
    }
    refuse_twice();
    return axis_;
  }

 private:
  void read_key() {
    const Toml& key = table_.required("key", "the name of a configuration key");
    if (!key.is_string()) table_.expected(key, "key", "the name of a configuration key");
    const std::string& name = key.as_string().str;
    axis_.key = find_key(name);
    if (axis_.key == nullptr)
      throw InputError::at(table_.place_of(key, "key"),
                           fmt::format("{}: unknown key; nearest is {}", excerpt(name), nearest_key(name)));
    axis_.where = at_line(table_.file(), key);
  }

  void add(const Toml& place, const GivenValue& given) {
    const Place where = at_line(table_.file(), place).part("axis " + axis_.key->name);
    axis_.values.push_back(checked_value(*axis_.key, given, where));
  }

  void read_list(const Toml& values) {
    if (!values.is_array()) table_.expected(values, "values", "a list");
    if (values.as_array().empty())
      throw InputError(table_.place_of(values, "values").part("empty axis"),
                       "at least one value of " + axis_.key->name);
    for (const Toml& value : values.as_array()) add(value, given_in_file(value));
  }

  void read_range(const Toml& from, const Toml& to) {
    for (const Toml* end : {&from, &to}) {
      if (!end->is_integer()) table_.expected(*end, end == &from ? "from" : "to", "an integer");
    }
    if (from.as_integer() > to.as_integer())
      throw InputError(table_.place_of(to, "to").part("empty axis"),
                       fmt::format("at least from = {}", from.as_integer()),
                       fmt::format(", got {}", to.as_integer()));
    if (step_ != nullptr && factor_ != nullptr)
      table_.refuse(*factor_, "factor", "either step or factor", ", got both");
    add(from, given_in_file(from));
    axis_.values.clear();
    if (factor_ != nullptr) {
      read_log_range(from, to);
    } else {
      read_linear_range(from, to);
    }
  }

  void read_linear_range(const Toml& from, const Toml& to) {
    std::int64_t step = 1;
    if (step_ != nullptr) {
      if (!step_->is_integer() || step_->as_integer() < 1)
        table_.expected(*step_, "step", "an integer of at least 1");
      step = step_->as_integer();
    }
    // Without overflow: from is a value of the key, so the difference fits.
    const auto steps =
        static_cast<std::uint64_t>(to.as_integer() - from.as_integer()) / static_cast<std::uint64_t>(step);
    if (steps >= kMostAxisValues) refuse_length(to, steps + 1);
    for (std::uint64_t i = 0; i <= steps; ++i)
      add_computed(to, from.as_integer() + static_cast<std::int64_t>(i) * step);
  }

  void read_log_range(const Toml& from, const Toml& to) {
    if (!is_number(*factor_) || !(number_of(*factor_) >= 1.0001) || !std::isfinite(number_of(*factor_)))
      table_.expected(*factor_, "factor", "a number of at least 1.0001");
    if (from.as_integer() < 1)
      table_.expected(from, "from", "an integer of at least 1, as factor multiplies it");
    const double factor = number_of(*factor_);
    std::int64_t last = -1;
    for (auto value = static_cast<double>(from.as_integer()); std::llround(value) <= to.as_integer();
         value *= factor) {
      const std::int64_t rounded = std::llround(value);
      if (rounded != last) add_computed(*factor_, rounded);
      last = rounded;
    }
  }

  void add_computed(const Toml& place, std::int64_t value) {
    add(place, {GivenValue::Type::integer, value, std::to_string(value)});
  }

  [[noreturn]] void refuse_length(const Toml& place, std::uint64_t length) {
    table_.refuse(place, "to", fmt::format("at most {} values on an axis", kMostAxisValues),
                  fmt::format(", got {}", length));
  }

  void refuse_twice() const {
    std::vector<std::uint32_t> sorted = axis_.values;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice == sorted.end()) return;
    throw InputError(axis_.place(), "each value once",
                     fmt::format(", got {} twice", value_text(*axis_.key, *twice)));
  }

  TomlTable table_;
  Axis axis_;
  const Toml* step_ = nullptr;
  const Toml* factor_ = nullptr;
};

class PlanReader {
 public:
  explicit PlanReader(const std::string& path) : root_(parse_toml(path, "a plan")), table_(path, root_, "") {
    plan_.path = path;
  }

  Plan read() {
    read_chip();
    const Toml* axes = table_.take("axis");
    const Toml* workloads = table_.take("workload");
    read_strategy();
    read_objectives();
    if (const Toml* limits = table_.take("limits")) plan_.limits = read_limits(plan_.path, *limits);
    table_.refuse_the_rest();
    if (axes != nullptr) read_axes(*axes);
    if (workloads == nullptr)
      throw InputError(Place::in(plan_.path).part("workload"), "at least one [[workload]]", ", got nothing");
    plan_.workloads = read_workload_plans(plan_.path, *workloads);
    return std::move(plan_);
  }

  std::vector<WorkloadPlan> read_workloads() {
    return read_workload_plans(plan_.path, table_.required("workload", "at least one [[workload]]"));
  }

 private:
  void read_chip() {
    ChipSource chip = read_chip_source(table_, "base");
    plan_.base = chip.given;
    plan_.chip = chip.config;
    plan_.set = std::move(chip.set);
  }

  void read_strategy() {
    const Toml* strategy = table_.take("strategy");
    if (strategy != nullptr) {
      const auto* const found = std::find_if(
          std::begin(kStrategies), std::end(kStrategies),
          [&](const char* name) { return strategy->is_string() && strategy->as_string().str == name; });
      if (found == std::end(kStrategies))
        table_.expected(*strategy, "strategy", "'grid', 'one-at-a-time', 'random' or 'latin-hypercube'");
      plan_.strategy = static_cast<Strategy>(found - kStrategies);
    }
    const bool draws = plan_.strategy == Strategy::random || plan_.strategy == Strategy::latin_hypercube;
    const Toml* points = table_.take("points");
    const Toml* seed = table_.take("seed");
    if (!draws && (points != nullptr || seed != nullptr)) {
      table_.refuse(points != nullptr ? *points : *seed, points != nullptr ? "points" : "seed",
                    "only with strategy random or latin-hypercube",
                    fmt::format(", got {}", name_of(plan_.strategy)));
    }
    if (!draws) return;
    table_.required("points", "how many points to draw");
    plan_.points = table_.number("points", 1, kMostPoints, 0);
    plan_.seed = table_.number("seed", 0, std::uint64_t{1} << 62, 1);
  }

  void read_objectives() {
    plan_.objectives = {"cycles"};
    const Toml* on_conflict = table_.take("on_conflict");
    if (on_conflict != nullptr) {
      const std::string word = on_conflict->is_string() ? on_conflict->as_string().str : "";
      if (word != "refuse" && word != "skip")
        table_.expected(*on_conflict, "on_conflict", "'refuse' or 'skip'");
      plan_.skip_conflicts = word == "skip";
    }
    const Toml* objectives = table_.take("objectives");
    if (objectives == nullptr) return;
    if (!objectives->is_array()) table_.expected(*objectives, "objectives", "a list of statistics");
    if (objectives->as_array().empty())
      table_.refuse(*objectives, "objectives", "at least one statistic", ", got an empty list");
    plan_.objectives_where = at_line(plan_.path, *objectives);
    plan_.objectives.clear();
    const std::vector<std::string>& names = statistic_names();
    for (const Toml& objective : objectives->as_array()) {
      if (!objective.is_string())
        table_.expected(objective, "objectives", "names that `collisionchip explore --statistics` prints");
      const std::string& name = objective.as_string().str;
      if (std::count(names.begin(), names.end(), name) == 0)
        table_.refuse(objective, "objectives", "a name that `collisionchip explore --statistics` prints",
                      fmt::format(", got {}; nearest is {}", given_in_file(objective).shown(),
                                  nearest_name(name, names)));
      plan_.objectives.push_back(name);
    }
  }

  void read_axes(const Toml& axes) {
    if (!axes.is_array()) table_.expected(axes, "axis", "[[axis]]");
    for (const Toml& table : axes.as_array()) {
      Axis axis = AxisReader(plan_.path, table).read();
      for (const Axis& other : plan_.axes) {
        if (other.key == axis.key) refuse_second(axis, "[[axis]]", other.where);
      }
      for (const PlacedKey& placed : plan_.set) {
        if (placed.key == axis.key) refuse_second(axis, "[set]", placed.where);
      }
      plan_.axes.push_back(std::move(axis));
    }
  }

  [[noreturn]] static void refuse_second(const Axis& axis, const std::string& what, const Place& where) {
    const std::string line = where.name.substr(where.name.rfind(':') + 1);
    throw InputError(axis.place(),
                     fmt::format("a key that nothing else sets, and line {} has it in {}", line, what));
  }

  Toml root_;
  TomlTable table_;
  Plan plan_;
};

}  // namespace

const char* name_of(Strategy strategy) {
  return kStrategies[static_cast<std::size_t>(strategy)];
}

std::string clock_note(const Plan& plan) {
  const bool moves = std::any_of(plan.axes.begin(), plan.axes.end(),
                                 [](const Axis& axis) { return axis.key->name == "chip.clock_period_ps"; });
  const auto found =
      std::find_if(plan.objectives.begin(), plan.objectives.end(),
                   [](const std::string& name) { return name == "cycles" || name == "slowest_cycles"; });
  if (!moves || found == plan.objectives.end()) return "";
  return fmt::format(
      "chip.clock_period_ps varies, and {} of different clocks are different times: objectives = "
      "[\"total_ns\"] "
      "compares times",
      *found);
}

Plan load_plan(const std::string& path) {
  return PlanReader(path).read();
}

std::vector<WorkloadPlan> load_workload_plans(const std::string& path) {
  return PlanReader(path).read_workloads();
}

}  // namespace collisionchip
