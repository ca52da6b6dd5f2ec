// Fields of up to 32 bits one behind the other in words of 32 bits, the lowest bit first.
#pragma once

#include <cstdint>

namespace collisionchip {

class BitWriter {
 public:
  // The words must be zero.
  explicit BitWriter(std::uint32_t* words) : words_(words) {}

  void put(std::uint32_t value, int bits) {
    const int word = at_ / 32, from = at_ % 32;
    words_[word] |= value << from;
    if (from + bits > 32) words_[word + 1] |= value >> (32 - from);
    at_ += bits;
  }

 private:
  std::uint32_t* words_;
  int at_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const std::uint32_t* words) : words_(words) {}

  std::uint32_t get(int bits) {
    const int word = at_ / 32, from = at_ % 32;
    std::uint64_t value = words_[word] >> from;
    if (from + bits > 32) value |= std::uint64_t{words_[word + 1]} << (32 - from);
    at_ += bits;
    return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
  }

 private:
  const std::uint32_t* words_;
  int at_ = 0;
};

}  // namespace collisionchip
