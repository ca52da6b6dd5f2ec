// The driver of examples/host_c on a chip that is a script: what it does when a transfer is refused, entries are lost or wrong, and
// work is left over. That it finds what the model finds is host_c itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "collisionchip/tlm/machine/doorbell.h"
#include "collisionchip/tlm/machine/entry_check.h"
#include "collisionchip/tlm/machine/leaf_pair_entry.h"
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machine/result_burst.h"

#include "cc_driver.h"

namespace collisionchip {
namespace {

using namespace registers;

// Each start makes the next entries of the script readable.
struct ScriptedChip {
  std::deque<std::vector<EntryWords>> script;
  std::uint32_t identity = kIdentityValue, ends_with = kDone;
  int transfers_left = -1;  // then all are refused; below 0: none is

  std::map<std::uint64_t, std::uint32_t> registers;
  std::deque<EntryWords> fifo;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> started;  // roots
  std::size_t window_words = 0;
  std::vector<std::vector<std::uint32_t>> doorbells;
  std::uint32_t resets = 0;

  bool refuses() { return transfers_left >= 0 && transfers_left-- == 0; }

  static int write32(void* board, std::uint64_t address, const std::uint32_t* words, std::size_t count) {
    ScriptedChip& chip = *static_cast<ScriptedChip*>(board);
    if (chip.refuses()) return 1;
    if (address >= kSdramWindow) chip.window_words += count;
    chip.registers[address] = words[0];
    if (address == kControl && (words[0] & kReset) != 0) chip.registers[kStatus] = 0, ++chip.resets;
    if (address == kDoorbell) chip.doorbells.emplace_back(words, words + count), chip.start();
    if (address == kControl && (words[0] & kStart) != 0) chip.start();
    return 0;
  }
  static int read32(void* board, std::uint64_t address, std::uint32_t* words, std::size_t count) {
    ScriptedChip& chip = *static_cast<ScriptedChip*>(board);
    if (chip.refuses()) return 1;
    chip.registers[kIdentity] = chip.identity;
    chip.registers[kFifoLevel] = static_cast<std::uint32_t>(chip.fifo.size());
    for (std::size_t i = 0; i < count; ++i) {
      words[i] = address == kFifo ? chip.fifo[i / 2][i % 2] : chip.registers[address];
    }
    if (address == kFifo)
      chip.fifo.erase(chip.fifo.begin(), chip.fifo.begin() + static_cast<std::ptrdiff_t>(count / 2));
    return 0;
  }
  void start() {
    started.emplace_back(registers[kTumbledRoot], registers[kAlignedRoot]);
    registers[kStatus] = ends_with;
    if (script.empty()) return;
    fifo.assign(script.front().begin(), script.front().end());
    script.pop_front();
  }
};

struct Pair {
  std::uint32_t tumbled, aligned;
  bool certain;
};
bool operator==(const Pair& a, const Pair& b) {
  return a.tumbled == b.tumbled && a.aligned == b.aligned && a.certain == b.certain;
}

void take(void* user, std::uint32_t tumbled, std::uint32_t aligned, int certain) {
  static_cast<std::vector<Pair>*>(user)->push_back({tumbled, aligned, certain != 0});
}

struct Asked {
  cc_result result = CC_OK;
  std::vector<Pair> pairs;
  std::uint32_t error_address = 0;
};

Asked ask(ScriptedChip& script, const cc_machine& machine, const std::vector<std::uint32_t>& image = {}) {
  const cc_board board = {&script, &ScriptedChip::write32, &ScriptedChip::read32, nullptr};
  const std::uint32_t word = 0;
  const cc_pose pose = {&word, &word, 1, 1, 0x703, 0x901};
  cc_chip chip;
  Asked asked;
  asked.result = cc_open(&chip, &board, &machine);
  if (asked.result == CC_OK) asked.result = cc_upload(&chip, image.data(), image.size());
  if (asked.result == CC_OK) asked.result = cc_query(&chip, &pose, take, &asked.pairs);
  asked.error_address = chip.error_address;
  cc_close(&chip);
  return asked;
}

std::vector<EntryWords> closed(std::vector<EntryWords> entries, std::uint32_t query = 0) {
  EntryCheck check;
  for (const EntryWords& entry : entries) check.add(entry);
  entries.push_back({check.count() | 3u << 30, (check.checksum() & kEntryNumberMask) | query << 28});
  return entries;
}

// A chip that writes bursts of three entries into a ring of four slots, one each time the host waits and a slot is free.
struct ScriptedRing : ScriptedChip {
  static constexpr std::uint32_t kSlots = 4, kSlotWords = 8;
  std::vector<std::uint32_t> words = std::vector<std::uint32_t>(kSlots * kSlotWords);
  std::uint32_t written = 0, since_reset = 0;
  std::size_t at = 0;
  std::uint32_t status = kDone;

