#include "collisionchip/rtl_model/adapter/dop_unit_pins.h"

#include "Vdop_unit.h"
#include "Vdop_unit_two_groups.h"
#include "collisionchip/rtl_model/adapter/verilated_top.h"

namespace collisionchip {

struct DopUnitPins::Rtl {
  virtual ~Rtl() = default;
  virtual void evaluate(DopUnitPins& pins) = 0;
  virtual void clock() = 0;
  virtual void reset() = 0;
};

template <typename Top>
struct DopUnitPins::RtlOf final : Rtl {
  void evaluate(DopUnitPins& pins) override;
  void clock() override { top_.clock(); }
  void reset() override { top_.reset(); }

 private:
  VerilatedTop<Top> top_;
};

template <typename Top>
void DopUnitPins::RtlOf<Top>::evaluate(DopUnitPins& pins) {
  Top& top = *top_;
  top.mmm_write_i = pins.mmm_write_i;
  top.mmm_word_i = static_cast<unsigned char>(pins.mmm_word_i);
  top.mmm_data_i = pins.mmm_data_i;
  top.beat_valid_i = pins.beat_valid_i;
  top.beat_first_i = pins.beat_first_i;
  top.beat_tumbled_i = pins.beat_tumbled_i;
  for (std::size_t word = 0; word < pins.beat_i.size(); ++word) top.beat_i[word] = pins.beat_i[word];
  top.release_ready_i = pins.release_ready_i;
  top.list_valid_i = pins.list_valid_i;
  top.list_discard_i = pins.list_discard_i;
  top.list_length_i = pins.list_length_i;
  top.flags_free_i = static_cast<unsigned char>(pins.flags_free_i);
  top_.evaluate();
  pins.tumbled_pop_o = top.tumbled_pop_o;
  pins.aligned_pop_o = top.aligned_pop_o;
  pins.release_put_o = top.release_put_o;
  pins.release_in_o = top.release_in_o;
  pins.list_pop_o = top.list_pop_o;
  pins.flags_put_o = top.flags_put_o;
  pins.flags_o = top.flags_o;
  pins.left_load_in_o = top.left_load_in_o;
  pins.right_load_in_o = top.right_load_in_o;
  pins.issue_in_o = top.issue_in_o;
  pins.issued_in_o = top.issued_in_o;
  pins.interlock_o = top.interlock_o;
  constexpr std::uint32_t kWait = 0x1ff;
  pins.compare_in_o = {top.compare_in_o & kWait, top.compare_in_o >> 9};
  pins.discarded_o = top.discarded_o;
  pins.idle_o = top.idle_o;
}

DopUnitPins::DopUnitPins() = default;
DopUnitPins::~DopUnitPins() = default;

// As CMakeLists.txt builds them.
void DopUnitPins::select(std::uint32_t comparator_groups) {
  if (comparator_groups == 1)
    rtl_ = std::make_unique<RtlOf<Vdop_unit>>();
  else
    rtl_ = std::make_unique<RtlOf<Vdop_unit_two_groups>>();
}

void DopUnitPins::evaluate() {
  rtl_->evaluate(*this);
}

void DopUnitPins::clock() {
  rtl_->clock();
}

void DopUnitPins::reset() {
  rtl_->reset();
}

}  // namespace collisionchip
