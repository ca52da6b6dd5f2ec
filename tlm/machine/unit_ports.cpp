#include "collisionchip/tlm/machine/unit_ports.h"

#include <map>
#include <stdexcept>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

using Kind = PortKind;
using Room = PortRoom;
using Without = std::vector<std::pair<std::string, std::uint32_t>>;

const Without kNoError = {{"error_kind", 0}, {"error_address", 0}};

UnitPort reads(std::string channel, std::string name, Kind kind = Kind::message) {
  return {std::move(channel), std::move(name), false, kind};
}

UnitPort writes(std::string channel, std::string name, Room room, Kind kind = Kind::message) {
  return {std::move(channel), std::move(name), true, kind, room};
}

UnitPort without(UnitPort port, Without fields) {
  port.without = std::move(fields);
  return port;
}

UnitPort narrow(UnitPort port, std::vector<std::string> fields) {
  port.narrow = std::move(fields);
  return port;
}

UnitPort with_item(UnitPort port, std::string pins) {
  port.item = std::move(pins);
  return port;
}

UnitPort from_now(UnitPort port, std::string field) {
  port.from_now = std::move(field);
  return port;
}

UnitPort in_lanes(UnitPort port) {
  port.lanes = true;
  return port;
}

UnitPort from_sdram(UnitPort port) {
  port.from_sdram = true;
  return port;
}

std::vector<UnitPort> sram_ports(const std::string& side) {
  return {narrow(reads("stack_engine." + side + "_sram", "requests", Kind::words), {"address", "count"}),
          writes("stack_sram_" + side + ".words", "words", Room::none, Kind::words)};
}

const std::map<std::string, std::vector<UnitPort>>& all_ports() {
  static const std::map<std::string, std::vector<UnitPort>> all = {
      {"pci_interface",
       {without(reads("pointer_fifo.entries", "entries"), kNoError), reads("pointer_fifo.done", "done"),
        writes("pci_interface.start", "start", Room::none), writes("pci_interface.stop", "stop", Room::ready),
        with_item(writes("pci_interface.mmm_writes", "mmm", Room::ready), "matrix"),
        with_item(writes("pci_interface.frame_writes", "frames", Room::ready), "matrix")}},
      {"dop_unit",
       {reads("pci_interface.mmm_writes", "mmm", Kind::beats),
        reads("memory_controller.tumbled_data", "tumbled", Kind::beats),
        reads("memory_controller.aligned_data", "aligned", Kind::beats),
        reads("stack_engine.list_commands", "list"),
        from_now(writes("dop_unit.releases", "release", Room::ready), "from"),
        writes("dop_unit.flags", "flags", Room::free)}},
      {"triangle_unit",
       {reads("pci_interface.frame_writes", "frame", Kind::beats),
        reads("stack_engine.leaf_tests", "leaf_tests"),
        reads("memory_controller.triangle_data", "triangle_data"),
        without(writes("triangle_unit.requests", "requests", Room::ready), {{"kind", 2}}),
        writes("triangle_unit.findings", "findings", Room::free),
        writes("triangle_unit.stop", "stop", Room::none)}},
      {"memory_controller",
       {reads("stack_engine.requests", "node_requests"),
        without(reads("triangle_unit.requests", "triangle_requests"), {{"kind", 2}}),
        in_lanes(from_now(reads("dop_unit.releases", "releases"), "from")),
        from_sdram(writes("memory_controller.tumbled_data", "tumbled_data", Room::none, Kind::beats)),
        from_sdram(writes("memory_controller.aligned_data", "aligned_data", Room::none, Kind::beats)),
        from_sdram(writes("memory_controller.triangle_data", "triangle_data", Room::none)),
        with_item(writes("memory_controller.tumbled_auxiliary", "tumbled_auxiliary", Room::none),
                  "auxiliary"),
        with_item(writes("memory_controller.aligned_auxiliary", "aligned_auxiliary", Room::none),
                  "auxiliary")}},
      {"pointer_fifo",
       {reads("triangle_unit.findings", "findings"),
        without(writes("pointer_fifo.entries", "entries", Room::host), kNoError),
        writes("pointer_fifo.done", "done", Room::ready)}},
      {"stack_engine",
       {reads("pci_interface.start", "start"), reads("triangle_unit.stop", "stop"),
        reads("pci_interface.stop", "host_stop"),
        reads("memory_controller.tumbled_auxiliary", "tumbled_auxiliary"),
        without(reads("memory_controller.aligned_auxiliary", "aligned_auxiliary"), kNoError),
        reads("dop_unit.flags", "flags"), reads("stack_sram_left.words", "left_words", Kind::words),
        reads("stack_sram_right.words", "right_words", Kind::words),
        narrow(writes("stack_engine.left_sram", "left_sram", Room::ready_two, Kind::words),
               {"address", "count"}),
        narrow(writes("stack_engine.right_sram", "right_sram", Room::ready_two, Kind::words),
               {"address", "count"}),
        writes("stack_engine.requests", "requests", Room::ready),
        narrow(writes("stack_engine.list_commands", "list_commands", Room::ready), {"discard", "length"}),
        writes("stack_engine.leaf_tests", "leaf_tests", Room::ready)}},
      {"stack_sram_left", sram_ports("left")},
      {"stack_sram_right", sram_ports("right")}};
  return all;
}

}  // namespace

const std::vector<std::string>& units_with_ports() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const auto& unit : all_ports()) names.push_back(unit.first);
    return names;
  }();
  return all;
}

const std::vector<UnitPort>& ports_of(const std::string& unit) {
  const auto found = all_ports().find(unit);
  if (found != all_ports().end()) return found->second;
  std::string expected;
  for (const std::string& known : units_with_ports()) expected += (expected.empty() ? "" : ", ") + known;
  throw InputError("unit " + unit + ": expected one of " + expected);
}

const UnitPort& port_of(const std::string& unit, const std::string& name) {
  for (const UnitPort& port : ports_of(unit)) {
    if (port.name == name) return port;
  }
  throw std::logic_error(unit + " has no port " + name);
}

}  // namespace collisionchip
