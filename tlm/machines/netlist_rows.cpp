#include "collisionchip/tlm/machines/netlist_rows.h"

#include <utility>

#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip::netlist_rows {

Capacity fixed(std::size_t items) {
  return {items, std::to_string(items)};
}

Capacity keyed(const ChipConfig& config, const std::string& key, std::size_t more) {
  return {more + find_key(key)->get(config), (more > 0 ? std::to_string(more) + " + `" : "`") + key + "`"};
}

ChannelRow channel(std::string name, const char* message, std::string writer, std::string reader,
                   Capacity capacity) {
  return {std::move(name), message, std::move(writer),       std::move(reader),
          capacity.items,  1,       std::move(capacity.rule)};
}

ChannelRow findings(const ChipConfig& config, const std::string& lanes) {
  const std::size_t depth = config.triangle_unit.pipeline_depth();
  return channel("triangle_unit.findings", "Finding", "triangle_unit.findings", "pointer_fifo.findings",
                 {kRoomy + config.triangle_unit.lanes * depth,
                  std::to_string(kRoomy) + " + " + lanes + "depth of the Triangle Unit's pipeline"});
}

ChannelRow entries(const ChipConfig& config) {
  return channel("pointer_fifo.entries", "Finding", "pointer_fifo.entries",
                 writes_results(config) ? "result_unit.entries" : "pci_interface.entries",
                 keyed(config, "pointer_fifo.depth"));
}

ChannelRow done(const ChipConfig& config, Capacity capacity) {
  return channel("pointer_fifo.done", "QueryDone", "pointer_fifo.done",
                 writes_results(config) ? "result_unit.closed" : "pci_interface.done", std::move(capacity));
}

std::vector<ChannelRow> result_channels(const Capacity& queries) {
  return {channel("pci_interface.rings", "RingWrite", "pci_interface.rings", "result_unit.rings",
                  {2 * kRoomy + queries.items, "32 + " + queries.rule}),
          channel("result_unit.done", "QueryDone", "result_unit.done", "pci_interface.done", queries)};
}

void append(std::vector<ChannelRow>& rows, const std::vector<ChannelRow>& more) {
  rows.insert(rows.end(), more.begin(), more.end());
}

}  // namespace collisionchip::netlist_rows
