// The check bits of 72-bit memory modules, on the wires beside the data of a transaction. Ignorable, as the
// base protocol wants extensions: a memory that knows it sets `stored`, one that does not leaves it.
#pragma once

#include <cstdint>

#include <tlm>

namespace collisionchip {

struct CheckBits : tlm::tlm_extension<CheckBits> {
  std::uint8_t* bits = nullptr;  // one byte per 64-bit word of the data, which must be whole words
  bool stored = false;           // the memory has read or written them

  tlm::tlm_extension_base* clone() const override { return new CheckBits(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const CheckBits&>(other);
  }
  void free() override {}  // a member of whoever makes the transaction
};

}  // namespace collisionchip
