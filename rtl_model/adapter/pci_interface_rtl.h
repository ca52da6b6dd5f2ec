// The PCI Interface as RTL (rtl/pci_interface/pci_interface.sv), down to the pins of its bus, behind the
// interface of its TLM model.
//
// The bus stays loosely timed: at the call of a transfer an initiator plays it on the pins, as one
// transaction or several, all in the cycle of the call (tick_i low), with the time at which the transfer
// ends. The host gets the words on the bus. It also learns how each transaction ended, and the kind of refusal behind an
// abort. The clocks of the bus are compared with the model's formula.
//
// The SDRAM's side of the window moves a transfer at once: data are read when the first line is requested,
// and written when all words have come over the bus.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "collisionchip/rtl_model/adapter/pci_initiator.h"
#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"

namespace collisionchip {

class PciInterfaceRtl final : public RtlUnit<PciInterface>, private PciInitiator {
 public:
  PciInterfaceRtl(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports);

 private:
  // A transfer of the host on its way over the bus.
  struct Transfer {
    std::uint32_t address = 0;
    bool read = false;
    Cycle effect = 0;
    std::vector<std::uint32_t> words;         // the host's
    std::vector<std::uint32_t> memory_words;  // the SDRAM's, if it goes there
    bool memory_read = false;
    std::size_t behind = 0;  // words behind the burst that is under way
    Cycle clocks = 0;        // of the bus
    tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  };

  // The pins of the bus and of the RTL's other neighbours.
  struct Bus {
    explicit Bus(const RtlPins& pins);

    Pin ad_i, cbe_n, par_i, frame_n, irdy_n, idsel;
    Pin ad_o, ad_oe, par_o, par_oe, devsel_n, trdy_n, stop_n, control_oe, perr_n, perr_oe, serr_oe, inta_oe;
  };
  struct Window {
    explicit Window(const RtlPins& pins);

    Pin ready, valid, data_i, read, write, address, data_o;
  };
  struct Time {
    explicit Time(const RtlPins& pins);

    Pin bus_edge, tick, cycle, left, ahead;
  };

  void sample(Cycle now) override;
  void count(Cycle now) override;
  void moved(Cycle now) override;
  void reset_state() override;
  void reset_rtl() override;
  tlm::tlm_response_status access(tlm::tlm_generic_payload& payload, Cycle effect) override;
  PciSample bus_clock(const PciDrive& drive) override;

  tlm::tlm_response_status shape_error(const tlm::tlm_generic_payload& payload) const;
  void sample_entry(Cycle now);
  void sample_ends(Cycle now);
  void sample_window();
  void play();
  void configure_bus();
  void play_bursts();
  tlm::tlm_response_status outcome(const PciTransfer& burst) const;
  void check_bus() const;
  std::string transfer_name() const;
  void chip_edge(bool bus_edge);
  void act_for_host(Cycle now);
  void put_matrix(Channel<MatrixWrite>& channel);
  void look_at_bus();
  std::size_t window_index(std::uint32_t address) const;
  void read_line();
  tlm::tlm_response_status access_memory(tlm::tlm_command command);

  Bus bus_;
  Window window_;
  Time time_;
  Pin entries_level_, entries_pop_, done_pop_, mmm_put_, frames_put_;
  Pin reset_, started_, stopped_, query_begin_, refusal_pin_, status_pin_;
  FieldPins entry_, matrix_;
  RoomPins mmm_room_, frames_room_;

  Transfer transfer_;
  PciSample seen_;                             // on the bus, before the edge that ended its clock
  std::uint32_t refusal_ = 0;                  // before the same edge
  std::deque<std::uint32_t> line_;             // of the window, on its way to the RTL
  bool channels_moved_ = true;                 // since they were sampled
  bool configured_ = false;                    // BARs and command register are set
  bool host_resets_ = false;                   // by the transfer under way
  int parity_errors_ = 0, system_errors_ = 0;  // clocks of PERR#, SERR#
  std::vector<Cycle> due_;                     // starts and stops that were told and are not out
};

}  // namespace collisionchip
