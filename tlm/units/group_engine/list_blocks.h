// The memory of lists, as far as its room goes: blocks of eight places in four banks, of each bank those that are free.
//
// A list lies in the bank of one of four members of its tumbled group, in whole blocks with a link from each to the next one.
// Its first place has its tumbled group, those behind it its entries.
#pragma once

#include <array>
#include <cstdint>

namespace collisionchip {

class ListBlocks {
 public:
  static constexpr std::uint32_t kPlaces = 8, kBanks = 4;

  explicit ListBlocks(std::uint32_t places) : blocks_(places / (kPlaces * kBanks)) {}

  // How many blocks each bank has.
  std::uint32_t blocks() const { return blocks_; }
  bool take(std::uint32_t bank) {
    if (taken_[bank] == blocks_) return false;
    ++taken_[bank];
    return true;
  }
  void give_back(std::uint32_t bank, std::uint32_t blocks) { taken_[bank] -= blocks; }
  std::uint32_t places_taken() const { return (taken_[0] + taken_[1] + taken_[2] + taken_[3]) * kPlaces; }
  void reset() { taken_ = {}; }

  // Whether the next entry behind so many begins a block.
  static bool begins_block(std::size_t entries) { return entries == 0 || (entries + 1) % kPlaces == 0; }
  // That a list holds of whose entries so many are asked for.
  static std::uint32_t held(std::size_t entries, std::size_t asked) {
    if (entries == asked) return 0;
    const auto all = static_cast<std::uint32_t>((entries + kPlaces) / kPlaces);
    return all - static_cast<std::uint32_t>((asked + 1) / kPlaces);
  }

 private:
  const std::uint32_t blocks_;
  std::array<std::uint32_t, kBanks> taken_{};
};

}  // namespace collisionchip
