// The pins of rtl/pci_interface.sv, Verilated for paper41.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace collisionchip {

struct PciInterfacePins {
  // Inputs.
  bool tick_i = true;
  std::uint64_t cycle_i = 0;
  bool host_valid_i = false, host_write_i = false;
  std::uint32_t host_address_i = 0, host_words_i = 0, host_index_i = 0, host_data_i = 0, host_left_i = 0;
  std::uint32_t entries_level_i = 0, entries_kind_i = 0, entries_tumbled_i = 0, entries_aligned_i = 0;
  bool done_valid_i = false, done_unfinished_i = false;
  std::uint32_t done_error_kind_i = 0, done_error_address_i = 0;
  bool stop_ready_i = false, mmm_ready_i = false, frames_ready_i = false;

  // Outputs.
  enum Error : std::uint32_t { kNone, kAddress, kCommand, kBurst, kGeneric };
  std::uint32_t host_data_o = 0, host_error_o = kNone;
  bool host_window_o = false;
  bool entries_pop_o = false, done_pop_o = false;
  bool start_put_o = false, start_first_witness_o = false;
  std::uint32_t start_tumbled_o = 0, start_aligned_o = 0;
  bool stop_put_o = false;
  bool mmm_put_o = false, frames_put_o = false;
  std::uint32_t matrix_first_word_o = 0, matrix_count_o = 0;
  std::array<std::uint32_t, 32> matrix_words_o{};
  bool reset_o = false, interrupt_o = false, started_o = false, stopped_o = false;
  std::uint32_t status_o = 0;
  std::uint64_t query_begin_o = 0, query_end_o = 0;
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
