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

UnitPort reads(std::string name, Kind kind = Kind::message) {
  return {std::move(name), false, kind};
}

UnitPort writes(std::string name, Room room, Kind kind = Kind::message) {
  return {std::move(name), true, kind, room};
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

std::vector<UnitPort> sram_ports() {
  return {narrow(reads("requests", Kind::words), {"address", "count"}),
          writes("words", Room::none, Kind::words)};
}

// The ports of a unit of bounding volumes of any kind.
std::vector<UnitPort> volume_ports() {
  return {reads("mmm", Kind::beats),
          reads("tumbled", Kind::beats),
          reads("aligned", Kind::beats),
          reads("list"),
          from_now(writes("release", Room::ready), "from"),
          writes("flags", Room::free)};
}

const std::map<std::string, std::vector<UnitPort>>& all_ports() {
  static const std::map<std::string, std::vector<UnitPort>> all = {
      {"pci_interface",
       {without(reads("entries"), kNoError), reads("done"), writes("start", Room::none),
        writes("stop", Room::ready), with_item(writes("mmm", Room::ready), "matrix"),
        with_item(writes("frames", Room::ready), "matrix")}},
      {"dop_unit", volume_ports()},
      {"aabb_unit", volume_ports()},
      {"obb_unit", volume_ports()},
      {"triangle_unit",
       {reads("frame", Kind::beats), reads("leaf_tests"), reads("triangle_data"),
        without(writes("requests", Room::ready), {{"kind", 2}}), writes("findings", Room::free),
        writes("stop", Room::none)}},
      {"memory_controller",
       {reads("node_requests"), without(reads("triangle_requests"), {{"kind", 2}}),
        in_lanes(from_now(reads("releases"), "from")),
        from_sdram(writes("tumbled_data", Room::none, Kind::beats)),
        from_sdram(writes("aligned_data", Room::none, Kind::beats)),
        from_sdram(writes("triangle_data", Room::none)),
        with_item(writes("tumbled_auxiliary", Room::none), "auxiliary"),
        with_item(writes("aligned_auxiliary", Room::none), "auxiliary")}},
      {"pointer_fifo",
       {reads("findings"), without(writes("entries", Room::host), kNoError), writes("done", Room::ready)}},
      {"stack_engine",
       {reads("start"), reads("stop"), reads("host_stop"), reads("tumbled_auxiliary"),
        without(reads("aligned_auxiliary"), kNoError), reads("flags"), reads("left_words", Kind::words),
        reads("right_words", Kind::words),
        narrow(writes("left_sram", Room::ready_two, Kind::words), {"address", "count"}),
        narrow(writes("right_sram", Room::ready_two, Kind::words), {"address", "count"}),
        writes("requests", Room::ready), narrow(writes("list_commands", Room::ready), {"discard", "length"}),
        writes("leaf_tests", Room::ready)}},
      // It has no RTL yet; these would be its pins.
      {"pair_sequencer",
       {reads("start"), reads("counts", Kind::beats), reads("stop"), reads("host_stop"),
        without(writes("requests", Room::ready), {{"kind", 2}}), writes("tile_commands", Room::ready)}},
      {"stack_sram_left", sram_ports()},
      {"stack_sram_right", sram_ports()}};
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
  throw InputError("unit " + unit, "one of " + expected);
}

const UnitPort& port_of(const std::string& unit, const std::string& name) {
  for (const UnitPort& port : ports_of(unit)) {
    if (port.name == name) return port;
  }
  throw std::logic_error(unit + " has no port " + name);
}

}  // namespace collisionchip
