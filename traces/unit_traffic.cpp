#include "traces/unit_traffic.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "reference/input_error.h"
#include "tlm/chip_channels.h"
#include "tlm/config_file.h"

namespace collisionchip {

namespace {

// How a channel meets the pins of the RTL. Words: an answer of a stack SRAM, one word per cycle and always
// taken. Sram: writes and reads have pins of their own, and both may go in one cycle. Of these two the SRAM
// has the other end. Entries: the host frees a slot at the end of its transfer, of which the channel does not
// tell; there is room when the model puts.
enum class Kind { input, output, words, sram, words_out, sram_in, entries };
struct Port {
  std::string channel, pins;
  Kind kind;
  std::set<std::string> without;  // fields that the unit has no pins for
};

const std::map<std::string, std::vector<Port>>& ports() {
  static const std::set<std::string> error = {"error_kind", "error_address"};
  static const std::map<std::string, std::vector<Port>> all = {
      {"pointer_fifo",
       {{"triangle_unit.findings", "findings", Kind::input, {}},
        {"pointer_fifo.entries", "entries", Kind::entries, error},
        {"pointer_fifo.done", "done", Kind::output, {}}}},
      {"stack_engine",
       {{"pci_interface.start", "start", Kind::input, {}},
        {"triangle_unit.stop", "stop", Kind::input, {}},
        {"pci_interface.stop", "host_stop", Kind::input, {}},
        {"memory_controller.tumbled_auxiliary", "tumbled_auxiliary", Kind::input, {}},
        {"memory_controller.aligned_auxiliary", "aligned_auxiliary", Kind::input, error},
        {"dop_unit.flags", "flags", Kind::input, {}},
        {"stack_sram_left.words", "left_words", Kind::words, {}},
        {"stack_sram_right.words", "right_words", Kind::words, {}},
        {"stack_engine.left_sram", "left_sram", Kind::sram, {"write"}},
        {"stack_engine.right_sram", "right_sram", Kind::sram, {"write"}},
        {"stack_engine.requests", "requests", Kind::output, {}},
        {"stack_engine.list_commands", "list_commands", Kind::output, {}},
        {"stack_engine.leaf_tests", "leaf_tests", Kind::output, {}}}},
      {"stack_sram_left",
       {{"stack_engine.left_sram", "requests", Kind::sram_in, {"write"}},
        {"stack_sram_left.words", "words", Kind::words_out, {}}}},
      {"stack_sram_right",
       {{"stack_engine.right_sram", "requests", Kind::sram_in, {"write"}},
        {"stack_sram_right.words", "words", Kind::words_out, {}}}}};
  return all;
}

// The SRAMs are played with their device.
std::string module_of(const std::string& unit) {
  return unit.rfind("stack_sram_", 0) == 0 ? "stack_sram_on_board" : unit;
}

// The parameters that a unit's RTL is built with, by their names there.
std::vector<std::pair<std::string, std::uint32_t>> parameters(const std::string& unit,
                                                              const ChipConfig& config) {
  if (module_of(unit) == "stack_sram_on_board")
    return {{"ENTRIES", config.stack_sram.entries}, {"LATENCY", config.stack_sram.latency}};
  if (unit != "stack_engine") return {};
  const auto& engine = config.stack_engine;
  return {{"LOOK_AHEAD", engine.look_ahead},
          {"LEVELS", engine.levels},
          {"LEAF_TEST_TRIANGLE", engine.leaf_test == LeafTest::triangle ? 1 : 0},
          {"PREFETCH", engine.prefetch && config.dop_unit.register_sets > 1 ? 1 : 0},
          {"ENTRIES", config.stack_sram.entries}};
}

const Port* find_port(const std::string& unit, const std::string& channel) {
  const std::vector<Port>& all = ports().at(unit);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Port& port) { return port.channel == channel; });
  return found == all.end() ? nullptr : &*found;
}

// Pins by cycle: inputs hold their value until it changes, expectations are of their cycle alone.
class PinEvents {
 public:
  void set(Cycle cycle, const std::string& pin, std::uint32_t value) { cycles_[cycle].inputs[pin] = value; }
  void expect(Cycle cycle, const std::string& pin, std::uint32_t value) {
    cycles_[cycle].outputs[pin] = value;
  }
  Cycle first() const { return cycles_.empty() ? 0 : cycles_.begin()->first; }

