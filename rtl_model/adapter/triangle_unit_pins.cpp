#include "collisionchip/rtl_model/adapter/triangle_unit_pins.h"

#include "Vtriangle_unit.h"
#include "Vtriangle_unit_raw.h"
#include "collisionchip/rtl_model/adapter/verilated_top.h"

namespace collisionchip {

struct TriangleUnitPins::Model {
  virtual ~Model() = default;
  virtual void evaluate(TriangleUnitPins& pins) = 0;
  virtual void clock() = 0;
  virtual void reset() = 0;
};

namespace {

std::uint64_t both(const std::array<std::uint32_t, 2>& members) {
  return members[0] | std::uint64_t{members[1]} << 32;
}

template <typename Top>
void set_inputs(Top& top, const TriangleUnitPins& pins) {
  const auto byte = [](std::uint32_t value) { return static_cast<unsigned char>(value); };
  top.leaf_tests_valid_i = pins.leaf_tests_valid_i;
  top.leaf_tests_kind_i = byte(pins.leaf_tests_kind_i);
  top.leaf_tests_bits_i = byte(pins.leaf_tests_bits_i);
  top.leaf_tests_tumbled_i = both(pins.leaf_tests_tumbled_i);
  top.leaf_tests_aligned_i = both(pins.leaf_tests_aligned_i);
  top.leaf_tests_first_witness_i = pins.leaf_tests_first_witness_i;
  top.leaf_tests_error_kind_i = byte(pins.leaf_tests_error_kind_i);
  top.leaf_tests_error_address_i = pins.leaf_tests_error_address_i;
  top.triangle_data_valid_i = pins.triangle_data_valid_i;
  if (pins.triangle_data_valid_i) {
    top.triangle_data_address_i = pins.triangle_data_address_i;
    for (std::size_t word = 0; word < pins.triangle_data_record_i.size(); ++word)
      top.triangle_data_record_i[word] = pins.triangle_data_record_i[word];
    top.triangle_data_error_kind_i = byte(pins.triangle_data_error_kind_i);
    top.triangle_data_error_address_i = pins.triangle_data_error_address_i;
  }
  top.frame_write_i = pins.frame_write_i;
  top.frame_word_i = byte(pins.frame_word_i);
  top.frame_data_i = pins.frame_data_i;
  top.requests_ready_i = pins.requests_ready_i;
  top.findings_free_i = byte(pins.findings_free_i);
}

template <typename Top>
void get_outputs(const Top& top, TriangleUnitPins& pins) {
  pins.leaf_tests_pop_o = top.leaf_tests_pop_o;
  pins.triangle_data_pop_o = top.triangle_data_pop_o;
  pins.requests_put_o = top.requests_put_o;
  pins.requests_address_o = top.requests_address_o;
  pins.findings_put_o = top.findings_put_o;
  pins.findings_kind_o = top.findings_kind_o;
  pins.findings_tumbled_o = top.findings_tumbled_o;
  pins.findings_aligned_o = top.findings_aligned_o;
  pins.findings_error_kind_o = top.findings_error_kind_o;
  pins.findings_error_address_o = top.findings_error_address_o;
  pins.stop_put_o = top.stop_put_o;
  pins.account_o = top.account_o;
  pins.issued_o = top.issued_o;
  pins.tumbled_hit_o = top.tumbled_hit_o;
  pins.aligned_hit_o = top.aligned_hit_o;
  pins.tumbled_miss_o = top.tumbled_miss_o;
  pins.aligned_miss_o = top.aligned_miss_o;
  pins.tumbled_conflict_o = top.tumbled_conflict_o;
  pins.aligned_conflict_o = top.aligned_conflict_o;
  pins.tested_o = top.tested_o;
  pins.verdict_o = top.verdict_o;
  pins.cause_o = top.cause_o;
  pins.idle_o = top.idle_o;
}

template <typename Top>
class ModelOf final : public TriangleUnitPins::Model {
 public:
  void evaluate(TriangleUnitPins& pins) override {
    set_inputs(*top_, pins);
    top_.evaluate();
    get_outputs(*top_, pins);
  }
  void clock() override { top_.clock(); }
  void reset() override { top_.reset(); }

 private:
  VerilatedTop<Top> top_;
};

}  // namespace

TriangleUnitPins::TriangleUnitPins() = default;
TriangleUnitPins::~TriangleUnitPins() = default;

void TriangleUnitPins::set_filter(bool filter) {
  if (filter) {
    model_ = std::make_unique<ModelOf<Vtriangle_unit>>();
  } else {
    model_ = std::make_unique<ModelOf<Vtriangle_unit_raw>>();
  }
}

void TriangleUnitPins::evaluate() {
  model_->evaluate(*this);
}

void TriangleUnitPins::clock() {
  model_->clock();
}

void TriangleUnitPins::reset() {
  model_->reset();
}

}  // namespace collisionchip
