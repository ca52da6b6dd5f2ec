// Faults: written and read back, struck where they say, and a campaign over each kind, with protections of
// the chip off and on.
#include "collisionchip/testbench/faults/fault_injection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/faults/fault_campaign.h"
#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Kind = Fault::Kind;

constexpr Kind kAll[] = {Kind::sdram,     Kind::sdram_double, Kind::sram_left, Kind::sram_right,
                         Kind::fifo_drop, Kind::fifo_repeat,  Kind::fifo_bit};
constexpr Kind kOfRings[] = {Kind::ring_drop, Kind::ring_repeat, Kind::ring_bit};

std::string complaint_of(const std::string& text) {
  try {
    parse_fault(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FaultText, IsReadAsItIsWritten) {
  for (const char* text : {"sdram:0x1240:17", "sdram:0x0:71", "sdram_double:0x8:0:63", "sram_left:12:31",
                           "sram_right:0:0", "fifo_drop:5", "fifo_repeat:4294967296", "fifo_bit:0:63",
                           "ring_drop:0", "ring_repeat:7", "ring_bit:2:8191"}) {
    EXPECT_EQ(to_text(parse_fault(text)), text);
  }
  EXPECT_EQ(to_text(parse_fault("sdram:64:1")), "sdram:0x40:1");
  EXPECT_EQ(to_text(parse_fault("fifo_drop:0x10")), "fifo_drop:16");
}

TEST(FaultText, WhatIsNoFaultIsRefusedByName) {
  for (const char* text : {"",
                           "sdram",
                           "sdram:8",
                           "sdram:8:72",
                           "sdram:4:1",
                           "sdram:8:1:2",
                           "sdram:8:-1",
                           "sdram: 8:1",
                           "sdram:8:1x",
                           "sdram_double:8:1",
                           "sdram_double:8:1:1",
                           "sram_left:1:32",
                           "sram_middle:1:1",
                           "fifo_drop",
                           "fifo_drop:",
                           "fifo_drop:1:1",
                           "ring_bit:1",
                           "ring_bit:1:8192",
                           "fifo_drop:x",
                           "fifo_drop:99999999999999999999999",
                           "fifo_repeat:0x",
                           "fifo_bit:1",
                           "fifo_bit:1:64"}) {
    EXPECT_EQ(complaint_of(text).rfind("--fault: expected sdram:ADDRESS:BIT", 0), 0u) << text;
  }
}

TEST(FaultText, RandomFaultsHitTheRoomAndNothingElse) {
  FaultRoom room;
  room.sdram_words = 5;
  room.sram_words = {3, 0};
  room.entries = 2;
  for (const bool check_bits : {false, true}) {
    room.check_bits = check_bits;
    std::set<std::string> seen;
    for (const Kind kind : kAll) {
      for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const auto fault = random_fault(kind, room, seed);
        ASSERT_EQ(fault.has_value(), kind != Kind::sram_right);
        if (!fault) continue;
        EXPECT_EQ(to_text(parse_fault(to_text(*fault))), to_text(*fault)) << "a fault that could be given";
        EXPECT_EQ(to_text(*random_fault(kind, room, seed)), to_text(*fault));
        if (kind != Kind::sdram_double) seen.insert(to_text(*fault));
      }
    }
    EXPECT_EQ(seen.size(), 5u * (check_bits ? 72 : 64) + 3 * 32 + 2 + 2 + 2 * 64) << "every place is reached";
  }
}

TEST(FaultText, ADropAndARepeatAreOfDifferentEntries) {
  FaultRoom room;
  std::set<std::string> seen;
  for (room.entries = 0; room.entries < 2; ++room.entries)
    EXPECT_TRUE(random_drop_and_repeat(room, 1).empty()) << room.entries;
  room.entries = 4;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::vector<Fault> faults = random_drop_and_repeat(room, seed);
    ASSERT_EQ(faults.size(), 2u);
    EXPECT_EQ(faults[0].kind, Kind::fifo_drop);
    EXPECT_EQ(faults[1].kind, Kind::fifo_repeat);
    EXPECT_NE(faults[0].place, faults[1].place);
    seen.insert(to_text(faults[0]) + to_text(faults[1]));
  }
  EXPECT_EQ(seen.size(), 12u);
}

