// The rules of a link: latency, capacity, back-pressure, and
// that nothing within a cycle depends on who runs first.
#include "collisionchip/tlm/kernel/channel.h"

#include <memory>
#include <stdexcept>

#include "collisionchip/testbench/tests/tlm/unit_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(Channel, AnItemIsVisibleAfterTheLatency) {
  for (const Cycle latency : {1u, 2u, 7u}) {
    Channel<int> channel("c", 4, latency);
    EXPECT_EQ(channel.front_visible(), kNever);
    channel.put(10, 42);
    EXPECT_EQ(channel.front_visible(), 10 + latency);
    EXPECT_EQ(channel.front(10 + latency - 1), nullptr);
    ASSERT_NE(channel.front(10 + latency), nullptr);
    EXPECT_EQ(*channel.front(10 + latency), 42);
    EXPECT_NE(channel.front(1000), nullptr) << "it stays until it is taken";
  }
}

TEST(Channel, ExtraDelayAddsUpAndItemsStayInOrder) {
  Channel<int> channel("c", 4);
  channel.put(0, 1, 9);
  channel.put(2, 2);
  EXPECT_EQ(channel.front_visible(), 10u);
  channel.pop(10);
  EXPECT_EQ(channel.front_visible(), 10u) << "the second one does not overtake";
  EXPECT_EQ(*channel.front(10), 2);
}

TEST(Channel, CapacityAndTheSlotThatIsFreeOneCycleAfterThePop) {
  Channel<int> channel("c", 2);
  channel.put(0, 1);
  channel.put(0, 2);
  EXPECT_FALSE(channel.ready(0));
  channel.pop(1);
  EXPECT_FALSE(channel.ready(1)) << "the writer cannot see a pop of the same cycle";
  EXPECT_TRUE(channel.ready(2));
  channel.put(2, 3);
  EXPECT_FALSE(channel.ready(2));
  channel.pop(2, 9);
  EXPECT_FALSE(channel.ready(8));
  EXPECT_TRUE(channel.ready(9));
  EXPECT_EQ(channel.capacity(), 2u);
}

TEST(Channel, OccupancyIsCyclesAtEachNumberOfItems) {
  Channel<int> channel("c", 3);
  channel.put(2, 1);
  channel.begin_occupancy(10);
  channel.put(4, 2);  // before the origin: only the number of items matters
  channel.put(13, 3);
  channel.pop(13);
  channel.pop(20);
  channel.put(21, 4);
  channel.end_occupancy(25);
  channel.pop(30);
  channel.pop(30);
  EXPECT_EQ(channel.occupancy().counts(), (std::vector<std::uint64_t>{0, 1, 3 + 7 + 4, 0}));
  channel.begin_occupancy(40);
  channel.end_occupancy(41);
  EXPECT_EQ(channel.occupancy().counts(), (std::vector<std::uint64_t>{1, 0, 0, 0}));
}

TEST(Channel, CountsWhatIsInItAndWhatCanBeSeen) {
  Channel<int> channel("c", 3);
  EXPECT_TRUE(channel.empty());
  channel.put(0, 1);
  channel.put(0, 2, 5);
  EXPECT_EQ(channel.size(), 2u);
  EXPECT_EQ(channel.visible_count(0), 0u);
  EXPECT_EQ(channel.visible_count(1), 1u);
  EXPECT_EQ(channel.visible_count(6), 2u);
}

TEST(Channel, IsReadyForAnItemBehindThoseThatAreReserved) {
  Channel<int> channel("c", 3);
  EXPECT_TRUE(channel.ready(0, 2));
  EXPECT_FALSE(channel.ready(0, 3)) << "more than it can ever hold";
  channel.put(0, 1);
  EXPECT_TRUE(channel.ready(0, 1));
  EXPECT_FALSE(channel.ready(0, 2));
  channel.put(0, 2);
  channel.pop(1);
  EXPECT_TRUE(channel.ready(1));
  EXPECT_FALSE(channel.ready(1, 1)) << "popped in this cycle: free in the next";
  EXPECT_TRUE(channel.ready(2, 1));
}

TEST(Channel, ShowsSoManyItemsWhenTheLastOfThemIsVisible) {
  Channel<int> channel("c", 2);
  channel.put(0, 1);
  channel.put(0, 2, 5);
  EXPECT_FALSE(channel.shows(1, 0));
  EXPECT_TRUE(channel.shows(1, 1));
  EXPECT_FALSE(channel.shows(2, 5));
  EXPECT_TRUE(channel.shows(2, 6));
  channel.pop(6);
  channel.put(7, 3);  // the slots go round
  EXPECT_FALSE(channel.shows(2, 7));
  EXPECT_TRUE(channel.shows(2, 8));
  EXPECT_FALSE(channel.shows(3, 100));
}

