// Tile Unit: the unit of triangle tests in the machine without a tree (docs/pair_sequencer.md). It has lanes side by
// side, each with a pipeline of triangle_tester.h, and the tumbled triangles that they share, the tile.
//
// Timing contract:
// - Commands are worked off in order, each with the record at the head of triangle_data, which stays there until
//   the command is done.
// - Tests issue in rounds: the next triangles of the tile, as many as there are lanes, against the aligned one, all
//   in one cycle. A round takes the pipelines as a pair does, and its results leave them in one cycle, by the
//   numbers of the lanes.
// - A load takes a cycle in which no round takes the pipelines.
// - After a witness, or a record that cannot be read, a command is dropped in a cycle, with its record.
#pragma once

#include <vector>

#include "collisionchip/tlm/units/triangle_unit/tile_unit_params.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_tester.h"

namespace collisionchip {

class UnitPorts;

class TileUnit : public TriangleTester {
 public:
  using Params = TileUnitParams;

  struct Ports {
    Channel<TileCommand>& tile_commands;   // from the Pair Sequencer
    Channel<TriangleData>& triangle_data;  // from the Memory Controller
    Channel<MatrixWrite>& matrix_writes;   // from the PCI Interface
    Channel<Finding>& findings;            // to the Pointer FIFO
    Channel<StopRequest>& stop;            // to the Pair Sequencer

    static Ports of(const UnitPorts& ports);
  };

  TileUnit(const sc_core::sc_module_name& name, const TileUnitParams& params, const Ports& ports);

  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const TileUnit* counted);

 protected:
  void reset_state() override;

 private:
  Cycle step(Cycle now) override;

  Cycle work(Cycle now);
  bool work_command(Cycle now, const TileCommand& command, const TriangleData& data, Cycle& next);
  bool issue_round(Cycle now, const TileCommand& command, const TriangleData& data, Cycle& next);

  Ports ports_;
  std::vector<TriangleRecord> tile_;
  TriangleRecord streamed_;              // the aligned triangle of the command at the head
  std::uint32_t issued_of_command_ = 0;  // of its tests
};

}  // namespace collisionchip
