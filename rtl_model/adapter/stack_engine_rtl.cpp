#include "collisionchip/rtl_model/adapter/stack_engine_rtl.h"

#include <algorithm>

#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

StackEngineRtl::StackEngineRtl(const sc_core::sc_module_name& name, const ChipConfig& config,
                               const Ports& ports)
    : RtlUnit("stack_engine", config, name, params_of<StackEngineParams>(config), ports),
      stop_pop_(output("stop_pop_o", 1)),
      host_stop_pop_(output("host_stop_pop_o", 1)),
      flags_pop_(output("flags_pop_o", 1)),
      leaf_tests_put_(output("leaf_tests_put_o", 1)),
      leaf_tests_kind_(output("leaf_tests_kind_o", 2)),
      leaf_tests_bits_(output("leaf_tests_bits_o", 4)),
      list_put_(output("list_commands_put_o", 1)),
      list_length_(counter("list_commands_length_o")),
      list_keep_(output("list_commands_keep_o", 1)),
      list_side_(output("list_side_o", 1)),
      list_waiting_(counter("list_waiting_o")),
      list_prefetched_(output("list_prefetched_o", 1)),
      list_end_(output("list_end_o", 1)),
      list_alpha_(counter("list_alpha_o")),
      prefetch_(output("prefetch_o", 1)),
      left_high_water_(counter("left_high_water_o")),
      right_high_water_(counter("right_high_water_o")),
      busy_(output("busy_o", 1)),
      waits_for_(output("waits_for_o", 3)) {
  bind("start", ports.start);
  bind("stop", ports.stop);
  bind("host_stop", ports.host_stop);
  bind("tumbled_auxiliary", ports.tumbled_auxiliary);
  bind("aligned_auxiliary", ports.aligned_auxiliary);
  bind("flags", ports.flags);
  bind("left_words", *ports.sram_responses[0]);
  bind("right_words", *ports.sram_responses[1]);
  bind("left_sram", *ports.sram_requests[0]);
  bind("right_sram", *ports.sram_requests[1]);
  bind("requests", ports.requests);
  bind("list_commands", ports.list_commands);
  bind("leaf_tests", ports.leaf_tests);
  ports.aligned_auxiliary.bind_reader(*this);  // flags may be here before the words they belong to
  listen(ports.aligned_auxiliary);
}

void StackEngineRtl::count(Cycle now) {
  account_.spend(now, state_);
  statistics_.stops += stop_pop_.get() + host_stop_pop_.get();
  statistics_.flags += flags_pop_.get();
  count_leaf_tests();
  count_list();
  if (busy_) account_.spend(now + 1, CycleAccount::kBusy);
  const auto waits_for = static_cast<int>(waits_for_.get());
  state_ = waits_for == 0 ? CycleAccount::kIdle : CycleAccount::kFirstCause + waits_for - 1;
}

void StackEngineRtl::count_leaf_tests() {
  if (!leaf_tests_put_) return;
  const auto kind = static_cast<LeafTests::Kind>(leaf_tests_kind_.get());
  if (kind == LeafTests::Kind::unfinished) ++statistics_.unfinished;
  if (kind != LeafTests::Kind::tests) return;
  for (std::uint64_t bits = leaf_tests_bits_.get(); bits != 0; bits &= bits - 1) ++statistics_.triangle_tests;
}

void StackEngineRtl::count_list() {
  statistics_.prefetches += prefetch_.get();
  if (list_end_) statistics_.alpha.add(static_cast<std::uint32_t>(list_alpha_.get()));
  if (!list_put_) return;
  const std::uint64_t length = list_length_.get();
  const auto waiting = static_cast<std::uint32_t>(list_waiting_.get());
  ++statistics_.lists;
  statistics_.lists_kept += list_keep_.get();
  statistics_.levels.add(waiting);
  statistics_.deepest_level = std::max(statistics_.deepest_level, waiting);
  statistics_.high_water = {static_cast<std::uint32_t>(left_high_water_.get()),
                            static_cast<std::uint32_t>(right_high_water_.get())};
  statistics_.aligned_pairs += length;
  statistics_.length_of_side[list_side_.get()].add(length);
  statistics_.longest_list = std::max<std::uint64_t>(statistics_.longest_list, length);
  statistics_.prefetches_used += list_prefetched_.get();
}

}  // namespace collisionchip
