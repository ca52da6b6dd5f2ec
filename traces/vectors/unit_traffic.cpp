#include "collisionchip/traces/vectors/unit_traffic.h"

#include <algorithm>
#include <map>
#include <ostream>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/chip/chip.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/rtl_parameters.h"
#include "collisionchip/tlm/machine/unit_ports.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/traces/vectors/pins_of_machines.h"

namespace collisionchip {

namespace {

using Kind = PortKind;
using Room = PortRoom;

constexpr std::uint32_t kLaneBits = 16;

void check_unit(const std::string& unit) {
  std::string expected;
  for (const std::string& known : UnitTraffic::units()) {
    if (known == unit) return;
    expected += (expected.empty() ? "" : ", ") + known;
  }
  throw InputError("unit " + unit, "one of " + expected);
}

// What the unit calls a channel; empty if it is none of its own.
std::string port_at(const std::string& unit, const ChannelRow& row) {
  for (const std::string& port : {row.writer, row.reader}) {
    if (unit_of(port) == unit) return name_at_unit(port);
  }
  return "";
}

std::string hexadecimal(const PinValue& value) {
  std::size_t words = value.size();
  while (words > 1 && value[words - 1] == 0) --words;
  std::string text = fmt::format("{:x}", value[words - 1]);
  for (std::size_t i = words - 1; i > 0; --i) text += fmt::format("{:08x}", value[i - 1]);
  return text;
}

const PinValue& value_in(const ChannelTraffic::Item& item, const std::string& field) {
  return std::find_if(item.fields.begin(), item.fields.end(),
                      [&](const ItemField& each) { return each.name == field; })
      ->value;
}

std::uint32_t number_in(const ChannelTraffic::Item& item, const std::string& field) {
  return value_in(item, field)[0];
}

// The SRAMs are played with their device.
std::string module_of(const std::string& unit) {
  return unit.rfind("stack_sram_", 0) == 0 ? "stack_sram_on_board" : unit;
}

// Fields that the unit has pins for.
bool has_pins(const UnitPort& port, const std::string& field) {
  return std::none_of(port.without.begin(), port.without.end(),
                      [&](const auto& without) { return without.first == field; });
}

// The pins of an item: "requests_address_o" and its value. `direction`: "_i" or "_o".
std::vector<std::pair<std::string, PinValue>> pins_of(const UnitPort& port, const ItemFields& fields,
                                                      const std::string& direction) {
  const std::string begin = port.item.empty() ? port.name : port.item;
  std::vector<std::pair<std::string, PinValue>> pins;
  for (const ItemField& field : fields) {
    if (has_pins(port, field.name)) pins.emplace_back(begin + "_" + field.name + direction, field.value);
  }
  return pins;
}

// The pins for such requests of a stack SRAM; a read has no words.
UnitPort half_of(const UnitPort& port, const ChannelTraffic::Item& item) {
  UnitPort half = port;
  const bool write = number_in(item, "write") != 0;
  half.name += write ? "_write" : "_read";
  half.without.push_back({"write", 0});
  if (!write) half.without.insert(half.without.end(), {{"word_0", 0}, {"word_1", 0}});
  return half;
}

// Pins by cycle: inputs hold their value until it changes; an expectation belongs to its own cycle only.
class PinEvents {
 public:
  void set(Cycle cycle, const std::string& pin, const PinValue& value) { cycles_[cycle].inputs[pin] = value; }
  void set(Cycle cycle, const std::string& pin, std::uint32_t value) { set(cycle, pin, PinValue{value}); }
  // Unless the next item is on the pin then.
  void end(Cycle cycle, const std::string& pin) { cycles_[cycle].inputs.emplace(pin, PinValue{0}); }
  void expect(Cycle cycle, const std::string& pin, const PinValue& value) {
    cycles_[cycle].outputs[pin] = value;
  }
  void expect(Cycle cycle, const std::string& pin, std::uint32_t value) {
    expect(cycle, pin, PinValue{value});
  }
  Cycle first() const { return cycles_.empty() ? 0 : cycles_.begin()->first; }

  void write(std::ostream& out, Cycle origin) const {
    std::map<std::string, PinValue> values;
    Cycle last = 0;
    for (const auto& [cycle, pins] : cycles_) {
      last = cycle - origin;
      for (const auto& [pin, value] : pins.inputs) {
        const auto [known, fresh] = values.emplace(pin, value);
        if (!fresh && known->second == value) continue;
        known->second = value;
        out << last << ' ' << pin << ' ' << hexadecimal(value) << '\n';
      }
      for (const auto& [pin, value] : pins.outputs)
        out << last << " =" << pin << ' ' << hexadecimal(value) << '\n';
    }
    out << last + 2 << " end 0\n";
  }

