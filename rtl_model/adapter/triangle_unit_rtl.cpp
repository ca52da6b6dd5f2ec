#include "collisionchip/rtl_model/adapter/triangle_unit_rtl.h"

#include <algorithm>

namespace collisionchip {

namespace {

// account_o.
constexpr std::array<int, 4> kAccounts = {CycleAccount::kBusy, CycleAccount::kIdle, CycleAccount::kFirstCause,
                                          CycleAccount::kFirstCause + 1};

}  // namespace

TriangleUnitRtl::TriangleUnitRtl(const sc_core::sc_module_name& name, const TriangleUnitParams& params,
                                 const Ports& ports)
    : RtlUnit(name, params, ports) {
  pins_.set_filter(params.filter);
}

const std::vector<RtlRequirement>& TriangleUnitRtl::requirements() {
  static const std::vector<RtlRequirement> all = {
      {"triangle_unit.ideal", 0, 0},         {"triangle_unit.vertices_per_cycle", 1, 1},
      {"triangle_unit.dotadd_stages", 6, 6}, {"triangle_unit.itu_stages", 4, 4},
      {"triangle_unit.filter_stages", 4, 4}, {"triangle_unit.cache_lines", 128, 128},
      {"triangle_unit.cache_ways", 1, 1}};
  return all;
}

void TriangleUnitRtl::reset_state() {
  RtlUnit::reset_state();
  write_frames();       // a reset keeps what the unit has taken
  pins_.account_o = 1;  // idle
}

void TriangleUnitRtl::sample(Cycle now) {
  account().spend(now, kAccounts[pins_.account_o]);
  sample_frames(now);
  sample_leaf_tests(now);
  sample_triangle(now);
  pins_.requests_ready_i = ports().requests.ready(now);
  pins_.findings_free_i =
      static_cast<std::uint32_t>(std::min<std::size_t>(ports().findings.free_slots(now), 255));
}

void TriangleUnitRtl::sample_leaf_tests(Cycle now) {
  const LeafTests* message = ports().leaf_tests.front(now);
  pins_.leaf_tests_valid_i = message != nullptr;
  if (message == nullptr) return;
  pins_.leaf_tests_kind_i = static_cast<std::uint32_t>(message->kind);
  pins_.leaf_tests_bits_i = message->bits;
  pins_.leaf_tests_tumbled_i = message->tumbled;
  pins_.leaf_tests_aligned_i = message->aligned;
  pins_.leaf_tests_first_witness_i = message->first_witness;
  pins_.leaf_tests_error_kind_i = static_cast<std::uint32_t>(message->error.kind);
  pins_.leaf_tests_error_address_i = message->error.address;
}

void TriangleUnitRtl::sample_triangle(Cycle now) {
  const TriangleData* data = ports().triangle_data.front(now);
  pins_.triangle_data_valid_i = data != nullptr;
  if (data == nullptr) return;
  pins_.triangle_data_address_i = data->address;
  std::copy_n(data->record.begin(), pins_.triangle_data_record_i.size(),
              pins_.triangle_data_record_i.begin());
  pins_.triangle_data_error_kind_i = static_cast<std::uint32_t>(data->error.kind);
  pins_.triangle_data_error_address_i = data->error.address;
}

void TriangleUnitRtl::sample_frames(Cycle now) {
  while (const MatrixWrite* write = ports().matrix_writes.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i)
      frame_words_.push_back({write->first_word + i, write->words[i]});
    ports().matrix_writes.pop(now);
  }
  if (!frame_words_.empty()) write_frames();
  pins_.frame_write_i = !frame_words_.empty();
  if (!frame_words_.empty()) next_word();
}

// The words of a message were on the bus one by one before it, so their edges are no chip cycles. While
// anything moves in the unit there is no such edge: then a word goes with that of each cycle.
void TriangleUnitRtl::write_frames() {
  pins_.leaf_tests_valid_i = pins_.triangle_data_valid_i = pins_.frame_write_i = false;
  pins_.evaluate();
  if (!pins_.idle_o) return;
  pins_.frame_write_i = true;
  while (!frame_words_.empty()) {
    next_word();
    pins_.evaluate();
    pins_.clock();
  }
  pins_.frame_write_i = false;
}

void TriangleUnitRtl::next_word() {
  pins_.frame_word_i = frame_words_.front().number;
  pins_.frame_data_i = frame_words_.front().value;
  frame_words_.pop_front();
}

void TriangleUnitRtl::act(Cycle now) {
  if (pins_.leaf_tests_pop_o) ports().leaf_tests.pop(now);
  if (pins_.triangle_data_pop_o) ports().triangle_data.pop(now);
  if (pins_.requests_put_o) ports().requests.put(now, {ReadKind::triangle, pins_.requests_address_o});
  if (pins_.findings_put_o) put_finding(now);
  if (pins_.stop_put_o) ports().stop.put(now, {});
  count(now);
}

void TriangleUnitRtl::put_finding(Cycle now) {
  ports().findings.put(
      now, {static_cast<Finding::Kind>(pins_.findings_kind_o),
            pins_.findings_tumbled_o,
            pins_.findings_aligned_o,
            {static_cast<ReadError::Kind>(pins_.findings_error_kind_o), pins_.findings_error_address_o}});
}

void TriangleUnitRtl::count(Cycle now) {
  Statistics& counters = this->counters();
  if (pins_.issued_o) issues.write(now);
  counters.tumbled_hits += pins_.tumbled_hit_o;
  counters.aligned_hits += pins_.aligned_hit_o;
  counters.tumbled_misses += pins_.tumbled_miss_o;
  counters.aligned_misses += pins_.aligned_miss_o;
  counters.tumbled_conflicts += pins_.tumbled_conflict_o;
  counters.aligned_conflicts += pins_.aligned_conflict_o;
  if (!pins_.tested_o) return;
  ++counters.tests;
  const auto verdict = static_cast<Verdict>(pins_.verdict_o);
  counters.hits += verdict == Verdict::hit;
  counters.misses += verdict == Verdict::miss;
  if (verdict != Verdict::uncertain) return;
  ++counters.uncertain;
  ++counters.uncertain_causes[pins_.cause_o];
}

}  // namespace collisionchip
