// Which pins of a unit's RTL its channels are, by the names in rtl_model/rtl.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/tlm/machine/chip_config.h"
#include "collisionchip/tlm/machine/fields.h"

namespace collisionchip {

// How a channel meets the pins. Words: an answer of a stack SRAM, one word per cycle and always taken. Sram:
// writes and reads have pins of their own, and both may go in one cycle. Of these two the SRAM has the other
// end. Entries: the host frees a slot at the end of its transfer, of which the channel does not tell; there
// is room when the model puts. Matrix: one word per cycle. Beats: a pair in eight successive cycles, on pins
// that both kinds of pairs share. Release: an output whose cycle is told as so many from now. Lanes: all
// releases of a cycle side by side. Beats_out, record_out: what comes from the SDRAM's data pins.
enum class PortKind {
  input,
  output,
  words,
  sram,
  words_out,
  sram_in,
  entries,
  matrix,
  beats,
  release,
  lanes,
  beats_out,
  record_out
};

// How a writer is told of the room in its channel.
enum class PortRoom { ready, ready_two, free, none };

struct UnitPort {
  std::string channel, pins;
  PortKind kind;
  PortRoom room = PortRoom::ready;
  std::vector<std::string> without{};  // fields that the unit has no pins for
  // Fields whose names begin so are one pin, the first in the lowest bits: {"tumbled_", "_tumbled"}.
  std::vector<std::pair<std::string, std::string>> buses{};
  std::string fields{};  // what the pins of its fields are called, if not after the channel
};

using PinValue = std::vector<std::uint32_t>;  // lowest word first

// A field of an item (tlm/machine/messages.h).
struct ItemField {
  std::string name;
  PinValue value;
};
using ItemFields = std::vector<ItemField>;

template <typename Message>
ItemFields item_fields(const Message& item) {
  const MessageWords<Message> words = words_of(item);
  ItemFields fields;
  auto word = words.begin();
  for (const MessageField& field : fields_of_type<Message>()) {
    fields.push_back({field.name, {word, word + field.words()}});
    word += field.words();
  }
  return fields;
}

// The pins of an item: "requests_address_o" and its value. `direction`: "_i" or "_o".
std::vector<std::pair<std::string, PinValue>> pins_of(const UnitPort& port, const ItemFields& fields,
                                                      const std::string& direction);

// Units whose pins are known; InputError for another one.
const std::vector<std::string>& units_with_pins();
const std::vector<UnitPort>& ports_of(const std::string& unit);

// The module to play it on, and the parameters that it is built with, by their names there.
std::string module_of(const std::string& unit);
std::vector<std::pair<std::string, std::uint32_t>> parameters_of(const std::string& unit,
                                                                 const ChipConfig& config);

}  // namespace collisionchip
