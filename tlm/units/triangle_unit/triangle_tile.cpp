// The Triangle Unit with tiles: lanes side by side, each with a pipeline of its own, and the tumbled triangles that
// they share (docs/pair_sequencer.md).
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

#include <algorithm>

namespace collisionchip {

// One step of one command in a cycle; returns when to go on.
Cycle TriangleUnit::work_tiles(Cycle now) {
  const TileCommand* const command = ports_.tile_commands->front(now);
  state_ = CycleAccount::kIdle;
  if (command == nullptr) return kNever;
  state_ = CycleAccount::kBusy;
  if (command->kind == TileCommand::Kind::end) {
    LeafTests end;
    end.kind = LeafTests::Kind::end;
    const Cycle next = pass_on(now, end);
    if (next != now) return next;
    ports_.tile_commands->pop(now);
    return now + 1;
  }
  const TriangleData* const data = ports_.triangle_data.front(now);
  if (data == nullptr) {
    state_ = kMemory;
    return kNever;
  }
  Cycle next = now + 1;
  if (!work_command(now, *command, *data, next)) return next;
  ports_.tile_commands->pop(now);
  ports_.triangle_data.pop(now);
  return next;
}

// True if the command is done; `next`: when to go on.
bool TriangleUnit::work_command(Cycle now, const TileCommand& command, const TriangleData& data,
                                Cycle& next) {
  if (data.error) fail(now, data.error);
  if (found_ || failed_) {
    issued_of_command_ = 0;
    return true;  // nothing more is wanted
  }
  if (now < pipeline_free_) {  // vertices are read, of the tile too
    next = pipeline_free_;
    return false;
  }
  if (command.kind == TileCommand::Kind::tests) return issue_round(now, command, data, next);
  tile_.at(command.number) = decode_triangle(data.record);
  ++statistics_.tile_loads;
  return true;
}

// As many pairs as there are lanes, or are left.
bool TriangleUnit::issue_round(Cycle now, const TileCommand& command, const TriangleData& data, Cycle& next) {
  const std::uint32_t pairs = std::min(params_.lanes, command.number - issued_of_command_);
  if (!room_for_results(now, pairs)) {
    next = next_out();
    return false;
  }
  if (issued_of_command_ == 0) streamed_ = decode_triangle(data.record);
  ++statistics_.rounds;
  for (std::uint32_t lane = 0; lane < pairs; ++lane) {
    issues.write(now);
    pipeline_.push_back(test(tile_[issued_of_command_ + lane], streamed_, command.first_witness));
    pipeline_.back().out = now + pipeline_depth() - 1;
  }
  pipeline_free_ = now + params_.issue_cycles;
  account_.spend(pipeline_free_, CycleAccount::kBusy);
  next = pipeline_free_;
  issued_of_command_ += pairs;
  if (issued_of_command_ < command.number) return false;
  issued_of_command_ = 0;
  return true;
}

}  // namespace collisionchip
