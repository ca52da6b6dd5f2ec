#include "collisionchip/tlm/machines/group_netlist.h"

#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/netlist_rows.h"

namespace collisionchip::group_netlist {

using namespace netlist_rows;

namespace {

// Bursts that a channel of memory has accepted, and of one beat each those on their way from its pins.
Capacity bursts_under_way(const ChipConfig& c) {
  Capacity under_way = keyed(c, "sdram.queue_depth", kRoomy + c.sdram.ecc_cycles);
  under_way.items += c.memory_controller.interface_latency;
  under_way.rule = "16 + `sdram.queue_depth` + `memory_controller.interface_latency` + `sdram.ecc_cycles`";
  return under_way;
}

// Between what asks for bursts, `requests`, what takes them, `data`, and a channel of memory.
void add_bursts(const ChipConfig& c, std::uint32_t memory, const std::string& requests,
                const std::string& data, std::vector<ChannelRow>& rows) {
  const std::string controller = numbered("memory_controller", memory), sent = controller + ".burst_data";
  rows.push_back(channel(requests, "BurstRequest", requests, controller + ".burst_requests",
                         keyed(c, "memory_controller.request_queue_depth")));
  rows.push_back(channel(sent, "BurstData", sent, data, bursts_under_way(c)));
}

// Between an engine's Record Cache and each channel of memory.
std::vector<ChannelRow> burst_channels(const ChipConfig& c, std::uint32_t engine) {
  std::vector<ChannelRow> rows;
  const std::string cache = numbered("record_cache", engine);
  for (std::uint32_t i = 0; i < c.memory.channels; ++i) {
    const std::string requests = numbered(cache + ".burst_requests", i),
                      data = numbered(cache + ".burst_data", i);
    if (c.engine.count == 1) {
      add_bursts(c, i, requests, data, rows);
      continue;
    }
    const std::string at_switch = "engine_switch.engine_" + std::to_string(engine),
                      sent = numbered(at_switch + "_data", i);
    rows.push_back(channel(requests, "BurstRequest", requests, numbered(at_switch + "_requests", i),
                           keyed(c, "memory_controller.request_queue_depth")));
    rows.push_back(channel(sent, "BurstData", sent, data, bursts_under_way(c)));
  }
  return rows;
}

// The channels of one engine with groups. All requested records have room when they come: contexts and look-ahead limit the
// groups under way, places and pairs of leaves limit the blocks.
std::vector<ChannelRow> engine_channels(const ChipConfig& c, std::uint32_t engine) {
  const std::uint32_t contexts = c.group_engine.contexts;
  const Capacity groups = {2 * contexts * (c.group_engine.look_ahead + 1),
                           "2 × `group_engine.contexts` × (`group_engine.look_ahead` + 1)"};
  const Capacity blocks = {8 * contexts + c.leaf_unit.waiting,
                           "8 × `group_engine.contexts` + `leaf_unit.waiting`"};
  const Capacity leaves = {8 * contexts, "8 × `group_engine.contexts`"};
  const auto link = [engine](const char* from, const char* sends, const char* message, const char* to,
                             const char* takes, const Capacity& capacity) {
    const std::string writer = numbered(from, engine) + "." + sends;
    return channel(writer, message, writer, numbered(to, engine) + "." + takes, capacity);
  };
  std::vector<ChannelRow> rows = {
      link("leaf_unit", "test_registers", "MatrixWrite", "small_triangle_unit", "registers", fixed(kRoomy)),
      link("group_engine", "requests", "RecordRequest", "record_cache", "group_requests", fixed(2)),
      link("leaf_unit", "requests", "RecordRequest", "record_cache", "block_requests", fixed(2))};
  if (has_contact_unit(c)) {
    for (const ChannelRow& row :
         {link("small_triangle_unit", "contact_registers", "MatrixWrite", "contact_unit", "registers",
               fixed(kRoomy)),
          link("small_triangle_unit", "contacts", "ContactTest", "contact_unit", "tests", fixed(2)),
          link("contact_unit", "verdicts", "ContactVerdict", "small_triangle_unit", "contact_verdicts",
               fixed(2))})
      rows.push_back(row);
  }
  for (const ChannelRow& row : burst_channels(c, engine)) rows.push_back(row);
  for (const ChannelRow& row :
       {link("record_cache", "groups", "RecordData", "group_unit", "groups", groups),
        link("record_cache", "blocks", "RecordData", "leaf_unit", "blocks", blocks),
        link("group_unit", "results", "GroupAnswer", "group_engine", "results", groups),
        link("group_unit", "leaf_orders", "LeafOrder", "leaf_unit", "orders", fixed(kRoomy)),
        link("leaf_unit", "volumes", "LeafVolume", "group_unit", "volumes", leaves),
        link("leaf_unit", "done", "LeafDone", "group_engine", "leaf_done", fixed(4)),
        link("leaf_unit", "tests", "TriangleTest", "small_triangle_unit", "tests",
             keyed(c, "small_triangle_unit.queue_depth")),
        link("group_engine", "orders", "QueryOrder", "small_triangle_unit", "orders", fixed(2))})
    rows.push_back(row);
  return rows;
}

// Writes of the host to registers. Behind a posted link those of all entries of the queue may be on their way.
Capacity register_writes(const ChipConfig& c) {
  if (c.host.kind == HostKindKey::pci) return fixed(kRoomy);
  return {kRoomy * c.group_engine.queries, std::to_string(kRoomy) + " × `group_engine.queries`"};
}

// Who takes starts, and registers of volumes and of leaves.
struct Takers {
  std::string starts, group_registers, leaf_registers;
};

// What the host asks by: registers and a start, or a pose of which a Pose Unit makes them.
std::vector<ChannelRow> command_channels(const ChipConfig& c, const Takers& to) {
  const Capacity queries = keyed(c, "group_engine.queries");
  if (!has_pose_unit(c))
    return {channel("pci_interface.start", "StartCommand", "pci_interface.start", to.starts, queries),
            channel("pci_interface.mmm_writes", "MatrixWrite", "pci_interface.mmm", to.group_registers,
                    register_writes(c)),
            channel("pci_interface.frame_writes", "MatrixWrite", "pci_interface.frames", to.leaf_registers,
                    register_writes(c))};
  const auto of_poses = [](const char* what, const char* message, const std::string& reader,
                           const Capacity& capacity) {
    const std::string writer = std::string("pose_unit.") + what;
    return channel(writer, message, writer, reader, capacity);
  };
  return {channel("pci_interface.commands", "PoseCommand", "pci_interface.commands", "pose_unit.commands",
                  queries),
          channel("pci_interface.objects", "ObjectWrite", "pci_interface.objects", "pose_unit.objects",
                  fixed(kRoomy)),
          of_poses("starts", "QueryStart", to.starts, fixed(2)),
          of_poses("group_registers", "MatrixWrite", to.group_registers, fixed(2)),
          of_poses("leaf_registers", "MatrixWrite", to.leaf_registers, fixed(2)),
          of_poses("refusals", "PoseRefusal", "result_unit.refusals", fixed(2))};
}

// What the host and the Pointer FIFO have to do with the only engine.
std::vector<ChannelRow> channels_of_one(const ChipConfig& c) {
  const Capacity queries = keyed(c, "group_engine.queries");
  std::vector<ChannelRow> rows =
      command_channels(c, {"group_engine.start", "group_unit.registers", "leaf_unit.registers"});
  for (const ChannelRow& row : engine_channels(c, 0)) rows.push_back(row);
  for (const ChannelRow& row :
       {channel("small_triangle_unit.findings", "Finding", "small_triangle_unit.findings",
                "pointer_fifo.findings", fixed(kRoomy)),
        channel("small_triangle_unit.stop", "QueryStop", "small_triangle_unit.stop", "group_engine.stop",
                fixed(1)),
        channel("pci_interface.stop", "QueryStop", "pci_interface.stop", "group_engine.host_stop", queries),
        entries(c), done(c, queries)})
    rows.push_back(row);
  return rows;
}

// The channels between one of several engines and the Engine Switch.
std::vector<ChannelRow> switched_channels(const ChipConfig& c, std::uint32_t engine) {
  const Capacity queries = keyed(c, "group_engine.queries");
  const std::string at_switch = "engine_switch.engine_" + std::to_string(engine);
  const auto down = [&](const char* what, const char* message, const char* unit, const char* port,
                        const Capacity& capacity) {
    return channel(at_switch + what, message, at_switch + what, numbered(unit, engine) + port, capacity);
  };
  std::vector<ChannelRow> rows = {
      down("_start", "QueryStart", "group_engine", ".start", queries),
      down("_stop", "QueryStop", "group_engine", ".host_stop", queries),
      down("_group_registers", "MatrixWrite", "group_unit", ".registers", fixed(kRoomy)),
      down("_leaf_registers", "MatrixWrite", "leaf_unit", ".registers", fixed(kRoomy))};
  for (const ChannelRow& row : engine_channels(c, engine)) rows.push_back(row);
  const std::string tester = numbered("small_triangle_unit", engine);
  rows.push_back(
      channel(tester + ".findings", "Finding", tester + ".findings", at_switch + "_findings", fixed(kRoomy)));
  rows.push_back(channel(tester + ".stop", "QueryStop", tester + ".stop",
                         numbered("group_engine", engine) + ".stop", fixed(1)));
  return rows;
}

// Several engines with groups behind an Engine Switch.
std::vector<ChannelRow> channels_of_several(const ChipConfig& c) {
  const Capacity queries = keyed(c, "group_engine.queries");
  std::vector<ChannelRow> rows = command_channels(
      c, {"engine_switch.start", "engine_switch.group_registers", "engine_switch.leaf_registers"});
  rows.push_back(
      channel("pci_interface.stop", "QueryStop", "pci_interface.stop", "engine_switch.stop", queries));
  for (std::uint32_t i = 0; i < c.memory.channels; ++i)
    add_bursts(c, i, numbered("engine_switch.burst_requests", i), numbered("engine_switch.burst_data", i),
               rows);
  for (std::uint32_t engine = 0; engine < c.engine.count; ++engine) {
    for (const ChannelRow& row : switched_channels(c, engine)) rows.push_back(row);
  }
  rows.push_back(channel("engine_switch.findings", "Finding", "engine_switch.findings",
                         "pointer_fifo.findings", fixed(kRoomy)));
  rows.push_back(entries(c));
  rows.push_back(done(c, queries));
  return rows;
}

}  // namespace

std::vector<UnitRow> units(const ChipConfig& config) {
  std::vector<UnitRow> rows;
  if (has_pose_unit(config)) rows.push_back({"pose_unit", "pose_unit"});
  if (config.engine.count > 1) rows.push_back({"engine_switch", "engine_switch"});
  for (std::uint32_t engine = 0; engine < config.engine.count; ++engine) {
    for (const char* const kind : kUnits)
      rows.push_back({numbered(kind, engine), kind, UnitModel::tlm, engine});
    if (has_contact_unit(config))
      rows.push_back({numbered("contact_unit", engine), "contact_unit", UnitModel::tlm, engine});
  }
  return rows;
}

std::vector<ChannelRow> channels(const ChipConfig& config) {
  return config.engine.count == 1 ? channels_of_one(config) : channels_of_several(config);
}

}  // namespace collisionchip::group_netlist
