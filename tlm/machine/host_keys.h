// The host that asks the chip: section `host`. What its own work takes is charged beside the chip's cycles and changes none of them
// (testbench/host/host_time.h says when it begins and ends).
#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct HostKeys {
  std::uint32_t setup_ns = 3000;
  std::uint32_t settle_ns = 75;
  std::uint32_t call_ns = 18;

  static constexpr const char* kSection = "host";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = HostKeys;
    constexpr Range kSecond{0, 1000000000};
    key(&K::setup_ns, integer("setup_ns", "ns", kSecond, "ours",
                              "host's time for a pose whose registers it makes, without the transfers")
                          .added_with(3000));
    key(&K::settle_ns,
        integer("settle_ns", "ns", kSecond, "ours", "host's time for a pair that the chip leaves undecided")
            .added_with(75));
    key(&K::call_ns,
        integer("call_ns", "ns", kSecond, "ours", "host's time for a call that starts one query or several")
            .added_with(18));
  }
};

}  // namespace collisionchip
