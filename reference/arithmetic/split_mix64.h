// splitmix64: random numbers that are small to make, seedable with any number and the same everywhere (the
// standard distributions are not).
#pragma once

#include <cstdint>

namespace collisionchip {

constexpr std::uint64_t kSplitMixStep = 0x9e3779b97f4a7c15u;

// Every bit of the input moves every bit of the result.
constexpr std::uint64_t split_mix64(std::uint64_t z) {
  z += kSplitMixStep;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    const std::uint64_t state = state_;
    state_ += kSplitMixStep;
    return split_mix64(state);
  }
  // Below `high`.
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

}  // namespace collisionchip
