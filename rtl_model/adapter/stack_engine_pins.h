// The pins of stack_engine.sv, for the adapter; one source knows both them and the Verilated modules. The RTL
// is built for a few machines: its parameters are fixed when it is Verilated.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace collisionchip {

// The parameters of a Verilated Stack Engine, by the names of their keys.
struct StackEngineBuild {
  std::uint32_t look_ahead, levels;
  bool leaf_test_triangle, prefetch;
  std::uint32_t entries;
};

struct StackEnginePins {
  StackEnginePins();
  ~StackEnginePins();

  // Those there are; the first one is preset paper41's.
  static const std::vector<StackEngineBuild>& builds();
  // Before anything else: the RTL becomes builds()[build].
  void select(std::size_t build);

  void evaluate();
  void clock();
  void reset();

  bool start_valid_i = false;
  std::uint32_t start_tumbled_i = 0;
  std::uint32_t start_aligned_i = 0;
  bool start_first_witness_i = false;
  bool stop_valid_i = false;
  bool host_stop_valid_i = false;
  bool tumbled_auxiliary_valid_i = false;
  std::uint32_t tumbled_auxiliary_child_0_i = 0;
  std::uint32_t tumbled_auxiliary_child_1_i = 0;
  std::uint32_t tumbled_auxiliary_triangle_0_i = 0;
  std::uint32_t tumbled_auxiliary_triangle_1_i = 0;
  std::uint32_t tumbled_auxiliary_leaf_i = 0;
  std::uint32_t tumbled_auxiliary_error_kind_i = 0;
  std::uint32_t tumbled_auxiliary_error_address_i = 0;
  bool aligned_auxiliary_valid_i = false;
  std::uint32_t aligned_auxiliary_child_0_i = 0;
  std::uint32_t aligned_auxiliary_child_1_i = 0;
  std::uint32_t aligned_auxiliary_triangle_0_i = 0;
  std::uint32_t aligned_auxiliary_triangle_1_i = 0;
  std::uint32_t aligned_auxiliary_leaf_i = 0;
  bool flags_valid_i = false;
  std::uint32_t flags_bits_i = 0;
  bool left_sram_ready_i = false;
  bool left_sram_ready_two_i = false;
  bool right_sram_ready_i = false;
  bool right_sram_ready_two_i = false;
  bool left_words_valid_i = false;
  std::uint32_t left_words_word_i = 0;
  bool right_words_valid_i = false;
  std::uint32_t right_words_word_i = 0;
  bool requests_ready_i = false;
  bool list_commands_ready_i = false;
  bool leaf_tests_ready_i = false;

  bool start_pop_o = false;
  bool stop_pop_o = false;
  bool host_stop_pop_o = false;
  bool tumbled_auxiliary_pop_o = false;
  bool aligned_auxiliary_pop_o = false;
  bool flags_pop_o = false;
  bool left_sram_write_put_o = false;
  std::uint32_t left_sram_write_address_o = 0;
  std::uint32_t left_sram_write_count_o = 0;
  std::uint32_t left_sram_write_word_0_o = 0;
  std::uint32_t left_sram_write_word_1_o = 0;
  bool left_sram_read_put_o = false;
  std::uint32_t left_sram_read_address_o = 0;
  std::uint32_t left_sram_read_count_o = 0;
  bool right_sram_write_put_o = false;
  std::uint32_t right_sram_write_address_o = 0;
  std::uint32_t right_sram_write_count_o = 0;
  std::uint32_t right_sram_write_word_0_o = 0;
  std::uint32_t right_sram_write_word_1_o = 0;
  bool right_sram_read_put_o = false;
  std::uint32_t right_sram_read_address_o = 0;
  std::uint32_t right_sram_read_count_o = 0;
  bool requests_put_o = false;
  std::uint32_t requests_kind_o = 0;
  std::uint32_t requests_address_o = 0;
  bool list_commands_put_o = false;
  bool list_commands_discard_o = false;
  std::uint32_t list_commands_length_o = 0;
  bool leaf_tests_put_o = false;
  std::uint32_t leaf_tests_kind_o = 0;
  std::uint32_t leaf_tests_bits_o = 0;
  std::uint32_t leaf_tests_tumbled_0_o = 0;
  std::uint32_t leaf_tests_tumbled_1_o = 0;
  std::uint32_t leaf_tests_aligned_0_o = 0;
  std::uint32_t leaf_tests_aligned_1_o = 0;
  bool leaf_tests_first_witness_o = false;
  std::uint32_t leaf_tests_error_kind_o = 0;
  std::uint32_t leaf_tests_error_address_o = 0;
  bool list_side_o = false;
  std::uint32_t list_waiting_o = 0;
  bool list_prefetched_o = false;
  bool list_end_o = false;
  std::uint32_t list_alpha_o = 0;
  bool prefetch_o = false;
  std::uint32_t left_high_water_o = 0;
  std::uint32_t right_high_water_o = 0;
  bool busy_o = false;
  std::uint32_t waits_for_o = 0;
  bool idle_o = false;

 private:
  struct Rtl;
  template <typename Top>
  struct RtlOf;
  std::unique_ptr<Rtl> rtl_;
};

}  // namespace collisionchip
