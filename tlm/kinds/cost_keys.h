// What operations, memories and silicon cost. No key of these sections changes a cycle. docs/costs.md.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

// Estimates of energy (docs/costs.md); they change no cycle.
struct EnergyKeys {
  std::uint32_t multiply_fj = 3700;
  std::uint32_t add_fj = 900;
  std::uint32_t compare_fj = 100;
  std::uint32_t sram_fj = 5000;
  std::uint32_t technology_percent = 1600;
  std::uint32_t activate_pj = 11250;
  std::uint32_t read_pj = 938;
  std::uint32_t standby_mw = 125;

  static constexpr const char* kSection = "energy";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = EnergyKeys;
    constexpr Range kAny = {0, 1000000};
    key(&K::multiply_fj, integer("multiply_fj", "fJ", kAny, "ours",
                                 "a float32 multiplication in 45 nm at 0.9 V; M. Horowitz, Computing's "
                                 "Energy Problem, ISSCC 2014: 3.7 pJ"));
    key(&K::add_fj,
        integer("add_fj", "fJ", kAny, "ours", "a float32 addition in 45 nm at 0.9 V; ISSCC 2014: 0.9 pJ"));
    key(&K::compare_fj, integer("compare_fj", "fJ", kAny, "ours",
                                "a comparison of two float32 numbers, as much as the addition of two "
                                "integers; ISSCC 2014: 0.1 pJ"));
    key(&K::sram_fj, integer("sram_fj", "fJ", kAny, "ours",
                             "32 bits of an SRAM with 8 KiB; other SRAMs by the square root of their size; "
                             "ISSCC 2014: 10 pJ for 64 bits of 8 KiB, 20 of 32 KiB, 100 of 1 MiB"));
    key(&K::technology_percent, integer("technology_percent", "per cent", kAny, "ours",
                                        "factor on the four keys above: 4 times the length and 4 times the "
                                        "square of the voltage in 0.18 µm at 1.8 V"));
    key(&K::activate_pj,
        integer(
            "activate_pj", "pJ", kAny, "ours",
            "a row opened and closed in one memory chip: (IDD0 - IDD3N) x 2.5 V x tRC, 125 and 50 mA for the "
            "MT46V32M8-262; Micron data sheet DD9C16_32_64_128x72H, 2010, table 11"));
    key(&K::read_pj, integer("read_pj", "pJ", kAny, "ours",
                             "a byte read of an open row: (IDD4R - IDD3N) x 2.5 V x 3.75 ns, 150 "
                             "and 50 mA, same table; without the "
                             "lines between the chips"));
    key(&K::standby_mw,
        integer("standby_mw", "mW", kAny, "ours", "a memory chip all the time: IDD3N x 2.5 V, same table"));
  }
};

// In 0.18 um, by the synthesis of our RTL (docs/costs.md) where it has the item.
struct AreaKeys {
  std::uint32_t dotadd_um2 = 684000;
  std::uint32_t dotadd_stage_um2 = 16500;
  std::uint32_t multiply_um2 = 159698;
  std::uint32_t add_um2 = 51887;
  std::uint32_t compare_um2 = 7815;
  std::uint32_t register_bit_um2 = 144;
  std::uint32_t sram_bit_nm2 = 5590;
  std::uint32_t sram_percent = 150;
  std::uint32_t pci_interface_um2 = 570000;
  std::uint32_t memory_controller_um2 = 490000;
  std::uint32_t stack_engine_um2 = 3151000;
  std::uint32_t stack_level_bits = 93;
  std::uint32_t fixed_dotadd_um2 = 286628;
  std::uint32_t corner_dotadd_um2 = 518812;
  std::uint32_t group_compare_um2 = 50863;
  std::uint32_t group_decode_um2 = 186632;
  std::uint32_t group_extent_um2 = 105354;
  std::uint32_t small_block_um2 = 560286;
  std::uint32_t small_cross_um2 = 397901;
  std::uint32_t small_sum_um2 = 95288;
  std::uint32_t small_triple_um2 = 383167;
  std::uint32_t small_sign_um2 = 273153;
  std::uint32_t group_engine_um2 = 800000;
  std::uint32_t group_context_um2 = 60000;
  std::uint32_t result_unit_um2 = 500000;