  void write(std::ostream& out, Cycle origin) const {
    std::map<std::string, std::uint32_t> values;
    Cycle last = 0;
    for (const auto& [cycle, pins] : cycles_) {
      last = cycle - origin;
      for (const auto& [pin, value] : pins.inputs) {
        const auto [known, fresh] = values.emplace(pin, value);
        if (!fresh && known->second == value) continue;
        known->second = value;
        out << std::dec << last << ' ' << pin << ' ' << std::hex << value << '\n';
      }
      for (const auto& [pin, value] : pins.outputs)
        out << std::dec << last << " =" << pin << ' ' << std::hex << value << '\n';
    }
    out << std::dec << last + 2 << " end 0\n";
  }

 private:
  struct Pins {
    std::map<std::string, std::uint32_t> inputs, outputs;
  };
  std::map<Cycle, Pins> cycles_;
};

void add_input(const Port& port, const ChannelTraffic& traffic, PinEvents& events) {
  Cycle free = 0;  // from when on the pins can show the next item
  for (const ChannelTraffic::Item& item : traffic.items) {
    const Cycle shown = std::max(item.visible, free);
    events.set(shown, port.pins + "_valid_i", 1);
    for (const ItemField& field : item.fields) {
      if (port.without.count(field.name) == 0)
        events.set(shown, port.pins + "_" + field.name + "_i", field.value);
    }
    if (item.taken == kNever) return;
    events.expect(item.taken, port.pins + "_pop_o", 1);
    free = item.taken + 1;
    events.set(free, port.pins + "_valid_i", 0);
  }
}

void add_words(const Port& port, const ChannelTraffic& traffic, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    Cycle cycle = item.visible;
    for (std::size_t i = 1; i < item.fields.size(); ++i, ++cycle) {  // behind the count
      events.set(cycle, port.pins + "_valid_i", 1);
      events.set(cycle, port.pins + "_word_i", item.fields[i].value);
    }
    events.set(cycle, port.pins + "_valid_i", 0);
  }
}

void add_words_out(const Port& port, const ChannelTraffic& traffic, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    for (std::size_t i = 1; i < item.fields.size(); ++i) {
      events.expect(item.visible + i - 1, port.pins + "_put_o", 1);
      events.expect(item.visible + i - 1, port.pins + "_word_o", item.fields[i].value);
    }
  }
}

void add_sram_in(const Port& port, const ChannelTraffic& traffic, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    const std::string pins = port.pins + (item.fields[0].value != 0 ? "_write" : "_read");
    const Cycle put = item.visible - 1;
    events.set(put, pins + "_put_i", 1);
    for (const ItemField& field : item.fields) {
      if (port.without.count(field.name) == 0) events.set(put, pins + "_" + field.name + "_i", field.value);
    }
    events.set(put + 1, pins + "_put_i", 0);
  }
}

// The slot of an item that the host takes is free when its transfer ends, others in the cycle after.
void add_ready(const Port& port, const ChannelTraffic& traffic, Cycle begin, PinEvents& events) {
  std::map<Cycle, int> changes{{begin, 0}};
  for (const ChannelTraffic::Item& item : traffic.items) {
    ++changes[item.visible];  // put in the cycle before
    if (item.taken != kNever) --changes[item.room];
  }
  int taken = 0;
  const auto capacity = static_cast<int>(traffic.capacity);
  for (const auto& [cycle, change] : changes) {
    taken += change;
    events.set(cycle, port.pins + "_ready_i", taken < capacity ? 1 : 0);
    if (port.kind == Kind::sram) events.set(cycle, port.pins + "_ready_two_i", taken + 1 < capacity ? 1 : 0);
  }
}

void add_room_for_entries(const Port& port, const ChannelTraffic& findings, Cycle begin, PinEvents& events) {
  events.set(begin, port.pins + "_ready_i", 1);
  Cycle free = 0;
  for (const ChannelTraffic::Item& item : findings.items) {
    const Cycle shown = std::max(item.visible, free);
    if (item.taken != shown) events.set(shown, port.pins + "_ready_i", 0);
    if (item.taken == kNever) return;
    events.set(item.taken, port.pins + "_ready_i", 1);
    free = item.taken + 1;
  }
}

