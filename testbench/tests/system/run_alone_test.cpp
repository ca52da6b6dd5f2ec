// The chip runs on by itself if no other event is due (tlm/kernel/sequencer.h). No other process can see a difference:
// the processes here look at all that a process can see, at exact times.
#include <algorithm>
#include <optional>

#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using namespace registers;
using sc_core::sc_time;

// Processes outside the chip, and what they saw at which time.
class Strangers : private ChannelTap<LeafTests> {
 public:
  std::vector<std::string> seen;

  explicit Strangers(Simulation& simulation)
      : driver_(simulation.driver()),
        period_(simulation.board().config().chip.clock_period_ps),
        leaf_tests_(simulation.board().chip().channel<LeafTests>("stack_engine.leaf_tests")) {
    spawn(
        "look", [this] { look(); }, nullptr);
    spawn(
        "on_interrupt", [this] { note("interrupt", driver_.interrupt.read()); },
        &driver_.interrupt->value_changed_event());
    spawn(
        "on_item", [this] { note("item", 0); }, &item_);
    spawn(
        "after_item", [this] { note("after an item", 0); }, &later_);
    leaf_tests_.add_tap(*this);
  }
  virtual ~Strangers() {
    leaf_tests_.remove_tap(*this);
    for (sc_core::sc_process_handle& process : processes_) process.kill();
  }

 private:
  template <typename Body>
  void spawn(const char* name, Body body, const sc_core::sc_event* on) {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    if (on != nullptr) {
      options.set_sensitivity(on);
      options.dont_initialize();
    }
    processes_.push_back(sc_core::sc_spawn(body, name, &options));
  }

  void note(const std::string& what, std::uint64_t value) {
    seen.push_back(sc_core::sc_time_stamp().to_string() + ": " + what + " " + std::to_string(value));
  }

  // What the registers say at odd times. Where one changes in a cycle, SystemC does not say who comes first.
  void look() {
    const bool between_cycles = sc_core::sc_time_stamp().value() % period_ != 0;
    std::vector<std::uint64_t> addresses = {kFifoLevel, kCyclesLow};
    if (between_cycles) addresses.insert(addresses.end(), {kStatus, kInterrupt});
    for (const std::uint64_t address : addresses) {
      sc_time delay;
      note("register " + std::to_string(address), driver_.read_word(address, delay));
    }
    const auto wait = 1 + static_cast<std::uint64_t>(random_.below(60 * static_cast<int>(period_)));
    sc_core::next_trigger(
        sc_time::from_value(random_.below(2) == 0 ? wait : wait / period_ * period_ + period_));
  }

  // Wakes others from within the chip's own process: at once, and in the middle of a later cycle.
  void on_put(Cycle now, Cycle visible, const LeafTests&) override {
    note("put " + std::to_string(now), visible);
    item_.notify();
    later_.notify(sc_time::from_value(5 * period_ / 2));
  }
  void on_pop(Cycle now, Cycle) override { note("pop", now); }
  void on_reset() override { note("reset", 0); }

  Driver& driver_;
  const std::uint64_t period_;
  Channel<LeafTests>& leaf_tests_;
  sc_core::sc_event item_, later_;
  Random random_{5};
  std::vector<sc_core::sc_process_handle> processes_;
};

struct Seen {
  std::vector<std::string> by_strangers, by_host;
  std::uint64_t deltas = 0;  // how often SystemC looked for the next process
};

// Three queries; `alone`: the chip is told when the host comes back.
Seen ask(const DrainPolicy& policy, bool alone, bool beside_strangers) {
  Random random(3);
  const ObjectPair objects = random_objects(random, 80);
  JudgedSimulation simulation{ChipConfig{}};
  Driver& driver = simulation.driver();
  if (!alone) driver.on_horizon = [](const sc_time&) {};
  driver.set_drain_policy(policy);
  driver.upload(objects.a, objects.b);
  std::optional<Strangers> strangers;
  if (beside_strangers) strangers.emplace(simulation);
  Seen seen;
  const sc_dt::uint64 before = sc_core::sc_delta_count();
  for (int query = 0; query < 3; ++query) {
    seen.by_host.push_back(account_of(simulation.query(random_pose(random, 0.3), query == 2)));
    seen.by_host.push_back(sc_core::sc_time_stamp().to_string());
  }
  seen.deltas = sc_core::sc_delta_count() - before;
  if (strangers) seen.by_strangers = strangers->seen;
  std::sort(seen.by_strangers.begin(), seen.by_strangers.end());  // at one time in any order
  expect_clean(simulation);
  return seen;
}

