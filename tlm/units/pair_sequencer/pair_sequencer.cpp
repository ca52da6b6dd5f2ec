#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer.h"

#include <algorithm>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

PairSequencer::Ports PairSequencer::Ports::of(const UnitPorts& ports) {
  return {ports.at<StartCommand>("start"),   ports.at<MatrixWrite>("counts"),
          ports.at<StopRequest>("stop"),     ports.at<StopRequest>("host_stop"),
          ports.at<ReadRequest>("requests"), ports.at<TileCommand>("tile_commands")};
}

PairSequencer::PairSequencer(const sc_core::sc_module_name& name, const PairSequencerParams& params,
                             const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      account_(std::string(name), account_meanings()[0]) {
  ports_.start.bind_reader(*this);
  ports_.counts.bind_reader(*this);
  ports_.stop.bind_reader(*this);
  ports_.host_stop.bind_reader(*this);
  ports_.requests.bind_writer(*this);
  ports_.tile_commands.bind_writer(*this);
  listen(ports_.start);
  listen(ports_.counts);
  listen(ports_.stop);
  listen(ports_.host_stop);
  keep(account_, state_);
}

void PairSequencer::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void PairSequencer::reset_state() {
  phase_ = Phase::off;
  query_ = {};
  stopped_ = false;
  first_ = loaded_ = aligned_ = 0;
  state_ = CycleAccount::kIdle;
}

Cycle PairSequencer::step(Cycle now) {
  account_.spend(now, state_);
  take_counts(now);
  take_start(now);
  take_stops(now);
  if (phase_ != Phase::streaming) return kNever;
  if (!send(now)) return kNever;
  account_.spend(now + 1, CycleAccount::kBusy);
  state_ = phase_ == Phase::ended ? kDrain : CycleAccount::kBusy;
  return phase_ == Phase::ended ? kNever : now + 1;
}

void PairSequencer::take_counts(Cycle now) {
  while (const MatrixWrite* write = ports_.counts.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i) triangles_.at(write->first_word + i) = write->words[i];
    ports_.counts.pop(now);
  }
}

void PairSequencer::take_start(Cycle now) {
  const StartCommand* command = ports_.start.front(now);
  if (command == nullptr) return;
  query_ = *command;
  ports_.start.pop(now);
  phase_ = Phase::streaming;
}

void PairSequencer::take_stops(Cycle now) {
  for (Channel<StopRequest>* stop : {&ports_.stop, &ports_.host_stop}) {
    if (stop->front(now) == nullptr) continue;
    stop->pop(now);
    ++statistics_.stops;
    stopped_ |= phase_ != Phase::off;  // no query to stop
  }
}

std::uint32_t PairSequencer::tile_size() const {
  return std::min(params_.tile, triangles_[0] - first_);
}

// False if it has to wait; the unit that it waits for wakes it.
bool PairSequencer::send(Cycle now) {
  return is_done() ? send_end(now) : send_command(now);
}

bool PairSequencer::send_command(Cycle now) {
  if (!ports_.tile_commands.ready(now)) {
    state_ = kTriangleUnit;
    return false;
  }
  if (!ports_.requests.ready(now)) {
    state_ = kMemory;
    return false;
  }
  const TileCommand command = next_command();
  ports_.requests.put(now, {ReadKind::triangle, command.address});
  ports_.tile_commands.put(now, command);
  return true;
}

// The tumbled triangles of a tile, then all aligned ones, then the next tile.
TileCommand PairSequencer::next_command() {
  TileCommand command;
  command.first_witness = query_.first_witness;
  if (loaded_ < tile_size()) {
    if (loaded_ == 0) ++statistics_.tiles;
    ++statistics_.tumbled_triangles;
    command.kind = TileCommand::Kind::load;
    command.address = query_.tumbled.pair + (first_ + loaded_) * kTriangleBytes;
    command.number = loaded_++;
    return command;
  }
  ++statistics_.aligned_triangles;
  statistics_.pairs += tile_size();
  command.kind = TileCommand::Kind::tests;
  command.address = query_.aligned.pair + aligned_++ * kTriangleBytes;
  command.number = tile_size();
  if (aligned_ == triangles_[1]) {
    first_ += tile_size();
    loaded_ = aligned_ = 0;
  }
  return command;
}

bool PairSequencer::send_end(Cycle now) {
  if (!ports_.tile_commands.ready(now)) {
    state_ = kTriangleUnit;
    return false;
  }
  ports_.tile_commands.put(now, {TileCommand::Kind::end, 0, 0, query_.first_witness});
  phase_ = Phase::ended;
  return true;
}

}  // namespace collisionchip
