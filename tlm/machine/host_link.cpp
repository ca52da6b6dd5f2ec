#include "collisionchip/tlm/machine/host_link.h"

namespace collisionchip {

namespace {

void fill(std::uint32_t& value, std::uint64_t usual) {
  if (value == 0) value = static_cast<std::uint32_t>(usual);
}

// PCI Express Base Specification 3.0 to 5.0: 8, 16 and 32 GT/s a lane, 128 bits of 130. Half of the 850 ns of a ping-pong
// with an FPGA behind PCIe 3; of the others nothing is published that could be taken.
struct Generation {
  std::uint32_t bytes_per_us, one_way_ns;
};
Generation generation_of(std::uint32_t number) {
  if (number == 3) return {984, 430};
  return number == 4 ? Generation{1969, 350} : Generation{3938, 300};
}

constexpr std::uint32_t kAxiWriteNs = 40, kAxiResultNs = 60, kAxiPayload = 256, kAxiWordBytes = 4;
constexpr std::uint32_t kPciePayload = 128, kPcieOverhead = 24;

}  // namespace

HostKeys with_defaults(HostKeys keys, std::uint32_t clock_period_ps) {
  if (keys.kind == HostKindKey::pcie) {
    const Generation generation = generation_of(keys.generation);
    fill(keys.write_ns, generation.one_way_ns);
    fill(keys.result_ns, generation.one_way_ns);
    fill(keys.bytes_per_us, std::uint64_t{keys.lanes} * generation.bytes_per_us);
    fill(keys.payload_bytes, kPciePayload);
    fill(keys.overhead_bytes, kPcieOverhead);
  } else if (keys.kind == HostKindKey::axi) {
    fill(keys.write_ns, kAxiWriteNs);
    fill(keys.result_ns, kAxiResultNs);
    const std::uint64_t bytes = std::uint64_t{keys.lanes} * kAxiWordBytes * 1000000;
    fill(keys.bytes_per_us, (bytes + clock_period_ps - 1) / clock_period_ps);  // no less than the lanes pass
    fill(keys.payload_bytes, kAxiPayload);
  }
  return keys;
}

HostLink::HostLink(const HostKeys& given, const PciBus& pci, std::uint32_t clock_period_ps)
    : kind_(given.kind), pci_(pci), clock_period_ps_(clock_period_ps) {
  const HostKeys keys = with_defaults(given, clock_period_ps);
  bytes_per_us_ = keys.bytes_per_us;
  payload_bytes_ = keys.payload_bytes;
  overhead_bytes_ = keys.overhead_bytes;
  write_cycles_ = cycles_of_ns(keys.write_ns);
  result_cycles_ = cycles_of_ns(keys.result_ns);
}

Cycle HostLink::packets(std::uint64_t bytes) const {
  const std::uint64_t count = (bytes + payload_bytes_ - 1) / payload_bytes_;
  const std::uint64_t all = bytes + count * overhead_bytes_, per_cycle = bytes_per_us_ * clock_period_ps_;
  return (all * 1000000 + per_cycle - 1) / per_cycle;
}

LinkTime HostLink::write(std::uint64_t words) const {
  if (kind_ == HostKindKey::pci) return {pci_transfer_cycles(pci_, false, words), 0};
  return {packets(4 * words), write_cycles_};
}

LinkTime HostLink::read(std::uint64_t words) const {
  if (kind_ == HostKindKey::pci) return {pci_transfer_cycles(pci_, true, words), 0};
  return {write_cycles_ + packets(4 * words) + result_cycles_, 0};
}

LinkTime HostLink::result(std::uint64_t words) const {
  if (kind_ == HostKindKey::pci) return {pci_transfer_cycles(pci_, false, words), 0};
  return {packets(4 * words), result_cycles_};
}

}  // namespace collisionchip
