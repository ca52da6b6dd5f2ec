// The check bits of 72-bit memory modules, which have their own wires next to the data of a transaction. The extension can
// be ignored, as the base protocol demands: a memory that knows the extension sets `stored`, another memory does not.
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
  void free() override {}  // the maker of the transaction owns it
};

}  // namespace collisionchip
