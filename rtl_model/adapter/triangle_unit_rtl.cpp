#include "collisionchip/rtl_model/adapter/triangle_unit_rtl.h"

#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

namespace {

// account_o.
constexpr std::array<int, 4> kAccounts = {CycleAccount::kBusy, CycleAccount::kIdle, CycleAccount::kFirstCause,
                                          CycleAccount::kFirstCause + 1};

}  // namespace

TriangleUnitRtl::TriangleUnitRtl(const sc_core::sc_module_name& name, const ChipConfig& config,
                                 const Ports& ports)
    : RtlUnit("triangle_unit", config, name, params_of<TriangleUnitParams>(config), ports),
      account_(output("account_o", 2)),
      issued_(output("issued_o", 1)),
      tumbled_hit_(output("tumbled_hit_o", 1)),
      aligned_hit_(output("aligned_hit_o", 1)),
      tumbled_miss_(output("tumbled_miss_o", 1)),
      aligned_miss_(output("aligned_miss_o", 1)),
      tumbled_conflict_(output("tumbled_conflict_o", 1)),
      aligned_conflict_(output("aligned_conflict_o", 1)),
      tested_(output("tested_o", 1)),
      verdict_(output("verdict_o", 2)),
      cause_(output("cause_o", 2)) {
  bind("frame", ports.matrix_writes);
  bind("leaf_tests", ports.leaf_tests);
  bind("triangle_data", ports.triangle_data);
  bind("requests", ports.requests);
  bind("findings", ports.findings);
  bind("stop", ports.stop);
}

void TriangleUnitRtl::reset_state() {
  RtlUnit::reset_state();
  state_ = CycleAccount::kIdle;
}

void TriangleUnitRtl::count(Cycle now) {
  account().spend(now, state_);
  state_ = kAccounts[account_.get()];
  Statistics& counters = this->counters();
  if (issued_) issues.write(now);
  counters.tumbled_hits += tumbled_hit_.get();
  counters.aligned_hits += aligned_hit_.get();
  counters.tumbled_misses += tumbled_miss_.get();
  counters.aligned_misses += aligned_miss_.get();
  counters.tumbled_conflicts += tumbled_conflict_.get();
  counters.aligned_conflicts += aligned_conflict_.get();
  if (!tested_) return;
  ++counters.tests;
  const auto verdict = static_cast<Verdict>(verdict_.get());
  counters.hits += verdict == Verdict::hit;
  counters.misses += verdict == Verdict::miss;
  if (verdict != Verdict::uncertain) return;
  ++counters.uncertain;
  ++counters.uncertain_causes[cause_.get()];
}

}  // namespace collisionchip
