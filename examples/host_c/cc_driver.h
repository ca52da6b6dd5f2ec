/* A driver of the collision chip in plain C99, without SystemC and C++. It uses the interface of docs/host_port.md and the functions of a
 * board. Words are in the host's order of bytes. A board with another order swaps the bytes in its two functions. */
#ifndef CC_DRIVER_H
#define CC_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of a board. Each returns 0, or another number if the transfer was refused. */
typedef struct {
  void* board; /* the first argument of each function */
  int (*write32)(void* board, uint64_t address, const uint32_t* words, size_t count);
  int (*read32)(void* board, uint64_t address, uint32_t* words, size_t count);
  /* Waits until the interrupt is up, or with a ring until the chip has written to the ring. NULL: the driver polls. */
  int (*wait)(void* board);
} cc_board;

/* The keys of the chip that the driver needs. */
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

/* A pose in the form that the chip takes: words of the matrix registers, and both roots. */
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

/* Called once for each pair, in any order. certain: 0 if an exact test has to settle the pair. */
typedef void (*cc_take)(void* user, uint32_t tumbled, uint32_t aligned, int certain);

typedef struct {
  cc_board board;
  cc_machine machine;
  cc_ring ring;          /* words is NULL: results are read from the Pointer FIFO */
  const uint32_t* image; /* the caller's, which outlives the queries */
  size_t image_words;
  uint32_t status, error_address; /* what the last query left in these registers */
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
/* Asks about one pose, including the work that found no room on the chip. cc_query_by_doorbell() needs a ring. */
cc_result cc_query(cc_chip* chip, const cc_pose* pose, cc_take take, void* user);
cc_result cc_query_by_doorbell(cc_chip* chip, const cc_doorbell* query, cc_take take, void* user);
void cc_close(cc_chip* chip);

#ifdef __cplusplus
}
#endif
#endif
