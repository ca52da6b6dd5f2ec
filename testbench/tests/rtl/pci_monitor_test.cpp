// The monitor of the PCI bus itself: good transactions break no rule, and each fault breaks the rule that it
// is about and no other.
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "Vpci_monitor.h"
#include "collisionchip/rtl_model/adapter/verilated_top.h"

namespace collisionchip {
namespace {

enum Rule : unsigned {
  kIrdyInAddressPhase,
  kFrameRisesWithoutIrdy,
  kIrdyTakenBack,
  kFrameMovesUnderIrdy,
  kTrdyWithoutDevsel,
  kStopBeforeDevsel,
  kDevselTakenBack,
  kTrdyTakenBack,
  kStopTakenBack,
  kTargetWithoutTransaction,
  kReadWithoutTurnAround,
  kParity,
  kAdHandedOverAtOnce,
  kDataChange,
  kEnablesChange,
  kDataAfterStop,
  kControlLetGoLow,
  kControlHeld,
  kPerrLetGoLow,
  kAdLetGo,
  kLate,
  kReadDataChange,
};

// One clock of the bus. true: asserted.
struct Clock {
  std::uint32_t ad = ~0u;
  unsigned cbe = 0;
  bool frame = false, irdy = false, devsel = false, trdy = false, stop = false;
  bool initiator = false, target = false;  // who drives AD
  bool bad_parity = false;                 // of this clock's AD
  bool control = false;                    // DEVSEL#, TRDY#, STOP# are driven
  bool perr = false, perr_driven = false;
};

using Trace = std::vector<Clock>;

// clang-format off Two words written; the initiator waits a
// clock before the second, the target one before the first.
Trace write() {
  return {{},
          {0x1000, 7, true, false, false, false, false, true},
          {1, 0, true, true, true, false, false, true},
          {1, 0, true, true, true, true, false, true},
          {2, 0, true, false, true, true, false, true},
          {2, 0, false, true, true, true, false, true},
          {}};
}
// Two words read; the second one is stopped.
Trace read() {
  return {{},
          {0x1000, 6, true, false},
          {~0u, 0, true, true, true, false, false},
          {5, 0, true, true, true, false, false, false, true},
          {6, 0, true, true, true, true, false, false, true},
          {7, 0, true, false, true, true, true, false, true},
          {7, 0, true, true, true, true, true, false, true},
          {7, 0, false, true, true, false, true, false, true},
          {}};
}
// clang-format on

unsigned broken(const Trace& trace) {
  VerilatedTop<Vpci_monitor> monitor;
  bool parity = true;
  monitor->bus_edge_i = 1;
  for (const Clock& clock : trace) {
    monitor->ad_i = clock.ad;
    monitor->cbe_ni = static_cast<std::uint8_t>(clock.cbe);
    monitor->par_i = parity;
    monitor->frame_ni = !clock.frame;
    monitor->irdy_ni = !clock.irdy;
    monitor->devsel_ni = !clock.devsel;
    monitor->trdy_ni = !clock.trdy;
    monitor->stop_ni = !clock.stop;
    monitor->initiator_ad_oe_i = clock.initiator;
    monitor->target_ad_oe_i = clock.target;
    monitor->control_oe_i = clock.control;
    monitor->perr_ni = !clock.perr;
    monitor->perr_oe_i = clock.perr_driven;
    monitor.evaluate();
    monitor.clock();
    parity = (__builtin_parity(clock.ad) != 0) ^ (__builtin_parity(clock.cbe) != 0) ^ clock.bad_parity;
  }
  return monitor->broken_o;
}

TEST(PciMonitor, GoodTransactionsBreakNoRule) {
  Trace reading = read();
  reading[1].initiator = true;
  EXPECT_EQ(broken(write()), 0u);
  EXPECT_EQ(broken(reading), 0u);
  // As late as may be: 16 clocks, then 8.
  Trace late_write = write();
  late_write.insert(late_write.begin() + 3, 13, late_write[2]);
  EXPECT_EQ(broken(late_write), 0u);
  reading[5].trdy = reading[5].stop = false;
  reading.insert(reading.begin() + 5, 6, reading[5]);
  EXPECT_EQ(broken(reading), 0u);
}

// The bus is idle from this clock on.
void cut(Trace& trace, std::size_t clock) {
  trace.resize(clock);
  trace.emplace_back();
}

struct Fault {
  Rule rule;
  bool in_read;
  std::function<void(Trace&)> seed;
};

const Fault kFaults[] = {
    {kIrdyInAddressPhase, false, [](Trace& t) { t[1].irdy = true; }},
    {kFrameRisesWithoutIrdy, false,
     [](Trace& t) { t[4].frame = t[4].devsel = t[4].trdy = false, t[5] = {}; }},
    {kIrdyTakenBack, false, [](Trace& t) { t.insert(t.begin() + 3, t[2]), t[3].irdy = false; }},
    {kFrameMovesUnderIrdy, false, [](Trace& t) { t[3].frame = false, cut(t, 4); }},
    {kTrdyWithoutDevsel, false, [](Trace& t) { t[3].devsel = false, t[2].devsel = false; }},
    {kStopBeforeDevsel, false,
     [](Trace& t) {
       t[2].devsel = false, t[2].stop = true;
       t[3].stop = true, t[3].trdy = t[3].frame = false, cut(t, 4);
     }},
    {kDevselTakenBack, false, [](Trace& t) { t.insert(t.begin() + 3, t[2]), t[3].devsel = false; }},
    {kTrdyTakenBack, false, [](Trace& t) { t.insert(t.begin() + 5, t[4]), t[5].trdy = false; }},
    {kStopTakenBack, true, [](Trace& t) { t[6].stop = false; }},
    {kTargetWithoutTransaction, false, [](Trace& t) { t[6].devsel = true; }},
    {kReadWithoutTurnAround, true, [](Trace& t) { t[2].trdy = true; }},
    {kParity, true, [](Trace& t) { t[4].bad_parity = true; }},
    {kParity, false, [](Trace& t) { t[1].bad_parity = true; }},
    {kAdHandedOverAtOnce, true, [](Trace& t) { t[2].target = true; }},
    {kAdHandedOverAtOnce, false, [](Trace& t) { t[3].target = true; }},
    {kDataChange, false, [](Trace& t) { t[3].ad = 9; }},
    {kReadDataChange, true, [](Trace& t) { t[6].ad = 9; }},
    {kEnablesChange, false, [](Trace& t) { t[5].cbe = 1; }},
    {kDataAfterStop, true, [](Trace& t) { t[7].trdy = true; }},
    {kControlLetGoLow, false, [](Trace& t) { t[5].control = true; }},
    {kControlHeld, false, [](Trace& t) { t[0].control = true; }},
    {kPerrLetGoLow, false, [](Trace& t) { t[5].perr = t[5].perr_driven = true; }},
    {kAdLetGo, true, [](Trace& t) { t[7].target = false; }},
    {kLate, false, [](Trace& t) { t.insert(t.begin() + 3, 14, t[2]); }},
    {kLate, true, [](Trace& t) { t[5].trdy = t[5].stop = false, t.insert(t.begin() + 5, 7, t[5]); }},
};

TEST(PciMonitor, AFaultBreaksItsRuleAlone) {
  for (const Fault& fault : kFaults) {
    Trace trace = fault.in_read ? read() : write();
    if (fault.in_read) trace[1].initiator = true;
    fault.seed(trace);
    EXPECT_EQ(broken(trace), 1u << fault.rule)
        << "rule " << fault.rule << (fault.in_read ? " in a read" : " in a write");
  }
}

}  // namespace
}  // namespace collisionchip