void add_output(const Port& port, const ChannelTraffic& traffic, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    std::string pins = port.pins;
    if (port.kind == Kind::sram) pins += item.fields[0].value != 0 ? "_write" : "_read";
    const Cycle put = item.visible - 1;
    events.expect(put, pins + "_put_o", 1);
    for (const ItemField& field : item.fields) {
      if (port.without.count(field.name) == 0)
        events.expect(put, pins + "_" + field.name + "_o", field.value);
    }
  }
}

}  // namespace

const std::vector<std::string>& UnitTraffic::units() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const auto& unit : ports()) names.push_back(unit.first);
    return names;
  }();
  return all;
}

template <typename T>
class UnitTraffic::TapOf final : public Tap, private ChannelTap<T> {
 public:
  TapOf(Channel<T>& channel, ChannelTraffic& traffic) : channel_(channel), traffic_(traffic) {
    traffic_.channel = channel.name();
    traffic_.capacity = channel.capacity();
    channel_.set_tap(this);
  }
  ~TapOf() override { channel_.set_tap(nullptr); }

 private:
  void on_put(Cycle, Cycle visible, const T& item) override {
    traffic_.items.push_back({visible, kNever, kNever, fields_of(item)});
  }
  void on_pop(Cycle now, Cycle free_at) override {
    if (taken_ >= traffic_.items.size()) return;
    ChannelTraffic::Item& item = traffic_.items[taken_++];
    item.taken = now;
    item.room = free_at;
  }
  void on_reset() override {
    traffic_.items.clear();
    taken_ = 0;
  }

  Channel<T>& channel_;
  ChannelTraffic& traffic_;
  std::size_t taken_ = 0;
};

UnitTraffic::UnitTraffic(Chip& chip, const ChipConfig& config, const std::string& unit)
    : config_(config), unit_(unit) {
  if (ports().count(unit) == 0) throw InputError("unit " + unit + ": expected pointer_fifo or stack_engine");
  chip.for_each_channel([this](auto& channel, const char*) {
    if (find_port(unit_, channel.name()) == nullptr) return;
    channels_.emplace_back();
    using Item = typename std::decay_t<decltype(channel)>::Item;
    taps_.push_back(std::make_unique<TapOf<Item>>(channel, channels_.back()));
  });
}

UnitTraffic::~UnitTraffic() = default;

void UnitTraffic::write(std::ostream& out) const {
  PinEvents events;
  for (const ChannelTraffic& traffic : channels_) {
    const Port& port = *find_port(unit_, traffic.channel);
    if (port.kind == Kind::input) add_input(port, traffic, events);
    if (port.kind == Kind::words) add_words(port, traffic, events);
    if (port.kind == Kind::words_out) add_words_out(port, traffic, events);
    if (port.kind == Kind::sram_in) add_sram_in(port, traffic, events);
    if (port.kind == Kind::output || port.kind == Kind::sram || port.kind == Kind::entries)
      add_output(port, traffic, events);
  }
  const Cycle origin = events.first() - std::min<Cycle>(events.first(), 2);
  for (const ChannelTraffic& traffic : channels_) {
    const Port& port = *find_port(unit_, traffic.channel);
    if (port.kind == Kind::output || port.kind == Kind::sram) add_ready(port, traffic, origin, events);
    if (port.kind == Kind::entries) {
      for (const ChannelTraffic& findings : channels_) {
        if (findings.channel == "triangle_unit.findings")
          add_room_for_entries(port, findings, origin, events);
      }
    }
  }
  out << "collisionchip-traffic 1\nunit " << unit_ << "\nmodule " << module_of(unit_) << "\nconfiguration "
      << config_hash(config_) << '\n';
  for (const auto& [name, value] : parameters(unit_, config_))
    out << "parameter " << name << ' ' << value << '\n';
  out << "pins\n";
  events.write(out, origin);
}

}  // namespace collisionchip