struct Campaigns : ::testing::Test {
  Random random{21};
  ObjectPair objects{object_of(torus(8, 6)), object_of(torus(9, 5))};
  Pose pose = random_pose(random, 0.2);
};

TEST_F(Campaigns, AFaultStrikesOnceAndIsMended) {
  JudgedSimulation simulation{ChipConfig{}};
  FaultInjector injector(simulation.board(), simulation.driver().rings());
  Driver& driver = simulation.driver();
  driver.upload(objects.a, objects.b);
  injector.heal();
  const ChipAnswer clean = simulation.query(pose);
  const FaultRoom room = injector.seen();
  EXPECT_EQ(room.sdram_words * 8, simulation.board().sdram().stored_bytes());
  EXPECT_EQ(room.entries, counter(clean, "triangle_unit.hits") + counter(clean, "triangle_unit.uncertain"));
  EXPECT_EQ(room.sram_words[0], counter(clean, "stack_sram_left.words_written"));
  EXPECT_EQ(room.sram_words[1], counter(clean, "stack_sram_right.words_written"));
  injector.arm({{Kind::fifo_drop, 0, {}}, {Kind::fifo_repeat, 1, {}}, {Kind::fifo_drop, 1u << 30, {}}});
  EXPECT_EQ(simulation.query(pose).pairs.size(), clean.pairs.size()) << "one less, one more";
  EXPECT_EQ(injector.struck(), 2u);
  EXPECT_EQ(account_of(simulation.query(pose)), account_of(clean)) << "they are over";
  injector.arm({{Kind::sdram, 0, {9, 0}}, {Kind::sdram_double, 8, {1, 64}}});
  EXPECT_EQ(injector.struck(), 2u);
  injector.heal();
  EXPECT_EQ(account_of(simulation.query(pose)), account_of(clean));
}

// With all that the chip has against faults.
ChipConfig protected_chip(const std::string& name = "paper41") {
  ChipConfig config = preset(name);
  config.sdram.ecc = Ecc::secded;
  config.stack_sram.ecc = ListEcc::parity;
  config.pointer_fifo.entry_check = true;
  return config;
}

TEST_F(Campaigns, WithoutEntryCheckOnlyTheSumsTellThatAnEntryIsMissingOrThereTwice) {
  FaultCampaign campaign(ChipConfig{}, objects.a, objects.b, pose);
  ASSERT_GT(campaign.room().entries, 10u);
  for (std::uint64_t entry = 0; entry < campaign.room().entries; ++entry) {
    for (const Kind kind : {Kind::fifo_drop, Kind::fifo_repeat}) {
      EXPECT_EQ(campaign.run({{kind, entry, {}}}).effect, FaultEffect::sums) << entry;
    }
  }
}

TEST_F(Campaigns, WithEntryCheckEveryDroppedAndEveryRepeatedEntryIsReported) {
  ChipConfig config;
  config.pointer_fifo.entry_check = true;
  for (const bool first_witness : {false, true}) {
    FaultCampaign campaign(config, objects.a, objects.b, pose, first_witness);
    for (std::uint64_t entry = 0; entry < campaign.room().entries; ++entry) {
      for (const Kind kind : {Kind::fifo_drop, Kind::fifo_repeat}) {
        const FaultOutcome outcome = campaign.run({{kind, entry, {}}});
        EXPECT_EQ(outcome.effect, FaultEffect::reported) << name_of(kind) << " " << entry;
        EXPECT_NE(outcome.what.find("of the Pointer FIFO"), std::string::npos) << outcome.what;
      }
    }
  }
}

// Small bursts, so that a query has many.
ChipConfig ring_chip(const std::string& name) {
  ChipConfig config = preset(name);
  config.host.results = HostResults::memory;
  config.host.burst_bytes = 32;
  return config;
}