TEST(Channel, ResetForgetsItemsSlotsAndTheOrderOfOldOnes) {
  Channel<int> channel("c", 2);
  channel.put(0, 1, 100);
  channel.put(0, 2, 100);
  channel.reset();
  EXPECT_TRUE(channel.empty());
  EXPECT_EQ(channel.front_visible(), kNever);
  EXPECT_TRUE(channel.ready(0));
  channel.put(0, 3);
  EXPECT_EQ(channel.front_visible(), 1u) << "not held back by what was dropped";
}

TEST(Channel, MisuseIsAnErrorThatNamesTheChannel) {
  Channel<int> channel("stack_engine.requests", 1);
  EXPECT_THROW(channel.pop(0), std::logic_error);
  channel.put(0, 1);
  EXPECT_THROW(channel.pop(0), std::logic_error) << "not visible yet";
  try {
    channel.put(0, 2);
    FAIL() << "a full channel took an item";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(), "stack_engine.requests: put into a full channel in cycle 0");
  }
  channel.pop(1);
  EXPECT_THROW(channel.put(1, 3), std::logic_error) << "the slot is free in the next cycle only";
  EXPECT_THROW(Channel<int>("c", 0), std::invalid_argument);
  EXPECT_THROW(Channel<int>("c", 1, 0), std::invalid_argument);
}

struct Link {
  SimulationScope scope;
  ChipConfig config;
  Channel<int> channel;
  std::unique_ptr<Source<int>> source;
  std::unique_ptr<Sink<int>> sink;

  Link(std::size_t capacity, Cycle latency, Cycle interval, bool sink_first, Cycle opens = 0)
      : channel("link", capacity, latency) {
    if (sink_first) sink = std::make_unique<Sink<int>>("sink", config, channel, interval, opens);
    source = std::make_unique<Source<int>>("source", config, channel);
    if (!sink_first) sink = std::make_unique<Sink<int>>("sink", config, channel, interval, opens);
  }
};

TEST(Channel, WritersAndReadersAreWokenInTheCycleInWhichTheyCanGoOn) {
  Link link(1, 1, 1, false);
  for (int i = 0; i < 4; ++i) link.source->add(5, i);
  sc_core::sc_start();
  EXPECT_EQ(link.source->put_at(), (std::vector<Cycle>{5, 7, 9, 11})) << "one slot: a round trip each";
  EXPECT_EQ(link.sink->taken_at(), (std::vector<Cycle>{6, 8, 10, 12}));
}

TEST(Channel, TwoSlotsOfLatencyOneStreamOneItemPerCycle) {
  Link link(2, 1, 1, false);
  for (int i = 0; i < 5; ++i) link.source->add(static_cast<Cycle>(i), i);
  sc_core::sc_start();
  EXPECT_EQ(link.source->put_at(), (std::vector<Cycle>{0, 1, 2, 3, 4}));
  EXPECT_EQ(link.sink->taken_at(), (std::vector<Cycle>{1, 2, 3, 4, 5}));
}

TEST(Channel, BackPressureLosesNothingAndKeepsTheOrder) {
  Link link(3, 2, 10, false, 50);
  for (int i = 0; i < 20; ++i) link.source->add(0, i);
  sc_core::sc_start();
  ASSERT_EQ(link.sink->taken().size(), 20u);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(link.sink->taken()[static_cast<std::size_t>(i)].item, i);
    EXPECT_EQ(link.sink->taken()[static_cast<std::size_t>(i)].cycle, 50u + 10u * static_cast<Cycle>(i));
  }
  EXPECT_EQ(link.source->put_at()[3], 51u);
}

TEST(Channel, NothingDependsOnWhichEndRunsFirst) {
  for (const std::size_t capacity : {1u, 2u, 5u}) {
    for (const Cycle interval : {1u, 3u}) {
      std::vector<std::vector<Cycle>> seen;
      for (const bool sink_first : {false, true}) {
        Link link(capacity, 1, interval, sink_first);
        for (int i = 0; i < 30; ++i) link.source->add(static_cast<Cycle>(i / 2), i);
        sc_core::sc_start();
        seen.push_back(link.source->put_at());
        seen.push_back(link.sink->taken_at());
      }
      EXPECT_EQ(seen[0], seen[2]);
      EXPECT_EQ(seen[1], seen[3]);
    }
  }
}

