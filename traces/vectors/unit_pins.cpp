#include "collisionchip/traces/vectors/unit_pins.h"

#include <algorithm>
#include <map>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/chip/unit_params.h"

namespace collisionchip {

namespace {

using Kind = PortKind;
using Room = PortRoom;

const std::vector<std::string> kError = {"error_kind", "error_address"};

const std::map<std::string, std::vector<UnitPort>>& all_ports() {
  static const std::map<std::string, std::vector<UnitPort>> all = {
      {"dop_unit",
       {{"pci_interface.mmm_writes", "mmm", Kind::matrix},
        {"memory_controller.tumbled_data", "tumbled", Kind::beats},
        {"memory_controller.aligned_data", "aligned", Kind::beats},
        {"stack_engine.list_commands", "list", Kind::input},
        {"dop_unit.releases", "release", Kind::release, Room::ready, {}, {{"from", "_in"}}},
        {"dop_unit.flags", "flags", Kind::output, Room::free, {}, {{"bits", ""}}}}},
      {"triangle_unit",
       {{"pci_interface.frame_writes", "frame", Kind::matrix},
        {"stack_engine.leaf_tests",
         "leaf_tests",
         Kind::input,
         Room::ready,
         {},
         {{"tumbled_", "_tumbled"}, {"aligned_", "_aligned"}}},
        {"memory_controller.triangle_data", "triangle_data", Kind::input},
        {"triangle_unit.requests", "requests", Kind::output, Room::ready, {"kind"}, {}},
        {"triangle_unit.findings", "findings", Kind::output, Room::free},
        {"triangle_unit.stop", "stop", Kind::output, Room::none}}},
      {"memory_controller",
       {{"stack_engine.requests", "node_requests", Kind::input},
        {"triangle_unit.requests", "triangle_requests", Kind::input, Room::ready, {"kind"}, {}},
        {"dop_unit.releases", "releases", Kind::lanes},
        {"memory_controller.tumbled_data", "tumbled_data", Kind::beats_out, Room::none},
        {"memory_controller.aligned_data", "aligned_data", Kind::beats_out, Room::none},
        {"memory_controller.triangle_data", "triangle_data", Kind::record_out, Room::none, kError},
        {"memory_controller.tumbled_auxiliary",
         "tumbled_auxiliary",
         Kind::output,
         Room::none,
         kError,
         {{"child_", "_child"}, {"triangle_", "_triangle"}},
         "auxiliary"},
        {"memory_controller.aligned_auxiliary",
         "aligned_auxiliary",
         Kind::output,
         Room::none,
         kError,
         {{"child_", "_child"}, {"triangle_", "_triangle"}},
         "auxiliary"}}},
      {"pointer_fifo",
       {{"triangle_unit.findings", "findings", Kind::input},
        {"pointer_fifo.entries", "entries", Kind::entries, Room::ready, kError, {}},
        {"pointer_fifo.done", "done", Kind::output}}},
      {"stack_engine",
       {{"pci_interface.start", "start", Kind::input},
        {"triangle_unit.stop", "stop", Kind::input},
        {"pci_interface.stop", "host_stop", Kind::input},
        {"memory_controller.tumbled_auxiliary", "tumbled_auxiliary", Kind::input},
        {"memory_controller.aligned_auxiliary", "aligned_auxiliary", Kind::input, Room::ready, kError, {}},
        {"dop_unit.flags", "flags", Kind::input},
        {"stack_sram_left.words", "left_words", Kind::words},
        {"stack_sram_right.words", "right_words", Kind::words},
        {"stack_engine.left_sram", "left_sram", Kind::sram, Room::ready_two, {"write"}, {}},
        {"stack_engine.right_sram", "right_sram", Kind::sram, Room::ready_two, {"write"}, {}},
        {"stack_engine.requests", "requests", Kind::output},
        {"stack_engine.list_commands", "list_commands", Kind::output},
        {"stack_engine.leaf_tests", "leaf_tests", Kind::output}}},
      {"stack_sram_left",
       {{"stack_engine.left_sram", "requests", Kind::sram_in, Room::ready, {"write"}, {}},
        {"stack_sram_left.words", "words", Kind::words_out}}},
      {"stack_sram_right",
       {{"stack_engine.right_sram", "requests", Kind::sram_in, Room::ready, {"write"}, {}},
        {"stack_sram_right.words", "words", Kind::words_out}}}};
  return all;
}

std::string pin_of(const UnitPort& port, const std::string& field) {
  const std::string& pins = port.fields.empty() ? port.pins : port.fields;
  for (const auto& [begin, bus] : port.buses) {
    if (field.compare(0, begin.size(), begin) == 0) return pins + bus;
  }
  return pins + "_" + field;
}

std::vector<std::pair<std::string, std::uint32_t>> memory_controller_parameters(const ChipConfig& config) {
  const auto& controller = config.memory_controller;
  const auto& sdram = config.sdram;
  return {{"REQUEST_LATENCY", controller.request_latency},
          {"INTERFACE_LATENCY", controller.interface_latency},
          {"INPUT_REGISTERS", controller.input_registers},
          {"TRIANGLE_PRIORITY", controller.triangle_priority ? 1 : 0},
          {"SDRAM_CAPACITY_MIB", sdram.capacity_mib},
          {"SDRAM_BANKS", sdram.banks},
          {"SDRAM_PAGE_BYTES", sdram.page_bytes},
          {"SDRAM_OPEN_PAGE", sdram.page_policy == PagePolicy::open ? 1 : 0},
          {"SDRAM_MAPPING", static_cast<std::uint32_t>(sdram.mapping)},
          {"SDRAM_COMMAND_CYCLES", sdram.command_cycles},
          {"SDRAM_T_RP", sdram.t_rp},
          {"SDRAM_T_RCD", sdram.t_rcd},
          {"SDRAM_T_CL", sdram.t_cl},
          {"SDRAM_T_RAS", sdram.t_ras},
          {"SDRAM_T_RC", sdram.t_rc},
          {"SDRAM_T_RRD", sdram.t_rrd},
          {"SDRAM_QUEUE_DEPTH", sdram.queue_depth}};
}

}  // namespace

std::vector<std::pair<std::string, PinValue>> pins_of(const UnitPort& port, const ItemFields& fields,
                                                      const std::string& direction) {
  std::vector<std::pair<std::string, PinValue>> pins;
  for (const ItemField& field : fields) {
    if (std::count(port.without.begin(), port.without.end(), field.name) != 0) continue;
    const std::string pin = pin_of(port, field.name) + direction;
    if (pins.empty() || pins.back().first != pin) pins.push_back({pin, {}});
    PinValue& value = pins.back().second;
    value.insert(value.end(), field.value.begin(), field.value.end());
  }
  return pins;
}

const std::vector<std::string>& units_with_pins() {
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
  for (const std::string& known : units_with_pins()) expected += (expected.empty() ? "" : ", ") + known;
  throw InputError("unit " + unit + ": expected one of " + expected);
}

// The SRAMs are played with their device.
std::string module_of(const std::string& unit) {
  return unit.rfind("stack_sram_", 0) == 0 ? "stack_sram_on_board" : unit;
}

std::vector<std::pair<std::string, std::uint32_t>> parameters_of(const std::string& unit,
                                                                 const ChipConfig& config) {
  if (module_of(unit) == "stack_sram_on_board")
    return {{"ENTRIES", config.stack_sram.entries}, {"LATENCY", config.stack_sram.latency}};
  if (unit == "memory_controller") return memory_controller_parameters(config);
  if (unit == "dop_unit") {
    std::vector<std::pair<std::string, std::uint32_t>> parameters = {
        {"DOTADD_STAGES", config.dop_unit.dotadd_stages},
        {"START_FLOATS", config.dop_unit.start_floats},
        {"FLAG_LATENCY", config.dop_unit.flag_latency}};
    // Files of the machine that there was without the key stay what they were.
    if (config.dop_unit.comparator_groups != 1)
      parameters.push_back({"COMPARATOR_GROUPS", config.dop_unit.comparator_groups});
    return parameters;
  }
  if (unit == "triangle_unit") {
    return {{"DOTADD_STAGES", config.triangle_unit.dotadd_stages},
            {"ITU_STAGES", config.triangle_unit.itu_stages},
            {"FILTER", config.triangle_unit.filter ? 1 : 0},
            {"FILTER_STAGES", config.triangle_unit.filter_stages},
            {"CACHE_LINES", config.triangle_unit.cache_lines}};
  }
  if (unit != "stack_engine") return {};
  const StackEngineParams engine = stack_engine_params(config);
  return {{"LOOK_AHEAD", engine.look_ahead},
          {"LEVELS", engine.levels},
          {"LEAF_TEST_TRIANGLE", engine.leaf_test == LeafTest::triangle ? 1 : 0},
          {"PREFETCH", engine.prefetching ? 1 : 0},
          {"ENTRIES", engine.sram_words}};
}

}  // namespace collisionchip
