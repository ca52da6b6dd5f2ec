#include "collisionchip/rtl_model/adapter/dop_unit_pins.h"

#include "Vdop_unit.h"
#include "collisionchip/rtl_model/adapter/verilated_top.h"

namespace collisionchip {

struct DopUnitPins::Top : VerilatedTop<Vdop_unit> {};

DopUnitPins::DopUnitPins() : top_(std::make_unique<Top>()) {}
DopUnitPins::~DopUnitPins() = default;

void DopUnitPins::evaluate() {
  Vdop_unit& top = **top_;
  top.mmm_write_i = mmm_write_i;
  top.mmm_word_i = static_cast<unsigned char>(mmm_word_i);
  top.mmm_data_i = mmm_data_i;
  top.beat_valid_i = beat_valid_i;
  top.beat_first_i = beat_first_i;
  top.beat_tumbled_i = beat_tumbled_i;
  for (std::size_t word = 0; word < beat_i.size(); ++word) top.beat_i[word] = beat_i[word];
  top.release_ready_i = release_ready_i;
  top.list_valid_i = list_valid_i;
  top.list_discard_i = list_discard_i;
  top.list_length_i = list_length_i;
  top.flags_free_i = static_cast<unsigned char>(flags_free_i);
  top_->evaluate();
  tumbled_pop_o = top.tumbled_pop_o;
  aligned_pop_o = top.aligned_pop_o;
  release_put_o = top.release_put_o;
  release_in_o = top.release_in_o;
  list_pop_o = top.list_pop_o;
  flags_put_o = top.flags_put_o;
  flags_o = top.flags_o;
  left_load_in_o = top.left_load_in_o;
  right_load_in_o = top.right_load_in_o;
  issue_in_o = top.issue_in_o;
  issued_in_o = top.issued_in_o;
  interlock_o = top.interlock_o;
  compare_in_o = top.compare_in_o;
  discarded_o = top.discarded_o;
  idle_o = top.idle_o;
}

void DopUnitPins::clock() {
  top_->clock();
}

void DopUnitPins::reset() {
  top_->reset();
}

}  // namespace collisionchip
