// The pins of rtl/dop_unit/dop_unit.sv, by their names there, without Verilator's headers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace collisionchip {

struct DopUnitPins {
  bool mmm_write_i = false;
  std::uint32_t mmm_word_i = 0, mmm_data_i = 0;
  bool beat_valid_i = false, beat_first_i = false, beat_tumbled_i = false;
  std::array<std::uint32_t, 8> beat_i{};
  bool release_ready_i = false;
  bool list_valid_i = false;
  std::uint32_t list_discard_i = 0, list_length_i = 0;
  std::uint32_t flags_free_i = 0;

  bool tumbled_pop_o = false, aligned_pop_o = false;
  bool release_put_o = false;
  std::uint32_t release_in_o = 0;
  bool list_pop_o = false;
  bool flags_put_o = false;
  std::uint32_t flags_o = 0;
  std::uint32_t left_load_in_o = 0, right_load_in_o = 0, issue_in_o = 0, issued_in_o = 0, interlock_o = 0;
  std::array<std::uint32_t, 2> compare_in_o{};
  std::uint32_t discarded_o = 0;
  bool idle_o = true;

  DopUnitPins();
  ~DopUnitPins();

  // Before anything else: the RTL with so many groups of comparators.
  void select(std::uint32_t comparator_groups);

  void evaluate();  // outputs from inputs and state
  void clock();     // the edge that ends the cycle
  void reset();

 private:
  struct Rtl;
  template <typename Top>
  struct RtlOf;
  std::unique_ptr<Rtl> rtl_;
};

}  // namespace collisionchip
