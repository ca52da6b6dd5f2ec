#include "collisionchip/rtl_model/adapter/stack_engine_pins.h"

#include <Vstack_engine.h>
#include <Vstack_engine_deep.h>
#include <Vstack_engine_on_demand.h>
#include <Vstack_engine_small.h>
#include <Vstack_engine_triangle.h>
#include <Vstack_engine_triangle_on_demand.h>

#include "collisionchip/rtl_model/adapter/verilated_top.h"

namespace collisionchip {

struct StackEnginePins::Rtl {
  virtual ~Rtl() = default;
  virtual void evaluate(StackEnginePins& pins) = 0;
  virtual void clock() = 0;
  virtual void reset() = 0;
};

template <typename Top>
struct StackEnginePins::RtlOf final : Rtl {
  void evaluate(StackEnginePins& pins) override {
    top->start_valid_i = pins.start_valid_i;
    top->start_tumbled_i = pins.start_tumbled_i;
    top->start_aligned_i = pins.start_aligned_i;
    top->start_first_witness_i = pins.start_first_witness_i;
    top->stop_valid_i = pins.stop_valid_i;
    top->host_stop_valid_i = pins.host_stop_valid_i;
    top->tumbled_auxiliary_valid_i = pins.tumbled_auxiliary_valid_i;
    top->tumbled_auxiliary_child_0_i = pins.tumbled_auxiliary_child_0_i;
    top->tumbled_auxiliary_child_1_i = pins.tumbled_auxiliary_child_1_i;
    top->tumbled_auxiliary_triangle_0_i = pins.tumbled_auxiliary_triangle_0_i;
    top->tumbled_auxiliary_triangle_1_i = pins.tumbled_auxiliary_triangle_1_i;
    top->tumbled_auxiliary_leaf_i = pins.tumbled_auxiliary_leaf_i;
    top->tumbled_auxiliary_error_kind_i = pins.tumbled_auxiliary_error_kind_i;
    top->tumbled_auxiliary_error_address_i = pins.tumbled_auxiliary_error_address_i;
    top->aligned_auxiliary_valid_i = pins.aligned_auxiliary_valid_i;
    top->aligned_auxiliary_child_0_i = pins.aligned_auxiliary_child_0_i;
    top->aligned_auxiliary_child_1_i = pins.aligned_auxiliary_child_1_i;
    top->aligned_auxiliary_triangle_0_i = pins.aligned_auxiliary_triangle_0_i;
    top->aligned_auxiliary_triangle_1_i = pins.aligned_auxiliary_triangle_1_i;
    top->aligned_auxiliary_leaf_i = pins.aligned_auxiliary_leaf_i;
    top->flags_valid_i = pins.flags_valid_i;
    top->flags_bits_i = pins.flags_bits_i;
    top->left_sram_ready_i = pins.left_sram_ready_i;
    top->left_sram_ready_two_i = pins.left_sram_ready_two_i;
    top->right_sram_ready_i = pins.right_sram_ready_i;
    top->right_sram_ready_two_i = pins.right_sram_ready_two_i;
    top->left_words_valid_i = pins.left_words_valid_i;
    top->left_words_word_i = pins.left_words_word_i;
    top->right_words_valid_i = pins.right_words_valid_i;
    top->right_words_word_i = pins.right_words_word_i;
    top->requests_ready_i = pins.requests_ready_i;
    top->list_commands_ready_i = pins.list_commands_ready_i;
    top->leaf_tests_ready_i = pins.leaf_tests_ready_i;
    top.evaluate();
    pins.start_pop_o = top->start_pop_o;
    pins.stop_pop_o = top->stop_pop_o;
    pins.host_stop_pop_o = top->host_stop_pop_o;
    pins.tumbled_auxiliary_pop_o = top->tumbled_auxiliary_pop_o;
    pins.aligned_auxiliary_pop_o = top->aligned_auxiliary_pop_o;
    pins.flags_pop_o = top->flags_pop_o;
    pins.left_sram_write_put_o = top->left_sram_write_put_o;
    pins.left_sram_write_address_o = top->left_sram_write_address_o;
    pins.left_sram_write_count_o = top->left_sram_write_count_o;
    pins.left_sram_write_word_0_o = top->left_sram_write_word_0_o;
    pins.left_sram_write_word_1_o = top->left_sram_write_word_1_o;
    pins.left_sram_read_put_o = top->left_sram_read_put_o;
    pins.left_sram_read_address_o = top->left_sram_read_address_o;
    pins.left_sram_read_count_o = top->left_sram_read_count_o;
    pins.right_sram_write_put_o = top->right_sram_write_put_o;
    pins.right_sram_write_address_o = top->right_sram_write_address_o;
    pins.right_sram_write_count_o = top->right_sram_write_count_o;
    pins.right_sram_write_word_0_o = top->right_sram_write_word_0_o;
    pins.right_sram_write_word_1_o = top->right_sram_write_word_1_o;
    pins.right_sram_read_put_o = top->right_sram_read_put_o;
    pins.right_sram_read_address_o = top->right_sram_read_address_o;
    pins.right_sram_read_count_o = top->right_sram_read_count_o;
    pins.requests_put_o = top->requests_put_o;
    pins.requests_kind_o = top->requests_kind_o;
    pins.requests_address_o = top->requests_address_o;
    pins.list_commands_put_o = top->list_commands_put_o;
    pins.list_commands_discard_o = top->list_commands_discard_o;
    pins.list_commands_length_o = top->list_commands_length_o;
    pins.leaf_tests_put_o = top->leaf_tests_put_o;
    pins.leaf_tests_kind_o = top->leaf_tests_kind_o;
    pins.leaf_tests_bits_o = top->leaf_tests_bits_o;
    pins.leaf_tests_tumbled_0_o = top->leaf_tests_tumbled_0_o;
    pins.leaf_tests_tumbled_1_o = top->leaf_tests_tumbled_1_o;
    pins.leaf_tests_aligned_0_o = top->leaf_tests_aligned_0_o;
    pins.leaf_tests_aligned_1_o = top->leaf_tests_aligned_1_o;
    pins.leaf_tests_first_witness_o = top->leaf_tests_first_witness_o;
    pins.leaf_tests_error_kind_o = top->leaf_tests_error_kind_o;
    pins.leaf_tests_error_address_o = top->leaf_tests_error_address_o;
    pins.list_side_o = top->list_side_o;
    pins.list_waiting_o = top->list_waiting_o;
    pins.list_prefetched_o = top->list_prefetched_o;
    pins.list_end_o = top->list_end_o;
    pins.list_alpha_o = top->list_alpha_o;
    pins.prefetch_o = top->prefetch_o;
    pins.left_high_water_o = top->left_high_water_o;
    pins.right_high_water_o = top->right_high_water_o;
    pins.busy_o = top->busy_o;
    pins.waits_for_o = top->waits_for_o;
    pins.idle_o = top->idle_o;
  }
  void clock() override { top.clock(); }
  void reset() override { top.reset(); }

