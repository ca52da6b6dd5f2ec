#include "collisionchip/testbench/poses/polar.h"

#include <Eigen/Dense>

namespace collisionchip {

namespace {

Matrix3 rows_of(const Eigen::Matrix3d& matrix) {
  Matrix3 rows;
  for (int i = 0; i < 3; ++i) rows[static_cast<std::size_t>(i)] = {matrix(i, 0), matrix(i, 1), matrix(i, 2)};
  return rows;
}

}  // namespace

// With L = U F V^T the rotation is U V^T and the stretch V F V^T; of a mirror image those of -L.
Polar polar_of(const Matrix3& linear) {
  Eigen::Matrix3d matrix;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) matrix(i, j) = linear[static_cast<std::size_t>(i)][j];
  }
  const Eigen::JacobiSVD<Eigen::Matrix3d> parts(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::Matrix3d turned = parts.matrixU() * parts.matrixV().transpose();
  const double side = turned.determinant() < 0 ? -1 : 1;
  const Eigen::Vector3d factors = parts.singularValues();
  return {side, rows_of(side * turned),
          rows_of(parts.matrixV() * factors.asDiagonal() * parts.matrixV().transpose()), factors[2],
          factors[0]};
}

}  // namespace collisionchip