  static int wait(void* board) {
    ScriptedRing& chip = *static_cast<ScriptedRing*>(static_cast<ScriptedChip*>(board));
    if (chip.since_reset != chip.resets) {
      chip.since_reset = chip.resets;
      chip.written = chip.registers[kRingTaken] = 0;
      chip.at = 0;
    }
    const std::uint32_t taken = chip.registers[kRingTaken];
    if (chip.at == chip.fifo.size() || chip.written - taken == kSlots) return 1;
    ResultBurst burst;
    burst.number = ++chip.written;
    const std::size_t left = chip.fifo.size() - chip.at;
    burst.closing = left <= 2;
    for (std::size_t count = burst.closing ? left : 3; count > 0 && chip.at < chip.fifo.size(); --count)
      burst.entries.push_back(chip.fifo[chip.at++]);
    if (burst.closing) burst.status = chip.status, burst.error_address = 0x4321;
    const std::vector<std::uint32_t> made = words_of(burst);
    std::copy(made.begin(), made.end(), chip.words.begin() + (burst.number - 1) % kSlots * kSlotWords);
    return 0;
  }
};

Asked ask_ring(ScriptedRing& script, const cc_doorbell* doorbell = nullptr) {
  ScriptedChip* const board_of = &script;
  const cc_board board = {board_of, &ScriptedChip::write32, &ScriptedChip::read32, &ScriptedRing::wait};
  const cc_machine machine = {0, 0, 0, 0};
  const cc_ring ring = {script.words.data(), 0x1'2345'6780, 16, 32};
  const std::uint32_t word = 0;
  const cc_pose pose = {&word, &word, 1, 1, 0x703, 0x901};
  cc_chip chip;
  Asked asked;
  asked.result = cc_open(&chip, &board, &machine);
  if (asked.result == CC_OK) asked.result = cc_use_ring(&chip, &ring);
  if (asked.result == CC_OK)
    asked.result = doorbell != nullptr ? cc_query_by_doorbell(&chip, doorbell, take, &asked.pairs)
                                       : cc_query(&chip, &pose, take, &asked.pairs);
  asked.error_address = chip.error_address;
  cc_close(&chip);
  return asked;
}

// With all bits of the checksum, as without a command queue.
std::vector<EntryWords> closed_whole(std::vector<EntryWords> entries) {
  EntryCheck check;
  for (const EntryWords& entry : entries) check.add(entry);
  entries.push_back({check.count() | 3u << 30, check.checksum()});
  return entries;
}

constexpr cc_machine kPlain = {0, 0, 0, 0}, kQueue = {1, 0, 0, 0};

TEST(DriverInC, TellsPairsAndAsksForUnfinishedWorkWithItsRoots) {
  ScriptedChip chip;
  const Finding left{Finding::Kind::unfinished, 0x1203, 0xffffff01, {}};
  chip.script = {{{5, 6}, entry_words(left), {7u | 1u << 30, 8}}, {{9, 10}}};
  const Asked asked = ask(chip, kPlain);
  EXPECT_EQ(asked.result, CC_OK);
  EXPECT_EQ(asked.pairs, (std::vector<Pair>{{5, 6, true}, {7, 8, false}, {9, 10, true}}));
  EXPECT_EQ(chip.started,
            (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0x703, 0x901}, {0x1203, 0xffffff01}}));
}

