#include "collisionchip/testbench/documentation/config_doc.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

namespace {

const char* const kIntroduction = R"(# Configuration of the chip

<!-- Made by docs/make.py keys -->

Numbers of time, size and policy in the model are keys of the chip configuration; [chip.md](chip.md#numbers-that-are-no-keys) lists the few that are none. A configuration is a
preset, or a file that changes some keys of a preset, or either of them with single keys changed on the
command line:

```
collisionchip collide a.obj b.obj --chip paper52
collisionchip collide a.obj b.obj --chip my.toml
collisionchip collide a.obj b.obj --chip paper41 --set sdram.banks=8 --set sdram.page_policy=closed
```

A file is TOML, its name ends in `.toml`, and it says only what differs from its base:

```toml
base = "paper52"       # the preset to start from; paper41 if this line is missing

[sdram]
banks = 8
page_policy = "open"   # words stand in quotes

[stack_engine]
prefetch = true
```

On the command line the value stands bare: `--set sdram.page_policy=open`. `--set` comes after the file, in
the order given: of two values for one key the last counts. `memory.kind` sets several keys and comes before all others,
wherever it stands: a key that is set by itself, in a file, by `--set`, in the `[set]` or an axis of a plan, in a line for `evaluate`,
keeps its value. In a file with every key, as `collisionchip config` prints it, that is true of keys with other values than
its `base` and its kind give. A file must be sound by itself; with `--set` the rules between keys are checked after the
last one.

A key that does not exist, a value of the wrong type or out of its range, and keys that contradict each other
are errors: one line that names the file, the line and the key, and exit status 3.

```
my.toml:12: sdram.t_rpp: unknown key; nearest is sdram.t_rp
my.toml:7: sdram.banks: expected an integer in 1..64, got 'four'
```

Every result carries its effective configuration, that is all keys with their values, and the 16-digit hash of
that text. Two results with the same hash come from the same machine; the effective configuration is itself a
file that can be loaded. Keys that came later are left out of the hashed text at their neutral value, with which
the machine is the one that there was without them ([below](#neutral-values)).

What the keys make of the machine is printed as JSON: its units, each of a kind and as a model or as RTL, the
channels between them with the message that they carry, and the TLM-2.0 sockets inside the chip. A port is
called as its pins in `rtl_model/rtl` begin.

```console
$ collisionchip config --netlist --set triangle_unit.queue_depth=8
{
  "units": [
    {
      "name": "pci_interface",
      "kind": "pci_interface",
      "model": "tlm"
    },
...
    {
      "name": "stack_engine.leaf_tests",
      "message": "LeafTests",
      "writer": "stack_engine.leaf_tests",
      "reader": "triangle_unit.leaf_tests",
      "capacity": 8,
      "capacity_rule": "`triangle_unit.queue_depth`",
      "latency": 1
    },
...
```

Unless the unit says otherwise, a time is in chip cycles (3.75 ns at 266 MHz). The column *paper* gives the
section that the key comes from; "ours" means that the paper is silent and the value is our choice.
)";

const char* const kRules = R"(
## Rules between keys

The first rule that a configuration breaks is the error. A key of a unit that the machine lacks has its default value. `units.*` = `rtl` needs a build with
Verilator, and a machine that the unit's RTL was made for ([rtl.md](rtl.md)); the model never stands in for it. The hash leaves this section out: both models of a
unit do the same in the same cycles. Two keys choose the machine:

)";

const char* const kPresets = R"(
`collisionchip config --list` prints them with silicon, clock, memory and RTL ([guide.md](guide.md#choosing-a-machine)). What those with groups are worth: [beyond.md](beyond.md);
memories by name: [memories.md](memories.md). A list of α ≥ 2 pairs takes `paper52-eq5` exactly 100 + (α − 2) · 10 cycles. Where the paper's differ:

)";

const char* const kNeutral = R"(
## Neutral values

A machine keeps its hash when keys are added. Each of these, at this value, changes nothing and is left out of the
hashed text; with any other value it is in it:

)";

std::string row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string header(const std::vector<std::string>& titles) {
  return row(titles) + row(std::vector<std::string>(titles.size(), "---"));
}

std::string code(const std::string& text) {
  return "`" + text + "`";
}

std::string preset_list() {
  std::string text = "\n## Presets\n\n";
  for (const Preset& one : presets()) text += "- " + code(one.name) + ": " + one.what + ".\n";
  return text;
}

std::string preset_table() {
  std::vector<ChipConfig> machines;
  std::vector<std::string> titles = {"key"};
  for (const std::string& name : preset_names()) {
    machines.push_back(preset(name));
    titles.push_back(code(name));
  }
  std::string text = header(titles);
  for (const ConfigKey& key : config_keys()) {
    std::vector<std::string> cells = {code(key.name)};
    for (const ChipConfig& machine : machines) cells.push_back(code(value_text(key, key.get(machine))));
    if (std::count(cells.begin() + 1, cells.end(), cells[1]) + 1 <
        static_cast<std::ptrdiff_t>(cells.size())) {
      text += row(cells);
    }
  }
  return text;
}

std::string section_table(const std::string& section) {
  const ChipConfig defaults;
  std::string text = "\n## " + section + "\n\n";
  text += header({"key", "default", "unit", "range", "paper", "meaning"});
  for (const ConfigKey& key : config_keys()) {
    if (key.section() != section) continue;
    text += row({code(key.leaf()), code(value_text(key, key.get(defaults))), key.unit, range_text(key),
                 key.paper, key.meaning});
  }
  return text;
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

std::string rules() {
  std::string text = kRules + header({"machine", "`engine.kind`", "`tree.format`"});
  for (const MachineKind& machine : machine_kinds()) text += choice_row(machine);
  text += "\n" + header({"machines", "rule"});
  for (const SharedRule& rule : rules_of_machines()) {
    const bool all = rule.machines.size() == machine_kinds().size();
    text += row({all ? "all" : fmt::format("{}", fmt::join(rule.machines, ", ")), rule.says});
  }
  return text;
}

std::string neutral_table() {
  std::string text = header({"key", "neutral value"});
  for (const ConfigKey& key : config_keys()) {
    if (key.neutral) text += row({code(key.name), code(value_text(key, *key.neutral))});
  }
  return text;
}

}  // namespace

std::string configuration_page() {
  std::string page = kIntroduction;
  page += preset_list() + kPresets + preset_table();
  for (const std::string& section : config_sections()) page += section_table(section);
  return page + rules() + kNeutral + neutral_table();
}

}  // namespace collisionchip
