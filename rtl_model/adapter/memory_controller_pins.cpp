#include "collisionchip/rtl_model/adapter/memory_controller_pins.h"

#include <algorithm>

#include "Vmemory_controller.h"
#include "Vmemory_controller_closed_page.h"
#include "Vmemory_controller_wide.h"
#include "collisionchip/rtl_model/adapter/verilated_top.h"

namespace collisionchip {

namespace {

using Releases = std::array<std::uint16_t, MemoryControllerPins::kMostRegisters>;

// Lanes of 16 bits side by side, in a word just wide enough.
template <typename Word>
void set_lanes(Word& word, const Releases& lanes) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < sizeof(Word) / 2; ++i) all |= std::uint64_t{lanes[i]} << (16 * i);
  word = static_cast<Word>(all);
}

std::array<std::uint32_t, 2> halves(std::uint64_t both) {
  return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both >> 32)};
}

}  // namespace

class MemoryControllerPins::Top {
 public:
  virtual ~Top() = default;
  virtual void evaluate(MemoryControllerPins& pins) = 0;
  virtual void clock() = 0;
  virtual void reset() = 0;
};

namespace {

template <typename Verilated>
class TopOf final : public MemoryControllerPins::Top {
 public:
  void clock() override { top_.clock(); }
  void reset() override { top_.reset(); }

  void evaluate(MemoryControllerPins& pins) override {
    Verilated& t = *top_;
    t.node_requests_valid_i = pins.node_requests_valid_i;
    t.node_requests_kind_i = static_cast<CData>(pins.node_requests_kind_i);
    t.node_requests_address_i = pins.node_requests_address_i;
    t.triangle_requests_valid_i = pins.triangle_requests_valid_i;
    t.triangle_requests_address_i = pins.triangle_requests_address_i;
    t.releases_valid_i = static_cast<CData>(pins.releases_valid_i);
    set_lanes(t.releases_from_i, pins.releases_from_i);
    std::copy(pins.sdram_dq_i.begin(), pins.sdram_dq_i.end(), &t.sdram_dq_i[0]);
    top_.evaluate();
    pins.node_requests_pop_o = t.node_requests_pop_o;
    pins.triangle_requests_pop_o = t.triangle_requests_pop_o;
    pins.sdram_cs_no = t.sdram_cs_no;
    pins.sdram_ras_no = t.sdram_ras_no;
    pins.sdram_cas_no = t.sdram_cas_no;
    pins.sdram_we_no = t.sdram_we_no;
    pins.sdram_ba_o = t.sdram_ba_o;
    pins.sdram_a_o = t.sdram_a_o;
    pins.head_held_o = t.head_held_o;
    pins.head_time_o = t.head_time_o;
    pins.idle_o = t.idle_o;
    read_data(t, pins);
  }

 private:
  // Wide pins, only when they say something.
  static void read_data(Verilated& t, MemoryControllerPins& pins) {
    pins.tumbled_data_put_o = t.tumbled_data_put_o;
    pins.aligned_data_put_o = t.aligned_data_put_o;
    pins.beat_valid_o = t.beat_valid_o;
    pins.triangle_data_put_o = t.triangle_data_put_o;
    pins.tumbled_auxiliary_put_o = t.tumbled_auxiliary_put_o;
    pins.aligned_auxiliary_put_o = t.aligned_auxiliary_put_o;
    if (pins.beat_valid_o) {
      pins.beat_number_o = t.beat_number_o;
      std::copy_n(&t.beat_o[0], pins.beat_o.size(), pins.beat_o.begin());
    }
    if (pins.triangle_data_put_o) {
      pins.triangle_data_refused_o = t.triangle_data_refused_o;
      pins.triangle_data_address_o = t.triangle_data_address_o;
      std::copy_n(&t.triangle_data_record_o[0], pins.triangle_data_record_o.size(),
                  pins.triangle_data_record_o.begin());
    }
    if (pins.tumbled_auxiliary_put_o || pins.aligned_auxiliary_put_o) {
      pins.auxiliary_refused_o = t.auxiliary_refused_o;
      pins.auxiliary_refused_address_o = t.auxiliary_refused_address_o;
      pins.auxiliary_child_o = halves(t.auxiliary_child_o);
      pins.auxiliary_triangle_o = halves(t.auxiliary_triangle_o);
      pins.auxiliary_leaf_o = t.auxiliary_leaf_o;
    }
  }

  VerilatedTop<Verilated> top_;
};

// As the -G options in CMakeLists.txt.
ChipConfig closed_page() {
  ChipConfig config;
  config.memory_controller.request_latency = 3;
  config.memory_controller.interface_latency = 1;
  config.memory_controller.input_registers = 1;
  config.memory_controller.triangle_priority = false;
  config.sdram.capacity_mib = 256;
  config.sdram.banks = 8;
  config.sdram.page_bytes = 2048;
  config.sdram.page_policy = PagePolicy::closed;
  config.sdram.mapping = AddressMapping::row_column_bank;
  config.sdram.command_cycles = 1;
  config.sdram.t_rp = 3;
  config.sdram.t_rcd = 5;
  config.sdram.t_cl = 11;
  config.sdram.t_ras = 10;
  config.sdram.t_rc = 19;
  config.sdram.t_rrd = 7;
  config.sdram.queue_depth = 2;
  return config;
}

ChipConfig wide() {
  ChipConfig config;
  config.memory_controller.interface_latency = 3;
  config.memory_controller.input_registers = 4;
  config.sdram.banks = 2;
  config.sdram.mapping = AddressMapping::bank_row_column;
  config.sdram.command_cycles = 3;
  config.sdram.t_cl = 5;
  config.sdram.queue_depth = 6;
  return config;
}

}  // namespace

const std::vector<ChipConfig>& MemoryControllerPins::machines() {
  static const std::vector<ChipConfig> machines = {ChipConfig{}, closed_page(), wide()};
  return machines;
}

MemoryControllerPins::MemoryControllerPins() : top_(std::make_unique<TopOf<Vmemory_controller>>()) {}

MemoryControllerPins::~MemoryControllerPins() = default;

void MemoryControllerPins::select(std::size_t machine) {
  if (machine == 1) top_ = std::make_unique<TopOf<Vmemory_controller_closed_page>>();
  if (machine == 2) top_ = std::make_unique<TopOf<Vmemory_controller_wide>>();
}

void MemoryControllerPins::evaluate() {
  top_->evaluate(*this);
}

void MemoryControllerPins::clock() {
  top_->clock();
}

void MemoryControllerPins::reset() {
  top_->reset();
}

}  // namespace collisionchip
