// The kinds of units that a machine is made of: what a kind counts and what must add up, how an instance is made as a model and as
// RTL, and what it costs. rtl_model/adapter/rtl_units.h fills in the column of the RTL.
//
// The name of a kind is what users see: in the netlist, in statistics, keys and traces. A kind has several implementations where
// machines need units of one name that take and hand out different messages, and the row of the netlist says which one it has. That
// name is for the program alone. The alternative, a kind for each of them, would put a second name into files and keys.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/tlm/chip/unit_maker.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip {

struct UnitImplementation {
  std::string name;
  UnitMaker model;
  UnitMaker rtl;  // nullptr: there is none
  // The cost of an instance after a query, or of nullptr before any. It lacks the area of the memories.
  UnitCost (*cost)(const ChipConfig& config, const Unit* counted);
};

struct UnitKind {
  std::string name;
  std::vector<DeclaredStatistic<Unit>> (*statistics)();
  const std::vector<AccountMeaning>& (*accounts)();  // in the order of Unit::accounts()
  ClosingSums (*closing_sums)();                     // over what it counts itself
  CostKinds costs;
  std::vector<UnitImplementation> implementations;  // that of Figure 4, which the RTL implements, first
};
using UnitKinds = std::vector<UnitKind>;

// The kinds of the TLM models alone.
const UnitKinds& model_kinds();

// std::out_of_range if there is none of this name.
const UnitKind& kind_of(const UnitKinds& kinds, const std::string& name);
// What the row asks for; std::out_of_range if there is no such kind or implementation.
const UnitImplementation& implementation_of(const UnitKinds& kinds, const UnitRow& row);

// InputError if the row asks for what there is not.
std::unique_ptr<Unit> make_unit(const UnitKinds& kinds, const UnitRow& row, const ChipConfig& config,
                                const UnitPorts& ports);

}  // namespace collisionchip
