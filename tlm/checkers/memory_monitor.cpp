#include "collisionchip/tlm/checkers/memory_monitor.h"

#include <algorithm>

namespace collisionchip {

MemoryMonitor::MemoryMonitor(const sc_core::sc_module_name& name, const ChipConfig& config)
    : sc_module(name),
      target_socket("target_socket"),
      initiator_socket("initiator_socket"),
      reads("reads"),
      clock_(config.chip.clock_period_ps) {
  target_socket.bind(*this);
  initiator_socket.bind(*this);
}

tlm::tlm_sync_enum MemoryMonitor::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                                  sc_core::sc_time& delay) {
  const bool begins = phase == tlm::BEGIN_REQ;
  if (begins) {
    MemoryRead read;
    read.request = clock_.now();
    read.accepted = kNever;
    read.address = payload.get_address();
    read.bytes = payload.get_data_length();
    under_way_.push_back({&payload, read});
  }
  const tlm::tlm_sync_enum result = initiator_socket->nb_transport_fw(payload, phase, delay);
  if (begins && result == tlm::TLM_UPDATED) on_answer(payload, phase, clock_.now() + clock_.cycles(delay));
  if (begins && result == tlm::TLM_COMPLETED) on_refusal(payload);
  return result;
}

tlm::tlm_sync_enum MemoryMonitor::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                                  sc_core::sc_time& delay) {
  on_answer(payload, phase, clock_.now() + clock_.cycles(delay));
  return target_socket->nb_transport_bw(payload, phase, delay);
}

void MemoryMonitor::on_answer(const Payload& payload, const tlm::tlm_phase& phase, Cycle at) {
  const auto found = find(payload);
  if (found == under_way_.end()) return;
  MemoryRead& read = found->read;
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) read.accepted = std::min(read.accepted, at);
  if (phase != tlm::BEGIN_RESP) return;
  read.first_beat = at;
  const MemoryRead answered = read;
  under_way_.erase(found);
  reads.write(answered);
}

void MemoryMonitor::on_refusal(const Payload& payload) {
  const auto found = find(payload);
  if (found == under_way_.end()) return;
  MemoryRead refused = found->read;
  refused.refused = true;
  under_way_.erase(found);
  reads.write(refused);
}

std::deque<MemoryMonitor::UnderWay>::iterator MemoryMonitor::find(const Payload& payload) {
  return std::find_if(under_way_.begin(), under_way_.end(),
                      [&](const UnderWay& entry) { return entry.payload == &payload; });
}

void MemoryMonitor::b_transport(Payload& payload, sc_core::sc_time& delay) {
  initiator_socket->b_transport(payload, delay);
}

unsigned MemoryMonitor::transport_dbg(Payload& payload) {
  return initiator_socket->transport_dbg(payload);
}

bool MemoryMonitor::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
  return initiator_socket->get_direct_mem_ptr(payload, dmi);
}

void MemoryMonitor::invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) {
  target_socket->invalidate_direct_mem_ptr(start, end);
}

}  // namespace collisionchip
