#include <algorithm>

#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/engines/answer_engine.h"
#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/engines/exact_engine.h"
#include "collisionchip/testbench/engines/opencl_engine.h"
#include "collisionchip/testbench/engines/traversal_engine.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#ifdef COLLISIONCHIP_FCL_VERSION
#include "collisionchip/testbench/engines/fcl_engine.h"
#endif

namespace collisionchip {

namespace {

template <typename Kind>
std::unique_ptr<Engine> make(const EngineSetup& setup) {
  return std::make_unique<Kind>(setup);
}

void as_it_is(ChipConfig&) {}

#ifdef COLLISIONCHIP_FCL_VERSION
constexpr auto kMakeFcl = make_fcl_engine;
constexpr const char* kFclLacks = "";
#else
constexpr std::unique_ptr<Engine> (*kMakeFcl)(const EngineSetup&) = nullptr;
constexpr const char* kFclLacks = "FCL";
#endif

void all_units_rtl(ChipConfig& config) {
  for (const std::string& unit : replaceable_units()) set_model(config, unit, UnitModel::rtl);
}

// "" or "RTL of pci_interface, ...".
std::string missing_rtl() {
  std::string missing;
  for (const std::string& unit : replaceable_units()) {
    if (std::count(rtl_units().begin(), rtl_units().end(), unit) == 0)
      missing += (missing.empty() ? "RTL of " : ", ") + unit;
  }
  return missing;
}

Capabilities chip() {
  Capabilities can;
  can.cycles = true;
  return can;
}

Capabilities other_order() {
  Capabilities can;
  can.in_order = false;
  return can;
}

Capabilities no_counts() {
  Capabilities can = other_order();
  can.counts = false;
  return can;
}

// `keys` and what software looks at to answer for these machines, each once.
std::vector<std::string> with_keys_of(std::vector<std::string> keys, bool (*is_asked)(const HostKind& host)) {
  for (const HostKind& host : host_kinds()) {
    if (!is_asked(host)) continue;
    for (const std::string& key : host.reference_keys) {
      if (!names(keys, key)) keys.push_back(key);
    }
  }
  return keys;
}

// Each machine looks at trees and at who is tumbled.
std::vector<std::string> keys_of_trees() {
  return with_keys_of(keys_of_every_reference(), [](const HostKind& host) { return host.walks_trees; });
}

std::vector<std::string> keys_of_machines() {
  std::vector<std::string> keys = keys_of_trees();
  for (const std::string& key : keys_that_choose()) {
    if (!names(keys, key)) keys.push_back(key);
  }
  return with_keys_of(keys, [](const HostKind&) { return true; });
}

Capabilities not_exact() {
  Capabilities can = no_counts();
  can.exact = false;
  return can;
}

}  // namespace

const std::vector<EngineKind>& engine_kinds() {
  static const std::vector<EngineKind> kinds = {
      {"tlm", "tlm", "the SystemC chip; the keys units.* choose RTL for single units", chip(), "mirror",
       make<ChipEngine>, as_it_is, ""},
      {"rtl", "rtl", "the chip with all its units as RTL", chip(), "mirror", make<ChipEngine>, all_units_rtl,
       missing_rtl()},
      {"reference", "reference", "the fastest software; it counts nothing", no_counts(), "simultaneous",
       make<AnswerEngine>, as_it_is, "", keys_of_machines()},
      // A verdict calls both of them the reference: the pairs are the same.
      {"mirror", "reference", "Algorithm 2 in software; it judges chips", Capabilities{}, "simultaneous",
       make<MirrorEngine>, as_it_is, "", keys_of_machines()},
      {"single_list", "single list traversal", "the paper's new traversal, node by node", other_order(),
       "reference", make<TraversalEngine<single_list_traversal>>, as_it_is, "", keys_of_trees()},
      {"simultaneous", "simultaneous traversal", "the traditional traversal, both trees at once",
       other_order(), "reference", make<TraversalEngine<simultaneous_traversal>>, as_it_is, "",
       keys_of_trees()},
      {"simultaneous_stored", "simultaneous traversal with stored transforms",
       "the same, transforms stored with the nodes", other_order(), "reference", make<StoredTraversalEngine>,
       as_it_is, "", keys_of_trees()},
      {"simultaneous_stacked", "simultaneous traversal with stacked transforms",
       "the same, transforms kept on the stack", other_order(), "reference",
       make<TraversalEngine<simultaneous_stacked_traversal>>, as_it_is, "", keys_of_trees()},
      {"brute_force", "brute force", "every leaf against every leaf", other_order(), "reference",
       make<TraversalEngine<brute_force>>, as_it_is, "", keys_of_trees()},
      {"exact", "exact arithmetic", "boxes and integers of any length, no tree", no_counts(), "reference",
       make_exact_engine, as_it_is, ""},
      {"fcl", "FCL", "the Flexible Collision Library, which is not exact", not_exact(), "reference", kMakeFcl,
       as_it_is, kFclLacks},
      {"opencl",
       "OpenCL",
       "all triangles against all, on a GPU or PoCL",
       other_order(),
       "reference",
       make_opencl_engine,
       as_it_is,
       "",
       {"query.tumbled_side"}},
  };
  return kinds;
}

bool EngineKind::looks_at(const std::string& key) const {
  return can.cycles || names(keys, key);
}

const EngineKind* find_engine(const std::string& name) {
  const std::vector<EngineKind>& kinds = engine_kinds();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const EngineKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

const EngineKind& judge_of(const EngineKind& kind) {
  return *find_engine(kind.judge);
}

std::vector<std::string> engine_names(bool (*fits)(const EngineKind& kind)) {
  std::vector<std::string> names;
  for (const EngineKind& kind : engine_kinds()) {
    if (fits(kind)) names.push_back(kind.name);
  }
  return names;
}

}  // namespace collisionchip
