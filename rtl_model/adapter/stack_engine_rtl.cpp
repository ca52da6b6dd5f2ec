#include "collisionchip/rtl_model/adapter/stack_engine_rtl.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/tlm/chip/unit_params.h"

namespace collisionchip {

namespace {

StackEngineBuild wanted(const ChipConfig& config) {
  const StackEngineParams params = stack_engine_params(config);
  return {params.look_ahead, params.levels, params.leaf_test == LeafTest::triangle, params.prefetching,
          params.sram_words};
}

bool operator==(const StackEngineBuild& a, const StackEngineBuild& b) {
  return a.look_ahead == b.look_ahead && a.levels == b.levels &&
         a.leaf_test_triangle == b.leaf_test_triangle && a.prefetch == b.prefetch && a.entries == b.entries;
}

// On the pins of an item while there is none: nobody may look at them.
const PairAuxiliary& no_auxiliary() {
  constexpr std::uint32_t kNoise = 0xdeadbeef;
  static const PairAuxiliary noise = [] {
    PairAuxiliary all;
    all.child = all.triangle = {kNoise, kNoise};
    all.leaf = {true, true};
    all.error = {ReadError::Kind::uncorrectable, kNoise};
    return all;
  }();
  return noise;
}

std::uint32_t leaf_bits(const PairAuxiliary& auxiliary) {
  return (auxiliary.leaf[0] ? 1u : 0u) | (auxiliary.leaf[1] ? 2u : 0u);
}

}  // namespace

const std::vector<RtlRequirement>& StackEngineRtl::requirements() {
  static const StackEngineBuild& paper41 = StackEnginePins::builds().front();
  static const std::vector<RtlRequirement> all = {{"stack_engine.look_ahead", paper41.look_ahead},
                                                  {"stack_engine.levels", paper41.levels},
                                                  {"stack_sram.entries", paper41.entries}};
  return all;
}

namespace {

std::size_t build_for(const ChipConfig& config) {
  const std::vector<StackEngineBuild>& builds = StackEnginePins::builds();
  const StackEngineBuild asked = wanted(config);
  const auto found =
      std::find_if(builds.begin(), builds.end(), [&](const StackEngineBuild& b) { return b == asked; });
  if (found == builds.end()) {
    check_requirements(config, "stack_engine", StackEngineRtl::requirements());
    throw std::logic_error("stack_engine: a machine that meets the requirements has no RTL");
  }
  return static_cast<std::size_t>(found - builds.begin());
}

}  // namespace

StackEngineRtl::StackEngineRtl(const sc_core::sc_module_name& name, const ChipConfig& config,
                               const Ports& ports)
    : RtlUnit(name, stack_engine_params(config), ports) {
  pins_.select(build_for(config));
  ports_.aligned_auxiliary.bind_reader(*this);  // flags may be here before the words they belong to
  listen(ports_.aligned_auxiliary);
}

void StackEngineRtl::reset_state() {
  RtlUnit::reset_state();
  bursts_ = {};
}

void StackEngineRtl::sample(Cycle now) {
  const StartCommand* start = ports_.start.front(now);
  pins_.start_valid_i = start != nullptr;
  if (start != nullptr) {
    pins_.start_tumbled_i = start->tumbled.word();
    pins_.start_aligned_i = start->aligned.word();
    pins_.start_first_witness_i = start->first_witness;
  }
  pins_.stop_valid_i = ports_.stop.front(now) != nullptr;
  pins_.host_stop_valid_i = ports_.host_stop.front(now) != nullptr;
  sample_auxiliary(now);
  const OverlapFlags* flags = ports_.flags.front(now);
  pins_.flags_valid_i = flags != nullptr;
  pins_.flags_bits_i = flags != nullptr ? flags->bits : 0xf;
  sample_words(now);
  pins_.left_sram_ready_i = ports_.sram_requests[0]->ready(now);
  pins_.left_sram_ready_two_i = ports_.sram_requests[0]->ready(now, 1);
  pins_.right_sram_ready_i = ports_.sram_requests[1]->ready(now);
  pins_.right_sram_ready_two_i = ports_.sram_requests[1]->ready(now, 1);
  pins_.requests_ready_i = ports_.requests.ready(now);
  pins_.list_commands_ready_i = ports_.list_commands.ready(now);
  pins_.leaf_tests_ready_i = ports_.leaf_tests.ready(now);
}

void StackEngineRtl::sample_auxiliary(Cycle now) {
  const PairAuxiliary* tumbled = ports_.tumbled_auxiliary.front(now);
  pins_.tumbled_auxiliary_valid_i = tumbled != nullptr;
  if (tumbled == nullptr) tumbled = &no_auxiliary();
  pins_.tumbled_auxiliary_child_0_i = tumbled->child[0];
  pins_.tumbled_auxiliary_child_1_i = tumbled->child[1];
  pins_.tumbled_auxiliary_triangle_0_i = tumbled->triangle[0];
  pins_.tumbled_auxiliary_triangle_1_i = tumbled->triangle[1];
  pins_.tumbled_auxiliary_leaf_i = leaf_bits(*tumbled);
  pins_.tumbled_auxiliary_error_kind_i = static_cast<std::uint32_t>(tumbled->error.kind);
  pins_.tumbled_auxiliary_error_address_i = tumbled->error.address;
  const PairAuxiliary* aligned = ports_.aligned_auxiliary.front(now);
  pins_.aligned_auxiliary_valid_i = aligned != nullptr;
  if (aligned == nullptr) aligned = &no_auxiliary();
  pins_.aligned_auxiliary_child_0_i = aligned->child[0];
  pins_.aligned_auxiliary_child_1_i = aligned->child[1];
  pins_.aligned_auxiliary_triangle_0_i = aligned->triangle[0];
  pins_.aligned_auxiliary_triangle_1_i = aligned->triangle[1];
  pins_.aligned_auxiliary_leaf_i = leaf_bits(*aligned);
}

void StackEngineRtl::sample_words(Cycle now) {
  for (std::size_t side = 0; side < 2; ++side) {
    Burst& burst = bursts_[side];
    const SramResponse* response = ports_.sram_responses[side]->front(now);
    if (!burst.under_way() && response != nullptr) {
      burst = {*response, 0};
      ports_.sram_responses[side]->pop(now);
    }
    (side == 0 ? pins_.left_words_valid_i : pins_.right_words_valid_i) = burst.under_way();
    if (burst.under_way())
      (side == 0 ? pins_.left_words_word_i : pins_.right_words_word_i) = burst.words.words[burst.next++];
  }
}

void StackEngineRtl::act(Cycle now) {
  account_.spend(now, state_);
  take_inputs(now);
  put_sram_requests(now);
  put_leaf_tests(now);
  if (pins_.requests_put_o)
    ports_.requests.put(now, {static_cast<ReadKind>(pins_.requests_kind_o), pins_.requests_address_o});
  if (pins_.list_commands_put_o)
    ports_.list_commands.put(now, {pins_.list_commands_discard_o ? 1u : 0u, pins_.list_commands_length_o});
  count_lists();
  if (pins_.busy_o) account_.spend(now + 1, CycleAccount::kBusy);
  state_ = pins_.waits_for_o == 0 ? CycleAccount::kIdle
                                  : CycleAccount::kFirstCause + static_cast<int>(pins_.waits_for_o) - 1;
}

void StackEngineRtl::take_inputs(Cycle now) {
  if (pins_.start_pop_o) ports_.start.pop(now);
  if (pins_.stop_pop_o) ports_.stop.pop(now);
  if (pins_.host_stop_pop_o) ports_.host_stop.pop(now);
  statistics_.stops += (pins_.stop_pop_o ? 1 : 0) + (pins_.host_stop_pop_o ? 1 : 0);
  if (pins_.tumbled_auxiliary_pop_o) ports_.tumbled_auxiliary.pop(now);
  if (pins_.aligned_auxiliary_pop_o) ports_.aligned_auxiliary.pop(now);
  if (pins_.flags_pop_o) {
    ports_.flags.pop(now);
    ++statistics_.flags;
  }
}

void StackEngineRtl::put_sram_requests(Cycle now) {
  if (pins_.left_sram_write_put_o) {
    ports_.sram_requests[0]->put_quietly(now,
                                         {true,
                                          pins_.left_sram_write_address_o,
                                          pins_.left_sram_write_count_o,
                                          {pins_.left_sram_write_word_0_o, pins_.left_sram_write_word_1_o}});
  }
  if (pins_.right_sram_write_put_o) {
    ports_.sram_requests[1]->put_quietly(
        now, {true,
              pins_.right_sram_write_address_o,
              pins_.right_sram_write_count_o,
              {pins_.right_sram_write_word_0_o, pins_.right_sram_write_word_1_o}});
  }
  if (pins_.left_sram_read_put_o) {
    ports_.sram_requests[0]->put(now,
                                 {false, pins_.left_sram_read_address_o, pins_.left_sram_read_count_o, {}});
  }
  if (pins_.right_sram_read_put_o) {
    ports_.sram_requests[1]->put(now,
                                 {false, pins_.right_sram_read_address_o, pins_.right_sram_read_count_o, {}});
  }
}

void StackEngineRtl::put_leaf_tests(Cycle now) {
  if (!pins_.leaf_tests_put_o) return;
  LeafTests message;
  message.kind = static_cast<LeafTests::Kind>(pins_.leaf_tests_kind_o);
  message.bits = pins_.leaf_tests_bits_o;
  message.tumbled = {pins_.leaf_tests_tumbled_0_o, pins_.leaf_tests_tumbled_1_o};
  message.aligned = {pins_.leaf_tests_aligned_0_o, pins_.leaf_tests_aligned_1_o};
  message.first_witness = pins_.leaf_tests_first_witness_o;
  message.error = {static_cast<ReadError::Kind>(pins_.leaf_tests_error_kind_o),
                   pins_.leaf_tests_error_address_o};
  ports_.leaf_tests.put(now, message);
  if (message.kind == LeafTests::Kind::unfinished) ++statistics_.unfinished;
  if (message.kind != LeafTests::Kind::tests) return;
  for (std::uint32_t bits = message.bits; bits != 0; bits &= bits - 1) ++statistics_.triangle_tests;
}

void StackEngineRtl::count_lists() {
  if (pins_.prefetch_o) ++statistics_.prefetches;
  if (pins_.list_end_o) statistics_.alpha.add(pins_.list_alpha_o);
  if (!pins_.list_commands_put_o) return;
  const std::uint32_t length = pins_.list_commands_length_o;
  ++statistics_.lists;
  statistics_.levels.add(pins_.list_waiting_o);
  statistics_.deepest_level = std::max(statistics_.deepest_level, pins_.list_waiting_o);
  statistics_.high_water = {pins_.left_high_water_o, pins_.right_high_water_o};
  statistics_.aligned_pairs += length;
  statistics_.length_of_side[pins_.list_side_o ? 1 : 0].add(length);
  statistics_.longest_list = std::max<std::uint64_t>(statistics_.longest_list, length);
  if (pins_.list_prefetched_o) ++statistics_.prefetches_used;
}

}  // namespace collisionchip