// Runs in the cycles it was asked for and no others.
class Recorder : public Unit {
 public:
  explicit Recorder(const ChipConfig& config) : Unit("recorder", Clock(config.chip.clock_period_ps)) {}
  std::vector<Cycle> ran;
  std::vector<Cycle> wishes;  // returned by successive steps

 private:
  Cycle step(Cycle now) override {
    ran.push_back(now);
    if (wishes.empty()) return kNever;
    const Cycle next = wishes.front();
    wishes.erase(wishes.begin());
    return next;
  }
  void reset_state() override { wishes.clear(); }
};

TEST(Unit, RunsOncePerWantedCycleAndSkipsTheRest) {
  SimulationScope scope;
  ChipConfig config;
  Recorder unit(config);
  unit.wishes = {40, 41, kNever};
  unit.wake_at(30);
  unit.wake_at(20);
  unit.wake_at(30);
  sc_core::sc_start();
  EXPECT_EQ(unit.ran, (std::vector<Cycle>{20, 40, 41})) << "the earliest wish wins; step says what follows";
}

TEST(Unit, AnEarlierWakeBeatsTheUnitsOwnWish) {
  SimulationScope scope;
  ChipConfig config;
  Recorder unit(config);
  Script script("script", config);
  unit.wishes = {100, kNever};
  unit.wake_at(1);
  script.at(50, [&](Cycle now) { unit.wake_at(now + 1); });
  sc_core::sc_start();
  EXPECT_EQ(unit.ran, (std::vector<Cycle>{1, 51}));
}

// A chip's sequencer may have the two units in either order.
TEST(Unit, AWakeOfThisCycleIsKeptWhetherTheUnitRunsBeforeOrAfterIt) {
  for (const bool waker_first : {false, true}) {
    SimulationScope scope;
    ChipConfig config;
    Recorder unit(config);
    Script script("script", config);
    Sequencer sequencer("sequencer", Clock(config.chip.clock_period_ps));
    if (waker_first) sequencer.add(script);
    sequencer.add(unit);
    if (!waker_first) sequencer.add(script);
    unit.wake_at(50);
    script.at(50, [&](Cycle now) { unit.wake_at(now + 1); });
    sc_core::sc_start();
    EXPECT_EQ(unit.ran, (std::vector<Cycle>{50, 51})) << waker_first;
  }
}

struct CountingTap final : ChannelTap<int> {
  void on_put(Cycle, Cycle, const int& item) override { put += item; }
  void on_pop(Cycle, Cycle) override { ++pops; }
  void on_reset() override { ++resets; }
  int put = 0, pops = 0, resets = 0;
};

TEST(Channel, TellsAllOfItsTapsUntilTheyLeave) {
  Channel<int> channel("channel", 4);
  CountingTap first, second;
  channel.add_tap(first);
  channel.add_tap(second);
  channel.put(1, 10);
  channel.pop(2);
  channel.remove_tap(first);
  channel.put(3, 5);
  channel.reset();
  EXPECT_EQ(first.put, 10);
  EXPECT_EQ(first.pops, 1);
  EXPECT_EQ(first.resets, 0);
  EXPECT_EQ(second.put, 15);
  EXPECT_EQ(second.resets, 1);
}

TEST(Unit, ResetCancelsWhatWasScheduled) {
  SimulationScope scope;
  ChipConfig config;
  Recorder unit(config);
  unit.wake_at(30);
  unit.reset();
  sc_core::sc_start(cycles(35));
  EXPECT_TRUE(unit.ran.empty());
  unit.wake_at(40);
  sc_core::sc_start();
  EXPECT_EQ(unit.ran, std::vector<Cycle>{40});
}

TEST(Unit, CountsCyclesOfAnyPeriod) {
  for (const std::uint32_t period : {100u, 3750u, 3759u, 1000000u}) {
    SimulationScope scope;
    ChipConfig config;
    config.chip.clock_period_ps = period;
    Recorder unit(config);
    unit.wishes = {1'000'000'007, kNever};
    unit.wake_at(3);
    sc_core::sc_start();
    EXPECT_EQ(unit.ran, (std::vector<Cycle>{3, 1'000'000'007}));
  }
}

}  // namespace
}  // namespace collisionchip
