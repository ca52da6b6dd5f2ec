// The one table of keys, put together from the sections: each describes its own (tlm/machine/key_row.h).
#include <type_traits>
#include <utility>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/config/memory_kinds.h"

namespace collisionchip {

namespace {

using Keys = std::vector<ConfigKey>;

template <auto section>
void add_section(Keys& keys) {
  using Section = std::decay_t<decltype(std::declval<ChipConfig&>().*section)>;
  Section::describe([&](auto member, KeyRow row) {
    row.name = std::string(Section::kSection) + "." + row.name;
    for (RtlUse& use : row.rtl) {
      if (use.default_alone) use.min = use.max = static_cast<std::uint32_t>(Section{}.*member);
    }
    keys.push_back(
        {std::move(row),
         [member](const ChipConfig& config) { return static_cast<std::uint32_t>((config.*section).*member); },
         [member](ChipConfig& config, std::uint32_t value) {
           auto& field = (config.*section).*member;
           field = static_cast<std::remove_reference_t<decltype(field)>>(value);
         }});
  });
}

// A kind of memory sets keys of several sections, so its row is here.
void add_memory(Keys& keys) {
  const KeyRow kind =
      key_rows::word("memory.kind", memory_kind_names(), "ours",
                     "a memory by its name: sets the other keys of this section and those of `sdram` and "
                     "`energy` that a data sheet gives ([memories.md](memories.md)); `custom`: sets nothing")
          .added_with(0);
  keys.push_back({kind, [](const ChipConfig& config) { return config.memory.kind; }, set_memory_kind});
  add_section<&ChipConfig::memory>(keys);
}

// A prefetch needs a second register set: the RTL is told whether there is one, too.
void add_stack_engine(Keys& keys) {
  const std::size_t first = keys.size();
  add_section<&ChipConfig::stack_engine>(keys);
  for (std::size_t i = first; i < keys.size(); ++i) {
    for (RtlUse& use : keys[i].rtl) {
      if (use.parameter == "PREFETCH") use.told = &ChipConfig::prefetches;
      if (use.parameter == "PREFETCH_KNOWN") use.told = &ChipConfig::prefetches_known;
    }
  }
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const Keys keys = [] {
    Keys all;
    add_section<&ChipConfig::chip>(all);
    add_section<&ChipConfig::dop>(all);
    add_section<&ChipConfig::tree>(all);
    add_section<&ChipConfig::query>(all);
    add_section<&ChipConfig::pci>(all);
    add_section<&ChipConfig::memory_controller>(all);
    add_memory(all);
    add_section<&ChipConfig::sdram>(all);
    add_section<&ChipConfig::engine>(all);
    add_stack_engine(all);
    add_section<&ChipConfig::stack_sram>(all);
    add_section<&ChipConfig::dop_unit>(all);
    add_section<&ChipConfig::obb_unit>(all);
    add_section<&ChipConfig::aabb_unit>(all);
    add_section<&ChipConfig::triangle_unit>(all);
    add_section<&ChipConfig::pointer_fifo>(all);
    add_section<&ChipConfig::group>(all);
    add_section<&ChipConfig::group_engine>(all);
    add_section<&ChipConfig::group_unit>(all);
    add_section<&ChipConfig::leaf_unit>(all);
    add_section<&ChipConfig::record_cache>(all);
    add_section<&ChipConfig::small_triangle_unit>(all);
    add_section<&ChipConfig::energy>(all);
    add_section<&ChipConfig::area>(all);
    add_section<&ChipConfig::units>(all);
    return all;
  }();
  return keys;
}

}  // namespace collisionchip
