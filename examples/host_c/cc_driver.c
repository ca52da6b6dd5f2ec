#include <stdlib.h>
#include <string.h>

#include "cc_entries.h"

/* Offsets and bits: "Register map" of docs/host_port.md. */
enum {
  IDENTITY = 0x000,
  CONTROL = 0x004,
  STATUS = 0x008,
  INTERRUPT = 0x00c,
  TUMBLED_ROOT = 0x010,
  ALIGNED_ROOT = 0x014
};
enum {
  FIFO_LEVEL = 0x018,
  ERROR_ADDRESS = 0x024,
  QUEUE_ENTRY = 0x028,
  MMM = 0x400,
  FRAMES = 0x800,
  FIFO = 0x1000,
  DOORBELL = 0x2000,
  OBJECT_TABLE = 0x10000
};
enum { START = 1, RESET = 2, ENABLE_DONE = 8, ENABLE_FIFO = 16 }; /* control */
enum { A_TUMBLED = 1 << 9, NO_DOORBELL_FOLLOWS = 1 << 10 };       /* word 15 of a doorbell */
enum { HIT, UNCERTAIN, UNFINISHED, CLOSING };                     /* bits 31..30 of an entry */
enum {
  ENTRIES_PER_READ = 512,
  WORDS_PER_WRITE = 16384,
  UNIT_WORDS = 8,
  DOORBELL_WORDS = 16,
  OBJECT_WORDS = 64
};
static const uint64_t SDRAM_WINDOW = 0x40000000;
static const uint32_t IDENTITY_VALUE = 0x43435031, TYPE_MASK = 0x3fffffff, QUERY_MASK = 0x0fffffff;

static cc_result write_words(cc_chip* chip, uint64_t address, const uint32_t* words, size_t count) {
  return chip->board.write32(chip->board.board, address, words, count) == 0 ? CC_OK : CC_REFUSED;
}

cc_result cc_write_word(cc_chip* chip, uint64_t address, uint32_t word) {
  return write_words(chip, address, &word, 1);
}

static cc_result read_word(cc_chip* chip, uint64_t address, uint32_t* word) {
  return chip->board.read32(chip->board.board, address, word, 1) == 0 ? CC_OK : CC_REFUSED;
}

cc_result cc_open(cc_chip* chip, const cc_board* board, const cc_machine* machine) {
  const cc_chip fresh = {*board, *machine, {NULL, 0, 0, 0}, NULL, 0, 0, 0, NULL, 0, 0};
  uint32_t identity = 0;
  *chip = fresh;
  if (read_word(chip, IDENTITY, &identity) != CC_OK) return CC_REFUSED;
  return identity == IDENTITY_VALUE ? cc_write_word(chip, CONTROL, RESET) : CC_NO_CHIP;
}

void cc_close(cc_chip* chip) {
  free(chip->work);
  chip->work = NULL;
  chip->work_count = chip->work_room = 0;
}

cc_result cc_upload(cc_chip* chip, const uint32_t* image, size_t words) {
  size_t at, now;
  for (at = 0; at < words; at += now) {
    now = words - at < WORDS_PER_WRITE ? words - at : WORDS_PER_WRITE;
    if (write_words(chip, SDRAM_WINDOW + 4 * (uint64_t)at, image + at, now) != CC_OK) return CC_REFUSED;
  }
  chip->image = image;
  chip->image_words = words;
  return CC_OK;
}

/* The read comes back behind the writes: the record is in the table then. */
cc_result cc_put_object(cc_chip* chip, uint32_t slot, const uint32_t* record) {
  const uint64_t address = OBJECT_TABLE + 4 * OBJECT_WORDS * (uint64_t)slot;
  uint32_t identity = 0;
  if (write_words(chip, address, record, OBJECT_WORDS) != CC_OK) return CC_REFUSED;
  return read_word(chip, IDENTITY, &identity);
}

/* --- entries --- */

