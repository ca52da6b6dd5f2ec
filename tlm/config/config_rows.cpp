// The one table of keys, put together from the sections: each describes its own (tlm/machine/key_row.h).
#include <type_traits>
#include <utility>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/config/memory_kinds.h"

namespace collisionchip {

namespace {

using Keys = std::vector<ConfigKey>;

// A kind of memory sets keys of several sections, so its row is here.
ConfigKey memory_kind_key() {
  const KeyRow row =
      key_rows::word(
          "memory.kind", memory_kind_names(), "ours",
          "a memory by its name ([memories.md](memories.md)): it sets the other keys of this section and "
          "those of `sdram` and `energy` that a data sheet gives; `custom` sets nothing")
          .added_with(0)
          .about(MemoryKeys::kGap);
  return {row, [](const ChipConfig& config) { return config.memory.kind; }, set_memory_kind};
}

template <typename Section, typename = void>
constexpr Eq5Gap kGapOf = Eq5Gap::fetched_ahead;
template <typename Section>
constexpr Eq5Gap kGapOf<Section, std::void_t<decltype(Section::kGap)>> = Section::kGap;

template <typename Section>
void add_section(Section ChipConfig::*section, Keys& keys) {
  if constexpr (std::is_same_v<Section, MemoryKeys>) keys.push_back(memory_kind_key());
  Section::describe([&](auto member, KeyRow row) {
    row.name = std::string(Section::kSection) + "." + row.name;
    row.gap = row.gap.value_or(kGapOf<Section>);
    for (RtlUse& use : row.rtl) {
      if (use.default_alone) use.min = use.max = static_cast<std::uint32_t>(Section{}.*member);
    }
    keys.push_back({std::move(row),
                    [section, member](const ChipConfig& config) {
                      return static_cast<std::uint32_t>((config.*section).*member);
                    },
                    [section, member](ChipConfig& config, std::uint32_t value) {
                      auto& field = (config.*section).*member;
                      field = static_cast<std::remove_reference_t<decltype(field)>>(value);
                    }});
  });
}

// A prefetch needs a second register set: the RTL is told whether there is one, too.
void tell_prefetches(Keys& keys) {
  for (ConfigKey& key : keys) {
    for (RtlUse& use : key.rtl) {
      if (use.parameter == "PREFETCH") use.told = &ChipConfig::prefetches;
      if (use.parameter == "PREFETCH_KNOWN") use.told = &ChipConfig::prefetches_known;
    }
  }
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const Keys keys = [] {
    Keys all;
    std::apply([&](auto... sections) { (add_section(sections, all), ...); }, ChipConfig::sections());
    tell_prefetches(all);
    return all;
  }();
  return keys;
}

}  // namespace collisionchip
