// FNV-1a, 64 bits: names for configurations, meshes and files. Results, vectors and traces that were stored years
// ago have such names, so the function must keep giving the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace collisionchip {

class Fnv1a {
 public:
  // The published function takes bytes. A wider word in one step is another, faster hash: for tables in memory.
  void add(std::uint64_t word) { hash_ = (hash_ ^ word) * 0x100000001b3u; }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  // The lowest byte first.
  void add_bytes(std::uint64_t word, int count) {
    for (; count > 0; --count, word >>= 8) add(word & 0xff);
  }

  std::uint64_t value() const { return hash_; }
  // 16 hexadecimal digits.
  std::string digits() const {
    std::string text(16, '0');
    std::uint64_t rest = hash_;
    for (std::size_t i = text.size(); i-- > 0; rest >>= 4) text[i] = "0123456789abcdef"[rest & 15];
    return text;
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace collisionchip
