#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct MemoryControllerKeys {
  std::uint32_t request_latency = 1;
  std::uint32_t interface_latency = 2;
  std::uint32_t input_registers = 2;
  RefillPolicy refill = RefillPolicy::streaming;
  std::uint32_t request_queue_depth = 4;
  bool triangle_priority = true;
  bool overlap_lists = true;
  LeafLayout leaf_layout = LeafLayout::dop;

  static constexpr const char* kSection = "memory_controller";
  static constexpr Eq5Gap kGap = Eq5Gap::input_registers;
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = MemoryControllerKeys;
    key(&K::request_latency,
        integer("request_latency", "cycles", {1, 64}, "ours", "from a request channel to the SDRAM command")
            .parameter("memory_controller", "REQUEST_LATENCY"));
    key(&K::interface_latency, integer("interface_latency", "cycles", {1, 64}, "§5.2",
                                       "from the SDRAM pins to the input register (10 = tRCD + CL + 2)")
                                   .parameter("memory_controller", "INTERFACE_LATENCY"));
    key(&K::input_registers, integer("input_registers", "pairs", {1, 16}, "§4.4; number ours",
                                     "sibling pairs that the input register holds")
                                 .parameter("memory_controller", "INPUT_REGISTERS")
                                 .only("dop_unit", 1, 2));
    key(&K::refill,
        word("refill", {"when_empty", "streaming"}, "§5.2",
             "when the input register takes new data: only when it is empty, or as soon as it has room")
            .only("dop_unit"));
    key(&K::request_queue_depth,
        integer("request_queue_depth", "entries", {1, 64}, "ours", "requests that wait in each channel"));
    key(&K::triangle_priority,
        boolean("triangle_priority", "§4.2", "triangle reads overtake waiting node reads")
            .parameter("memory_controller", "TRIANGLE_PRIORITY")
            .about(Eq5Gap::triangles));
    key(&K::overlap_lists,
        boolean("overlap_lists", "ours",
                "a tumbled pair is read while the input register still holds data of the list before")
            .only("memory_controller"));
    key(&K::leaf_layout,
        word("leaf_layout", {"dop", "triangle"}, "§3.3",
             "content of a leaf: its DOP and the address of its triangle record, or its triangle")
            .only("memory_controller")
            .only("stack_engine")
            .only("dop_unit")
            .only("triangle_unit")
            .added_with(0));
  }
};

}  // namespace collisionchip
