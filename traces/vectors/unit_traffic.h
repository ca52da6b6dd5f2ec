// What one unit of the chip sees and does at its pins during a query, told by what passes through its
// channels: a file that a simulator without SystemC plays against the unit's RTL (docs/vectors.md).
#pragma once

#include <deque>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/tlm/chip/chip.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/machine/fields.h"

namespace collisionchip {

using PinValue = std::vector<std::uint32_t>;  // lowest word first

// A field of an item (tlm/machine/messages.h).
struct ItemField {
  std::string name;
  PinValue value;
};
using ItemFields = std::vector<ItemField>;

template <typename Message>
ItemFields fields_in(const Message& item) {
  const MessageWords<Message> words = words_of(item);
  ItemFields fields;
  auto word = words.begin();
  for (const MessageField& field : fields_of_type<Message>()) {
    fields.push_back({field.name, {word, word + field.words()}});
    word += field.words();
  }
  return fields;
}

// All that passed through a channel.
struct ChannelTraffic {
  struct Item {
    Cycle visible = 0;
    Cycle taken = kNever;
    Cycle room = kNever;  // from when on its slot is free
    ItemFields fields;
  };

  std::string port, message;  // what the unit calls the channel
  std::size_t capacity = 0;
  Cycle reset = 0;  // when the chip was reset last
  std::deque<Item> items;
};

class UnitTraffic {
 public:
  // Those whose pins it knows (tlm/machine/unit_ports.h).
  static const std::vector<std::string>& units();

  // Listens to the unit's channels from now on; they outlive it. InputError for a
  // unit that is not one of units(), or that such a machine does not have.
  UnitTraffic(Chip& chip, const ChipConfig& config, const std::string& unit);
  ~UnitTraffic();
  UnitTraffic(const UnitTraffic&) = delete;
  UnitTraffic& operator=(const UnitTraffic&) = delete;

  // The traffic since the chip's last reset, from shortly before its first item on.
  void write(std::ostream& out) const;

 private:
  struct Tap {
    virtual ~Tap() = default;
  };
  template <typename T>
  class TapOf;

  ChipConfig config_;
  Clock clock_;
  std::string unit_;
  std::deque<ChannelTraffic> channels_;
  std::vector<std::unique_ptr<Tap>> taps_;
};

}  // namespace collisionchip