 private:
  struct Pins {
    std::map<std::string, PinValue> inputs, outputs;
  };
  std::map<Cycle, Pins> cycles_;
};

void set_all(PinEvents& events, Cycle cycle, const UnitPort& port, const ItemFields& fields) {
  for (const auto& [pin, value] : pins_of(port, fields, "_i")) events.set(cycle, pin, value);
}

void add_input(const UnitPort& port, const ChannelTraffic& traffic, PinEvents& events) {
  Cycle free = 0;  // from when on the pins can show the next item
  for (const ChannelTraffic::Item& item : traffic.items) {
    const Cycle shown = std::max(item.visible, free);
    events.set(shown, port.name + "_valid_i", 1);
    set_all(events, shown, port, item.fields);
    if (item.taken == kNever) return;
    events.expect(item.taken, port.name + "_pop_o", 1);
    free = item.taken + 1;
    events.set(free, port.name + "_valid_i", 0);
  }
}

void add_words(const UnitPort& port, const ChannelTraffic& traffic, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    Cycle cycle = item.visible;
    for (std::size_t i = 0; i < number_in(item, "count"); ++i, ++cycle) {
      events.set(cycle, port.name + "_valid_i", 1);
      events.set(cycle, port.name + "_word_i", value_in(item, "words")[i]);
    }
    events.set(cycle, port.name + "_valid_i", 0);
  }
}

void add_words_out(const UnitPort& port, const ChannelTraffic& traffic, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    for (std::size_t i = 0; i < number_in(item, "count"); ++i) {
      events.expect(item.visible + i, port.name + "_put_o", 1);
      events.expect(item.visible + i, port.name + "_word_o", value_in(item, "words")[i]);
    }
  }
}

void add_sram_in(const UnitPort& port, const ChannelTraffic& traffic, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    const UnitPort half = half_of(port, item);
    const Cycle put = item.visible - 1;
    events.set(put, half.name + "_put_i", 1);
    set_all(events, put, half, item.fields);
    events.set(put + 1, half.name + "_put_i", 0);
  }
}

void add_matrix(const UnitPort& port, const ChannelTraffic& traffic, PinEvents& events) {
  Cycle cycle = 0;
  for (const ChannelTraffic::Item& item : traffic.items) {
    cycle = std::max(item.visible, cycle);
    for (std::uint32_t i = 0; i < number_in(item, "count"); ++i, ++cycle) {
      events.set(cycle, port.name + "_write_i", 1);
      events.set(cycle, port.name + "_word_i", number_in(item, "first_word") + i);
      events.set(cycle, port.name + "_data_i", value_in(item, "words")[i]);
    }
    events.set(cycle, port.name + "_write_i", 0);
  }
}

PinValue beat_of(const PinValue& words, std::size_t beat, std::size_t beat_words = kRtlBeatWords) {
  const auto first = words.begin() + static_cast<std::ptrdiff_t>(beat * beat_words);
  return {first, first + static_cast<std::ptrdiff_t>(beat_words)};
}

// Beats of a pair, words of a beat.
struct PairShape {
  std::size_t beats, words;
};

PairShape shape_of(const ChipConfig& config) {
  return {nodes_of(config).beats(config.sdram.bus_bytes), config.sdram.bus_bytes / 4};
}

// A pair is on the bus from the cycle on in which its first beat is visible.
void add_beats(const UnitPort& port, const ChannelTraffic& traffic, const PairShape& shape,
               PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    for (std::size_t beat = 0; beat < shape.beats; ++beat) {
      const Cycle cycle = item.visible + beat;
      events.set(cycle, "beat_valid_i", 1);
      events.set(cycle, "beat_first_i", beat == 0 ? 1 : 0);
      if (beat == 0) events.set(cycle, "beat_tumbled_i", port.name == "tumbled" ? 1 : 0);
      events.set(cycle, "beat_i", beat_of(value_in(item, "words"), beat, shape.words));
    }
    events.end(item.visible + shape.beats, "beat_valid_i");
    if (item.taken != kNever) events.expect(item.taken, port.name + "_pop_o", 1);
  }
}