TEST(DriverInC, ReadsAWholeWindowAfterTheOther) {
  ScriptedChip chip;
  chip.script.emplace_back();
  for (std::uint32_t entry = 0; entry < 1300; ++entry) chip.script.front().push_back({entry, entry + 1});
  const Asked asked = ask(chip, kPlain);
  ASSERT_EQ(asked.pairs.size(), 1300u);
  for (std::uint32_t entry = 0; entry < 1300; ++entry)
    EXPECT_EQ(asked.pairs[entry], (Pair{entry, entry + 1, true}));
}

TEST(DriverInC, LooksUpTrianglesOfLeavesInTheImage) {
  for (const bool queue : {false, true}) {
    std::vector<std::uint32_t> image(40 * 8);
    for (std::uint32_t triangle = 0; triangle < 4; ++triangle) {
      image[3 * 8 + 18 + triangle] = 100 + triangle;
      image[21 * 8 + 18 + triangle] = 200 + triangle;
    }
    const LeafPairEntry named{{3, 21}, 1u << 15 | 1u << 9 | 1u << 2};
    const Finding finding = leaf_pair_finding(Finding::Kind::hit, named, queue);
    const Finding outside = leaf_pair_finding(Finding::Kind::hit, {{3, 38}, 1u}, queue);
    const cc_machine machine = {queue, 0, 1, 18};
    ScriptedChip chip;
    chip.script = {closed({entry_words(finding)})};
    if (!queue) chip.script.front().pop_back();
    const Asked asked = ask(chip, machine, image);
    EXPECT_EQ(asked.result, CC_OK);
    EXPECT_EQ(asked.pairs, (std::vector<Pair>{{100, 202, true}, {102, 201, true}, {103, 203, true}}));
    EXPECT_EQ(chip.window_words, image.size());
    chip.script = {{entry_words(outside)}};
    EXPECT_EQ(ask(chip, machine, image).result, CC_LOST);
  }
}

TEST(DriverInC, ComparesTheClosingEntry) {
  const std::vector<EntryWords> good = closed({{5, 6}, {7, 8}, {1u << 30, 9}});
  const auto result = [](std::vector<EntryWords> entries, const cc_machine& machine) {
    ScriptedChip chip;
    chip.script = {std::move(entries)};
    return ask(chip, machine).result;
  };
  EXPECT_EQ(result(good, kQueue), CC_OK);
  EXPECT_EQ(result({good[0], good[1], good[2]}, kQueue), CC_LOST);           // none closes them
  EXPECT_EQ(result({good[0], good[2], good[3]}, kQueue), CC_LOST);           // one is lost
  EXPECT_EQ(result({good[1], good[0], good[2], good[3]}, kQueue), CC_LOST);  // another order
  EXPECT_EQ(result({good[0], good[1], good[2], good[3], good[0]}, kQueue), CC_LOST);
  EXPECT_EQ(result({{5, 7}, good[1], good[2], good[3]}, kQueue), CC_LOST);
  EXPECT_EQ(result({good[0], good[1], good[2]}, kPlain), CC_OK);
}

TEST(DriverInC, AnErrorIsAnIncompleteAnswerWithItsAddress) {
  ScriptedChip chip;
  chip.ends_with = kDone | kError;
  chip.registers[kErrorAddress] = 0x1234;
  const Asked asked = ask(chip, kPlain);
  EXPECT_EQ(asked.result, CC_INCOMPLETE);
  EXPECT_EQ(asked.error_address, 0x1234u);
}

