#include "collisionchip/tlm/config/chosen_chip.h"

namespace collisionchip {

bool is_kind(const ConfigKey& key) {
  return key.name == "memory.kind";
}

void set_key(ChosenChip& chip, const ConfigKey& key, std::uint32_t value) {
  if (!is_kind(key)) {
    key.set(chip, value);
    chip.set_singly.insert(&key);
    return;
  }
  const ChipConfig before = chip;
  key.set(chip, value);
  for (const ConfigKey* single : chip.set_singly) single->set(chip, single->get(before));
}

void set_keys(ChosenChip& chip, const std::vector<PlacedKey>& keys) {
  for (const PlacedKey& placed : keys) set_key(chip, *placed.key, placed.value);
}

}  // namespace collisionchip
