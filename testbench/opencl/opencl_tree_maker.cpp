#include "collisionchip/testbench/opencl/opencl_tree_maker.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "collisionchip/reference/parallel_trees/neighbour_join.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/opencl/top_down_launches.h"
#include "collisionchip/testbench/opencl_kernels.h"

namespace collisionchip {

namespace {

// The nodes' DOPs are on the device: leaves first, then their parents in the order in which they are made.
class NeighboursOnDevice : public NeighbourSearch {
 public:
  NeighboursOnDevice(const OpenclDevice& device, OpenclProgram& program, DeviceLeaves& leaves)
      : device_(device), program_(program), leaves_(leaves) {
    nodes_.reserve(device, (2 * std::size_t{leaves.count()} - 1) * sizeof(DopNode));
    nodes_.copy(device, leaves.leaves(), leaves.count() * sizeof(DopNode));
    const DopDirections& directions = dop_directions(leaves.k());
    std::vector<double> lengths;
    lengths.reserve(static_cast<std::size_t>(directions.half()));
    for (int i = 0; i < directions.half(); ++i) lengths.push_back(directions.inverse_length(i));
    inverse_lengths_.write(device, lengths);
  }

  std::vector<std::uint32_t> nearest(const std::vector<std::uint32_t>& nodes) override {
    alive_.write(device_, nodes);
    nearest_.reserve(device_, nodes.size() * sizeof(cl_uint));
    device_.run(program_.kernel("NearestNeighbours"), {whole_groups(nodes.size(), kBuildGroup)},
                {kBuildGroup}, nodes_, alive_, static_cast<cl_uint>(nodes.size()), inverse_lengths_,
                nearest_);
    return nearest_.read<std::uint32_t>(device_, nodes.size());
  }

  void join(const std::vector<NodeJoint>& joints) override {
    std::vector<DeviceLeaves::Joint> enclosed;
    enclosed.reserve(joints.size());
    for (const NodeJoint& joint : joints) enclosed.push_back({joint.first, joint.second, joint.joined, 0});
    leaves_.enclose(enclosed, nodes_);
  }

  const OpenclBuffer& nodes() const { return nodes_; }

 private:
  const OpenclDevice& device_;
  OpenclProgram& program_;
  DeviceLeaves& leaves_;
  OpenclBuffer nodes_, alive_, nearest_, inverse_lengths_;
};

class OpenclTreeMaker : public TreeMaker {
 public:
  explicit OpenclTreeMaker(const std::string& device) : device_(device) {
    if (!device_.has_float64())
      throw InputError(fmt::format("OpenCL, {}", device_.description()), "float64, which builders need");
  }

  MadeTree make(const Mesh& mesh, const MakerOptions& options) override {
    if (!program_ || options.k != k_) {
      k_ = options.k;
      program_.emplace(device_, kBuildKernels,
                       fmt::format("-DK={} -DGROUP={} -DNEIGHBOURS={}", k_, kBuildGroup, kNeighbours));
    }
    DeviceLeaves leaves(device_, *program_, mesh, k_);
    if (leaves.count() == 1) return {{leaves.data().leaves[0], DopNode{}}, 0, 0, 0};
    return options.kind == MakerKind::top_down ? TopDownLaunches(device_, *program_, leaves, options).make()
                                               : bottom_up(leaves);
  }

 private:
  MadeTree bottom_up(DeviceLeaves& leaves) {
    NeighboursOnDevice search(device_, *program_, leaves);
    const JoinedTree joined = join_neighbours(along_curve(codes_of(leaves)), search);
    MadeTree made;
    made.rounds = joined.rounds;
    std::vector<DeviceLeaves::Taken> taken;
    for (const PlacedNode& placed : places_of(leaves.count(), joined.shape)) {
      taken.push_back({static_cast<cl_uint>(taken.size()), placed.node});
      made.nodes.emplace_back();
      made.nodes.back().child = placed.child;
      if (placed.child == kNoChild) made.nodes.back().triangle = placed.node;
    }
    OpenclBuffer nodes;
    nodes.write(device_, made.nodes);
    leaves.take(search.nodes(), taken, nodes);
    made.nodes = nodes.read<DopNode>(device_, made.nodes.size());
    return made;
  }

  std::vector<std::uint64_t> codes_of(const DeviceLeaves& leaves) {
    const CurveCube cube = curve_cube(leaves.data());
    OpenclBuffer lows, codes;
    lows.write(device_, cube.low.data(), sizeof cube.low);
    codes.reserve(device_, leaves.count() * sizeof(std::uint64_t));
    device_.run(program_->kernel("CurveCodes"), {whole_groups(leaves.count(), kBuildGroup)}, {kBuildGroup},
                leaves.boxes(), leaves.box_half(), leaves.count(), lows, cube.scale, codes);
    return codes.read<std::uint64_t>(device_, leaves.count());
  }

  const OpenclDevice device_;
  std::optional<OpenclProgram> program_;
  int k_ = 0;
};

}  // namespace

std::unique_ptr<TreeMaker> make_opencl_tree_maker(const std::string& device) {
  return std::make_unique<OpenclTreeMaker>(device);
}

}  // namespace collisionchip