TEST(DriverInC, ReadsARingThatTurnsAndTellsTheChipHowManyBurstsItTook) {
  std::vector<EntryWords> entries;
  for (std::uint32_t entry = 0; entry < 100; ++entry) entries.push_back({entry, entry + 7});
  ScriptedRing chip;
  chip.script = {closed_whole(entries)};
  const Asked asked = ask_ring(chip);
  EXPECT_EQ(asked.result, CC_OK);
  ASSERT_EQ(asked.pairs.size(), 100u);
  for (std::uint32_t entry = 0; entry < 100; ++entry)
    EXPECT_EQ(asked.pairs[entry], (Pair{entry, entry + 7, true}));
  EXPECT_EQ(chip.written, 34u);
  EXPECT_EQ(chip.registers[kRingTaken], 34u);
  EXPECT_EQ(chip.registers[kRingBaseLow], 0x2345'6780u);
  EXPECT_EQ(chip.registers[kRingBaseHigh], 1u);
}

TEST(DriverInC, ADoorbellIsPoseSlotsRootsAndFlags) {
  std::vector<std::uint32_t> pose(12);
  std::iota(pose.begin(), pose.end(), 100u);
  const cc_doorbell query = {pose.data(), 3, 5, 1};
  ScriptedRing chip;
  const Finding left{Finding::Kind::unfinished, 0x1203, 0xffffff01, {}};
  chip.script = {closed_whole({entry_words(left)}), closed_whole({{7, 8}})};
  const Asked asked = ask_ring(chip, &query);
  EXPECT_EQ(asked.result, CC_OK);
  EXPECT_EQ(asked.pairs, (std::vector<Pair>{{7, 8, true}}));
  ASSERT_EQ(chip.doorbells.size(), 2u);
  for (const bool second : {false, true}) {
    PoseCommand command;
    std::copy(pose.begin(), pose.end(), command.pose.begin());
    command.object_a = 3;
    command.object_b = 5;
    command.a_tumbled = command.last = true;
    if (second) command.tumbled_root = 0x1203, command.aligned_root = 0xffffff01;
    const DoorbellWords words = doorbell_words(command);
    EXPECT_EQ(chip.doorbells[second], std::vector<std::uint32_t>(words.begin(), words.end())) << second;
  }
  ScriptedChip without;
  const cc_board board = {&without, &ScriptedChip::write32, &ScriptedChip::read32, nullptr};
  cc_chip opened;
  ASSERT_EQ(cc_open(&opened, &board, &kQueue), CC_OK);
  EXPECT_EQ(cc_query_by_doorbell(&opened, &query, take, nullptr), CC_REFUSED)
      << "answers come in a ring alone";
}

TEST(DriverInC, ARingSaysErrorsAndWhatIsLost) {
  ScriptedRing failed;
  failed.script = {closed_whole({{1, 2}})};
  failed.status = kDone | kError;
  const Asked asked = ask_ring(failed);
  EXPECT_EQ(asked.result, CC_INCOMPLETE);
  EXPECT_EQ(asked.error_address, 0x4321u);
  ScriptedRing lost;
  lost.script = {closed_whole({{1, 2}, {3, 4}, {5, 6}, {7, 8}})};
  lost.script.front().erase(lost.script.front().begin() + 2);
  EXPECT_EQ(ask_ring(lost).result, CC_LOST);
  ScriptedRing silent;  // no burst comes, and the board gives up
  silent.script = {{}};
  EXPECT_EQ(ask_ring(silent).result, CC_REFUSED);
}

TEST(DriverInC, EveryRefusedTransferEndsTheQuery) {
  const Finding left{Finding::Kind::unfinished, 0x1203, 0x1301, {}};
  int refused = 0;
  for (bool done = false; !done; ++refused) {
    ScriptedChip chip;
    chip.script = {closed({{5, 6}, entry_words(left)}), closed({})};
    chip.transfers_left = refused;
    const cc_result result = ask(chip, kQueue, {1, 2, 3}).result;
    done = chip.transfers_left >= 0;
    EXPECT_EQ(result, done ? CC_OK : CC_REFUSED) << refused;
  }
  EXPECT_GT(refused, 20);
  ScriptedChip other;
  other.identity = 0xffffffff;
  EXPECT_EQ(ask(other, kPlain).result, CC_NO_CHIP);
}

}  // namespace
}  // namespace collisionchip
