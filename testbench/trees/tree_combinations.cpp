#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
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
  for (const std::string& name : names) formats.push_back(&tree_format(name));
  return formats;
}

// Complains of a name that none of the formats has: what they have stands in the complaint.
void check_names(const char* key, const std::vector<std::string>& wanted,
                 const std::vector<const TreeFormat*>& formats,
                 std::vector<std::string> (TreeFormat::*names)() const) {
  std::vector<std::string> known;
  for (const TreeFormat* format : formats) {
    for (const std::string& name : (format->*names)()) {
      if (!contains(known, name)) known.push_back(name);
    }
  }
  for (const std::string& name : wanted) {
    if (name != "all" && !contains(known, name))
      throw InputError(fmt::format("--{} {}: expected one of {}; no selected format has another", key, name,
                                   fmt::join(known, ", ")));
  }
}

void check_ks(const std::vector<int>& wanted, const std::vector<const TreeFormat*>& formats) {
  std::vector<int> known;
  for (const TreeFormat* format : formats) {
    for (const int k : format->ks()) {
      if (!contains(known, k)) known.push_back(k);
    }
  }
  for (const int k : wanted) {
    if (contains(known, k)) continue;
    throw InputError(
        known.empty()
            ? fmt::format("--k {}: expected a format of DOPs beside it; no selected format has a k", k)
            : fmt::format("--k {}: expected one of {}; no selected format has another", k,
                          fmt::join(known, ", ")));
  }
}

}  // namespace

TreeOptions TreeCombination::options() const {
  TreeOptions options;
  if (k > 0) options.k = k;
  options.builder = builder;
  return options;
}

std::string TreeCombination::name() const {
  return format->name() + (k > 0 ? fmt::format(", k {}", k) : "") + ", " + builder + ", " + traversal;
}

std::vector<TreeCombination> combinations_of(const TreeSelection& selection) {
  const std::vector<const TreeFormat*> formats = chosen_formats(selection.formats);
  check_ks(selection.ks, formats);
  check_names("builder", selection.builders, formats, &TreeFormat::builders);
  check_names("traversal", selection.traversals, formats, &TreeFormat::traversals);
  std::vector<TreeCombination> combinations;
  for (const TreeFormat* format : formats) {
    for (const int k : chosen_ks(selection.ks, format->ks())) {
      for (const std::string& builder : chosen(selection.builders, format->builders())) {
        for (const std::string& traversal : chosen(selection.traversals, format->traversals()))
          combinations.push_back({format, k, builder, traversal});
      }
    }
  }
  return combinations;
}

}  // namespace collisionchip