TEST_F(Campaigns, EveryLostBurstIsReportedAndARepeatedOneChangesNothing) {
  for (const char* name : {"paper41", "today"}) {
    const ChipConfig config = ring_chip(name);
    const ObjectPair built = config.engine.kind == EngineKindKey::groups ? grouped(objects, config) : objects;
    FaultCampaign campaign(config, built.a, built.b, pose);
    const std::size_t bursts = campaign.room().burst_words.size();
    ASSERT_GT(bursts, 3u) << name;
    for (std::uint64_t burst = 0; burst < bursts; ++burst) {
      EXPECT_EQ(campaign.run({{Kind::ring_drop, burst, {}}}).effect, FaultEffect::reported) << burst;
      const FaultOutcome repeated = campaign.run({{Kind::ring_repeat, burst, {}}});
      EXPECT_EQ(repeated.effect, FaultEffect::none) << name << ", burst " << burst << ": " << repeated.what;
    }
  }
}

TEST_F(Campaigns, NoBitOfABurstChangesAnAnswerUnnoticed) {
  for (const char* name : {"paper41", "today"}) {
    const ChipConfig config = ring_chip(name);
    const ObjectPair built = config.engine.kind == EngineKindKey::groups ? grouped(objects, config) : objects;
    FaultCampaign campaign(config, built.a, built.b, pose);
    for (const std::uint64_t burst : {std::size_t{0}, campaign.room().burst_words.size() - 1}) {
      int reported = 0;
      const unsigned bits = 32 * campaign.room().burst_words[burst];
      for (unsigned bit = 0; bit < bits; ++bit) {
        const FaultOutcome outcome = campaign.run({{Kind::ring_bit, burst, {bit, 0}}});
        reported += outcome.effect == FaultEffect::reported ? 1 : 0;
        EXPECT_TRUE(outcome.effect == FaultEffect::reported || outcome.effect == FaultEffect::none)
            << name << ", burst " << burst << ", bit " << bit << ": " << outcome.what;
      }
      EXPECT_GT(reported, 100) << name;
    }
    EXPECT_EQ(campaign.run({{Kind::ring_bit, 0, {8191, 0}}}).effect, FaultEffect::none) << "behind its end";
  }
}

TEST_F(Campaigns, ARepeatInAFullFifoComesLater) {
  ChipConfig config;
  config.pointer_fifo.depth = config.pointer_fifo.threshold = 1;
  {
    FaultCampaign campaign(config, objects.a, objects.b, pose);
    EXPECT_EQ(campaign.run({{Kind::fifo_repeat, 3, {}}}).effect, FaultEffect::none) << "never room for two";
  }
  config.pointer_fifo.depth = 2;
  FaultCampaign campaign(config, objects.a, objects.b, pose);
  EXPECT_EQ(campaign.run({{Kind::fifo_repeat, 3, {}}}).effect, FaultEffect::sums);
}

// The tumbled object is b: its number is in the first word.
TEST_F(Campaigns, AWrongBitOfAnEntryIsOneOfTheTwoNumbers) {
  JudgedSimulation simulation{ChipConfig{}};
  FaultInjector injector(simulation.board(), simulation.driver().rings());
  Driver& driver = simulation.driver();
  driver.upload(objects.a, objects.b);
  const std::vector<TrianglePair> clean = driver.query(pose).pairs;
  for (const unsigned bit : {0u, 32u}) {
    injector.arm({{Kind::fifo_bit, 0, {bit, 0}}});
    const std::vector<TrianglePair> wrong = driver.query(pose).pairs;
    std::vector<TrianglePair> lost, new_ones;
    std::set_difference(clean.begin(), clean.end(), wrong.begin(), wrong.end(), std::back_inserter(lost));
    std::set_difference(wrong.begin(), wrong.end(), clean.begin(), clean.end(), std::back_inserter(new_ones));
    ASSERT_EQ(lost.size(), 1u);
    ASSERT_EQ(new_ones.size(), 1u);
    EXPECT_EQ(new_ones[0].a, lost[0].a ^ (bit == 32 ? 1u : 0u));
    EXPECT_EQ(new_ones[0].b, lost[0].b ^ (bit == 0 ? 1u : 0u));
  }
}