static void add_to_crc(cc_sink* to, uint32_t word) {
  int bit;
  to->crc = ~to->crc ^ word; /* 32 bits at once: the order of the bytes is that of the bits */
  for (bit = 0; bit < 32; ++bit) to->crc = to->crc >> 1 ^ ((to->crc & 1) * 0xedb88320u);
  to->crc = ~to->crc;
}

static cc_result put_work(cc_chip* chip, uint32_t tumbled, uint32_t aligned) {
  if (chip->work_count == chip->work_room) {
    const size_t room = chip->work_room == 0 ? 64 : 2 * chip->work_room;
    uint32_t(*more)[2] = realloc(chip->work, room * sizeof *more);
    if (more == NULL) return CC_NO_MEMORY;
    chip->work = more;
    chip->work_room = room;
  }
  chip->work[chip->work_count][0] = tumbled;
  chip->work[chip->work_count++][1] = aligned;
  return CC_OK;
}

static uint32_t unpacked(uint32_t word) {
  return (word & TYPE_MASK & ~3u) << 5 | (word & 3);
}

/* Sixteen bits say which triangles of two blocks. */
static cc_result take_leaves(cc_chip* chip, uint32_t first, uint32_t second, int certain, const cc_sink* to) {
  const unsigned low = chip->machine.queue ? 7 : 8, high = 16 - low;
  const uint32_t pairs = (first & ((1u << high) - 1)) << low | (second & ((1u << low) - 1));
  const size_t tumbled = (size_t)(first >> high) * UNIT_WORDS + chip->machine.numbers_at;
  const size_t aligned = (size_t)(second >> low) * UNIT_WORDS + chip->machine.numbers_at;
  unsigned bit;
  if (tumbled + 4 > chip->image_words || aligned + 4 > chip->image_words) return CC_LOST;
  for (bit = 0; bit < 16; ++bit) {
    if ((pairs >> bit & 1) != 0)
      to->take(to->user, chip->image[tumbled + bit / 4], chip->image[aligned + bit % 4], certain);
  }
  return CC_OK;
}

cc_result cc_take_entry(cc_chip* chip, const uint32_t words[2], cc_sink* to) {
  const uint32_t type = words[0] >> 30, first = words[0] & TYPE_MASK;
  const uint32_t checked = chip->machine.queue ? QUERY_MASK : ~(uint32_t)0, second = words[1] & checked;
  if (to->closed) return CC_LOST;
  if (type == CLOSING) {
    to->closed = 1;
    return first == to->count && ((second ^ to->crc) & checked) == 0 ? CC_OK : CC_LOST;
  }
  ++to->count;
  add_to_crc(to, words[0]);
  add_to_crc(to, words[1]);
  if (type == UNFINISHED) return put_work(chip, unpacked(first), unpacked(second));
  if (chip->machine.leaf_pair) return take_leaves(chip, first, second, type == HIT, to);
  to->take(to->user, first, second, type == HIT);
  return CC_OK;
}

/* --- queries --- */

static cc_result drain(cc_chip* chip, cc_sink* to) {
  uint32_t words[2 * ENTRIES_PER_READ], level = 0, now, i;
  cc_result result = read_word(chip, FIFO_LEVEL, &level);
  while (result == CC_OK && level > 0) {
    now = level < ENTRIES_PER_READ ? level : ENTRIES_PER_READ;
    if (chip->board.read32(chip->board.board, FIFO, words, 2 * (size_t)now) != 0) return CC_REFUSED;
    for (i = 0; i < now && result == CC_OK; ++i) result = cc_take_entry(chip, words + 2 * i, to);
    level -= now;
    if (result == CC_OK && level == 0) result = read_word(chip, FIFO_LEVEL, &level);
  }
  return result;
}

/* Entries are read while the chip works: a full Pointer FIFO would stop it. Interrupts are cleared before the status is
 * read, so that an end between the two raises the next one. */
