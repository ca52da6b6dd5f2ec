#include "collisionchip/testbench/documentation/config_doc.h"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/reference/text/csv_field.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/config/config_value.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

namespace {

const char* const kIntroduction = R"(# Configuration of the chip

<!-- Made by docs/make.py keys -->

A configuration is a preset, a TOML file that changes keys of a preset, or either of them with single keys changed on the command line. Every number of time, size and policy is a key, [with few exceptions](chip.md#numbers-that-are-no-keys).

)";

const char* const kHowTo = R"(
`collisionchip config --list` adds silicon, clock, memory and RTL. `diff <(collisionchip config) <(collisionchip config --chip today)` shows the keys of a preset. [beyond.md](beyond.md) compares the machines with groups, [memories.md](memories.md) the memories.

## How to set keys

```
collisionchip collide a.obj b.obj --chip paper52
collisionchip collide a.obj b.obj --chip my.toml
collisionchip collide a.obj b.obj --chip paper41 --set sdram.banks=8 --set sdram.page_policy=closed
collisionchip config --explain sdram.banks
```

The last command prints all that is known about a key. `my.toml` has only what differs from its base:

```toml
base = "paper52"       # the preset to start from; paper41 if this line is missing

[sdram]
banks = 8
page_policy = "open"   # words are quoted

[stack_engine]
prefetch = true
```

1. `--set` comes after the file. The last of two values for one key counts.
2. `memory.kind` sets several keys, and it comes before all others. A key that is set by itself keeps its value: in a file, by `--set`, in the `[set]` or an axis of a plan, in a line for `evaluate`. In a file with every key, as `collisionchip config` prints it, only keys that differ from `base` and kind count as set by themselves.
3. A file must be sound by itself. With `--set` the rules between keys are checked after the last one.
4. An unknown key, a wrong value and a contradiction are errors. The exit status is 3, and one line names file, line and key:

```
my.toml:12: sdram.t_rpp: unknown key; nearest is sdram.t_rp
my.toml:7: sdram.banks: expected an integer in 1..64, got 'four'
```

Every result carries its effective configuration: all keys with their values, as a file that can be loaded. Its hash has 16 digits; two results with the same hash come from the same machine. With its *neutral* value a key changes nothing; keys of later versions are hashed only with other values. Section `units` is not hashed.

`collisionchip config --netlist` prints the machine as JSON: units, channels, TLM-2.0 sockets.

## The paper's machines

)";

const char* const kEq5 = R"(
`paper52-eq5` has in addition {}. A list of α ≥ 2 pairs takes it exactly 100 + (α − 2) · 10 cycles.
)";

const char* const kKeys = R"(
## How to read the tables

A key with the default `true` or `false` has these two values. A name ends with the unit (`_ns`); other times are in chip cycles (3.75 ns at 266 MHz). A § names the paper's section that gives the key; keys without one are our choice. [tables/keys.csv](tables/keys.csv) has every key with unit, neutral value and source.
)";

const char* const kRules = R"(
## Rules between keys

A configuration that breaks a rule is refused; the error is the first broken rule. `collisionchip config --rules` prints all of them ([tables/key_rules.csv](tables/key_rules.csv)), `--explain KEY` those of a key. A key of a unit that the machine lacks has its default value. Two keys choose the machine:

)";

std::string row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += (cell.empty() ? "" : " " + cell) + " |";
  return text + "\n";
}

std::string header(const std::vector<std::string>& titles) {
  return row(titles) + row(std::vector<std::string>(titles.size(), "---"));
}

std::string code(const std::string& text) {
  return "`" + text + "`";
}

// Without the marks of a page.
std::string plain(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  const std::size_t link = text.find("](");
  if (link == std::string::npos) return text;
  text.erase(link, text.find(')', link) - link + 1);
  text.erase(text.find('['), 1);
  return text;
}

std::string preset_list() {
  std::string text = header({"preset", "machine"});
  for (const Preset& one : presets()) text += row({code(one.name), one.what});
  return text;
}

// Keys in which the second machine differs from the first, each as `text` shows it.
std::vector<std::string> differences(
    const std::string& first, const std::string& second,
    const std::function<std::string(const ConfigKey&, const ChipConfig&, const ChipConfig&)>& text) {
  const ChipConfig before = preset(first), after = preset(second);
  std::vector<std::string> all;
  for (const ConfigKey& key : config_keys()) {
    if (key.get(before) != key.get(after)) all.push_back(text(key, before, after));
  }
  return all;
}

