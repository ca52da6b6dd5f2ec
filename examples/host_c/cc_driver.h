/* A driver of the collision chip in plain C99. It knows docs/host_port.md and two functions of a board, and neither SystemC
 * nor C++. Words are those of the host: a board with another order of bytes swaps them in its two functions. */
#ifndef CC_DRIVER_H
#define CC_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the board gives. Each returns 0, or anything else for a transfer that was refused. */
typedef struct {
  void* board; /* handed to each function */
  int (*write32)(void* board, uint64_t address, const uint32_t* words, size_t count);
  int (*read32)(void* board, uint64_t address, uint32_t* words, size_t count);
  /* Until the interrupt is up, or with a ring until something was written to it. NULL: the driver looks again and again. */
  int (*wait)(void* board);
} cc_board;

/* What the driver has to know of the chip's keys. */
typedef struct {
  int queue;       /* group_engine.queries above 1 */
  int entry_check; /* pointer_fifo.entry_check */
  int leaf_pair;   /* pointer_fifo.entry = leaf_pair: entries name blocks of the image */
  unsigned
      numbers_at; /* then: the word of a block where its triangles' numbers begin (docs/group_machine.md), 12 or 18 */
} cc_machine;

typedef enum {
  CC_OK = 0,
  CC_REFUSED,    /* the board or the chip refused a transfer */
  CC_NO_CHIP,    /* something else answers at this address */
  CC_INCOMPLETE, /* the chip has no whole answer: see status and error_address */
  CC_LOST,       /* the entries read are not those that were found, or one names no triangles */
  CC_NO_MEMORY
} cc_result;

/* host.results = memory: where the chip writes its results. */
typedef struct {
  volatile uint32_t* words; /* host.ring_entries times two, the host's; a burst appears in it as a whole */
  uint64_t address;         /* the same place, as the chip names it */
  uint32_t ring_entries, burst_bytes; /* keys of section host */
} cc_ring;

/* What the host makes of a pose: words of the matrix registers, and both roots. */
typedef struct {
  const uint32_t *mmm, *frames;
  size_t mmm_words, frame_words;
  uint32_t tumbled_root, aligned_root;
} cc_pose;

/* A query of a chip with a Pose Unit, which makes the registers. */
typedef struct {
  const uint32_t*
      pose; /* of B in A's frame: twelve float32, three rows of the matrix, then the translation */
  uint32_t object_a, object_b; /* slots of the object table */
  int a_tumbled;
} cc_doorbell;

/* Told of each pair once, in no order. certain: 0 if an exact test has to settle it. */
typedef void (*cc_take)(void* user, uint32_t tumbled, uint32_t aligned, int certain);

typedef struct {
  cc_board board;
  cc_machine machine;
  cc_ring ring;          /* words is NULL: results are read from the Pointer FIFO */
  const uint32_t* image; /* the caller's, which outlives the queries */
  size_t image_words;
  uint32_t status, error_address; /* of the last query */
  uint32_t (*work)[2];            /* roots of queries still to be asked */
  size_t work_count, work_room;
} cc_chip;

/* Looks for the chip and resets it. */
cc_result cc_open(cc_chip* chip, const cc_board* board, const cc_machine* machine);
/* Tells the chip where the ring is. */
cc_result cc_use_ring(cc_chip* chip, const cc_ring* ring);
/* Puts both objects into the SDRAM: the image as testbench/host/board_image.h lays it out. */
cc_result cc_upload(cc_chip* chip, const uint32_t* image, size_t words);
/* With a Pose Unit: 64 words about an object of the image, with its place and its root. */
cc_result cc_put_object(cc_chip* chip, uint32_t slot, const uint32_t* record);
/* One pose, and the work that found no room on the chip. The other one needs a ring. */
cc_result cc_query(cc_chip* chip, const cc_pose* pose, cc_take take, void* user);
cc_result cc_query_by_doorbell(cc_chip* chip, const cc_doorbell* query, cc_take take, void* user);
void cc_close(cc_chip* chip);

#ifdef __cplusplus
}
#endif
#endif
