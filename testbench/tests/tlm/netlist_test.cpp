// The machine as data: its rows fit together, a chip is what they say, and no row is taken silently.
#include "collisionchip/tlm/machine/netlist.h"

#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/host/simulation_scope.h"
#include "collisionchip/tlm/chip/chip.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machine/unit_ports.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

TEST(Netlist, EveryPortHasOneChannelAndEveryChannelTwoUnits) {
  for (const char* machine : {"paper41", "bruteforce"}) {
    const Netlist netlist = chip_netlist(preset(machine));
    std::map<std::string, int> ports;
    std::set<std::string> names;
    for (const ChannelRow& row : netlist.channels) {
      EXPECT_TRUE(names.insert(row.name).second) << row.name;
      for (const std::string& port : {row.writer, row.reader}) {
        EXPECT_NO_THROW(place_of(netlist, unit_of(port))) << port;
        EXPECT_EQ(++ports[port], 1) << port;
      }
      EXPECT_EQ(unit_of(row.name), unit_of(row.writer)) << row.name;
    }
    EXPECT_THROW(place_of(netlist, "dop_units"), std::out_of_range);
  }
}

// What adapters and traffic files know of the pins, and what the rows say: the same ports, in the same direction.
TEST(Netlist, ThePinsOfAUnitAreItsPortsHere) {
  std::set<std::string> described, wired;
  for (const std::string& unit : units_with_ports()) {
    for (const UnitPort& port : ports_of(unit))
      described.insert((port.writes ? "writes " : "reads ") + unit + "." + port.name);
  }
  for (const std::uint32_t format : {0u, 1u, 3u}) {
    ChipConfig config;
    config.tree.format = static_cast<TreeFormatKey>(format);
    for (const ChannelRow& row : chip_netlist(config).channels)
      wired.insert({"writes " + row.writer, "reads " + row.reader});
  }
  for (const ChannelRow& row : channels_of(chip_netlist(preset("bruteforce")), "pair_sequencer")) {
    const bool writes = unit_of(row.writer) == "pair_sequencer";
    wired.insert(writes ? "writes " + row.writer : "reads " + row.reader);
  }
  EXPECT_EQ(described, wired);
}

TEST(Netlist, CapacitiesFollowTheKeys) {
  ChipConfig config;
  config.stack_engine.look_ahead = 9;
  config.triangle_unit.itu_stages += 3;
  const auto capacity = [](const ChipConfig& c, const std::string& name) {
    for (const ChannelRow& row : chip_netlist(c).channels) {
      if (row.name == name) return row.capacity;
    }
    return std::size_t{0};
  };
  EXPECT_EQ(capacity(config, "dop_unit.flags"), 10u);
  EXPECT_EQ(capacity(config, "memory_controller.aligned_auxiliary"), 25u);
  EXPECT_EQ(capacity(config, "triangle_unit.findings"), capacity(ChipConfig{}, "triangle_unit.findings") + 3);
}

TEST(Netlist, AChipIsWhatItsRowsSay) {
  SimulationScope scope;
  const ChipConfig config;
  Netlist netlist = chip_netlist(config);
  netlist.channels.back().capacity = 7;
  netlist.channels.back().latency = 5;
  Chip chip("chip", config, netlist);
  std::size_t i = 0;
  chip.for_each_channel([&](const auto& channel, const ChannelRow&) {
    const ChannelRow& row = netlist.channels.at(i++);
    EXPECT_EQ(channel.name(), row.name);
    EXPECT_EQ(channel.capacity(), row.capacity);
    EXPECT_EQ(channel.latency(), row.latency);
  });
  EXPECT_EQ(i, netlist.channels.size());
  for (std::size_t place = 0; place < netlist.units.size(); ++place)
    EXPECT_EQ(chip.unit(place).basename(), netlist.units[place].name);
}

TEST(Netlist, ARowThatFitsNothingIsRefused) {
  const ChipConfig config;
  const auto broken = [&](void (*change)(Netlist&)) {
    Netlist netlist = chip_netlist(config);
    change(netlist);
    SimulationScope scope;
    Chip chip("chip", config, netlist);
  };
  EXPECT_THROW(broken([](Netlist& n) { n.channels[0].message = "StartCommands"; }), std::logic_error);
  EXPECT_THROW(broken([](Netlist& n) { n.channels[0].message = "LeafTests"; }), std::logic_error);
  EXPECT_THROW(broken([](Netlist& n) { n.channels[0].reader = "stack_engine.begin"; }), std::logic_error);
  EXPECT_THROW(broken([](Netlist& n) { n.units[2].kind = "list_engine"; }), std::out_of_range);
  EXPECT_THROW(broken([](Netlist& n) { n.units[2].model = UnitModel::rtl; }), InputError);
  EXPECT_THROW(broken([](Netlist& n) { n.sockets[0].target = "memory_controller.guest"; }), std::logic_error);
  EXPECT_NO_THROW(broken([](Netlist&) {}));
}

// A second unit of the kind stands where the row asks for it, and what is printed does not say so.
TEST(Netlist, ARowSaysWhichUnitOfAKindItHas) {
  class OtherFifo : public PointerFifo {
   public:
    using PointerFifo::PointerFifo;
  };
  UnitKinds kinds = model_kinds();
  for (UnitKind& kind : kinds) {
    if (kind.name != "pointer_fifo") continue;
    kind.implementations.push_back(kind.implementations.front());
    kind.implementations.back().name = "other_fifo";
    kind.implementations.back().model = [](const std::string& name, const ChipConfig& config,
                                           const UnitPorts& ports) {
      return std::unique_ptr<Unit>(std::make_unique<OtherFifo>(
          name.c_str(), params_of<PointerFifoParams>(config), PointerFifo::Ports::of(ports)));
    };
  }
  const ChipConfig config;
  Netlist netlist = chip_netlist(config);
  const std::string printed = netlist_json(netlist).dump();
  const auto is_other = [&] {
    SimulationScope scope;
    const Chip chip("chip", config, netlist, 0, kinds);
    return dynamic_cast<const OtherFifo*>(&chip.pointer_fifo()) != nullptr;
  };
  EXPECT_FALSE(is_other());
  netlist.units.back().implementation = "other_fifo";
  EXPECT_TRUE(is_other());
  EXPECT_EQ(netlist_json(netlist).dump(), printed);
  netlist.units.back().implementation = "third_fifo";
  EXPECT_THROW(is_other(), std::out_of_range);
}

TEST(Netlist, IsPrintedAsJson) {
  ChipConfig config;
  config.units.pointer_fifo = UnitModel::rtl;
  const auto json = nlohmann::json::parse(netlist_json(chip_netlist(config)).dump());
  EXPECT_EQ(json["units"].back(),
            (nlohmann::json{{"name", "pointer_fifo"}, {"kind", "pointer_fifo"}, {"model", "rtl"}}));
  EXPECT_EQ(json["units"][3]["kind"], "stack_sram");
  EXPECT_EQ(json["channels"][3]["reader"], "memory_controller.node_requests");
  EXPECT_EQ(json["channels"][3]["capacity"], 4);
}

}  // namespace
}  // namespace collisionchip
