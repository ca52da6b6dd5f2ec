// The table of configuration keys, and everything that reads or writes configurations by it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/documentation/config_doc.h"
#include "collisionchip/testbench/tests/tlm/chip_file.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

std::string set_complaint(const std::string& argument) {
  ChipConfig config;
  try {
    apply_set(config, argument);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string conflict_text(const ChipConfig& config) {
  try {
    validate(config);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// A value of the key that the given configuration does not have.
std::uint32_t another_value(const ConfigKey& key, const ChipConfig& config) {
  for (std::uint64_t value = key.min; value <= key.max; ++value) {
    const auto candidate = static_cast<std::uint32_t>(value);
    if (candidate != key.get(config) && accepts(key, candidate)) return candidate;
  }
  throw std::logic_error(key.name + " takes only one value");
}

std::string bare(const ConfigKey& key, std::uint32_t value) {
  return key.kind == KeyKind::integer ? std::to_string(value) : key.words.at(value);
}

// --- the table ---

// How many members a section of ChipConfig has: as many as its braces take values.
struct Anything {
  template <typename T>
  operator T() const;
};

template <typename Section, typename... Values>
constexpr std::size_t members(long) {
  return sizeof...(Values);
}
template <typename Section, typename... Values>
constexpr auto members(int) -> decltype(Section{Values{}..., Anything{}}, std::size_t{}) {
  return members<Section, Values..., Anything>(0);
}

template <typename... Sections>
std::size_t members_of_all(const Sections&...) {
  return (members<Sections>(0) + ...);
}

// The first byte that the key changes.
std::size_t offset_of(const ConfigKey& key) {
  const ChipConfig before;
  ChipConfig after;
  std::memcpy(static_cast<void*>(&after), &before, sizeof after);
  key.set(after, another_value(key, before));
  const auto* const a = reinterpret_cast<const unsigned char*>(&before);
  const auto* const b = reinterpret_cast<const unsigned char*>(&after);
  return static_cast<std::size_t>(std::mismatch(a, a + sizeof before, b).first - a);
}

// As many keys as members, each with a place of its own, in the order of the members: then none is forgotten,
// named twice or confused with another.
TEST(ConfigKeys, AreTheMembersOfChipConfigInOrder) {
  // Does not compile with a new section: add it here.
  const auto& [chip, dop, tree, node_format, query, pci, host, controller, memory, sdram, choice, engine,
               sram, dop_unit, obb_unit, aabb_unit, triangle, fifo, group, group_engine, group_unit,
               leaf_unit, cache, small, contact, pose, refit, energy, area, units] = ChipConfig{};
  EXPECT_EQ(node_format, &kDop128) << "no key as long as there is one format of nodes with DOPs";
  EXPECT_EQ(config_sections().size(), 29u);
  EXPECT_EQ(config_keys().size(),
            members_of_all(chip, dop, tree, query, pci, host, controller, memory, sdram, choice, engine, sram,
                           dop_unit, obb_unit, aabb_unit, triangle, fifo, group, group_engine, group_unit,
                           leaf_unit, cache, small, contact, pose, refit, energy, area, units))
      << "a member of ChipConfig without a key";
  for (std::size_t i = 1; i < config_keys().size(); ++i) {
    EXPECT_LT(offset_of(config_keys()[i - 1]), offset_of(config_keys()[i])) << config_keys()[i].name;
  }
  EXPECT_LT(offset_of(config_keys().back()), sizeof(ChipConfig));
}

TEST(ConfigKeys, AreWellFormed) {
  std::set<std::string> names;
  for (const ConfigKey& key : config_keys()) {
    SCOPED_TRACE(key.name);
    EXPECT_TRUE(names.insert(key.name).second);
    EXPECT_EQ(std::count(key.name.begin(), key.name.end(), '.'), 1);
    EXPECT_EQ(find_key(key.name), &key);
    EXPECT_LT(key.min, key.max);
    EXPECT_TRUE(accepts(key, key.min));
    EXPECT_TRUE(accepts(key, key.max));
    EXPECT_TRUE(accepts(key, key.get(ChipConfig{}))) << "the default";
    EXPECT_TRUE(key.paper == "ours" || key.paper.rfind("§", 0) == 0) << key.paper;
    EXPECT_FALSE(key.unit.empty());
    EXPECT_FALSE(key.meaning.empty());
    EXPECT_EQ(key.meaning.find_first_of("|\n"), std::string::npos) << "would break the table of the page";
  }
  EXPECT_EQ(std::set<std::string>(config_sections().begin(), config_sections().end()).size(),
            config_sections().size())
      << "the keys of a section stand together";
}

TEST(ConfigKeys, TakeTheirRangeAndNothingBeyond) {
  for (const ConfigKey& key : config_keys()) {
    SCOPED_TRACE(key.name);
    for (const std::uint32_t value : {key.min, key.max}) {
      ChipConfig config;
      apply_set(config, key.name + "=" + bare(key, value));
      EXPECT_EQ(key.get(config), value);
    }
    if (key.kind != KeyKind::integer) {
      EXPECT_NE(set_complaint(key.name + "=" + std::to_string(key.max)), "");
      EXPECT_NE(set_complaint(key.name + "=" + key.words.front() + "x"), "");
      continue;
    }
    for (const std::int64_t value : {std::int64_t{key.min} - 1, std::int64_t{key.max} + 1, std::int64_t{-1},
                                     (std::int64_t{1} << 32) + key.min}) {
      const std::string shown = std::to_string(value);
      EXPECT_EQ(set_complaint(key.name + "=" + shown), "--set " + key.name + "=" + shown + ": expected " +
                                                           expectation(key, value) + ", got " + shown);
      const std::string toml = "[" + key.section() + "]\n" + key.leaf() + " = " + shown + "\n";
      EXPECT_EQ(complaint_of(toml),
                "my.toml:2: " + key.name + ": expected " + expectation(key, value) + ", got " + shown);
    }
  }
}

TEST(ConfigKeys, IntegersWithARule) {
  ChipConfig config;
  for (const char* const k : {"6", "14", "18", "24", "26"}) apply_set(config, std::string("dop.k=") + k);
  EXPECT_EQ(set_complaint("dop.k=16"), "--set dop.k=16: expected one of 6, 14, 18, 24, 26, got 16");
  EXPECT_EQ(set_complaint("sdram.banks=12"),
            "--set sdram.banks=12: expected a power of two in 1..64, got 12");
  for (const char* const n : {"1", "2", "4", "6"}) apply_set(config, std::string("dop_unit.dotadds=") + n);
  EXPECT_EQ(set_complaint("dop_unit.dotadds=3"),
            "--set dop_unit.dotadds=3: expected 1 or an even number in 1..52, got 3");
}

TEST(ConfigKeys, NearestIsByEditDistance) {
  EXPECT_EQ(nearest_key("sdram.t_rpp"), "sdram.t_rp");
  EXPECT_EQ(nearest_key("sdram.bank"), "sdram.banks");
  EXPECT_EQ(nearest_key("stack_engine.lookahead"), "stack_engine.look_ahead");
  EXPECT_EQ(nearest_key("prefetch"), "stack_engine.prefetch") << "without a section, the leaf counts";
  // t_rXc is as near to t_rc as to t_rcd and t_rfc; the first of them in the table is t_rcd.
  EXPECT_EQ(nearest_key("sdram.t_rcx"), "sdram.t_rcd");
  EXPECT_EQ(nearest_section("sdrm"), "sdram");
}

// --- rules between keys ---

TEST(Validate, NamesTheKeysThatContradictEachOther) {
  for (const std::string& name : preset_names()) EXPECT_EQ(conflict_text(preset(name)), "") << name;
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"sdram.t_rc=11"}, "sdram.t_rc = 11 is less than sdram.t_ras = 12"},
      {{"sdram.t_rc=12"}, ""},
      {{"triangle_unit.cache_ways=3"},
       "triangle_unit.cache_lines = 128 is not a multiple of triangle_unit.cache_ways = 3"},
      {{"pointer_fifo.threshold=1025"},
       "pointer_fifo.threshold = 1025 is more than pointer_fifo.depth = 1024"},
      {{"pointer_fifo.threshold=1024"}, ""},
      {{"sdram.capacity_mib=1", "sdram.banks=64", "sdram.page_bytes=65536"},
       "sdram.capacity_mib = 1 is not a multiple of sdram.banks = 64 times sdram.page_bytes = 65536"},
      {{"sdram.refresh_interval=99"},
       "sdram.refresh_interval = 99 leaves no time for a read; sdram.t_rfc = 20 and the other times need 0 "
       "or at least 100"},
      {{"sdram.refresh_interval=100"}, ""},
      {{"sdram.bus_bytes=16", "sdram.model=constant"},
       "sdram.constant_interval = 10 is less than the 16 cycles that a pair takes with sdram.bus_bytes = 16"},
      {{"memory_controller.leaf_layout=triangle"},
       "memory_controller.leaf_layout = \"triangle\" leaves no DOP for stack_engine.leaf_test = "
       "\"dop_first\"; it needs "
       "\"triangle\""},
      {{"memory_controller.leaf_layout=triangle", "stack_engine.leaf_test=triangle"}, ""},
      {{"sdram.bus_bytes=16"}, ""},  // the interval is not in use
  };
  for (const auto& [changes, expected] : cases) {
    ChipConfig config;
    for (const std::string& change : changes) apply_set(config, change);
    EXPECT_EQ(conflict_text(config), expected);
  }
  ChipConfig set_in_code;
  set_in_code.sdram.banks = 3;
  EXPECT_EQ(conflict_text(set_in_code), "sdram.banks: expected a power of two in 1..64, got 3");
  set_in_code.sdram.banks = 0;
  EXPECT_EQ(conflict_text(set_in_code), "sdram.banks: expected an integer in 1..64, got 0");
}

TEST(Validate, IsNotPartOfSet) {
  EXPECT_EQ(set_complaint("sdram.t_ras=20"), "") << "--set sdram.t_rc=24 may follow";
}

// --- the command line ---

TEST(Set, MessagesBeginWithTheArgument) {
  EXPECT_EQ(set_complaint("sdram.bank=8"), "--set sdram.bank=8: unknown key; nearest is sdram.banks");
  EXPECT_EQ(set_complaint("sdram.banks=four"),
            "--set sdram.banks=four: expected an integer in 1..64, got 'four'");
  EXPECT_EQ(set_complaint("sdram.banks"), "--set sdram.banks: expected KEY=VALUE");
  EXPECT_EQ(set_complaint("sdram.banks="), "--set sdram.banks=: expected an integer in 1..64, got ''");
  EXPECT_EQ(set_complaint("sdram.banks= 4"), "--set sdram.banks= 4: expected an integer in 1..64, got ' 4'");
  EXPECT_EQ(set_complaint("sdram.banks=4x"), "--set sdram.banks=4x: expected an integer in 1..64, got '4x'");
  EXPECT_EQ(set_complaint("sdram.banks=18446744073709551620"),
            "--set sdram.banks=18446744073709551620: expected an integer in 1..64, got 18446744073709551620");
  EXPECT_EQ(set_complaint("stack_engine.prefetch=yes"),
            "--set stack_engine.prefetch=yes: expected true or false, got 'yes'");
  EXPECT_EQ(set_complaint("dop_unit.e_register=pair"),
            "--set dop_unit.e_register=pair: expected 'node' or 'stream', got 'pair'");
  EXPECT_EQ(set_complaint("base=paper52").substr(0, 32), "--set base=paper52: unknown key;");
}

// --- what comes out ---

TEST(Effective, TomlRoundTripsWithEveryKeyChanged) {
  for (const std::string& name : preset_names()) {
    const std::string text = effective_toml(preset(name));
    EXPECT_EQ(effective_toml(load_chip(ChipFile(text).path())), text) << name;
    // Complete: no key of another base shows through.
    EXPECT_EQ(effective_toml(load_chip(ChipFile("base = 'paper52-eq5'\n" + text).path())), text) << name;
  }
  for (const ConfigKey& key : config_keys()) {
    ChipConfig config;
    key.set(config, another_value(key, config));
    if (find_conflict(config)) continue;  // a file would be refused; Validate tests those
    const std::string text = effective_toml(config);
    const ChipConfig loaded = load_chip(ChipFile(text).path());
    EXPECT_EQ(effective_toml(loaded), text) << key.name;
    EXPECT_EQ(key.get(loaded), key.get(config)) << key.name;
  }
}

TEST(Effective, TomlBegins) {
  EXPECT_EQ(effective_toml(ChipConfig{}).substr(0, 91),
            "[chip]\nclock_period_ps = 3750\n\n[dop]\nk = 24\n\n[tree]\nformat = \"dop128\"\nbuilder = "
            "\"top_down\"\n");
}

TEST(Effective, HashChangesWithEveryKey) {
  std::set<std::string> hashes = {config_hash(ChipConfig{})};
  for (const ConfigKey& key : config_keys()) {
    ChipConfig config;
    key.set(config, another_value(key, config));
    // Both models of a unit are the same machine.
    EXPECT_EQ(hashes.insert(config_hash(config)).second, key.section() != "units") << key.name;
  }
  for (const std::string& hash : hashes) {
    EXPECT_EQ(hash.size(), 16u);
    EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos) << hash;
  }
}

