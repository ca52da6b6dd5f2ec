#include "collisionchip/testbench/faults/fault_injection.h"

#include <fmt/format.h>

#include <stdexcept>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/reference/image/secded.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/tlm/machine/entry_check.h"
#include "collisionchip/tlm/machine/host_keys.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

using Kind = Fault::Kind;

struct KindRow {
  Kind kind;
  const char* name;
  unsigned bits;       // how many the text names
  unsigned most_bits;  // bits are below
};
constexpr unsigned kMostBurstBits = 8 * kMostBurstBytes;
constexpr KindRow kKinds[kFaultKinds] = {
    {Kind::sdram, "sdram", 1, kEccCodeBits},  {Kind::sdram_double, "sdram_double", 2, kEccCodeBits},
    {Kind::sram_left, "sram_left", 1, 32},    {Kind::sram_right, "sram_right", 1, 32},
    {Kind::fifo_drop, "fifo_drop", 0, 0},     {Kind::fifo_repeat, "fifo_repeat", 0, 0},
    {Kind::fifo_bit, "fifo_bit", 1, 64},      {Kind::ring_drop, "ring_drop", 0, 0},
    {Kind::ring_repeat, "ring_repeat", 0, 0}, {Kind::ring_bit, "ring_bit", 1, kMostBurstBits}};

