// The memories by name as parameters of tests.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

#include <gtest/gtest.h>

#include "collisionchip/tlm/config/memory_kinds.h"

namespace collisionchip::testing_support {

// Values of memory.kind, all but `custom`.
inline auto named_memories() {
  return ::testing::Range(1u, static_cast<std::uint32_t>(memory_kind_names().size()));
}

inline std::string name_of_memory(const ::testing::TestParamInfo<std::uint32_t>& kind) {
  std::string name = memory_kind_names()[kind.param];
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

}  // namespace collisionchip::testing_support
