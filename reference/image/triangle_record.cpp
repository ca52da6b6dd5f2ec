#include "collisionchip/reference/image/triangle_record.h"

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

namespace {

constexpr int kMatrixWord = 9, kNumberWord = 21, kBoundWord = 22;

}  // namespace

TriangleRecord decode_triangle(const TriangleWords& words) {
  TriangleRecord triangle;
  for (int c = 0; c < 3; ++c) {
    for (int axis = 0; axis < 3; ++axis) triangle.corners[c][axis] = float_of(words[3 * c + axis]);
  }
  for (int i = 0; i < 12; ++i) triangle.to_unit[i / 4][i % 4] = float_of(words[kMatrixWord + i]);
  triangle.triangle = words[kNumberWord];
  for (int i = 0; i < 3; ++i) triangle.bound[i] = float_of(words[kBoundWord + i]);
  return triangle;
}

TriangleWords encode_triangle(const TriangleRecord& triangle) {
  TriangleWords words{};
  for (int c = 0; c < 3; ++c) {
    for (int axis = 0; axis < 3; ++axis) words[3 * c + axis] = bits_of(triangle.corners[c][axis]);
  }
  for (int i = 0; i < 12; ++i) words[kMatrixWord + i] = bits_of(triangle.to_unit[i / 4][i % 4]);
  words[kNumberWord] = triangle.triangle;
  for (int i = 0; i < 3; ++i) words[kBoundWord + i] = bits_of(triangle.bound[i]);
  return words;
}

}  // namespace collisionchip