static cc_result read_results(cc_chip* chip, cc_sink* to) {
  cc_result result = CC_OK;
  for (chip->status = 0; result == CC_OK && (chip->status & CC_STATUS_DONE) == 0;) {
    if (chip->board.wait != NULL && chip->board.wait(chip->board.board) != 0) return CC_REFUSED;
    if (cc_write_word(chip, INTERRUPT, 3) != CC_OK || read_word(chip, STATUS, &chip->status) != CC_OK)
      return CC_REFUSED;
    if ((chip->status & CC_STATUS_ERROR) != 0) {
      result = read_word(chip, ERROR_ADDRESS, &chip->error_address);
      return result == CC_OK ? CC_INCOMPLETE : result;
    }
    result = drain(chip, to);
  }
  if (result == CC_OK && (chip->machine.queue || chip->machine.entry_check) && !to->closed) return CC_LOST;
  return result;
}

/* Matrices survive it, and so does the place of the ring. */
static cc_result reset(cc_chip* chip) {
  if (chip->ring.words != NULL) cc_clear_ring(chip);
  return cc_write_word(chip, CONTROL, RESET);
}

static cc_result write_matrices(cc_chip* chip, const cc_pose* pose) {
  cc_result result = CC_OK;
  if (chip->machine.queue) result = cc_write_word(chip, QUEUE_ENTRY, 0);
  if (result == CC_OK) result = write_words(chip, MMM, pose->mmm, pose->mmm_words);
  return result == CC_OK ? write_words(chip, FRAMES, pose->frames, pose->frame_words) : result;
}

static cc_result start(cc_chip* chip, uint32_t tumbled_root, uint32_t aligned_root) {
  const int interrupts = chip->board.wait != NULL && chip->ring.words == NULL;
  cc_result result = cc_write_word(chip, TUMBLED_ROOT, tumbled_root);
  if (result == CC_OK) result = cc_write_word(chip, ALIGNED_ROOT, aligned_root);
  if (result != CC_OK) return result;
  return cc_write_word(chip, CONTROL, START | (interrupts ? ENABLE_DONE | ENABLE_FIFO : 0));
}

/* Of entry 0 of the queue, and the only one of its run. A root of 0 is the object's own. */
static cc_result ring_doorbell(cc_chip* chip, const cc_doorbell* query, uint32_t tumbled_root,
                               uint32_t aligned_root) {
  uint32_t words[DOORBELL_WORDS];
  memcpy(words, query->pose, 12 * sizeof *words);
  words[12] = query->object_a | query->object_b << 16;
  words[13] = tumbled_root;
  words[14] = aligned_root;
  words[15] = NO_DOORBELL_FOLLOWS | (query->a_tumbled ? A_TUMBLED : 0);
  return write_words(chip, DOORBELL, words, DOORBELL_WORDS);
}

/* On a chip that has been reset, and again for the work that found no room. Without a doorbell the matrices are there. */
static cc_result run(cc_chip* chip, const cc_doorbell* query, uint32_t tumbled, uint32_t aligned,
                     cc_take take, void* user) {
  cc_result result = CC_OK;
  for (chip->work_count = 0; result == CC_OK;) {
    cc_sink to = {take, user, 0, 0, 0};
    result = query != NULL ? ring_doorbell(chip, query, tumbled, aligned) : start(chip, tumbled, aligned);
    if (result == CC_OK)
      result = chip->ring.words != NULL ? cc_read_ring(chip, &to) : read_results(chip, &to);
    if (result != CC_OK || chip->work_count == 0) break;
    tumbled = chip->work[--chip->work_count][0];
    aligned = chip->work[chip->work_count][1];
    result = reset(chip);
  }
  return result;
}

cc_result cc_query(cc_chip* chip, const cc_pose* pose, cc_take take, void* user) {
  cc_result result = reset(chip);
  if (result == CC_OK) result = write_matrices(chip, pose);
  return result == CC_OK ? run(chip, NULL, pose->tumbled_root, pose->aligned_root, take, user) : result;
}

cc_result cc_query_by_doorbell(cc_chip* chip, const cc_doorbell* query, cc_take take, void* user) {
  const cc_result result = chip->ring.words != NULL ? reset(chip) : CC_REFUSED;
  return result == CC_OK ? run(chip, query, 0, 0, take, user) : result;
}