// The same where it comes from: each beat was on the SDRAM's pins `latency` - 1 cycles before.
void add_beats_out(const UnitPort& port, const ChannelTraffic& traffic, Cycle latency, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    const Cycle put = item.visible - 1;
    events.expect(put, port.name + "_put_o", 1);
    for (std::size_t beat = 0; beat < kRtlPairBeats; ++beat) {
      const PinValue value = beat_of(value_in(item, "words"), beat);
      events.set(put + beat - (latency - 1), "sdram_dq_i", value);
      events.expect(put + beat, "beat_valid_o", 1);
      events.expect(put + beat, "beat_number_o", static_cast<std::uint32_t>(beat));
      events.expect(put + beat, "beat_o", value);
    }
  }
}

// The beats of a record come in the cycles before it is put.
constexpr std::size_t kTriangleBeats = kTriangleBytes / 4 / kRtlBeatWords;
void add_record_beats(const ChannelTraffic& traffic, Cycle latency, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    for (std::size_t beat = 0; beat < kTriangleBeats; ++beat) {
      events.set(item.visible - 1 - kTriangleBeats + beat - (latency - 1), "sdram_dq_i",
                 beat_of(value_in(item, "record"), beat));
    }
  }
}

// All that are visible for the first time, the oldest in lane 0.
void add_lanes(const UnitPort& port, const ChannelTraffic& traffic, PinEvents& events) {
  for (auto item = traffic.items.begin(); item != traffic.items.end();) {
    const Cycle now = item->visible;
    std::uint32_t lanes = 0;
    PinValue from;
    for (; item != traffic.items.end() && item->visible == now; ++item, ++lanes) {
      const auto ahead =
          static_cast<std::int32_t>(number_in(*item, "from") - static_cast<std::uint32_t>(now));
      if (lanes % 2 == 0) from.push_back(0);
      from.back() |= static_cast<std::uint32_t>(std::max(ahead, 0)) << kLaneBits * (lanes % 2);
    }
    events.set(now, port.name + "_valid_i", (1u << lanes) - 1);
    events.set(now, port.name + "_from_i", from);
    events.set(now + 1, port.name + "_valid_i", 0);
  }
}

// The slot of an item that the host takes is free when its transfer ends, others in the cycle after.
void add_ready(const UnitPort& port, const ChannelTraffic& traffic, Cycle begin, PinEvents& events) {
  std::map<Cycle, int> changes{{begin, 0}};
  for (const ChannelTraffic::Item& item : traffic.items) {
    ++changes[item.visible];  // put in the cycle before
    if (item.taken != kNever) --changes[item.room];
  }
  int taken = 0;
  const auto capacity = static_cast<int>(traffic.capacity);
  for (const auto& [cycle, change] : changes) {
    taken += change;
    if (port.room == Room::free) {
      events.set(cycle, port.name + "_free_i", static_cast<std::uint32_t>(capacity - taken));
      continue;
    }
    events.set(cycle, port.name + "_ready_i", taken < capacity ? 1 : 0);
    if (port.room == Room::ready_two)
      events.set(cycle, port.name + "_ready_two_i", taken + 1 < capacity ? 1 : 0);
  }
}

void add_room_for_entries(const UnitPort& port, const ChannelTraffic& findings, Cycle begin,
                          PinEvents& events) {
  events.set(begin, port.name + "_ready_i", 1);
  Cycle free = 0;
  for (const ChannelTraffic::Item& item : findings.items) {
    const Cycle shown = std::max(item.visible, free);
    if (item.taken != shown) events.set(shown, port.name + "_ready_i", 0);
    if (item.taken == kNever) return;
    events.set(item.taken, port.name + "_ready_i", 1);
    free = item.taken + 1;
  }
}

void add_output(const UnitPort& port, const ChannelTraffic& traffic, PinEvents& events) {
  for (const ChannelTraffic::Item& item : traffic.items) {
    const Cycle put = item.visible - 1;
    const UnitPort pins = port.kind == Kind::words ? half_of(port, item) : port;
    ItemFields fields = item.fields;
    for (ItemField& field : fields) {
      if (field.name == port.from_now) field.value = {field.value[0] - static_cast<std::uint32_t>(put)};
    }
    events.expect(put, pins.name + "_put_o", 1);
    for (const auto& [pin, value] : pins_of(pins, fields, "_o")) events.expect(put, pin, value);
  }
}

void add_read(const UnitPort& port, const ChannelTraffic& traffic, const PairShape& shape,
              PinEvents& events) {
  if (port.lanes) return add_lanes(port, traffic, events);
  if (traffic.message == MatrixWrite::kName) return add_matrix(port, traffic, events);
  if (traffic.message == NodePairData::kName) return add_beats(port, traffic, shape, events);
  if (traffic.message == SramRequest::kName) return add_sram_in(port, traffic, events);
  if (traffic.message == SramResponse::kName) return add_words(port, traffic, events);
  add_input(port, traffic, events);
}

