/* What the parts of the driver share. */
#ifndef CC_ENTRIES_H
#define CC_ENTRIES_H

#include "cc_driver.h"

enum { CC_STATUS_DONE = 2, CC_STATUS_ERROR = 4 };

/* Where the entries of one start go, and what came. */
typedef struct {
  cc_take take;
  void* user;
  uint32_t count, crc;
  int closed;
} cc_sink;

cc_result cc_write_word(cc_chip* chip, uint64_t address, uint32_t word);
/* An entry of the Pointer FIFO or of a ring. */
cc_result cc_take_entry(cc_chip* chip, const uint32_t words[2], cc_sink* to);

/* cc_ring.c: forgets the bursts of queries before, and reads those of one. */
void cc_clear_ring(const cc_chip* chip);
cc_result cc_read_ring(cc_chip* chip, cc_sink* to);

#endif
