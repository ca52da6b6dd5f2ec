// The pins of rtl/triangle_unit/triangle_unit.sv, by their names there, without Verilator's headers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace collisionchip {

struct TriangleUnitPins {
  static constexpr std::size_t kRecordWords = 25;  // of the record, those that mean something

  bool leaf_tests_valid_i = false;
  std::uint32_t leaf_tests_kind_i = 0, leaf_tests_bits_i = 0;
  std::array<std::uint32_t, 2> leaf_tests_tumbled_i{}, leaf_tests_aligned_i{};
  bool leaf_tests_first_witness_i = false;
  std::uint32_t leaf_tests_error_kind_i = 0, leaf_tests_error_address_i = 0;
  bool triangle_data_valid_i = false;
  std::uint32_t triangle_data_address_i = 0;
  std::array<std::uint32_t, kRecordWords> triangle_data_record_i{};
  std::uint32_t triangle_data_error_kind_i = 0, triangle_data_error_address_i = 0;
  bool frame_write_i = false;
  std::uint32_t frame_word_i = 0, frame_data_i = 0;
  bool requests_ready_i = false;
  std::uint32_t findings_free_i = 0;

  bool leaf_tests_pop_o = false, triangle_data_pop_o = false;
  bool requests_put_o = false;
  std::uint32_t requests_address_o = 0;
  bool findings_put_o = false;
  std::uint32_t findings_kind_o = 0, findings_tumbled_o = 0, findings_aligned_o = 0;
  std::uint32_t findings_error_kind_o = 0, findings_error_address_o = 0;
  bool stop_put_o = false;
  std::uint32_t account_o = 1;
  bool issued_o = false;
  bool tumbled_hit_o = false, aligned_hit_o = false, tumbled_miss_o = false, aligned_miss_o = false;
  bool tumbled_conflict_o = false, aligned_conflict_o = false;
  bool tested_o = false;
  std::uint32_t verdict_o = 0, cause_o = 0;
  bool idle_o = true;

  TriangleUnitPins();
  ~TriangleUnitPins();

  // The RTL is Verilated with the filter and without; to be said before anything else.
  void set_filter(bool filter);

  void evaluate();  // outputs from inputs and state
  void clock();     // the edge that ends the cycle
  void reset();

  struct Model;  // one of the two

 private:
  std::unique_ptr<Model> model_;
};

}  // namespace collisionchip
