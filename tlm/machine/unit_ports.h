// How the channels of a unit meet the pins of its RTL (rtl_model/rtl, docs/rtl.md). A port has the unit's
// own name of the channel (tlm/machine/netlist.h), with which the names of its pins begin; the pins of an item are the fields of
// its message (tlm/machine/fields.h). Who samples channels onto pins and who writes down what happens at
// them read this, and no other list of pins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace collisionchip {

// Message: an item in one cycle; <port>_valid_i, <port>_pop_o and the fields of the oldest one, or
// <port>_put_o with them.
// Beats: an item in successive cycles: a pair of nodes, on pins beat_* that both kinds of pairs share; a
// matrix, one word after the other, on <port>_write_i, _word_i, _data_i.
// Words: of a stack SRAM. A request is put on <port>_write_* or <port>_read_*, and both may go in one
// cycle, the write first; an answer comes one word per cycle and is always taken.
enum class PortKind { message, beats, words };

// How a writer is told of room: not at all, for there always is; <port>_ready_i; <port>_ready_i and
// _ready_two_i; <port>_free_i, the number of slots; or <port>_ready_i for a channel whose slots the host
// frees at the end of its transfers.
enum class PortRoom { none, ready, ready_two, free, host };

// The beats of a pair: the RTL knows one node format, kDop128, and one width of the memory's data bus. The pins of a
// unit of boxes follow its own format.
constexpr std::size_t kRtlBeatWords = 8, kRtlPairBeats = 8;

struct UnitPort {
  std::string name;  // as the rows of the netlist have it
  bool writes;
  PortKind kind = PortKind::message;
  PortRoom room = PortRoom::none;
  // Fields that the unit has no pins for, with the value that they always have there.
  std::vector<std::pair<std::string, std::uint32_t>> without{};
  std::vector<std::string> narrow{};  // fields of which the unit needs fewer bits than the message has
  std::string item{};                 // what the pins of the fields begin with, if not with the port's name
  std::string from_now{};             // a field that is a cycle: on the pins, in how many cycles from now
  bool lanes = false;       // all visible items of a cycle side by side, the oldest in lane 0; taken at once
  bool from_sdram = false;  // what the SDRAM's data pins have brought
};

// Units whose pins are known, in any machine.
const std::vector<std::string>& units_with_ports();
// InputError for another unit.
const std::vector<UnitPort>& ports_of(const std::string& unit);
const UnitPort& port_of(const std::string& unit, const std::string& name);

}  // namespace collisionchip
