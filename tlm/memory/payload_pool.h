// The memory manager of the Memory Controller's transactions:
// payloads with their data buffer, used again and again.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <tlm>

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/reference/image/secded.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/machine/policies.h"
#include "collisionchip/tlm/memory/check_bits.h"

namespace collisionchip {

class PayloadPool : public tlm::tlm_mm_interface {
 public:
  struct Payload : tlm::tlm_generic_payload {
    alignas(64) NodePairData data;  // of a triangle its first words
    std::array<std::uint8_t, kSdramBlockBytes / kEccWordBytes> check{};
    CheckBits check_bits;

    ~Payload() override { clear_extension(&check_bits); }
  };

  explicit PayloadPool(Ecc ecc) : ecc_(ecc) {}

  // A read of `bytes` at `address`, reference count 1.
  Payload& acquire_read(std::uint64_t address, unsigned bytes) {
    return acquire(tlm::TLM_READ_COMMAND, address, bytes);
  }
  // A write; its data have to be filled in.
  Payload& acquire_write(std::uint64_t address, unsigned bytes) {
    return acquire(tlm::TLM_WRITE_COMMAND, address, bytes);
  }

  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    free_.push_back(static_cast<Payload*>(payload));
  }

 private:
  Payload& acquire(tlm::tlm_command command, std::uint64_t address, unsigned bytes) {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Payload>());
      Payload& made = *all_.back();
      made.set_mm(this);
      made.check_bits.bits = made.check.data();
      if (ecc_ == Ecc::secded) made.set_extension(&made.check_bits);
      free_.push_back(&made);
    }
    Payload& payload = *free_.back();
    free_.pop_back();
    payload.acquire();
    payload.check_bits.stored = false;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(payload.data.words.data()));
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_dmi_allowed(false);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    return payload;
  }

  Ecc ecc_;
  std::vector<std::unique_ptr<Payload>> all_;
  std::vector<Payload*> free_;
};

}  // namespace collisionchip
