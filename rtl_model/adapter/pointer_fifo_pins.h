// The pins of pointer_fifo.sv, for the adapter; one source knows both them and the Verilated module.
#pragma once

#include <cstdint>
#include <memory>

namespace collisionchip {

struct PointerFifoPins {
  PointerFifoPins();
  ~PointerFifoPins();

  void evaluate();
  void clock();
  void reset();

  bool findings_valid_i = false;
  std::uint32_t findings_kind_i = 0, findings_tumbled_i = 0, findings_aligned_i = 0;
  std::uint32_t findings_error_kind_i = 0, findings_error_address_i = 0;
  bool entries_ready_i = false, done_ready_i = false;

  bool findings_pop_o = false, entries_put_o = false, done_put_o = false;
  std::uint32_t entries_kind_o = 0, entries_tumbled_o = 0, entries_aligned_o = 0;
  std::uint32_t done_error_kind_o = 0, done_error_address_o = 0;
  bool done_unfinished_o = false;
  bool busy_o = false, stall_host_o = false, idle_o = false;

 private:
  struct Rtl;
  std::unique_ptr<Rtl> rtl_;
};

}  // namespace collisionchip
