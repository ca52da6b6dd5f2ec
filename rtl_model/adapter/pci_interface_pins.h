// The pins of rtl/pci_interface/pci_interface.sv, Verilated for paper41.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace collisionchip {

struct PciInterfacePins {
  // Inputs. The bus is idle.
  bool bus_edge_i = false, tick_i = true;
  std::uint64_t cycle_i = 0;
  std::uint32_t left_i = 1, ahead_i = 0;
  std::uint32_t ad_i = ~0u, cbe_ni = 0xf;
  bool par_i = true, frame_ni = true, irdy_ni = true, idsel_i = false;
  bool window_ready_i = true, window_valid_i = false;
  std::uint32_t window_data_i = 0;
  std::uint32_t entries_level_i = 0, entries_kind_i = 0, entries_tumbled_i = 0, entries_aligned_i = 0;
  bool done_valid_i = false, done_unfinished_i = false;
  std::uint32_t done_error_kind_i = 0, done_error_address_i = 0;
  bool stop_ready_i = false, mmm_ready_i = false, frames_ready_i = false;

  // Outputs.
  std::uint32_t ad_o = 0;
  bool ad_oe_o = false, par_o = false, par_oe_o = false;
  bool devsel_no = true, trdy_no = true, stop_no = true, control_oe_o = false;
  bool perr_no = true, perr_oe_o = false, serr_oe_o = false, inta_oe_o = false;
  bool window_read_o = false, window_write_o = false;
  std::uint32_t window_address_o = 0, window_data_o = 0;
  bool entries_pop_o = false, done_pop_o = false;
  bool start_put_o = false, start_first_witness_o = false;
  std::uint32_t start_tumbled_o = 0, start_aligned_o = 0;
  bool stop_put_o = false;
  bool mmm_put_o = false, frames_put_o = false;
  std::uint32_t matrix_first_word_o = 0, matrix_count_o = 0;
  std::array<std::uint32_t, 32> matrix_words_o{};
  bool reset_o = false, started_o = false, stopped_o = false;
  enum Refusal : std::uint32_t { kNone, kAddress, kCommand, kGeneric = 4 };
  std::uint32_t refusal_o = kNone, status_o = 0;
  std::uint64_t query_begin_o = 0;
  bool idle_o = true;

  PciInterfacePins();
  ~PciInterfacePins();

  void evaluate();
  void clock();
  void reset();

 private:
  class Top;
  std::unique_ptr<Top> top_;
};

}  // namespace collisionchip
