#include "cc_entries.h"

/* Offsets and bits: "Rings" of docs/host_port.md. */
enum { RING_BASE_LOW = 0x030, RING_BASE_HIGH = 0x034, RING_TAKEN = 0x100 };
enum { HEADER_WORDS = 2, COUNT_MASK = 0xffff, LAST = 1 << 16, STATUS_SHIFT = 24 };

static uint32_t slots_of(const cc_ring* ring) {
  return ring->ring_entries * 8 / ring->burst_bytes;
}

cc_result cc_use_ring(cc_chip* chip, const cc_ring* ring) {
  chip->ring = *ring;
  if (cc_write_word(chip, RING_BASE_LOW, (uint32_t)ring->address) != CC_OK) return CC_REFUSED;
  return cc_write_word(chip, RING_BASE_HIGH, (uint32_t)(ring->address >> 32));
}

void cc_clear_ring(const cc_chip* chip) {
  uint32_t slot;
  for (slot = 0; slot < slots_of(&chip->ring); ++slot)
    chip->ring.words[slot * (chip->ring.burst_bytes / 4)] = 0;
}

/* One burst; the slot is the chip's again when it is told how many were taken, which it is twice in a round. */
static cc_result take_burst(cc_chip* chip, const volatile uint32_t* burst, uint32_t number, cc_sink* to) {
  const uint32_t slots = slots_of(&chip->ring), half = slots > 1 ? slots / 2 : 1,
                 count = burst[1] & COUNT_MASK;
  uint32_t i, words[2];
  cc_result result = CC_OK;
  if (HEADER_WORDS + 2 * count > chip->ring.burst_bytes / 4) return CC_LOST;
  for (i = 0; i < count && result == CC_OK; ++i) {
    words[0] = burst[HEADER_WORDS + 2 * i];
    words[1] = burst[HEADER_WORDS + 2 * i + 1];
    result = cc_take_entry(chip, words, to);
  }
  if ((burst[1] & LAST) != 0) {
    chip->status = burst[1] >> STATUS_SHIFT;
    chip->error_address = burst[HEADER_WORDS + 2 * count];
  }
  return result == CC_OK && number % half == 0 ? cc_write_word(chip, RING_TAKEN, number) : result;
}

/* Bursts are numbered from 1 since the reset. */
cc_result cc_read_ring(cc_chip* chip, cc_sink* to) {
  cc_result result = CC_OK;
  uint32_t number;
  chip->status = 0;
  for (number = 1; result == CC_OK && chip->status == 0; ++number) {
    const volatile uint32_t* burst =
        chip->ring.words + (number - 1) % slots_of(&chip->ring) * (chip->ring.burst_bytes / 4);
    while (burst[0] != number) {
      if (chip->board.wait != NULL && chip->board.wait(chip->board.board) != 0) return CC_REFUSED;
    }
    result = take_burst(chip, burst, number, to);
  }
  if (result == CC_OK && (chip->status & CC_STATUS_ERROR) != 0) return CC_INCOMPLETE;
  return result == CC_OK && !to->closed ? CC_LOST : result;
}
