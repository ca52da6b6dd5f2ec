#include "collisionchip/tlm/units/engine_switch/engine_switch.h"

#include "collisionchip/tlm/machine/channel_set.h"
#include "collisionchip/tlm/machine/group_words.h"

namespace collisionchip {

EngineSwitch::Ports EngineSwitch::Ports::of(const UnitPorts& ports) {
  const bool by_number = ports.carries<QueryStart>("start");
  EngineSwitch::Ports all = {by_number ? nullptr : &ports.at<StartCommand>("start"),
                             ports.at<QueryStop>("stop"),
                             ports.at<MatrixWrite>("group_registers"),
                             ports.at<MatrixWrite>("leaf_registers"),
                             ports.at<Finding>("findings"),
                             {},
                             {},
                             by_number ? &ports.at<QueryStart>("start") : nullptr};
  const auto add_lanes = [&](const std::string& requests, const std::string& data,
                             std::vector<EngineSwitch::Lane>& found) {
    for (std::uint32_t i = 0; ports.find<BurstRequest>(numbered(requests, i)) != nullptr; ++i)
      found.push_back(
          {ports.at<BurstRequest>(numbered(requests, i)), ports.at<BurstData>(numbered(data, i))});
  };
  add_lanes("burst_requests", "burst_data", all.lanes);
  for (int i = 0;; ++i) {
    const std::string engine = "engine_" + std::to_string(i);
    if (ports.find<QueryStart>(engine + "_start") == nullptr) break;
    all.engines.push_back({ports.at<QueryStart>(engine + "_start"),
                           ports.at<QueryStop>(engine + "_stop"),
                           ports.at<MatrixWrite>(engine + "_group_registers"),
                           ports.at<MatrixWrite>(engine + "_leaf_registers"),
                           ports.at<Finding>(engine + "_findings"),
                           {}});
    add_lanes(engine + "_requests", engine + "_data", all.engines.back().lanes);
  }
  return all;
}

EngineSwitch::EngineSwitch(const sc_core::sc_module_name& name, const EngineSwitchParams& params,
                           const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      rows_(params.sdram),
      account_(std::string(name), account_meanings()[0]) {
  const auto read = [this](auto& channel) {
    channel.bind_reader(*this);
    listen(channel);
  };
  if (ports_.start != nullptr) read(*ports_.start);
  if (ports_.query_start != nullptr) read(*ports_.query_start);
  read(ports_.stop);
  read(ports_.group_registers);
  read(ports_.leaf_registers);
  ports_.findings.bind_writer(*this);
  for (Lane& lane : ports_.lanes) {
    lane.requests.bind_writer(*this);
    read(lane.data);
  }
  for (Engine& engine : ports_.engines) {
    engine.start.bind_writer(*this);
    engine.stop.bind_writer(*this);
    engine.group_registers.bind_writer(*this);
    engine.leaf_registers.bind_writer(*this);
    read(engine.findings);
    for (Lane& lane : engine.lanes) {
      read(lane.requests);
      lane.data.bind_writer(*this);
    }
  }
  keep(account_, state_);
  reset_memories();
}

void EngineSwitch::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void EngineSwitch::reset_state() {
  started_ = 0;
  finding_turn_ = 0;
  reset_memories();
  state_ = CycleAccount::kIdle;
}

void EngineSwitch::reset_memories() {
  Memory fresh;
  fresh.open.assign(params_.sdram.banks, ~0u);
  memories_.assign(ports_.lanes.size(), fresh);
}

Cycle EngineSwitch::step(Cycle now) {
  account_.spend(now, state_);
  bool finding_waits = false, burst_waits = false;
  bool acted = pass_start(now);
  acted |= pass_stop(now);
  acted |= pass_registers(
      now, ports_.group_registers, [](Engine & engine) -> auto& { return engine.group_registers; });
  acted |= pass_registers(
      now, ports_.leaf_registers, [](Engine & engine) -> auto& { return engine.leaf_registers; });
  acted |= pass_finding(now, finding_waits);
  for (std::size_t memory = 0; memory < memories_.size(); ++memory) {
    acted |= pass_data(now, memory);
    acted |= pass_burst(now, memory, burst_waits);
  }
  state_ = acted           ? CycleAccount::kBusy
           : burst_waits   ? kMemory
           : finding_waits ? kPointerFifo
                           : CycleAccount::kIdle;
  return acted ? now + 1 : kNever;
}

// Registers that came before it are to be there first.
bool EngineSwitch::pass_start(Cycle now) {
  if (ports_.group_registers.front(now) != nullptr || ports_.leaf_registers.front(now) != nullptr)
    return false;
  if (ports_.query_start != nullptr) {
    const QueryStart* const start = ports_.query_start->front(now);
    if (start == nullptr || !give_start(now, *start)) return false;
    ports_.query_start->pop(now);
    return true;
  }
  const StartCommand* const command = ports_.start->front(now);
  if (command == nullptr || !give_start(now, {started_, *command})) return false;
  ++started_;
  ports_.start->pop(now);
  return true;
}

bool EngineSwitch::give_start(Cycle now, const QueryStart& start) {
  Channel<QueryStart>& to = ports_.engines[engine_of(start.query)].start;
  if (!to.ready(now)) return false;
  to.put(now, start);
  ++statistics_.starts;
  return true;
}

bool EngineSwitch::pass_stop(Cycle now) {
  const QueryStop* const stop = ports_.stop.front(now);
  if (stop == nullptr) return false;
  Channel<QueryStop>& to = ports_.engines[engine_of(stop->query)].stop;
  if (!to.ready(now)) return false;
  to.put(now, *stop);
  ports_.stop.pop(now);
  return true;
}

bool EngineSwitch::pass_registers(Cycle now, Channel<MatrixWrite>& from,
                                  Channel<MatrixWrite>& (*to)(Engine&)) {
  const MatrixWrite* const write = from.front(now);
  if (write == nullptr) return false;
  const std::size_t engine = engine_of(write->first_word / group_words::kQueryWords);
  Channel<MatrixWrite>& registers = to(ports_.engines[engine]);
  if (!registers.ready(now)) return false;
  registers.put(now, *write);
  from.pop(now);
  return true;
}

bool EngineSwitch::pass_finding(Cycle now, bool& waits) {
  const std::size_t count = ports_.engines.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t engine = (finding_turn_ + i) % count;
    Channel<Finding>& from = ports_.engines[engine].findings;
    const Finding* const finding = from.front(now);
    if (finding == nullptr) continue;
    waits = !ports_.findings.ready(now);
    if (waits) return false;
    ports_.findings.put(now, *finding);
    from.pop(now);
    finding_turn_ = (engine + 1) % count;
    ++statistics_.findings;
    return true;
  }
  return false;
}

// An address outside the memory counts as one in row 0 of bank 0.
SdramLocation EngineSwitch::location_of(const BurstRequest& request) const {
  const std::uint64_t channel_bytes = std::uint64_t{params_.sdram.capacity_mib} << 20;
  if (request.address >= params_.channels.channels * channel_bytes) return {};
  return rows_.locate(params_.channels.within(request.address));
}

// The engine that goes next. `asking`: engines with a burst, in the order of their turns.
std::size_t EngineSwitch::best_engine(const Memory& side, const std::vector<std::size_t>& asking, Cycle now,
                                      std::size_t memory) {
  if (side.patience == 0) return asking.front();
  for (const std::size_t engine : asking) {
    const SdramLocation at = location_of(*ports_.engines[engine].lanes[memory].requests.front(now));
    if (side.open[at.bank] == at.row) return engine;
  }
  return asking.front();
}

bool EngineSwitch::pass_burst(Cycle now, std::size_t memory, bool& waits) {
  Memory& side = memories_[memory];
  const std::size_t count = ports_.engines.size();
  std::vector<std::size_t> asking;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t engine = (side.turn + i) % count;
    if (ports_.engines[engine].lanes[memory].requests.front(now) != nullptr) asking.push_back(engine);
  }
  if (asking.empty()) return false;
  if (!ports_.lanes[memory].requests.ready(now)) {
    waits = true;
    return false;
  }
  const std::size_t engine = best_engine(side, asking, now, memory);
  Channel<BurstRequest>& from = ports_.engines[engine].lanes[memory].requests;
  const SdramLocation at = location_of(*from.front(now));
  side.open[at.bank] = at.row;
  ports_.lanes[memory].requests.put(now, *from.front(now));
  from.pop(now);
  side.asked.push_back(engine);
  const bool in_turn = engine == asking.front();
  side.patience = in_turn ? kPatience : side.patience - 1;
  if (in_turn) side.turn = (engine + 1) % count;
  statistics_.waits += asking.size() - 1;
  ++statistics_.bursts;
  return true;
}

bool EngineSwitch::pass_data(Cycle now, std::size_t memory) {
  Channel<BurstData>& from = ports_.lanes[memory].data;
  const BurstData* const data = from.front(now);
  if (data == nullptr) return false;
  Memory& side = memories_[memory];
  Channel<BurstData>& to = ports_.engines[side.asked.front()].lanes[memory].data;
  if (!to.ready(now)) return false;
  to.put(now, *data);
  from.pop(now);
  side.asked.pop_front();
  return true;
}

}  // namespace collisionchip
