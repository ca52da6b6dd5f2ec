#include "collisionchip/testbench/opencl/device_leaves.h"

namespace collisionchip {

DeviceLeaves::DeviceLeaves(const OpenclDevice& device, OpenclProgram& program, const Mesh& mesh, int k)
    : device_(device), program_(program), data_{k, std::vector<DopNode>(mesh.triangles.size())} {
  std::vector<float> corners;
  corners.reserve(9 * mesh.triangles.size());
  for (std::uint32_t t = 0; t < count(); ++t) {
    for (const Vec3f& corner : mesh.corners(t)) corners.insert(corners.end(), {corner.x, corner.y, corner.z});
  }
  corners_.write(device_, corners);
  data_.leaves = make(k, leaves_);
  if (dop_directions(k).has_axes()) return;
  boxes_.emplace();
  data_.boxes = make(6, *boxes_);
}

std::vector<DopNode> DeviceLeaves::make(int k, OpenclBuffer& leaves) {
  std::vector<DopNode> empty(count());
  for (std::uint32_t t = 0; t < count(); ++t) empty[t].triangle = t;
  leaves.write(device_, empty);
  const auto half_k = static_cast<std::size_t>(k / 2);
  std::vector<double> normals;
  for (int i = 0; i < k / 2; ++i) {
    const Vec3d& n = dop_directions(k).normal(i);
    normals.insert(normals.end(), {n.x, n.y, n.z});
  }
  OpenclBuffer constants;
  constants.write(device_, normals);
  device_.run(program_.kernel("LeafDops"), {half_k, whole_groups(count(), kBuildNodesOfAGroup)},
              {half_k, kBuildNodesOfAGroup}, corners_, count(), constants, static_cast<cl_uint>(half_k),
              leaves);
  return leaves.read<DopNode>(device_, count());
}

void DeviceLeaves::take(const OpenclBuffer& from, const std::vector<Taken>& taken,
                        const OpenclBuffer& nodes) {
  taken_.write(device_, taken);
  device_.run(program_.kernel("TakeDops"), {2 * half(), whole_groups(taken.size(), kBuildNodesOfAGroup)},
              {2 * half(), kBuildNodesOfAGroup}, from, taken_, static_cast<cl_uint>(taken.size()), nodes);
}

void DeviceLeaves::enclose(const std::vector<Joint>& joints, const OpenclBuffer& nodes) {
  joints_.write(device_, joints);
  device_.run(program_.kernel("EncloseJoints"), {half(), whole_groups(joints.size(), kBuildNodesOfAGroup)},
              {half(), kBuildNodesOfAGroup}, nodes, joints_, static_cast<cl_uint>(joints.size()));
}

}  // namespace collisionchip