// What the bits of a list word mean decides what may happen.
TEST_F(Campaigns, UnusedBitsOfAListWordHaveNoEffect) {
  FaultCampaign campaign(ChipConfig{}, objects.a, objects.b, pose);
  for (const Kind kind : {Kind::sram_left, Kind::sram_right}) {
    for (unsigned bit = 2; bit < 8; ++bit) {
      const FaultOutcome outcome = campaign.run({{kind, 1, {bit, 0}}});
      EXPECT_EQ(outcome.effect, FaultEffect::none) << bit;
      EXPECT_TRUE(outcome.same_cycles) << bit;
    }
    EXPECT_EQ(campaign.run({{kind, 1, {31, 0}}}).effect, FaultEffect::reported) << "beyond the SDRAM";
  }
}

// Every bit of every list word.
TEST_F(Campaigns, WithParityEveryWrongBitOfAListIsReportedAndWithSecdedMended) {
  for (const auto& [ecc, effect] : {std::pair{ListEcc::parity, FaultEffect::reported},
                                    std::pair{ListEcc::secded, FaultEffect::corrected}}) {
    ChipConfig config;
    config.stack_sram.ecc = ecc;
    FaultCampaign campaign(config, objects.a, objects.b, pose);
    for (const Kind kind : {Kind::sram_left, Kind::sram_right}) {
      ASSERT_GT(campaign.room().places(kind), 20u);
      for (std::uint64_t word = 0; word < campaign.room().places(kind); ++word) {
        const auto bit = static_cast<unsigned>(random.below(32));
        const FaultOutcome outcome = campaign.run({{kind, word, {bit, 0}}});
        EXPECT_EQ(outcome.effect, effect) << name_of(kind) << " " << word << " " << bit;
        EXPECT_EQ(outcome.same_cycles, ecc == ListEcc::secded);
        if (ecc != ListEcc::parity) continue;
        const char* const sram = kind == Kind::sram_left ? "left" : "right";
        EXPECT_NE(outcome.what.find(std::string(" of the ") + sram + " stack SRAM"), std::string::npos)
            << outcome.what;
      }
    }
  }
}

TEST_F(Campaigns, CorrectionsOfSubQueriesCountToo) {
  ChipConfig config;
  config.stack_sram.ecc = ListEcc::secded;
  config.stack_sram.entries = 4;
  FaultCampaign campaign(config, objects.a, objects.b, pose);
  ASSERT_GT(campaign.clean().unfinished, 5u);
  EXPECT_EQ(campaign.run({{Kind::sram_left, 0, {9, 0}}}).effect, FaultEffect::corrected);
}

struct Tally {
  std::array<int, kFaultEffects> count{};
  int of(FaultEffect effect) const { return count[static_cast<std::size_t>(effect)]; }
  // The faults that a board would not notice.
  int unnoticed() const {
    return of(FaultEffect::sums) + of(FaultEffect::harmless) + of(FaultEffect::silent);
  }
};

Tally random_campaign(FaultCampaign& campaign, Kind kind, int faults) {
  Tally tally;
  for (int i = 0; i < faults; ++i) {
    const auto fault = random_fault(kind, campaign.room(), static_cast<std::uint64_t>(i));
    ++tally.count[static_cast<std::size_t>(campaign.run({*fault}).effect)];
  }
  return tally;
}

Tally drops_and_repeats(FaultCampaign& campaign, int queries) {
  Tally tally;
  for (int i = 0; i < queries; ++i) {
    const auto faults = random_drop_and_repeat(campaign.room(), static_cast<std::uint64_t>(i));
    ++tally.count[static_cast<std::size_t>(campaign.run(faults).effect)];
  }
  return tally;
}

// The column can be other than 0: where nothing protects them, faults go unnoticed by all but the reference.
TEST_F(Campaigns, WithoutProtectionFaultsAreSilent) {
  for (const char* name : {"paper41", "paper52-eq5"}) {
    FaultCampaign campaign(preset(name), objects.a, objects.b, pose);
    for (const Kind kind :
         {Kind::sdram, Kind::sdram_double, Kind::sram_left, Kind::sram_right, Kind::fifo_bit}) {
      const Tally tally = random_campaign(campaign, kind, 100);
      EXPECT_GT(tally.of(FaultEffect::silent), 2) << name << ' ' << name_of(kind);
      EXPECT_EQ(tally.of(FaultEffect::corrected), 0) << name << ' ' << name_of(kind);
    }
    EXPECT_EQ(random_campaign(campaign, Kind::fifo_drop, 50).of(FaultEffect::sums), 50) << name;
    EXPECT_EQ(drops_and_repeats(campaign, 50).of(FaultEffect::silent), 50) << name << ": the number is right";
  }
}

