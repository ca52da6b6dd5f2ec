#include "collisionchip/tlm/units/triangle_unit/triangle_tester.h"

namespace collisionchip {

namespace {

constexpr std::uint64_t kFloats = 21, kBounds = 3;  // of a triangle's record
constexpr std::uint64_t kMatrixWords = 12;

}  // namespace

std::uint64_t TriangleTester::record_words(const TriangleTesterParams& params) {
  return kFloats + (params.filter ? kBounds : 0);
}

double TriangleTester::matrix_fifos_energy(const EnergyKeys& keys, std::uint64_t tests, UnitCost& cost) {
  double energy = 0;
  for (int fifo = 0; fifo < 2; ++fifo)
    energy += add_sram(keys, kMatrixFifosBytes / 2, 2 * kMatrixWords * tests, cost);
  return energy;
}

}  // namespace collisionchip
