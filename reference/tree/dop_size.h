// How large a DOP is, for rules and builders that compare volumes.
#pragma once

#include <cstddef>

#include "collisionchip/reference/dop/dop_volume.h"

namespace collisionchip {

// By volume; what is flat is compared by the widths of its slabs.
struct DopSize {
  double volume = 0, widths = 0;

  friend bool operator<(const DopSize& a, const DopSize& b) {
    return a.volume != b.volume ? a.volume < b.volume : a.widths < b.widths;
  }
  friend bool operator==(const DopSize& a, const DopSize& b) {
    return a.volume == b.volume && a.widths == b.widths;
  }
  friend DopSize operator+(const DopSize& a, const DopSize& b) {
    return {a.volume + b.volume, a.widths + b.widths};
  }
  friend DopSize operator-(const DopSize& a, const DopSize& b) {
    return {a.volume - b.volume, a.widths - b.widths};
  }
};

// Objects of more triangles are compared by the volumes of boxes: a DOP's own takes some microseconds, and a builder
// that joins or inserts nodes asks for very many.
constexpr std::size_t kMostToSplitExactly = 5000, kMostToJoinExactly = 100;

class SizeMeasure {
 public:
  // exact: by the volume of the DOP; otherwise by that of its box.
  SizeMeasure(int k, bool exact) : k_(k), directions_(dop_directions(k)), exact_(exact) {}

  double volume(const DopNode& node) const {
    return exact_ ? dop_volume(k_, node) : box_volume(dop_box(directions_, node));
  }
  DopSize operator()(const DopNode& node) const { return {volume(node), dop_widths(directions_, node)}; }

 private:
  int k_;
  const DopDirections& directions_;
  bool exact_;
};

}  // namespace collisionchip