  VerilatedTop<Top> top;
};

StackEnginePins::StackEnginePins() = default;
StackEnginePins::~StackEnginePins() = default;

// As CMakeLists.txt builds them.
const std::vector<StackEngineBuild>& StackEnginePins::builds() {
  static const std::vector<StackEngineBuild> all = {
      {4, 128, false, true, 65536},   // paper41
      {4, 128, true, true, 65536},    // triangle
      {4, 128, false, false, 65536},  // on_demand
      {4, 128, true, false, 65536},   // triangle_on_demand
      {7, 8, false, true, 48},        // deep
      {1, 4, true, false, 16},        // small
  };
  return all;
}

void StackEnginePins::select(std::size_t build) {
  switch (build) {
    case 0:
      rtl_ = std::make_unique<RtlOf<Vstack_engine>>();
      break;
    case 1:
      rtl_ = std::make_unique<RtlOf<Vstack_engine_triangle>>();
      break;
    case 2:
      rtl_ = std::make_unique<RtlOf<Vstack_engine_on_demand>>();
      break;
    case 3:
      rtl_ = std::make_unique<RtlOf<Vstack_engine_triangle_on_demand>>();
      break;
    case 4:
      rtl_ = std::make_unique<RtlOf<Vstack_engine_deep>>();
      break;
    default:
      rtl_ = std::make_unique<RtlOf<Vstack_engine_small>>();
      break;
  }
}

void StackEnginePins::evaluate() {
  rtl_->evaluate(*this);
}

void StackEnginePins::clock() {
  rtl_->clock();
}

void StackEnginePins::reset() {
  rtl_->reset();
}

}  // namespace collisionchip
