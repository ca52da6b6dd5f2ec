#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

namespace {
constexpr int kHost = CycleAccount::kFirstCause;
}

PointerFifo::Ports PointerFifo::Ports::of(const UnitPorts& ports) {
  return {ports.at<Finding>("findings"), ports.at<Finding>("entries"), ports.at<QueryDone>("done")};
}

PointerFifo::PointerFifo(const sc_core::sc_module_name& name, const PointerFifoParams& params,
                         const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      ports_(ports),
      account_(std::string(name), account_meanings()[0]),
      closes_(params.closes) {
  ports_.findings.bind_reader(*this);
  ports_.entries.bind_writer(*this);
  ports_.done.bind_writer(*this);
  listen(ports_.findings);
  keep(account_);
}

void PointerFifo::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  high_water_ = 0;
  entries_ = 0;
  unfinished_ = false;
}

void PointerFifo::reset_state() {
  state_ = CycleAccount::kIdle;
}

Cycle PointerFifo::step(Cycle now) {
  account_.spend(now, state_);
  state_ = CycleAccount::kIdle;
  const Finding* finding = ports_.findings.front(now);
  if (finding == nullptr) return kNever;
  const bool end = finding->kind == Finding::Kind::end;
  const bool enters = !end || closes_;
  if (enters && !ports_.entries.ready(now)) {
    state_ = kHost;
    return kNever;
  }
  if (enters) enter(now, *finding);
  if (end) ports_.done.put(now, {finding->error, unfinished_});
  ports_.findings.pop(now);
  state_ = CycleAccount::kBusy;
  return now + 1;
}

void PointerFifo::enter(Cycle now, const Finding& finding) {
  ports_.entries.put(now, finding);
  unfinished_ |= finding.kind == Finding::Kind::unfinished;
  ++entries_;
  high_water_ = std::max(high_water_, ports_.entries.size());
}

}  // namespace collisionchip
