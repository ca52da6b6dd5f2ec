#include "collisionchip/reference/traverse/sort_pairs.h"

#include <algorithm>
#include <array>

namespace collisionchip {

namespace {

constexpr std::size_t kFewPairs = 64;

// Stable, by one byte of one of the two numbers. Returns false when all have the same byte there: nothing to do.
bool sort_by_byte(const std::vector<TrianglePair>& from, std::vector<TrianglePair>& to,
                  std::uint32_t TrianglePair::*number, int shift) {
  const auto digit = [&](const TrianglePair& pair) { return (pair.*number >> shift) & 255u; };
  std::array<std::size_t, 256> places{};
  for (const TrianglePair& pair : from) ++places[digit(pair)];
  if (places[digit(from[0])] == from.size()) return false;
  std::size_t sum = 0;
  for (std::size_t& place : places) {
    const std::size_t count = place;
    place = sum;
    sum += count;
  }
  for (const TrianglePair& pair : from) to[places[digit(pair)]++] = pair;
  return true;
}

}  // namespace

void sort_pairs(std::vector<TrianglePair>& pairs) {
  if (pairs.size() < kFewPairs) {
    std::sort(pairs.begin(), pairs.end());
    return;
  }
  std::vector<TrianglePair> other(pairs.size());
  for (const auto number : {&TrianglePair::b, &TrianglePair::a}) {
    for (int shift = 0; shift < 32; shift += 8) {
      if (sort_by_byte(pairs, other, number, shift)) pairs.swap(other);
    }
  }
}

}  // namespace collisionchip
