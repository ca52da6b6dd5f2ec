#include "collisionchip/tlm/units/triangle_unit/tile_unit.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

TileUnit::Ports TileUnit::Ports::of(const UnitPorts& ports) {
  return {ports.at<TileCommand>("tile_commands"), ports.at<TriangleData>("triangle_data"),
          ports.at<MatrixWrite>("frame"), ports.at<Finding>("findings"), ports.at<StopRequest>("stop")};
}

TileUnit::TileUnit(const sc_core::sc_module_name& name, const TileUnitParams& params, const Ports& ports)
    : TriangleTester(name, params, ports.matrix_writes, ports.findings, ports.stop),
      ports_(ports),
      tile_(params.tile) {
  ports_.tile_commands.bind_reader(*this);
  ports_.triangle_data.bind_reader(*this);
  listen(ports_.tile_commands);
  listen(ports_.triangle_data);
}

void TileUnit::reset_state() {
  TriangleTester::reset_state();
  issued_of_command_ = 0;
}

Cycle TileUnit::step(Cycle now) {
  begin_cycle(now);
  const Cycle next = work(now);
  return std::min(next, let_out(now));
}

// One step of one command in a cycle; returns when to go on.
Cycle TileUnit::work(Cycle now) {
  const TileCommand* const command = ports_.tile_commands.front(now);
  spend_on(CycleAccount::kIdle);
  if (command == nullptr) return kNever;
  spend_on(CycleAccount::kBusy);
  if (command->kind == TileCommand::Kind::end) {
    LeafTests end;
    end.kind = LeafTests::Kind::end;
    const Cycle next = pass_on(now, end);
    if (next != now) return next;
    ports_.tile_commands.pop(now);
    return now + 1;
  }
  const TriangleData* const data = ports_.triangle_data.front(now);
  if (data == nullptr) {
    spend_on(kMemory);
    return kNever;
  }
  Cycle next = now + 1;
  if (!work_command(now, *command, *data, next)) return next;
  ports_.tile_commands.pop(now);
  ports_.triangle_data.pop(now);
  return next;
}

// True if the command is done; `next`: when to go on.
bool TileUnit::work_command(Cycle now, const TileCommand& command, const TriangleData& data, Cycle& next) {
  if (data.error) fail(now, data.error);
  if (wants_no_more()) {
    issued_of_command_ = 0;
    return true;
  }
  if (now < pipeline_free()) {  // vertices are read, of the tile too
    next = pipeline_free();
    return false;
  }
  if (command.kind == TileCommand::Kind::tests) return issue_round(now, command, data, next);
  tile_.at(command.number) = decode_triangle(data.record);
  ++counters().tile_loads;
  return true;
}

// As many pairs as there are lanes, or are left.
bool TileUnit::issue_round(Cycle now, const TileCommand& command, const TriangleData& data, Cycle& next) {
  const std::uint32_t pairs = std::min(params().lanes, command.number - issued_of_command_);
  if (!room_for_results(now, pairs)) {
    next = next_out();
    return false;
  }
  if (issued_of_command_ == 0) streamed_ = decode_triangle(data.record);
  ++counters().rounds;
  issue_pairs(now, &tile_[issued_of_command_], pairs, streamed_, command.first_witness);
  next = pipeline_free();
  issued_of_command_ += pairs;
  if (issued_of_command_ < command.number) return false;
  issued_of_command_ = 0;
  return true;
}

}  // namespace collisionchip
