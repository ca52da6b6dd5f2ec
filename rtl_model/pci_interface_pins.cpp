#include "rtl_model/pci_interface_pins.h"

#include <algorithm>

#include "Vpci_interface.h"
#include "rtl_model/verilated_top.h"

namespace collisionchip {

class PciInterfacePins::Top : public VerilatedTop<Vpci_interface> {};

PciInterfacePins::PciInterfacePins() : top_(std::make_unique<Top>()) {}

PciInterfacePins::~PciInterfacePins() = default;

void PciInterfacePins::evaluate() {
  Vpci_interface& t = **top_;
  t.tick_i = tick_i;
  t.cycle_i = cycle_i;
  t.host_valid_i = host_valid_i;
  t.host_write_i = host_write_i;
  t.host_address_i = host_address_i;
  t.host_words_i = static_cast<SData>(host_words_i);
  t.host_index_i = static_cast<SData>(host_index_i);
  t.host_data_i = host_data_i;
  t.host_left_i = host_left_i;
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
  host_data_o = t.host_data_o;
  host_error_o = t.host_error_o;
  host_window_o = t.host_window_o;
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
  interrupt_o = t.interrupt_o;
  started_o = t.started_o;
  stopped_o = t.stopped_o;
  status_o = t.status_o;
  query_begin_o = t.query_begin_o;
  query_end_o = t.query_end_o;
  idle_o = t.idle_o;
}

void PciInterfacePins::clock() {
  top_->clock();
}

void PciInterfacePins::reset() {
  top_->reset();
}

}  // namespace collisionchip
