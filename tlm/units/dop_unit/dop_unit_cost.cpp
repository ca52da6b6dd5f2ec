#include "collisionchip/tlm/units/dop_unit/dop_unit.h"

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

namespace {

// Input register, d and e registers; comparators for both tumbled members.
std::uint64_t logic_area(const DopUnitParams& params, const Derived& machine) {
  const std::uint64_t k = params.k;
  const std::uint64_t input = std::uint64_t{machine.pairs.input_registers} * kSdramBlockBytes * 8;
  const std::uint64_t d = 2 * k * kFloatBits * params.register_sets;
  const std::uint64_t e =
      params.e_register == ERegister::node ? k * kFloatBits * params.comparator_groups : 0;
  const std::uint64_t comparators = 2 * std::uint64_t{params.compare_floats} * params.comparator_groups;
  return dotadds_area(machine.area, params.dotadds, params.dotadd_stages) +
         operators_area(machine.area, {0, 0, comparators}) + registers_area(machine.area, input + d + e);
}

}  // namespace

// The MMM drives the pipelines of both siblings, or one after the other; d' is compared with both aligned
// members. A dual-port memory has one port to read, so each group of comparators has d' in a memory of its own, and the way to
// the stack another one.
UnitCost DopUnit::cost(const Params& params, const Derived& machine, const DopUnit* counted) {
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  const std::uint64_t k = params.k, passes = params.dotadds == 1 ? 2 : 1;
  const std::uint64_t mmm = registers::kMmmWordsPerRow * k;
  const Operations transform = 2 * k * kDotadd;
  const Operations overlap = {0, 0, 4 * k};  // each of two aligned members against each of two tumbled ones
  UnitCost cost;
  cost.slowest_path = {"dop_unit", 9440};
  cost.operations = done.tumbled_pairs * transform + done.aligned_pairs * overlap;
  double energy = add_sram(machine.energy, 4 * mmm, done.tumbled_pairs * passes * mmm, cost);
  const std::uint64_t bytes = 4 * 2 * k * params.register_sets;
  const std::uint64_t written = (done.tumbled_pairs + done.pairs_from_stack) * 2 * k;
  for (std::uint32_t group = 0; group < params.comparator_groups; ++group)
    energy += add_sram(machine.energy, bytes, written + done.aligned_pairs * 4 * k / params.comparator_groups,
                       cost);
  if (params.hands_out)
    energy += add_sram(machine.energy, bytes, written + done.pairs_to_stack * 2 * k, cost);
  cost.area_um2 = logic_area(params, machine);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
