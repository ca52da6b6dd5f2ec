#include "collisionchip/tlm/machine/doorbell.h"

#include <algorithm>

namespace collisionchip {

namespace {
constexpr std::uint32_t kEntryBits = 15, kSlotBits = 0xffff;
constexpr unsigned kSlotShift = 16;
constexpr std::uint32_t kFirstWitnessBit = 1u << 8, kATumbledBit = 1u << 9, kLastBit = 1u << 10;
}  // namespace

DoorbellWords doorbell_words(const PoseCommand& command) {
  DoorbellWords words{};
  std::copy(command.pose.begin(), command.pose.end(), words.begin());
  words[12] = command.object_a | command.object_b << kSlotShift;
  words[13] = command.tumbled_root;
  words[14] = command.aligned_root;
  words[15] = command.query | (command.first_witness ? kFirstWitnessBit : 0) |
              (command.a_tumbled ? kATumbledBit : 0) | (command.last ? kLastBit : 0);
  return words;
}

PoseCommand pose_command_of(const std::uint32_t* words) {
  PoseCommand command;
  std::copy_n(words, command.pose.size(), command.pose.begin());
  command.object_a = words[12] & kSlotBits;
  command.object_b = words[12] >> kSlotShift;
  command.tumbled_root = words[13];
  command.aligned_root = words[14];
  command.query = words[15] & kEntryBits;
  command.first_witness = (words[15] & kFirstWitnessBit) != 0;
  command.a_tumbled = (words[15] & kATumbledBit) != 0;
  command.last = (words[15] & kLastBit) != 0;
  return command;
}

}  // namespace collisionchip