void add_written(const UnitPort& port, const ChannelTraffic& traffic, Cycle interface_latency,
                 PinEvents& events) {
  if (traffic.message == NodePairData::kName) return add_beats_out(port, traffic, interface_latency, events);
  if (traffic.message == SramResponse::kName) return add_words_out(port, traffic, events);
  if (port.from_sdram) add_record_beats(traffic, interface_latency, events);
  add_output(port, traffic, events);
}

}  // namespace

// Not of the PCI Interface: what the host does is in no channel.
const std::vector<std::string>& UnitTraffic::units() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> units = units_with_ports();
    units.erase(std::remove(units.begin(), units.end(), "pci_interface"), units.end());
    return units;
  }();
  return all;
}

template <typename T>
class UnitTraffic::TapOf final : public Tap, private ChannelTap<T> {
 public:
  TapOf(Channel<T>& channel, const Clock& clock, ChannelTraffic& traffic)
      : channel_(channel), clock_(clock), traffic_(traffic) {
    traffic_.message = T::kName;
    traffic_.capacity = channel.capacity();
    channel_.add_tap(*this);
  }
  ~TapOf() override { channel_.remove_tap(*this); }

 private:
  void on_put(Cycle, Cycle visible, const T& item) override {
    traffic_.items.push_back({visible, kNever, kNever, fields_in(item)});
  }
  void on_pop(Cycle now, Cycle free_at) override {
    if (taken_ >= traffic_.items.size()) return;
    ChannelTraffic::Item& item = traffic_.items[taken_++];
    item.taken = now;
    item.room = free_at;
  }
  void on_reset() override {
    traffic_.items.clear();
    traffic_.reset = clock_.now();
    taken_ = 0;
  }

  Channel<T>& channel_;
  const Clock& clock_;
  ChannelTraffic& traffic_;
  std::size_t taken_ = 0;
};

UnitTraffic::UnitTraffic(Chip& chip, const ChipConfig& config, const std::string& unit)
    : config_(config), clock_(config.chip.clock_period_ps), unit_(unit) {
  check_unit(unit);
  if (const std::string expected = what_has_pins(config, unit); !expected.empty())
    throw InputError("traffic of " + unit, expected);
  if (nodes_of(config).leafless)
    throw InputError("traffic of " + unit, "pairs that are all as long",
                     ", not of " + std::string(nodes_of(config).name));
  if (nodes_of(config).triangle_leaves)
    throw InputError("traffic of " + unit, "memory_controller.leaf_layout = \"dop\", as at the RTL's pins");
  chip.for_each_channel([this](auto& channel, const ChannelRow& row) {
    const std::string port = port_at(unit_, row);
    if (port.empty()) return;
    channels_.emplace_back();
    channels_.back().port = port;
    using Item = typename std::decay_t<decltype(channel)>::Item;
    taps_.push_back(std::make_unique<TapOf<Item>>(channel, clock_, channels_.back()));
  });
}

UnitTraffic::~UnitTraffic() = default;

void UnitTraffic::write(std::ostream& out) const {
  PinEvents events;
  for (const ChannelTraffic& traffic : channels_) {
    const UnitPort& port = port_of(unit_, traffic.port);
    if (port.writes) {
      add_written(port, traffic, config_.memory_controller.interface_latency, events);
    } else {
      add_read(port, traffic, shape_of(config_), events);
    }
  }
  // A whole number of command slots after the reset, from which the Memory Controller counts them.
  Cycle origin = events.first() - std::min<Cycle>(events.first(), 2);
  const Cycle reset = channels_.front().reset;
  if (origin > reset) origin -= (origin - reset) % config_.sdram.command_cycles;
  for (const ChannelTraffic& traffic : channels_) {
    const UnitPort& port = port_of(unit_, traffic.port);
    if (!port.writes || port.room == Room::none) continue;
    if (port.room != Room::host) {
      add_ready(port, traffic, origin, events);
      continue;
    }
    for (const ChannelTraffic& findings : channels_) {
      if (findings.port == "findings") add_room_for_entries(port, findings, origin, events);
    }
  }
  out << "collisionchip-traffic 1\nunit " << unit_ << "\nmodule " << module_of(unit_) << "\nconfiguration "
      << config_hash(config_) << '\n';
  for (const auto& [name, value] : rtl_parameters(module_of(unit_), config_))
    out << "parameter " << name << ' ' << value << '\n';
  out << "pins\n";
  events.write(out, origin);
}

}  // namespace collisionchip