// The effective configuration as it was before there were keys with a neutral value.
std::string without_neutral_keys(const ChipConfig& config) {
  std::string text = effective_toml(config);
  for (const ConfigKey& key : config_keys()) {
    if (key.neutral != key.get(config)) continue;
    const std::string line = "\n" + key.leaf() + " = " + value_text(key, key.get(config));
    const std::string head = "\n[" + key.section() + "]\n";
    text.erase(text.find(line + "\n", text.find(head)), line.size());
    const std::size_t empty = text.find(head + "\n[");  // its last key is gone
    if (empty != std::string::npos) text.erase(empty, head.size());
  }
  return text;
}

// FNV-1a written a second time, with its published constants in decimal.
TEST(Effective, HashIsFnv1a) {
  std::uint64_t hash = 14695981039346656037u;
  const std::string text = without_neutral_keys(preset("paper52"));
  const std::size_t units = text.find("\n[units]");
  ASSERT_EQ(text.find("\n[", units + 1), std::string::npos) << "nothing stands behind the units";
  for (const char c : text.substr(0, units)) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211u;
  }
  std::ostringstream digits;
  digits << std::hex << hash;
  EXPECT_EQ(config_hash(preset("paper52")), std::string(16 - digits.str().size(), '0') + digits.str());
}

// Stored results, vectors and traces name machines by them.
TEST(Effective, HashesOfThePresetsStayWhenKeysAreAdded) {
  EXPECT_EQ(config_hash(preset("paper41")), "675bd8f1762b9740");
  EXPECT_EQ(config_hash(preset("paper52")), "1d8021af5f661b67");
  EXPECT_EQ(config_hash(preset("paper52-eq5")), "08af526d2303aa1f");
}

