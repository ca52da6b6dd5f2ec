#include "collisionchip/rtl_model/adapter/pci_interface_pins.h"

#include <algorithm>

#include "Vpci_interface.h"
#include "collisionchip/rtl_model/adapter/verilated_top.h"

namespace collisionchip {

class PciInterfacePins::Top : public VerilatedTop<Vpci_interface> {};

PciInterfacePins::PciInterfacePins() : top_(std::make_unique<Top>()) {}

PciInterfacePins::~PciInterfacePins() = default;

void PciInterfacePins::evaluate() {
  Vpci_interface& t = **top_;
  t.bus_edge_i = bus_edge_i;
  t.tick_i = tick_i;
  t.cycle_i = cycle_i;
  t.left_i = left_i;
  t.ahead_i = static_cast<SData>(ahead_i);
  t.ad_i = ad_i;
  t.cbe_ni = static_cast<CData>(cbe_ni);
  t.par_i = par_i;
  t.frame_ni = frame_ni;
  t.irdy_ni = irdy_ni;
  t.idsel_i = idsel_i;
  t.window_ready_i = window_ready_i;
  t.window_valid_i = window_valid_i;
  t.window_data_i = window_data_i;
  t.entries_level_i = static_cast<SData>(entries_level_i);
  t.entries_kind_i = static_cast<CData>(entries_kind_i);
  t.entries_tumbled_i = entries_tumbled_i;
  t.entries_aligned_i = entries_aligned_i;
  t.done_valid_i = done_valid_i;
  t.done_unfinished_i = done_unfinished_i;
  t.done_error_kind_i = static_cast<CData>(done_error_kind_i);
  t.done_error_address_i = done_error_address_i;
  t.stop_ready_i = stop_ready_i;
  t.mmm_ready_i = mmm_ready_i;
  t.frames_ready_i = frames_ready_i;
  top_->evaluate();
  ad_o = t.ad_o;
  ad_oe_o = t.ad_oe_o;
  par_o = t.par_o;
  par_oe_o = t.par_oe_o;
  devsel_no = t.devsel_no;
  trdy_no = t.trdy_no;
  stop_no = t.stop_no;
  control_oe_o = t.control_oe_o;
  perr_no = t.perr_no;
  perr_oe_o = t.perr_oe_o;
  serr_oe_o = t.serr_oe_o;
  inta_oe_o = t.inta_oe_o;
  window_read_o = t.window_read_o;
  window_write_o = t.window_write_o;
  window_address_o = t.window_address_o;
  window_data_o = t.window_data_o;
  entries_pop_o = t.entries_pop_o;
  done_pop_o = t.done_pop_o;
  start_put_o = t.start_put_o;
  start_first_witness_o = t.start_first_witness_o;
  start_tumbled_o = t.start_tumbled_o;
  start_aligned_o = t.start_aligned_o;
  stop_put_o = t.stop_put_o;
  mmm_put_o = t.mmm_put_o;
  frames_put_o = t.frames_put_o;
  if (mmm_put_o || frames_put_o) {
    matrix_first_word_o = t.matrix_first_word_o;
    matrix_count_o = t.matrix_count_o;
    std::copy_n(&t.matrix_words_o[0], matrix_words_o.size(), matrix_words_o.begin());
  }
  reset_o = t.reset_o;
  started_o = t.started_o;
  stopped_o = t.stopped_o;
  refusal_o = t.refusal_o;
  status_o = t.status_o;
  query_begin_o = t.query_begin_o;
  idle_o = t.idle_o;
}

void PciInterfacePins::clock() {
  top_->clock();
}

void PciInterfacePins::reset() {
  top_->reset();
}

}  // namespace collisionchip