// The root registers after an upload: tumbled, aligned.
std::array<std::uint32_t, 2> root_words(const ChipConfig& config, const ObjectPair& objects) {
  const BoardImage image = make_board_image(config, objects.a, objects.b);
  return {image.objects[1].root, image.objects[0].root};
}

TEST(RunAlone, NobodyOutsideCanTell) {
  for (const DrainPolicy& policy : {DrainPolicy{}, DrainPolicy{37, 0}, DrainPolicy{500, 3}}) {
    for (const bool beside_strangers : {false, true}) {
      const Seen alone = ask(policy, true, beside_strangers),
                 not_alone = ask(policy, false, beside_strangers);
      EXPECT_EQ(alone.by_host, not_alone.by_host);
      EXPECT_EQ(alone.by_strangers, not_alone.by_strangers);
      EXPECT_EQ(alone.by_strangers.size() > 1000, beside_strangers) << alone.by_strangers.size();
      EXPECT_LT(alone.deltas, not_alone.deltas);  // it did run alone
    }
  }
}

TEST(RunAlone, WithoutStrangersSystemCIsHardlyAsked) {
  const Seen alone = ask({}, true, false), not_alone = ask({}, false, false);
  EXPECT_LT(20 * alone.deltas, not_alone.deltas) << alone.deltas << " and " << not_alone.deltas;
}

// The promise ends with the sc_start that it was made for, whatever ended that.
TEST(RunAlone, ThePromiseIsWithdrawn) {
  Random random(3);
  const ObjectPair objects = random_objects(random, 80);
  JudgedSimulation simulation{ChipConfig{}};
  std::vector<sc_time> told;
  simulation.driver().on_horizon = [&](const sc_time& end) { told.push_back(end); };
  simulation.driver().upload(objects.a, objects.b);
  simulation.query(Pose{});
  ASSERT_GT(told.size(), 10u);
  for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i] == sc_core::SC_ZERO_TIME, i % 2 == 1) << i;
}

TEST(RunAlone, NotBeyondAStartThatNobodyAnnounced) {
  Random random(3);
  const ObjectPair objects = random_objects(random, 80);
  const std::array<std::uint32_t, 2> roots = root_words(ChipConfig{}, objects);
  std::vector<std::vector<std::uint32_t>> seen;
  for (const bool alone : {true, false}) {
    JudgedSimulation simulation{ChipConfig{}};
    Driver& driver = simulation.driver();
    if (!alone) driver.on_horizon = [](const sc_time&) {};
    driver.upload(objects.a, objects.b);
    simulation.query(Pose{});
    seen.emplace_back();
    // The same query once more, by hand, looked at every 50 cycles and a bit.
    sc_time delay;
    driver.write_word(kControl, kReset, delay);
    driver.write_word(kTumbledRoot, roots[0], delay);
    driver.write_word(kAlignedRoot, roots[1], delay);
    driver.write_word(kControl, kStart, delay);
    sc_core::sc_start(delay);
    for (int look = 0; look < 100; ++look) {
      sc_core::sc_start(sc_time::from_value(50 * 3750 + 1234));
      for (const std::uint64_t address : {kStatus, kFifoLevel, kCyclesLow}) {
        sc_time no_matter;
        seen.back().push_back(driver.read_word(address, no_matter));
      }
    }
    EXPECT_EQ(seen.back()[seen.back().size() - 3] & kDone, kDone);
  }
  EXPECT_EQ(seen[0], seen[1]);
}

}  // namespace
}  // namespace collisionchip