// The neutral value stands for what machines were before there was the key.
TEST(Effective, NeutralValuesAreLeftOutOfTheHashAndShownAllTheSame) {
  int keys = 0;
  for (const ConfigKey& key : config_keys()) {
    if (!key.neutral) continue;
    ++keys;
    ChipConfig config;
    key.set(config, *key.neutral);
    const std::string line = "\n" + key.leaf() + " = ";
    EXPECT_NE(effective_toml(config).find(line + value_text(key, *key.neutral) + "\n"), std::string::npos);
    const std::string before = config_hash(config);
    key.set(config, another_value(key, config));
    EXPECT_NE(config_hash(config), before) << key.name;
  }
  EXPECT_GT(keys, 0);
}

TEST(Effective, JsonHoldsEveryKey) {
  const ChipConfig config = preset("paper52");
  const nlohmann::ordered_json json = effective_json(config);
  std::size_t leaves = 0;
  for (const auto& section : json) leaves += section.size();
  EXPECT_EQ(leaves, config_keys().size());
  for (const ConfigKey& key : config_keys()) {
    EXPECT_EQ(json.at(key.section()).at(key.leaf()).dump(), value_text(key, key.get(config))) << key.name;
  }
}

// --- presets ---

TEST(Presets, DifferFromPaper41InExactlyTheseKeys) {
  EXPECT_EQ(preset_names(), (std::vector<std::string>{"paper41", "paper52", "paper52-eq5"}));
  EXPECT_EQ(all_preset_names(), (std::vector<std::string>{"paper41", "paper52", "paper52-eq5", "bruteforce",
                                                          "beyond", "beyond-small", "beyond-triangle-unit",
                                                          "beyond-contact", "beyond-max", "today"}));
  for (const Preset& one : presets()) {
    EXPECT_EQ(effective_toml(preset(one.name)), effective_toml(one.make())) << one.name;
    EXPECT_GT(std::string(one.what).size(), 20u) << one.name;
  }
  EXPECT_EQ(effective_toml(preset("paper41")), effective_toml(ChipConfig{}));
  ChipConfig expected;
  for (const char* const change :
       {"dop_unit.dotadds=1", "dop_unit.start_floats=12", "dop_unit.register_sets=1",
        "dop_unit.e_register=node", "memory_controller.input_registers=1",
        "memory_controller.refill=when_empty", "memory_controller.overlap_lists=false",
        "stack_engine.prefetch=false", "stack_engine.prefetch_known=false", "stack_engine.keep_pair=false",
        "sdram.page_policy=closed"}) {
    apply_set(expected, change);
  }
  EXPECT_EQ(effective_toml(preset("paper52")), effective_toml(expected));
  for (const char* const change : {"sdram.model=constant", "triangle_unit.ideal=true",
                                   "stack_engine.decision=ideal", "pointer_fifo.depth=65536"}) {
    apply_set(expected, change);
  }
  EXPECT_EQ(effective_toml(load_chip("paper52-eq5")), effective_toml(expected));
}

