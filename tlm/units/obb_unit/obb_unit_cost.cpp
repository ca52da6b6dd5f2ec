#include "collisionchip/tlm/units/obb_unit/obb_unit.h"

#include "collisionchip/tlm/volumes/box_unit_cost.h"

namespace collisionchip {

namespace {

// A quaternion (obb_codec.h) takes nine products and twelve sums, without the factors of two. Its w takes four products,
// three sums and a comparison; the root counts as one of the products.
constexpr Operations kRotation = {9, 12, 0}, kFourth = {4, 3, 1};
// The largest of the three kinds of axes, the cross products (obb_overlap.h), epsilon included.
constexpr Operations kAxis = {6, 5, 1};

// A box has twelve rows: a rotation and a centre; and fifteen numbers.
BoxCosts box_costs(ObbEncoding encoding) {
  const Operations decode = encoding == ObbEncoding::obb40 ? kRotation + kFourth : Operations{};
  return {decode, kAxis, 12, 12, 15, 0, 0};
}

}  // namespace

UnitCost ObbUnit::cost(const Params& params, const Derived& machine, const ObbUnit* counted) {
  const BoxCosts box = box_costs(params.encoding);
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  const KeptPairs kept = counted == nullptr ? KeptPairs{} : counted->kept_pairs();
  std::uint64_t decoded = done.tumbled_pairs + done.aligned_pairs;
  UnitCost cost;
  double energy = 0;
  if (params.has_branch_cache) {
    // A line is written whole when its pair has been decoded, and read whole.
    constexpr std::uint64_t kLine = 128 + 4;  // with its pair's number
    energy = add_sram(machine.energy, machine.pairs.branch_cache_lines * kLine, decoded * kLine / 4, cost);
    decoded -= kept.tumbled + kept.aligned;
  }
  cost.operations = 2 * decoded * box.decode +
                    (2 * done.tumbled_pairs * box.rows + done.tests * box.test_rows) * kDotadd +
                    done.axes * box.axis;
  cost.area_um2 = box_unit_area(box, params, machine);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
