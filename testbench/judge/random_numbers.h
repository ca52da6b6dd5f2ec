// Random numbers that are the same on every machine and for every compiler: splitmix64.
#pragma once

#include <cstddef>
#include <cstdint>

namespace collisionchip {

class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53;
  }
  // 0 to count - 1.
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(between(0, 1) * static_cast<double>(count));
  }

 private:
  std::uint64_t state_;
};

}  // namespace collisionchip