std::string paper_presets() {
  const auto value = [](const ConfigKey& key, const ChipConfig& machine) {
    return value_text(key, key.get(machine));
  };
  const auto as_row = [&](const ConfigKey& key, const ChipConfig& before, const ChipConfig& after) {
    return row({code(key.name), code(value(key, before)), code(value(key, after))});
  };
  const auto as_words = [&](const ConfigKey& key, const ChipConfig& /*before*/, const ChipConfig& after) {
    return code(key.name + " = " + value(key, after));
  };
  return header({"key", "`paper41`", "`paper52`"}) +
         fmt::format("{}", fmt::join(differences("paper41", "paper52", as_row), "")) +
         fmt::format(fmt::runtime(kEq5), fmt::join(differences("paper52", "paper52-eq5", as_words), ", "));
}

std::uint32_t default_of(const ConfigKey& key) {
  static const ChipConfig defaults;
  return key.get(defaults);
}

// "1..64, powers of 2"; of a boolean nothing, and the unit is in the name.
std::string values_cell(const ConfigKey& key) {
  if (key.kind == KeyKind::boolean) return "";
  if (key.rule == IntegerRule::power_of_two && key.allowed.empty())
    return fmt::format("{}..{}, powers of 2", key.min, key.max);
  return range_text(key);
}

// " (§4.5)"; of the keys that are ours nothing.
std::string source_of(const ConfigKey& key) {
  const std::string section = key.paper.substr(0, key.paper.find(';'));
  return section == "ours" ? "" : " (" + section + ")";
}

// A section whose keys need no row each.
struct JoinedSection {
  const char* name;
  const char* says;
};
const JoinedSection kJoined[] = {
    {"energy",
     "{} keys have the energy of operations, SRAMs and memory chips, each with its source: "
     "[tables/keys.csv](tables/keys.csv). [costs.md](costs.md) says what is made of them."},
    {"area",
     "{} keys have the silicon of operators, SRAM bits and units in 0.18 µm, each with its source: "
     "[tables/keys.csv](tables/keys.csv). [costs.md](costs.md) says what is made of them."},
    {"units",
     "`units.pci_interface`, `units.memory_controller`, `units.stack_engine`, `units.dop_unit`, "
     "`units.triangle_unit` and `units.pointer_fifo` choose the SystemC model (`tlm`, the default) or the "
     "RTL (`rtl`) of a unit. Both do the same in the same cycles. `rtl` needs a build with Verilator and a "
     "machine that the RTL was made for ([rtl.md](rtl.md))."}};

std::vector<ConfigKey> keys_of(const std::string& section) {
  std::vector<ConfigKey> keys;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() == section) keys.push_back(key);
  }
  return keys;
}

std::vector<std::string> cells_of(const ConfigKey& key) {
  return {code(value_text(key, default_of(key))), values_cell(key), key.meaning + source_of(key)};
}

// The key of the section before this one that has the same name, values and meaning.
const ConfigKey* same_before(const ConfigKey& key) {
  const std::vector<std::string>& sections = config_sections();
  const auto place = std::find(sections.begin(), sections.end(), key.section());
  if (place == sections.begin()) return nullptr;
  const ConfigKey* other = find_key(*(place - 1) + "." + key.leaf());
  return other != nullptr && cells_of(*other) == cells_of(key) ? other : nullptr;
}

std::string rows_of(const std::vector<ConfigKey>& keys) {
  std::string text = header({"key", "default", "values", "meaning"});
  std::vector<std::string> same;
  for (const ConfigKey& key : keys) {
    if (same_before(key) != nullptr) {
      same.push_back(code(key.name));
      continue;
    }
    std::vector<std::string> cells = cells_of(key);
    cells.insert(cells.begin(), code(key.name));
    text += row(cells);
  }
  if (same.empty()) return text;
  return text + fmt::format("\nThe same as in `{}`: {}.\n",
                            same_before(*find_key(plain(same.front())))->section(), fmt::join(same, ", "));
}

// Sections of one key have a table together; it stands first.
std::string single_keys() {
  std::vector<ConfigKey> keys;
  std::vector<std::string> names;
  for (const std::string& section : config_sections()) {
    if (keys_of(section).size() != 1) continue;
    names.push_back(section);
    keys.push_back(keys_of(section).front());
  }
  return fmt::format("\n## {}\n\n", fmt::join(names, ", ")) + rows_of(keys);
}

std::string section_text(const std::string& section) {
  const std::vector<ConfigKey> keys = keys_of(section);
  if (keys.size() == 1) return "";
  std::string text = "\n## " + section + "\n\n";
  for (const JoinedSection& joined : kJoined) {
    if (section == joined.name) return text + fmt::format(fmt::runtime(joined.says), keys.size()) + "\n";
  }
  return text + rows_of(keys);
}