// --- the page ---

std::string committed_page() {
  std::ifstream in(std::string(COLLISIONCHIP_SOURCE_DIR) + "/docs/configuration.md", std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(ConfigurationPage, IsUpToDate) {
  EXPECT_TRUE(committed_page() == configuration_page())
      << "docs/configuration.md is not what the table of keys says. To write it again:\n"
      << "  python3 docs/make.py BINARY keys";
}

TEST(ConfigurationPage, ItsExampleLoadsAndItsErrorsAreReal) {
  const std::string page = configuration_page();
  const std::string fence = "```toml\n";
  const std::size_t begin = page.find(fence) + fence.size();
  const ChipFile example(page.substr(begin, page.find("```", begin) - begin));
  EXPECT_EQ(example.complaint(), "");
  EXPECT_EQ(load_chip(example.path()).sdram.banks, 8u);
  EXPECT_NE(page.find(complaint_of(std::string(11, '\n') + "sdram.t_rpp = 4\n")), std::string::npos);
  EXPECT_NE(page.find(complaint_of(std::string(6, '\n') + "sdram.banks = 'four'\n")), std::string::npos);
}

TEST(ConfigurationPage, EveryKeyIsInTheTableAndMostAreOnThePage) {
  const std::string page = configuration_page(), table = keys_csv();
  for (const ConfigKey& key : config_keys()) {
    const bool is_only_in_table = key.section() == "energy" || key.section() == "area";
    EXPECT_NE(page.find("`" + key.name + "`") == std::string::npos, !is_only_in_table) << key.name;
    EXPECT_NE(table.find("\n" + key.name + ","), std::string::npos) << key.name;
  }
}

TEST(ConfigurationPage, AnExplanationSaysAllThatIsKnown) {
  const std::string text = explanation("sdram.t_rc");
  for (const char* const part :
       {"sdram.t_rc\n", "meaning  activate to activate, same bank", "default  16 cycles",
        "values   1..256 cycles", "source   our choice", "rule     sdram.t_rc is at least sdram.t_ras."})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  EXPECT_NE(explanation("sdram.bank_hash").find("neutral  false"), std::string::npos);
  EXPECT_NE(explanation("sdram.banks").find("the paper, §4.5"), std::string::npos);
  for (const ConfigKey& key : config_keys()) {
    if (key.section() != "sdram") continue;
    EXPECT_NE(explanation("sdram").find(explanation(key.name)), std::string::npos) << key.name;
  }
  EXPECT_THROW(explanation("sdram.t_rpp"), InputError);
  EXPECT_THROW(explanation("sdramm"), InputError);
}

}  // namespace
}  // namespace collisionchip