TEST_F(Campaigns, WithAllProtectionsNothingGoesUnnoticed) {
  for (const char* name : {"paper41", "paper52-eq5"}) {
    FaultCampaign campaign(protected_chip(name), objects.a, objects.b, pose);
    for (const Kind kind : kAll) {
      const Tally tally = random_campaign(campaign, kind, 100);
      EXPECT_EQ(tally.unnoticed(), 0) << name << ' ' << name_of(kind);
      EXPECT_GT(tally.of(FaultEffect::corrected) + tally.of(FaultEffect::reported), 20) << name_of(kind);
    }
    EXPECT_EQ(drops_and_repeats(campaign, 100).of(FaultEffect::reported), 100) << name;
  }
}

TEST_F(Campaigns, RightPairsByAnotherWayAreHarmlessAndOnlyCountsTell) {
  FaultCampaign campaign(ChipConfig{}, objects.a, objects.b, pose);
  int harmless = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto fault = random_fault(Kind::sram_left, campaign.room(), seed);
    const FaultOutcome outcome = campaign.run({*fault});
    if (outcome.effect != FaultEffect::harmless) continue;
    ++harmless;
    EXPECT_EQ(outcome.what.rfind("pose 0: lists ", 0), 0u) << outcome.what;
  }
  EXPECT_GT(harmless, 5);
}

TEST_F(Campaigns, WithCheckBitsTheSdramsFaultsAreCorrectedOrReportedOrUnread) {
  ChipConfig config;
  config.sdram.ecc = Ecc::secded;
  FaultCampaign campaign(config, objects.a, objects.b, pose);
  const Tally single = random_campaign(campaign, Kind::sdram, 200);
  EXPECT_EQ(single.unnoticed() + single.of(FaultEffect::reported), 0);
  EXPECT_GT(single.of(FaultEffect::corrected), 50);
  const Tally twice = random_campaign(campaign, Kind::sdram_double, 200);
  EXPECT_EQ(twice.unnoticed() + twice.of(FaultEffect::corrected), 0);
  EXPECT_GT(twice.of(FaultEffect::reported), 50);
}

TEST_F(Campaigns, FirstWitnessQueriesAreJudgedToo) {
  FaultCampaign campaign(ChipConfig{}, objects.a, objects.b, pose, true);
  EXPECT_EQ(campaign.run({{Kind::fifo_drop, 0, {}}}).effect, FaultEffect::sums);
  const FaultOutcome repeated = campaign.run({{Kind::fifo_repeat, 0, {}}});
  EXPECT_EQ(repeated.effect, FaultEffect::sums);
  EXPECT_NE(repeated.what.find("pci_interface.fifo_words"), std::string::npos)
      << "one witness is enough, but the sums do not close: " << repeated.what;
  const Tally wrong = random_campaign(campaign, Kind::fifo_bit, 64);
  EXPECT_GT(wrong.of(FaultEffect::silent), 5) << "a pair that does not intersect is no witness";
}

TEST(LongCampaigns, ThousandsOfFaultsOfEveryKindOnEveryPreset) {
  Random random(22);
  const ObjectPair objects = tori();
  const Pose pose = random_pose(random, 0.2);
  for (const std::string& name : preset_names()) {
    for (const ListEcc ecc : {ListEcc::parity, ListEcc::secded}) {
      ChipConfig config = protected_chip(name);
      config.stack_sram.ecc = ecc;
      FaultCampaign campaign(config, objects.a, objects.b, pose);
      for (const Kind kind : kAll)
        EXPECT_EQ(random_campaign(campaign, kind, 1000).unnoticed(), 0) << name << ' ' << name_of(kind);
      EXPECT_EQ(drops_and_repeats(campaign, 1000).of(FaultEffect::reported), 1000) << name;
    }
  }
}

}  // namespace
}  // namespace collisionchip
