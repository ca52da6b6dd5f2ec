#include "collisionchip/tlm/chip/other_units.h"

#include <map>

#include "collisionchip/tlm/chip/unit_params.h"
#include "collisionchip/tlm/chip/unit_wiring.h"
#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"
#include "collisionchip/tlm/units/engine_switch/engine_switch.h"
#include "collisionchip/tlm/units/group_engine/group_engine.h"
#include "collisionchip/tlm/units/group_unit/group_unit.h"
#include "collisionchip/tlm/units/leaf_unit/leaf_unit.h"
#include "collisionchip/tlm/units/obb_unit/obb_unit.h"
#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer.h"
#include "collisionchip/tlm/units/record_cache/record_cache.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"

namespace collisionchip {

template <>
PairSequencer::Ports wired<PairSequencer>(const UnitPorts& ports) {
  return {ports.at<StartCommand>("start"),   ports.at<MatrixWrite>("counts"),
          ports.at<StopRequest>("stop"),     ports.at<StopRequest>("host_stop"),
          ports.at<ReadRequest>("requests"), ports.at<TileCommand>("tile_commands")};
}

template <>
ObbUnit::Ports wired<ObbUnit>(const UnitPorts& ports) {
  return wired<VolumeUnit>(ports);
}

template <>
AabbUnit::Ports wired<AabbUnit>(const UnitPorts& ports) {
  return wired<VolumeUnit>(ports);
}

template <>
EngineSwitch::Ports wired<EngineSwitch>(const UnitPorts& ports) {
  EngineSwitch::Ports all = {ports.at<StartCommand>("start"),
                             ports.at<QueryStop>("stop"),
                             ports.at<MatrixWrite>("group_registers"),
                             ports.at<MatrixWrite>("leaf_registers"),
                             ports.at<Finding>("findings"),
                             {},
                             {}};
  const auto add_lanes = [&](const std::string& requests, const std::string& data,
                             std::vector<EngineSwitch::Lane>& lanes) {
    for (std::uint32_t i = 0; ports.find<BurstRequest>(numbered(requests, i)) != nullptr; ++i)
      lanes.push_back(
          {ports.at<BurstRequest>(numbered(requests, i)), ports.at<BurstData>(numbered(data, i))});
  };
  add_lanes("burst_requests", "burst_data", all.lanes);
  for (int i = 0;; ++i) {
    const std::string engine = "engine_" + std::to_string(i);
    if (ports.find<QueryStart>(engine + "_start") == nullptr) break;
    all.engines.push_back({ports.at<QueryStart>(engine + "_start"),
                           ports.at<QueryStop>(engine + "_stop"),
                           ports.at<MatrixWrite>(engine + "_group_registers"),
                           ports.at<MatrixWrite>(engine + "_leaf_registers"),
                           ports.at<Finding>(engine + "_findings"),
                           {}});
    add_lanes(engine + "_requests", engine + "_data", all.engines.back().lanes);
  }
  return all;
}

template <>
GroupEngine::Ports wired<GroupEngine>(const UnitPorts& ports) {
  const bool switched = ports.carries<QueryStart>("start");
  return {switched ? nullptr : &ports.at<StartCommand>("start"),
          ports.at<QueryStop>("stop"),
          ports.at<QueryStop>("host_stop"),
          ports.at<GroupAnswer>("results"),
          ports.at<LeafDone>("leaf_done"),
          ports.at<RecordRequest>("requests"),
          ports.at<QueryOrder>("orders"),
          switched ? &ports.at<QueryStart>("start") : nullptr};
}

template <>
GroupUnit::Ports wired<GroupUnit>(const UnitPorts& ports) {
  return {ports.at<RecordData>("groups"), ports.at<LeafVolume>("volumes"), ports.at<MatrixWrite>("registers"),
          ports.at<GroupAnswer>("results"), ports.at<LeafOrder>("leaf_orders")};
}

template <>
LeafUnit::Ports wired<LeafUnit>(const UnitPorts& ports) {
  return {ports.at<LeafOrder>("orders"),      ports.at<RecordData>("blocks"),
          ports.at<MatrixWrite>("registers"), ports.at<RecordRequest>("requests"),
          ports.at<LeafVolume>("volumes"),    ports.at<LeafDone>("done"),
          ports.at<TriangleTest>("tests"),    ports.at<MatrixWrite>("test_registers")};
}

template <>
RecordCache::Ports wired<RecordCache>(const UnitPorts& ports) {
  std::vector<RecordCache::Ports::Lane> lanes;
  for (std::uint32_t channel = 0;; ++channel) {
    Channel<BurstData>* const data = ports.find<BurstData>(numbered("burst_data", channel));
    if (data == nullptr) break;
    lanes.push_back({*data, ports.at<BurstRequest>(numbered("burst_requests", channel))});
  }
  return {ports.at<RecordRequest>("group_requests"), ports.at<RecordRequest>("block_requests"), lanes,
          ports.at<RecordData>("groups"), ports.at<RecordData>("blocks")};
}

template <>
SmallTriangleUnit::Ports wired<SmallTriangleUnit>(const UnitPorts& ports) {
  return {ports.at<TriangleTest>("tests"), ports.at<QueryOrder>("orders"), ports.at<MatrixWrite>("registers"),
          ports.at<Finding>("findings"), ports.at<QueryStop>("stop")};
}

UnitMaker other_unit(const std::string& kind) {
  static const std::map<std::string, UnitMaker> makers = {
      {"pair_sequencer", make_wired<PairSequencer, pair_sequencer_params>},
      {"obb_unit", make_wired<ObbUnit, obb_unit_params>},
      {"aabb_unit", make_wired<AabbUnit, aabb_unit_params>},
      {"engine_switch", make_wired<EngineSwitch, engine_switch_params>},
      {"group_engine", make_wired<GroupEngine, group_engine_params>},
      {"group_unit", make_wired<GroupUnit, group_unit_params>},
      {"leaf_unit", make_wired<LeafUnit, leaf_unit_params>},
      {"record_cache", make_wired<RecordCache, record_cache_params>},
      {"small_triangle_unit", make_wired<SmallTriangleUnit, small_triangle_unit_params>}};
  return makers.at(kind);
}

}  // namespace collisionchip
