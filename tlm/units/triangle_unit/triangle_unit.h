// Triangle Unit (§4.3): the tests of pairs of leaves, with its two-entry memory for the tumbled side and its
// cache for the aligned side. The pipeline that takes the pairs is that of triangle_tester.h.
//
// Timing contract (docs/triangle_unit.md):
// - Leaf tests are worked off in order, tumbled left before right for each aligned member, one test or
//   message in a cycle. A pair issues when both triangles are in the unit; a missing one is read from
//   memory first, and later pairs wait behind it. One read is asked for in a cycle, the tumbled one first.
// - If leaves hold their triangles, they come with the pairs that the Stack Engine asked for, before the leaf
//   tests that need them, and nothing is read; only a triangle that others have replaced meanwhile is.
// - The end of a query, and unfinished work, wait until no triangle is awaited.
// - `ideal`: no time and no memory traffic (Eq. 5 leaves this unit out); records are read by debug transport.
// Reset empties memory and cache too.
#pragma once

#include <array>
#include <optional>

#include "collisionchip/tlm/units/triangle_unit/triangle_cache.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_tester.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit_params.h"

namespace collisionchip {

class UnitPorts;

class TriangleUnit : public TriangleTester {
 public:
  using Params = TriangleUnitParams;

  // Triangles that come in leaves, from the Memory Controller.
  struct LeafPorts {
    Channel<TriangleData>& tumbled;
    Channel<TriangleData>& aligned;
  };
  struct Ports {
    Channel<LeafTests>& leaf_tests;        // from the Stack Engine
    Channel<TriangleData>& triangle_data;  // from the Memory Controller
    Channel<MatrixWrite>& matrix_writes;   // from the PCI Interface
    Channel<ReadRequest>& requests;        // to the Memory Controller
    Channel<Finding>& findings;            // to the Pointer FIFO
    Channel<StopRequest>& stop;            // to the Stack Engine
    std::optional<LeafPorts> leaves = {};  // nothing where leaves hold no triangles

    static Ports of(const UnitPorts& ports);
  };

  TriangleUnit(const sc_core::sc_module_name& name, const TriangleUnitParams& params, const Ports& ports);

  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const TriangleUnit* counted);

 protected:
  void reset_state() override;

 private:
  struct TumbledEntry {
    bool valid = false;
    std::uint32_t address = 0;
    TriangleRecord triangle;
  };

  Cycle step(Cycle now) override;

  void take_triangles(Cycle now);
  void take_leaves(Cycle now);
  const TriangleRecord* tumbled_triangle(int i, std::uint32_t address);
  Cycle work(Cycle now);
  Cycle work_off(Cycle now, const LeafTests& message);
  Cycle issue(Cycle now, int i, int j);
  Cycle ask(Cycle now, TumbledEntry* entry, std::uint32_t tumbled, bool has_aligned, std::uint32_t aligned);
  Cycle pass_message(Cycle now, const LeafTests& message);
  bool awaits_triangle() const { return tumbled_awaited_ != nullptr || aligned_awaited_; }
  ReadError read_record(std::uint32_t address, TriangleRecord& record);
  bool work_ideal(Cycle now, const LeafTests& message);

  Ports ports_;
  std::array<TumbledEntry, 2> tumbled_;
  TriangleCache leaves_;                     // of the tumbled side, that came with their pairs
  TriangleCache cache_;                      // of the aligned side
  std::uint32_t done_bits_ = 0;              // tests of the message at the head already issued
  TumbledEntry* tumbled_awaited_ = nullptr;  // the entry whose triangle has been asked for and is not here
  bool aligned_awaited_ = false;
  bool tumbled_missed_ = false, aligned_missed_ = false;  // for the test at the head
};

}  // namespace collisionchip