// "lists", and the words of the keys that choose it.
std::string choice_row(const MachineKind& machine) {
  std::string formats;
  for (const TreeFormatKey format : machine.formats)
    formats += (formats.empty() ? "" : ", ") +
               code(find_key("tree.format")->words.at(static_cast<std::size_t>(format)));
  const std::string& engine = find_key("engine.kind")->words.at(static_cast<std::size_t>(machine.engine));
  return row({machine.name, code(engine), formats});
}

struct SharedRule {
  std::string says;
  std::vector<std::string> machines;

  // "lists, boxes", or "all".
  std::string of() const {
    return machines.size() == machine_kinds().size() ? "all" : fmt::format("{}", fmt::join(machines, ", "));
  }
};

// In the order of the rows, each rule once.
std::vector<SharedRule> rules_of_machines() {
  std::vector<SharedRule> all;
  for (const MachineKind& machine : machine_kinds()) {
    for (const std::vector<ConflictRule>& rules : {machine.conflicts, shared_rules()}) {
      for (const ConflictRule& rule : rules) {
        const auto known = std::find_if(all.begin(), all.end(),
                                        [&](const SharedRule& one) { return one.says == rule.says; });
        SharedRule& one = known == all.end() ? all.emplace_back(SharedRule{rule.says, {}}) : *known;
        one.machines.push_back(machine.name);
      }
    }
  }
  return all;
}

std::string machine_choice() {
  std::string text = kRules + header({"machine", "`engine.kind`", "`tree.format`"});
  for (const MachineKind& machine : machine_kinds()) text += choice_row(machine);
  return text;
}

// A word without its quotes.
std::string bare(const ConfigKey& key, std::uint32_t value) {
  return key.kind == KeyKind::word ? key.words.at(value) : value_text(key, value);
}

std::string neutral_text(const ConfigKey& key) {
  return key.neutral ? bare(key, *key.neutral) : "";
}

// "`sdram.model`", or "`sdram.model = "constant"`".
bool names(const std::string& rule, const ConfigKey& key) {
  const std::string begin = "`" + key.name;
  return rule.find(begin + "`") != std::string::npos || rule.find(begin + " ") != std::string::npos;
}

std::string all_about(const ConfigKey& key) {
  const std::string unit = key.unit == "-" ? "" : " " + key.unit;
  std::string text = key.name + "\n";
  const auto line = [&](const char* what, const std::string& says) {
    text += fmt::format("  {:<8} {}\n", what, says);
  };
  line("meaning", plain(key.meaning));
  line("default", bare(key, default_of(key)) + unit);
  line("values", plain(range_text(key)) + (key.kind == KeyKind::integer ? unit : ""));
  line("source", key.paper == "ours" ? "our choice, the paper does not say" : "the paper, " + key.paper);
  if (key.neutral) line("neutral", neutral_text(key) + ", the value that changes no hash");
  for (const SharedRule& rule : rules_of_machines()) {
    if (names(rule.says, key))
      line("rule", plain(rule.says) + (rule.of() == "all" ? "" : " (machine: " + rule.of() + ")"));
  }
  return text;
}

}  // namespace

std::string configuration_page() {
  std::string page = kIntroduction + preset_list() + kHowTo + paper_presets() + kKeys + single_keys();
  for (const std::string& section : config_sections()) page += section_text(section);
  return page + machine_choice();
}

std::string keys_csv() {
  std::string text = "key,default,unit,values,neutral,paper,meaning\n";
  for (const ConfigKey& key : config_keys()) {
    text += fmt::format("{},{},{},{},{},{},{}\n", key.name, csv_field(bare(key, default_of(key))),
                        csv_field(key.unit == "-" ? "" : key.unit), csv_field(plain(range_text(key))),
                        csv_field(neutral_text(key)), csv_field(key.paper), csv_field(plain(key.meaning)));
  }
  return text;
}

std::string rules_text() {
  std::string text;
  for (const SharedRule& rule : rules_of_machines())
    text += fmt::format("{:<14} {}\n", rule.of(), plain(rule.says));
  return text;
}

std::string rules_csv() {
  std::string text = "machines,rule\n";
  for (const SharedRule& rule : rules_of_machines())
    text += csv_field(rule.of()) + "," + csv_field(plain(rule.says)) + "\n";
  return text;
}

std::string explanation(const std::string& name) {
  std::string text;
  for (const ConfigKey& key : config_keys()) {
    if (key.name == name || key.section() == name) text += (text.empty() ? "" : "\n") + all_about(key);
  }
  if (!text.empty()) return text;
  const bool dotted = name.find('.') != std::string::npos;
  throw InputError::at(excerpt(name), dotted ? "unknown key; nearest is " + nearest_key(name)
                                             : "unknown section; nearest is " + nearest_section(name));
}

}  // namespace collisionchip
