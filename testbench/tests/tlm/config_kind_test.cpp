// A kind sets several keys: what a user sets key by key stays, before it or after it.
#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/tlm/chip_file.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {
namespace {

ChosenChip with(const std::vector<std::string>& sets, ChosenChip config = {}) {
  for (const std::string& set : sets) apply_set(config, set);
  return config;
}

ChosenChip of_file(const std::string& text) {
  return load_chip(ChipFile(text).path());
}

// Each kind, and each other key with a value that nothing else gives it.
template <typename Visit>
void for_each_key_and_kind(const Visit& visit) {
  for (const ConfigKey& kind : config_keys()) {
    for (std::uint32_t value = 0; is_kind(kind) && value < kind.words.size(); ++value) {
      ChosenChip usual;
      set_key(usual, kind, value);
      for (const ConfigKey& key : config_keys()) {
        if (is_kind(key)) continue;
        std::uint32_t other = key.min;
        while (other == key.get(usual) || other == key.get(ChipConfig{}) || !accepts(key, other)) {
          if (++other > key.max) break;
        }
        if (other <= key.max) visit(kind, value, key, other);
      }
    }
  }
}

TEST(Kind, LeavesWhatIsSetKeyByKeyWhereverItStands) {
  int keys = 0;
  for_each_key_and_kind(
      [&](const ConfigKey& kind, std::uint32_t value, const ConfigKey& key, std::uint32_t other) {
        ChosenChip before, behind;
        set_key(before, key, other);
        set_key(before, kind, value);
        set_key(behind, kind, value);
        set_key(behind, key, other);
        ASSERT_EQ(key.get(before), other) << kind.words[value] << " after " << key.name;
        for (const ConfigKey& each : config_keys())
          ASSERT_EQ(each.get(before), each.get(behind)) << kind.words[value] << " after " << key.name;
        ++keys;
      });
  EXPECT_GT(keys, 500);
}

TEST(Kind, IsTheOnlyKeyThatSetsOthers) {
  for (const ConfigKey& key : config_keys()) {
    std::vector<std::uint32_t> values = {key.min, key.max};
    for (std::uint32_t word = 0; word < key.words.size(); ++word) values.push_back(word);
    for (const std::uint32_t value : values) {
      ChipConfig config;
      key.set(config, value);
      for (const ConfigKey& other : config_keys()) {
        if (&other != &key && !is_kind(key)) {
          ASSERT_EQ(other.get(config), other.get(ChipConfig{})) << key.name << " sets " << other.name;
        }
      }
    }
  }
}

TEST(Kind, OfTwoTheLastCountsAndOfTwoSingleKeysToo) {
  EXPECT_EQ(with({"memory.kind=ddr4-3200", "memory.kind=ddr3-1600"}).sdram.t_rp, 11u);
  EXPECT_EQ(with({"memory.kind=ddr4-3200", "memory.kind=custom"}).sdram.t_rp, 22u);
  EXPECT_EQ(with({"sdram.t_rp=60", "memory.kind=ddr4-3200", "memory.kind=ddr3-1600"}).sdram.t_rp, 60u);
  EXPECT_EQ(with({"sdram.t_rp=60", "memory.kind=ddr4-3200", "sdram.t_rp=61"}).sdram.t_rp, 61u);
  // A value that the key has anyway has been set all the same.
  const std::string usual = std::to_string(ChipConfig{}.sdram.t_rp);
  EXPECT_EQ(with({"sdram.t_rp=" + usual, "memory.kind=ddr4-3200"}).sdram.t_rp, ChipConfig{}.sdram.t_rp);
}

TEST(Kind, OnTopOfAFileLeavesWhatTheFileSets) {
  const ChipConfig config = with({"memory.kind=ddr4-3200"}, of_file("[sdram]\nt_rp = 60\n"));
  EXPECT_EQ(config.sdram.t_rp, 60u);
  EXPECT_EQ(config.sdram.t_rcd, 22u);
  const ChipConfig other =
      with({"memory.kind=ddr3-1600"}, of_file("sdram.t_rp = 60\n[memory]\nkind = 'ddr4-3200'\n"));
  EXPECT_EQ(other.sdram.t_rp, 60u);
  EXPECT_EQ(other.sdram.t_rcd, 11u);
}

// A whole machine, as `collisionchip config` prints it, is no choice of each of its keys.
TEST(Kind, OnTopOfAWholeFileLeavesWhatIsNotOfItsPresetAndItsKind) {
  for (const char* kind : {"custom", "ddr4-3200"}) {
    const std::string of = std::string("memory.kind=") + kind;
    const std::string machine = effective_toml(with({of}));
    EXPECT_EQ(effective_toml(with({"memory.kind=ddr3-1600"}, of_file(machine))),
              effective_toml(with({of, "memory.kind=ddr3-1600"})));
    const std::string changed = effective_toml(with({of, "sdram.t_rp=60"}));
    EXPECT_EQ(effective_toml(with({"memory.kind=ddr3-1600"}, of_file(changed))),
              effective_toml(with({of, "sdram.t_rp=60", "memory.kind=ddr3-1600"})));
  }
}

TEST(Kind, ChangesNoHash) {
  EXPECT_EQ(config_hash(with({"sdram.t_rp=60"})), config_hash([] {
              ChipConfig config;
              config.sdram.t_rp = 60;
              return config;
            }()));
}

}  // namespace
}  // namespace collisionchip