  static constexpr const char* kSection = "area";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = AreaKeys;
    constexpr Range kAny = {0, 1000000000};
    key(&K::dotadd_um2,
        integer("dotadd_um2", "um2", kAny, "ours", "a DOTADD of six stages, synthesised alone")
            .added_with(684000));
    key(&K::dotadd_stage_um2, integer("dotadd_stage_um2", "um2", kAny, "ours",
                                      "each stage beyond six: a sixth of what twelve stages add")
                                  .added_with(16500));
    key(&K::multiply_um2, integer("multiply_um2", "um2", kAny, "ours",
                                  "a float32 multiplier without registers, synthesised alone")
                              .added_with(159698));
    key(&K::add_um2,
        integer("add_um2", "um2", kAny, "ours", "a float32 adder without registers, synthesised alone")
            .added_with(51887));
    key(&K::compare_um2,
        integer("compare_um2", "um2", kAny, "ours", "a float32 comparator, synthesised alone")
            .added_with(7815));
    key(&K::register_bit_um2,
        integer("register_bit_um2", "um2", kAny, "ours",
                "a bit of a register that keeps its value: DFFPOSX1 and MUX2X1 of the OSU cells, 96 + 48")
            .added_with(144));
    key(&K::sram_bit_nm2,
        integer(
            "sram_bit_nm2", "um2 / 1000", kAny, "ours",
            "a bit of an SRAM: the six transistors take 5.59 um2; S. Yang et al., A High Performance 180 nm "
            "Generation Logic Technology, IEDM 1998")
            .added_with(5590));
    key(&K::sram_percent, integer("sram_percent", "per cent", kAny, "ours",
                                  "factor on an SRAM's bits for its decoders and amplifiers; a rule of thumb")
                              .added_with(150));
    key(&K::pci_interface_um2,
        integer("pci_interface_um2", "um2", kAny, "ours", "the unit, synthesised whole").added_with(570000));
    key(&K::memory_controller_um2,
        integer("memory_controller_um2", "um2", kAny, "ours", "the unit, synthesised whole")
            .added_with(490000));
    key(&K::stack_engine_um2,
        integer("stack_engine_um2", "um2", kAny, "ours", "the unit with 128 levels, synthesised by module")
            .added_with(3151000));
    key(&K::stack_level_bits, integer("stack_level_bits", "bits", kAny, "ours",
                                      "bits of registers in each level of the Stack Engine")
                                  .added_with(93));
    key(&K::fixed_dotadd_um2,
        integer("fixed_dotadd_um2", "um2", kAny, "ours", "a DOTADD of 18-bit numbers, synthesised alone")
            .added_with(286628));
    key(&K::corner_dotadd_um2, integer("corner_dotadd_um2", "um2", kAny, "ours",
                                       "a DOTADD of 26 by 24 bits that moves corners, synthesised alone")
                                   .added_with(518812));
    key(&K::group_compare_um2, integer("group_compare_um2", "um2", kAny, "ours",
                                       "a test of two members of 24 coordinates, synthesised alone")
                                   .added_with(50863));
    key(&K::group_decode_um2, integer("group_decode_um2", "um2", kAny, "ours",
                                      "decoder of a member of 24 coordinates, synthesised alone")
                                  .added_with(186632));
    key(&K::group_extent_um2, integer("group_extent_um2", "um2", kAny, "ours",
                                      "extent of a triangle along one direction, synthesised alone")
                                  .added_with(105354));
    key(&K::small_block_um2, integer("small_block_um2", "um2", kAny, "ours",
                                     "corners of two triangles in 16 bits with one shift, synthesised alone")
                                 .added_with(560286));
    key(&K::small_cross_um2, integer("small_cross_um2", "um2", kAny, "ours",
                                     "a cross product of two vectors of 16-bit numbers, synthesised alone")
                                 .added_with(397901));
    key(&K::small_sum_um2, integer("small_sum_um2", "um2", kAny, "ours",
                                   "a cross product of differences from four others, and the sum of its "
                                   "magnitudes, synthesised alone")
                               .added_with(95288));
    key(&K::small_triple_um2,
        integer(
            "small_triple_um2", "um2", kAny, "ours",
            "a determinant of three vectors of 16-bit numbers from a given cross product, synthesised alone")
            .added_with(383167));
    key(&K::small_sign_um2,
        integer("small_sign_um2", "um2", kAny, "ours",
                "the sign of a determinant of differences from four others, and its bound, synthesised alone")
            .added_with(273153));
    key(&K::group_engine_um2, integer("group_engine_um2", "um2", kAny, "ours",
                                      "the Group Engine without contexts and lists; assumed")
                                  .added_with(800000));
    key(&K::group_context_um2,
        integer("group_context_um2", "um2", kAny, "ours", "a context of the Group Engine; assumed")
            .added_with(60000));
    key(&K::result_unit_um2,
        integer(
            "result_unit_um2", "um2", kAny, "ours",
            "the Result Unit without its memory and the registers of its rings; assumed, less than the PCI "
            "Interface")
            .added_with(500000));
  }
};

}  // namespace collisionchip
