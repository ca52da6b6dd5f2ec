// The PCI Interface as RTL (rtl/pci_interface.sv) behind the interface of its TLM model.
//
// The bus stays loosely timed: a transfer's words come to the RTL's host port one per clock edge, all in the
// cycle of the call (tick_i low), with the time at which the transfer ends. The SDRAM window's data go past
// the RTL, which says whether they may.
#pragma once

#include <vector>

#include "rtl_model/pci_interface_pins.h"
#include "rtl_model/rtl_requirements.h"
#include "rtl_model/rtl_unit.h"
#include "tlm/pci_interface.h"

namespace collisionchip {

class PciInterfaceRtl final : public RtlUnit<PciInterface, PciInterfacePins> {
 public:
  using RtlUnit::RtlUnit;

  // What the RTL was made for.
  static const std::vector<RtlRequirement>& requirements();

 private:
  void sample(Cycle now) override;
  void act(Cycle now) override;
  void reset_state() override;
  tlm::tlm_response_status access(tlm::tlm_generic_payload& payload, Cycle effect) override;

  void sample_entry(Cycle now);
  tlm::tlm_response_status word(std::uint32_t& value, Cycle effect);
  void put_matrix(Channel<MatrixWrite>& channel, Cycle effect);
  void leave_host_port();

  std::vector<Cycle> due_;  // starts and stops that were told and are not out
};

}  // namespace collisionchip
