#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "collisionchip/reference/formats/obb_branch_format.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/trees/tree_comparison.h"

namespace collisionchip {

namespace {

template <typename Item>
bool contains(const std::vector<Item>& items, const Item& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

// The wanted ones that `has`, or its first one if none is named.
std::vector<std::string> chosen(const std::vector<std::string>& wanted, const std::vector<std::string>& has) {
  if (wanted.empty()) return {has.front()};
  if (wanted == std::vector<std::string>{"all"}) return has;
  std::vector<std::string> both;
  for (const std::string& name : wanted) {
    if (contains(has, name)) both.push_back(name);
  }
  return both;
}

std::vector<int> chosen_ks(const std::vector<int>& wanted, const std::vector<int>& has) {
  if (has.empty()) return {0};
  if (wanted.empty()) return has;
  std::vector<int> both;
  for (const int k : wanted) {
    if (contains(has, k)) both.push_back(k);
  }
  return both;
}

std::vector<const TreeFormat*> chosen_formats(const std::vector<std::string>& names) {
  if (names.empty()) return tree_formats();
  std::vector<const TreeFormat*> formats;
  formats.reserve(names.size());
  for (const std::string& name : names) formats.push_back(typed([&] { return &tree_format(name); }));
  return formats;
}

using OwnFormats = std::vector<std::shared_ptr<const TreeFormat>>;

// dop128 in the ways of tumbling that are asked for.
OwnFormats tumbling_formats(const TreeSelection& selection) {
  OwnFormats formats;
  if (selection.tumblings.empty()) return formats;
  if (!selection.formats.empty() && selection.formats != std::vector<std::string>{"dop128"})
    throw InputError("--tumble",
                     fmt::format("--format dop128 with it, not {}", fmt::join(selection.formats, ",")));
  if (selection.degree > 2 || selection.leaf_size > 1)
    throw InputError("--tumble", "trees of degree 2 and leaves of one triangle");
  const std::vector<std::string>& names = tumbling_names();
  for (const std::string& name : chosen(selection.tumblings, names)) {
    const auto way = static_cast<Tumbling>(std::find(names.begin(), names.end(), name) - names.begin());
    formats.push_back(make_tumbling_format(way, selection.hill_levels));
  }
  return formats;
}

// obb64, obb44 and obb40, or those that are named, with each number of kept pairs.
OwnFormats branch_formats(const TreeSelection& selection) {
  OwnFormats formats;
  if (!selection.branch_caches.empty() && !selection.tumblings.empty())
    throw InputError("--branch-cache", "no --tumble with it");
  const std::vector<std::string> all = {"obb64", "obb44", "obb40"};
  for (const std::string& name : selection.formats.empty() ? all : selection.formats) {
    for (const std::uint32_t lines : selection.branch_caches)
      formats.push_back(make_obb_branch_format(name, lines));
  }
  return formats;
}

// Complains of what is none of `known`.
void check_known(const char* key, const std::vector<std::string>& wanted,
                 const std::vector<std::string>& known) {
  for (const std::string& name : wanted) {
    if (name != "all" && !contains(known, name))
      throw WrongWord(fmt::format("--{}: {}", key, choice_complaint(known, name)));
  }
}

// Rules with the axes, points and objectives that they ask for.
std::vector<TreeRules> chosen_rules(const TreeSelection& selection) {
  check_known("rule", selection.rules, split_rule_names());
  check_known("axis", selection.axes, tree_axis_names());
  check_known("point", selection.points, tree_point_names());
  check_known("objective", selection.objectives, tree_objective_names());
  const bool parts = !(selection.axes.empty() && selection.points.empty() && selection.objectives.empty());
  std::vector<std::string> rules = selection.rules;
  if (rules.empty()) rules = {parts ? "axis_point" : TreeOptions{}.split_rule};
  if (rules == std::vector<std::string>{"all"}) rules = split_rule_names();
  std::vector<TreeRules> all;
  for (const std::string& rule : rules) {
    if (rule != "axis_point") {
      all.push_back({rule, "", "", "", selection.degree, selection.leaf_size});
      continue;
    }
    for (const std::string& axis : chosen(selection.axes, tree_axis_names())) {
      const bool judged = axis == "normals";  // the objective chooses among them alone
      for (const std::string& point : chosen(selection.points, tree_point_names())) {
        for (const std::string& objective :
             judged ? chosen(selection.objectives, tree_objective_names()) : std::vector<std::string>{""})
          all.push_back({rule, axis, point, objective, selection.degree, selection.leaf_size});
      }
    }
  }
  return all;
}

// The rules for one format and builder. Only DOP trees built top_down have rules; all others have one shape.
std::vector<TreeRules> rules_for(const TreeFormat& format, const std::string& builder,
                                 const TreeSelection& selection) {
  if (!format.has_shape(selection.degree, selection.leaf_size)) return {};
  if (format.volume() != "dop" || builder != "top_down")
    return {{"", "", "", "", selection.degree, selection.leaf_size}};
  return chosen_rules(selection);
}

using NamesOf = std::vector<std::string> (TreeFormat::*)() const;

std::vector<std::string> all_names(const std::vector<const TreeFormat*>& formats, NamesOf names) {
  std::vector<std::string> all;
  for (const TreeFormat* format : formats) {
    for (const std::string& name : (format->*names)()) {
      if (!contains(all, name)) all.push_back(name);
    }
  }
  return all;
}

// Throws if none of the formats has a name; the message lists the names that they have.
void check_names(const char* key, const std::vector<std::string>& wanted,
                 const std::vector<const TreeFormat*>& formats, NamesOf names) {
  check_known(key, wanted, all_names(tree_formats(), names));
  const std::vector<std::string> known = all_names(formats, names);
  for (const std::string& name : wanted) {
    if (name != "all" && !contains(known, name))
      throw InputError(fmt::format("--{}", key), either_of(known),
                       fmt::format(", got '{}'; no selected format has another", name));
  }
}

std::vector<int> all_ks(const std::vector<const TreeFormat*>& formats) {
  std::vector<int> all;
  for (const TreeFormat* format : formats) {
    for (const int k : format->ks()) {
      if (!contains(all, k)) all.push_back(k);
    }
  }
  return all;
}

std::vector<std::string> texts_of(const std::vector<int>& ks) {
  std::vector<std::string> texts;
  texts.reserve(ks.size());
  for (const int k : ks) texts.push_back(std::to_string(k));
  return texts;
}

void check_ks(const std::vector<int>& wanted, const std::vector<const TreeFormat*>& formats) {
  const std::vector<int> known = all_ks(formats), anywhere = all_ks(tree_formats());
  for (const int k : wanted) {
    if (contains(known, k)) continue;
    if (!contains(anywhere, k))
      throw WrongWord(fmt::format("--k: expected {}, got {}", either_of(texts_of(anywhere)), k));
    throw InputError(
        known.empty() ? fmt::format("--k: expected a format of DOPs, got {}; no selected format has a k", k)
                      : fmt::format("--k: expected {}, got {}; no selected format has another",
                                    either_of(texts_of(known)), k));
  }
}

}  // namespace

TreeOptions TreeCombination::options() const {
  TreeOptions options;
  if (k > 0) options.k = k;
  options.builder = builder;
  if (!rules.rule.empty()) options.split_rule = rules.rule;
  if (!rules.axis.empty()) options.axis = rules.axis;
  if (!rules.point.empty()) options.point = rules.point;
  if (!rules.objective.empty()) options.objective = rules.objective;
  options.degree = rules.degree;
  options.leaf_size = rules.leaf_size;
  return options;
}

std::string TreeCombination::built() const {
  const bool usual = rules.rule.empty() || rules.rule == TreeOptions{}.split_rule;
  std::string text = usual ? builder : rules.rule;
  for (const std::string& part : {rules.axis, rules.point, rules.objective})
    text += part.empty() ? "" : " " + part;
  if (rules.degree > 2) text += fmt::format(", degree {}", rules.degree);
  if (rules.leaf_size > 1) text += fmt::format(", leaves of {}", rules.leaf_size);
  return text;
}

std::string TreeCombination::name() const {
  return format->name() + (k > 0 ? fmt::format(", k {}", k) : "") + ", " + built() + ", " + traversal;
}

namespace {

// Rules that no combination goes by.
void check_rules(const TreeSelection& selection, const std::vector<TreeCombination>& combinations) {
  const std::pair<const char*, const std::vector<std::string>&> given[] = {
      {"rule", selection.rules},
      {"axis", selection.axes},
      {"point", selection.points},
      {"objective", selection.objectives}};
  const bool taken = std::any_of(combinations.begin(), combinations.end(),
                                 [](const TreeCombination& one) { return !one.rules.rule.empty(); });
  for (const auto& [key, names] : given) {
    if (!taken && !names.empty())
      throw InputError(fmt::format("--{}", key), "a format of DOPs built top_down with it");
  }
}

}  // namespace

std::vector<TreeCombination> combinations_of(const TreeSelection& selection) {
  check_known("tumble", selection.tumblings, tumbling_names());
  const OwnFormats own =
      selection.branch_caches.empty() ? tumbling_formats(selection) : branch_formats(selection);
  std::vector<const TreeFormat*> formats;
  for (const auto& format : own) formats.push_back(format.get());
  if (own.empty()) formats = chosen_formats(selection.formats);
  check_ks(selection.ks, formats);
  check_names("builder", selection.builders, formats, &TreeFormat::builders);
  check_names("traversal", selection.traversals, formats, &TreeFormat::traversals);
  std::vector<TreeCombination> combinations;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const TreeFormat* const format = formats[i];
    const std::shared_ptr<const TreeFormat> kept = own.empty() ? nullptr : own[i];
    for (const int k : chosen_ks(selection.ks, format->ks())) {
      for (const std::string& builder : chosen(selection.builders, format->builders())) {
        for (const TreeRules& rules : rules_for(*format, builder, selection)) {
          for (const std::string& traversal : chosen(selection.traversals, format->traversals()))
            combinations.push_back({format, k, builder, traversal, rules, kept});
        }
      }
    }
  }
  if (combinations.empty())
    throw InputError(fmt::format("--degree {} --leaf-size {}", selection.degree, selection.leaf_size),
                     "a format with such trees: dop128, or groups as dop4r5 with leaves of 1, 2 or 4");
  check_rules(selection, combinations);
  return combinations;
}

}  // namespace collisionchip
