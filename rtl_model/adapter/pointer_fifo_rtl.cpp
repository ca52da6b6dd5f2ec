#include "collisionchip/rtl_model/adapter/pointer_fifo_rtl.h"

#include <algorithm>

#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

PointerFifoRtl::PointerFifoRtl(const sc_core::sc_module_name& name, const ChipConfig& config,
                               const Ports& ports)
    : RtlUnit("pointer_fifo", config, name, params_of<PointerFifoParams>(config), ports),
      entries_put_(output("entries_put_o", 1)),
      busy_(output("busy_o", 1)),
      stall_host_(output("stall_host_o", 1)) {
  // As the model: what it puts, then what it takes. The high water depends on it when the units
  // are no chip's.
  bind("entries", ports.entries);
  bind("done", ports.done);
  bind("findings", ports.findings);
}

void PointerFifoRtl::count(Cycle now) {
  account_.spend(now, state_);
  if (entries_put_) {
    ++entries_;
    high_water_ = std::max(high_water_, ports_.entries.size() + 1);
  }
  state_ = busy_ ? CycleAccount::kBusy : stall_host_ ? CycleAccount::kFirstCause : CycleAccount::kIdle;
}

}  // namespace collisionchip
