// The rows of what costs: energy and area. docs/costs.md.
#include "collisionchip/tlm/machine/config_row.h"

namespace collisionchip::config_rows {

namespace {

void add_energy(std::vector<ConfigKey>& keys) {
  using E = C::Energy;
  constexpr Range kAny = {0, 1000000};
  const std::vector<ConfigKey> rows = {
      integer<&C::energy, &E::multiply_fj>(
          "energy.multiply_fj", "fJ", kAny, "ours",
          "a float32 multiplication in 45 nm at 0.9 V; M. Horowitz, Computing's "
          "Energy Problem, ISSCC 2014: 3.7 pJ"),
      integer<&C::energy, &E::add_fj>("energy.add_fj", "fJ", kAny, "ours",
                                      "a float32 addition, likewise; ISSCC 2014: 0.9 pJ"),
      integer<&C::energy, &E::compare_fj>(
          "energy.compare_fj", "fJ", kAny, "ours",
          "a comparison of two float32 numbers, as much as the addition of two "
          "integers; ISSCC 2014: 0.1 pJ"),
      integer<&C::energy, &E::sram_fj>(
          "energy.sram_fj", "fJ", kAny, "ours",
          "32 bits of an SRAM of 8 KiB, of others by the square root of their size; "
          "ISSCC 2014: 10 pJ for 64 bits of 8 KiB, 20 of 32 KiB, 100 of 1 MiB"),
      integer<&C::energy, &E::technology_percent>(
          "energy.technology_percent", "per cent", kAny, "ours",
          "of the four above: 4 times the length and 4 times the square of the voltage in 0.18 µm at 1.8 V"),
      integer<&C::energy, &E::activate_pj>(
          "energy.activate_pj", "pJ", kAny, "ours",
          "a row opened and closed in one memory chip: (IDD0 - IDD3N) x 2.5 V x tRC, 125 and 50 mA for the "
          "MT46V32M8-262; Micron data sheet DD9C16_32_64_128x72H, 2010, table 11"),
      integer<&C::energy, &E::read_pj>("energy.read_pj", "pJ", kAny, "ours",
                                       "a byte read of an open row: (IDD4R - IDD3N) x 2.5 V x 3.75 ns, 150 "
                                       "and 50 mA, same table; without the "
                                       "lines between the chips"),
      integer<&C::energy, &E::standby_mw>("energy.standby_mw", "mW", kAny, "ours",
                                          "a memory chip all the time: IDD3N x 2.5 V, same table"),
  };
  keys.insert(keys.end(), rows.begin(), rows.end());
}

// One square micrometre in 0.18 um is the unit of all.
void add_area(std::vector<ConfigKey>& keys) {
  using A = C::Area;
  constexpr Range kAny = {0, 1000000000};
  const A usual;
  const std::vector<ConfigKey> rows = {
      integer<&C::area, &A::dotadd_um2>("area.dotadd_um2", "um2", kAny, "ours",
                                        "a DOTADD of six stages, synthesised alone")
          .added_with(usual.dotadd_um2),
      integer<&C::area, &A::dotadd_stage_um2>("area.dotadd_stage_um2", "um2", kAny, "ours",
                                              "each stage beyond six: a sixth of what twelve take more")
          .added_with(usual.dotadd_stage_um2),
      integer<&C::area, &A::multiply_um2>("area.multiply_um2", "um2", kAny, "ours",
                                          "a float32 multiplier without registers, synthesised alone")
          .added_with(usual.multiply_um2),
      integer<&C::area, &A::add_um2>("area.add_um2", "um2", kAny, "ours",
                                     "a float32 adder without registers, synthesised alone")
          .added_with(usual.add_um2),
      integer<&C::area, &A::compare_um2>("area.compare_um2", "um2", kAny, "ours",
                                         "a float32 comparator, synthesised alone")
          .added_with(usual.compare_um2),
      integer<&C::area, &A::register_bit_um2>(
          "area.register_bit_um2", "um2", kAny, "ours",
          "a bit of a register that keeps its value: DFFPOSX1 and MUX2X1 of the OSU cells, 96 + 48")
          .added_with(usual.register_bit_um2),
      integer<&C::area, &A::sram_bit_nm2>(
          "area.sram_bit_nm2", "um2 / 1000", kAny, "ours",
          "a bit of an SRAM: the six transistors take 5.59 um2; S. Yang et al., A High Performance 180 nm "
          "Generation Logic Technology, IEDM 1998")
          .added_with(usual.sram_bit_nm2),
      integer<&C::area, &A::sram_percent>(
          "area.sram_percent", "per cent", kAny, "ours",
          "of its bits: an SRAM with decoders and amplifiers; a rule of thumb")
          .added_with(usual.sram_percent),
      integer<&C::area, &A::pci_interface_um2>("area.pci_interface_um2", "um2", kAny, "ours",
                                               "the unit, synthesised whole")
          .added_with(usual.pci_interface_um2),
      integer<&C::area, &A::memory_controller_um2>("area.memory_controller_um2", "um2", kAny, "ours",
                                                   "the unit, synthesised whole")
          .added_with(usual.memory_controller_um2),
      integer<&C::area, &A::stack_engine_um2>("area.stack_engine_um2", "um2", kAny, "ours",
                                              "the unit with 128 levels, synthesised by module")
          .added_with(usual.stack_engine_um2),
      integer<&C::area, &A::stack_level_bits>("area.stack_level_bits", "bits", kAny, "ours",
                                              "of registers in each level of the Stack Engine")
          .added_with(usual.stack_level_bits),
      integer<&C::area, &A::fixed_dotadd_um2>("area.fixed_dotadd_um2", "um2", kAny, "ours",
                                              "a DOTADD of 18-bit numbers, synthesised alone")
          .added_with(usual.fixed_dotadd_um2),
      integer<&C::area, &A::corner_dotadd_um2>("area.corner_dotadd_um2", "um2", kAny, "ours",
                                               "a DOTADD of 26 by 24 bits that moves corners, likewise")
          .added_with(usual.corner_dotadd_um2),
      integer<&C::area, &A::group_compare_um2>("area.group_compare_um2", "um2", kAny, "ours",
                                               "a test of two members of 24 coordinates, likewise")
          .added_with(usual.group_compare_um2),
      integer<&C::area, &A::group_decode_um2>("area.group_decode_um2", "um2", kAny, "ours",
                                              "a member of 24 coordinates from its quanta, likewise")
          .added_with(usual.group_decode_um2),
      integer<&C::area, &A::group_extent_um2>("area.group_extent_um2", "um2", kAny, "ours",
                                              "how far a triangle reaches along one direction, likewise")
          .added_with(usual.group_extent_um2),
      integer<&C::area, &A::small_block_um2>("area.small_block_um2", "um2", kAny, "ours",
                                             "corners of two triangles in 16 bits with one shift, likewise")
          .added_with(usual.small_block_um2),
      integer<&C::area, &A::small_cross_um2>("area.small_cross_um2", "um2", kAny, "ours",
                                             "a cross product of two vectors of 16-bit numbers, likewise")
          .added_with(usual.small_cross_um2),
      integer<&C::area, &A::small_sum_um2>(
          "area.small_sum_um2", "um2", kAny, "ours",
          "a cross product of differences from four others, and the sum of its magnitudes, likewise")
          .added_with(usual.small_sum_um2),
      integer<&C::area, &A::small_triple_um2>(
          "area.small_triple_um2", "um2", kAny, "ours",
          "a determinant of three vectors of 16-bit numbers, whose cross product is there, likewise")
          .added_with(usual.small_triple_um2),
      integer<&C::area, &A::small_sign_um2>(
          "area.small_sign_um2", "um2", kAny, "ours",
          "the sign of a determinant of differences from four others, and its bound, likewise")
          .added_with(usual.small_sign_um2),
      integer<&C::area, &A::group_engine_um2>("area.group_engine_um2", "um2", kAny, "ours",
                                              "the Group Engine without contexts and lists; assumed")
          .added_with(usual.group_engine_um2),
      integer<&C::area, &A::group_context_um2>("area.group_context_um2", "um2", kAny, "ours",
                                               "a context of the Group Engine; assumed")
          .added_with(usual.group_context_um2),
  };
  keys.insert(keys.end(), rows.begin(), rows.end());
}

}  // namespace

void add_costs(std::vector<ConfigKey>& keys) {
  add_energy(keys);
  add_area(keys);
}

}  // namespace collisionchip::config_rows
