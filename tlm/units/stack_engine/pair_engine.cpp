#include "collisionchip/tlm/units/stack_engine/pair_engine.h"

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

PairEngine::Ports PairEngine::Ports::of(const UnitPorts& ports) {
  return {ports.at<StartCommand>("start"),
          ports.at<PairAuxiliary>("tumbled_auxiliary"),
          ports.at<PairAuxiliary>("aligned_auxiliary"),
          ports.at<OverlapFlags>("flags"),
          ports.at<StopRequest>("stop"),
          ports.at<StopRequest>("host_stop"),
          {&ports.at<SramResponse>("left_words"), &ports.at<SramResponse>("right_words")},
          {&ports.at<SramRequest>("left_sram"), &ports.at<SramRequest>("right_sram")},
          ports.at<ReadRequest>("requests"),
          ports.at<ListCommand>("list_commands"),
          ports.at<LeafTests>("leaf_tests"),
          ports.find<StackCommand>("stack_commands"),
          ports.find<TransformedPair>("to_dop_unit"),
          ports.find<TransformedPair>("from_dop_unit")};
}

PairEngine::PairEngine(const sc_core::sc_module_name& name, std::uint32_t clock_period_ps, const Ports& ports)
    : Unit(name, Clock(clock_period_ps)), ports_(ports), account_(std::string(name), account_meanings()[0]) {
  ports_.start.bind_reader(*this);
  ports_.tumbled_auxiliary.bind_reader(*this);
  ports_.flags.bind_reader(*this);
  ports_.stop.bind_reader(*this);
  ports_.host_stop.bind_reader(*this);
  listen(ports_.start);
  listen(ports_.tumbled_auxiliary);
  listen(ports_.flags);
  listen(ports_.stop);
  listen(ports_.host_stop);
  for (int side = 0; side < 2; ++side) {
    ports_.sram_responses[side]->bind_reader(*this);
    ports_.sram_requests[side]->bind_writer(*this);
    listen(*ports_.sram_responses[side]);
  }
  ports_.requests.bind_writer(*this);
  ports_.list_commands.bind_writer(*this);
  ports_.leaf_tests.bind_writer(*this);
  if (ports_.stack_commands != nullptr) {
    ports_.stack_commands->bind_writer(*this);
    ports_.to_dop_unit->bind_writer(*this);
    ports_.from_dop_unit->bind_reader(*this);
    listen(*ports_.from_dop_unit);
  }
  keep(account_, state_);
}

void PairEngine::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

}  // namespace collisionchip
