// The pins of rtl/memory_controller/memory_controller.sv. Its parameters are those of one of the machines it
// was Verilated for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

struct MemoryControllerPins {
  static constexpr std::size_t kMostRegisters = 4;
  using Beat = std::array<std::uint32_t, 8>;

  // Inputs.
  bool node_requests_valid_i = false;
  std::uint32_t node_requests_kind_i = 0, node_requests_address_i = 0;
  bool triangle_requests_valid_i = false;
  std::uint32_t triangle_requests_address_i = 0;
  std::uint32_t releases_valid_i = 0;  // a bit per lane
  std::array<std::uint16_t, kMostRegisters> releases_from_i{};
  Beat sdram_dq_i{};

  // Outputs.
  bool node_requests_pop_o = false, triangle_requests_pop_o = false;
  bool tumbled_data_put_o = false, aligned_data_put_o = false;
  bool beat_valid_o = false;
  std::uint32_t beat_number_o = 0;
  Beat beat_o{};
  bool triangle_data_put_o = false, triangle_data_refused_o = false;
  std::uint32_t triangle_data_address_o = 0;
  std::array<std::uint32_t, 32> triangle_data_record_o{};
  bool tumbled_auxiliary_put_o = false, aligned_auxiliary_put_o = false, auxiliary_refused_o = false;
  std::array<std::uint32_t, 2> auxiliary_child_o{}, auxiliary_triangle_o{};
  std::uint32_t auxiliary_leaf_o = 0, auxiliary_refused_address_o = 0;
  bool sdram_cs_no = true, sdram_ras_no = true, sdram_cas_no = true, sdram_we_no = true;
  std::uint32_t sdram_ba_o = 0, sdram_a_o = 0;
  bool head_held_o = false;
  std::uint32_t head_time_o = 0;
  bool idle_o = true;

  // Those that the RTL was Verilated for, paper41 first.
  static const std::vector<ChipConfig>& machines();

  MemoryControllerPins();
  ~MemoryControllerPins();
  void select(std::size_t machine);  // another one than paper41; before anything else

  void evaluate();
  void clock();
  void reset();

  class Top;

 private:
  std::unique_ptr<Top> top_;
};

}  // namespace collisionchip
