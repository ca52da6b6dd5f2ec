#include "collisionchip/rtl_model/adapter/pointer_fifo_rtl.h"

#include <algorithm>

namespace collisionchip {

const std::vector<RtlRequirement>& PointerFifoRtl::requirements() {
  static const std::vector<RtlRequirement> none;
  return none;
}

void PointerFifoRtl::sample(Cycle now) {
  const Finding* finding = ports_.findings.front(now);
  pins_.findings_valid_i = finding != nullptr;
  if (finding != nullptr) {
    pins_.findings_kind_i = static_cast<std::uint32_t>(finding->kind);
    pins_.findings_tumbled_i = finding->tumbled;
    pins_.findings_aligned_i = finding->aligned;
    pins_.findings_error_kind_i = static_cast<std::uint32_t>(finding->error.kind);
    pins_.findings_error_address_i = finding->error.address;
  }
  pins_.entries_ready_i = ports_.entries.ready(now);
  pins_.done_ready_i = ports_.done.ready(now);
}

void PointerFifoRtl::act(Cycle now) {
  account_.spend(now, state_);
  if (pins_.entries_put_o) {
    ports_.entries.put(now, {static_cast<Finding::Kind>(pins_.entries_kind_o),
                             pins_.entries_tumbled_o,
                             pins_.entries_aligned_o,
                             {}});
    ++entries_;
    high_water_ = std::max(high_water_, ports_.entries.size());
  }
  if (pins_.done_put_o) {
    const auto kind = static_cast<ReadError::Kind>(pins_.done_error_kind_o);
    ports_.done.put(now, {{kind, pins_.done_error_address_o}, pins_.done_unfinished_o});
  }
  if (pins_.findings_pop_o) ports_.findings.pop(now);
  state_ = pins_.busy_o         ? CycleAccount::kBusy
           : pins_.stall_host_o ? CycleAccount::kFirstCause
                                : CycleAccount::kIdle;
}

}  // namespace collisionchip