const KindRow& row_of(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

bool in_ring(Kind kind) {
  return kind == Kind::ring_drop || kind == Kind::ring_repeat || kind == Kind::ring_bit;
}

bool in_sdram(Kind kind) {
  return kind == Kind::sdram || kind == Kind::sdram_double;
}

InputError bad_fault(const std::string& text) {
  return InputError(
      "--fault",
      "sdram:ADDRESS:BIT, sdram_double:ADDRESS:BIT:BIT (address a multiple of 8, bits 0..71), "
      "sram_left:WORD:BIT, sram_right:WORD:BIT (bits 0..31), fifo_drop:ENTRY, "
      "fifo_repeat:ENTRY, fifo_bit:ENTRY:BIT (bits 0..63), ring_drop:BURST, ring_repeat:BURST or "
      "ring_bit:BURST:BIT (bits 0.." +
          std::to_string(kMostBurstBits - 1) + ")",
      ", got " + collisionchip::quoted(text));
}

// Decimal, or hexadecimal behind 0x.
std::uint64_t parse_number(const std::string& digits, const std::string& text) {
  std::size_t used = 0;
  std::uint64_t number = 0;
  try {
    if (!digits.empty() && digits[0] >= '0' && digits[0] <= '9') {
      number = std::stoull(digits, &used, digits.rfind("0x", 0) == 0 ? 16 : 10);
    }
  } catch (const std::out_of_range&) {
    used = 0;
  }
  if (used == 0 || used != digits.size()) throw bad_fault(text);
  return number;
}

std::vector<std::string> fields_of(const std::string& text) {
  std::vector<std::string> fields(1);
  for (const char c : text) {
    if (c == ':') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

// In the form in which the FIFO keeps it.
Finding with_flipped_bit(const Finding& entry, unsigned bit) {
  EntryWords words = entry_words(entry);
  words[bit / 32] ^= 1u << bit % 32;
  return finding_of(words);
}

}  // namespace

const char* name_of(Kind kind) {
  return row_of(kind).name;
}

std::string to_text(const Fault& fault) {
  std::string text = in_sdram(fault.kind) ? fmt::format("{}:{:#x}", name_of(fault.kind), fault.place)
                                          : fmt::format("{}:{}", name_of(fault.kind), fault.place);
  for (unsigned i = 0; i < row_of(fault.kind).bits; ++i) text += fmt::format(":{}", fault.bits[i]);
  return text;
}

Fault parse_fault(const std::string& text) {
  const std::vector<std::string> fields = fields_of(text);
  for (const KindRow& row : kKinds) {
    if (fields[0] != row.name) continue;
    if (fields.size() != 2 + row.bits) throw bad_fault(text);
    Fault fault{row.kind, parse_number(fields[1], text), {}};
    for (unsigned i = 0; i < row.bits; ++i) {
      const std::uint64_t bit = parse_number(fields[2 + i], text);
      if (bit >= row.most_bits) throw bad_fault(text);
      fault.bits[i] = static_cast<unsigned>(bit);
    }
    const bool same_bit = row.bits == 2 && fault.bits[0] == fault.bits[1];
    if (same_bit || (in_sdram(row.kind) && fault.place % kEccWordBytes != 0)) throw bad_fault(text);
    return fault;
  }
  throw bad_fault(text);
}

std::uint64_t FaultRoom::places(Kind kind) const {
  if (in_sdram(kind)) return sdram_words;
  if (kind == Kind::sram_left || kind == Kind::sram_right) return sram_words[kind == Kind::sram_left ? 0 : 1];
  return in_ring(kind) ? burst_words.size() : entries;
}

std::optional<Fault> random_fault(Kind kind, const FaultRoom& room, std::uint64_t seed) {
  if (room.places(kind) == 0) return std::nullopt;
  SplitMix64 random(seed);
  Fault fault{kind, random.bits() % room.places(kind), {}};
  if (in_sdram(kind)) fault.place *= kEccWordBytes;
  const unsigned width = in_sdram(kind) && !room.check_bits ? kEccDataBits
                         : kind == Kind::ring_bit           ? 32 * room.burst_words[fault.place]
                                                            : row_of(kind).most_bits;
  if (row_of(kind).bits > 0) fault.bits[0] = static_cast<unsigned>(random.bits() % width);
  if (row_of(kind).bits > 1) {
    fault.bits[1] = static_cast<unsigned>((fault.bits[0] + 1 + random.bits() % (width - 1)) % width);
  }
  return fault;
}

std::vector<Fault> random_drop_and_repeat(const FaultRoom& room, std::uint64_t seed) {
  if (room.entries < 2) return {};
  SplitMix64 random(seed);
  const std::uint64_t dropped = random.bits() % room.entries;
  const std::uint64_t further = 1 + random.bits() % (room.entries - 1);
  return {{Kind::fifo_drop, dropped, {}}, {Kind::fifo_repeat, (dropped + further) % room.entries, {}}};
}

FaultInjector::FaultInjector(Board& board, ResultRings* rings)
    : board_(board), rings_(rings), lists_{List{*this, 0}, List{*this, 1}}, fifo_(*this) {
  for (std::size_t side = 0; side < lists(); ++side) sram_requests(side).set_interposer(&lists_[side]);
  fifo_entries().set_interposer(&fifo_);
  if (rings_ != nullptr) rings_->on_burst = [this](auto& words) { return on_burst(words); };
  heal();
}

FaultInjector::~FaultInjector() {
  for (const Fault& fault : faults_) invert(fault);
  for (std::size_t side = 0; side < lists(); ++side) sram_requests(side).set_interposer(nullptr);
  fifo_entries().set_interposer(nullptr);
  if (rings_ != nullptr) rings_->on_burst = [](auto&) { return 1u; };
}

// Only machines with a Stack Engine have SRAMs with lists.
std::size_t FaultInjector::lists() const {
  return has_unit(board_.chip().netlist().units, "stack_engine") ? 2 : 0;
}

Channel<SramRequest>& FaultInjector::sram_requests(std::size_t side) {
  return board_.chip().channel<SramRequest>(side == 0 ? "stack_engine.left_sram" : "stack_engine.right_sram");
}

Channel<Finding>& FaultInjector::fifo_entries() {
  return board_.chip().channel<Finding>("pointer_fifo.entries");
}

void FaultInjector::arm(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) {
    if (in_sdram(fault.kind) && fault.place + kEccWordBytes > board_.sdram().capacity_bytes())
      throw InputError(to_text(fault), "an address below sdram.capacity_mib");
  }
  for (const Fault& fault : faults_) invert(fault);
  faults_ = faults;
  seen_ = {};
  seen_.sdram_words = board_.sdram().stored_bytes() / kEccWordBytes;
  seen_.check_bits = board_.config().sdram.ecc == Ecc::secded;
  struck_ = 0;
  for (const Fault& fault : faults_) {
    invert(fault);
    if (in_sdram(fault.kind)) ++struck_;
  }
}

void FaultInjector::invert(const Fault& fault) {
  if (!in_sdram(fault.kind)) return;
  board_.sdram().invert_bit(fault.place, fault.bits[0]);
  if (fault.kind == Kind::sdram_double) board_.sdram().invert_bit(fault.place, fault.bits[1]);
}

// A list word is always written before it is read: a bit
// that is wrong when it goes in is a bit that flips inside.
unsigned FaultInjector::List::on_put(SramRequest& request, bool) {
  if (!request.write) return 1;
  const Kind kind = side == 0 ? Kind::sram_left : Kind::sram_right;
  for (std::uint32_t i = 0; i < request.count; ++i) {
    const std::uint64_t word = injector.seen_.sram_words[static_cast<std::size_t>(side)]++;
    for (const Fault& fault : injector.faults_) {
      if (fault.kind != kind || fault.place != word) continue;
      request.words[i] ^= 1u << fault.bits[0];
      ++injector.struck_;
    }
  }
  return 1;
}

unsigned FaultInjector::Fifo::on_put(Finding& entry, bool room_for_two) {
  const std::uint64_t number = injector.seen_.entries++;
  unsigned copies = 1;
  for (Fault& fault : injector.faults_) {
    if (fault.place != number || in_ring(fault.kind)) continue;
    if (fault.kind == Kind::fifo_repeat && !room_for_two) ++fault.place;
    if (fault.kind == Kind::fifo_drop) copies = 0;
    if (fault.kind == Kind::fifo_repeat && room_for_two) copies = 2;
    if (fault.kind == Kind::fifo_bit) entry = with_flipped_bit(entry, fault.bits[0]);
    if (copies != 1 || fault.kind == Kind::fifo_bit) ++injector.struck_;
  }
  return copies;
}

unsigned FaultInjector::on_burst(std::vector<std::uint32_t>& words) {
  const std::uint64_t number = seen_.burst_words.size();
  seen_.burst_words.push_back(static_cast<std::uint32_t>(words.size()));
  unsigned copies = 1;
  for (const Fault& fault : faults_) {
    if (!in_ring(fault.kind) || fault.place != number) continue;
    if (fault.kind == Kind::ring_bit && fault.bits[0] / 32 >= words.size()) continue;
    if (fault.kind == Kind::ring_bit) words[fault.bits[0] / 32] ^= 1u << fault.bits[0] % 32;
    if (fault.kind != Kind::ring_bit) copies = fault.kind == Kind::ring_drop ? 0 : 2;
    ++struck_;
  }
  return copies;
}

}  // namespace collisionchip
