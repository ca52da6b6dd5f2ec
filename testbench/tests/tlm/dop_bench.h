// A DOP Unit alone, with the test as Memory Controller, Stack Engine and PCI Interface.
#pragma once

#include <memory>
#include <vector>

#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/testbench/tests/tlm/chip_words.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"

namespace collisionchip::testing_support {

template <typename T>
struct Listener : tlm::tlm_analysis_if<T> {
  void write(const T& item) override { items.push_back(item); }
  std::vector<T> items;
};

struct DopBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<NodePairData> tumbled_data{"tumbled", 64}, aligned_data{"aligned", 256};
  Channel<ListCommand> list_commands{"lists", 64};
  Channel<MatrixWrite> matrix_writes{"matrix", 16};
  Channel<RegisterRelease> releases{"releases", 256};
  Channel<OverlapFlags> flags{"flags", 256};
  Channel<StackCommand> stack_commands{"stack_commands", 64};
  Channel<TransformedPair> from_stack{"from_stack", 64}, to_stack{"to_stack", 64};
  DopUnit unit;
  Source<NodePairData> tumbled, aligned;
  Source<ListCommand> lists;
  Source<MatrixWrite> matrix;
  Sink<RegisterRelease> released;
  Sink<OverlapFlags> answers;
  Source<StackCommand> commands;
  Source<TransformedPair> stacked;
  Sink<TransformedPair> handed_out;
  Listener<TransformSchedule> transforms;
  Listener<OverlapSchedule> overlaps;

  explicit DopBench(const ChipConfig& c)
      : config(c),
        unit("dop_unit", params_of<DopUnitParams>(config),
             ports(c.stack_engine.transformed == TransformedKey::stack)),
        tumbled("tumbled", config, tumbled_data),
        aligned("aligned", config, aligned_data),
        lists("lists", config, list_commands),
        matrix("matrix", config, matrix_writes),
        released("released", config, releases),
        answers("answers", config, flags),
        commands("commands", config, stack_commands),
        stacked("stacked", config, from_stack),
        handed_out("handed_out", config, to_stack) {
    unit.transforms.bind(transforms);
    unit.overlaps.bind(overlaps);
    unit.begin_query(0);
  }

  DopUnit::Ports ports(bool stack) {
    DopUnit::Ports all{tumbled_data, aligned_data, list_commands, matrix_writes, releases, flags};
    if (stack) all.stack_commands = &stack_commands, all.from_stack = &from_stack, all.to_stack = &to_stack;
    return all;
  }

  void load(const DopTransform& transform, Cycle at = 0) {
    for (const MatrixWrite& burst : bursts_of(mmm_words(transform))) matrix.add(at, burst);
  }
  // The pair's first beat is in the input register in the given cycle.
  void send_tumbled(Cycle in_register, const NodePairData& pair) { tumbled.add(in_register - 1, pair); }
  void send_aligned(Cycle in_register, const NodePairData& pair) { aligned.add(in_register - 1, pair); }
  void run() { sc_core::sc_start(); }

  std::vector<std::uint32_t> bits() const {
    std::vector<std::uint32_t> all;
    for (const auto& answer : answers.taken()) all.push_back(answer.item.bits);
    return all;
  }
};

inline NodePairData pair_of(const DopNode& left, const DopNode& right) {
  NodePairData pair;
  kDop128.encode({{left, right}, {}}, pair.words.data());
  return pair;
}

// DOPs of small random soups about the origin: about half of them overlap after a random pose.
inline DopNode random_dop(Random& random, int k) {
  return DopTree::build(random_soup(random, 2, 0.6, 0.3), {k}).root();
}

inline std::uint32_t expected_bits(const DopTransform& transform, const std::array<DopNode, 2>& tumbled,
                                   const std::array<DopNode, 2>& aligned) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    PartnerDop partner{};
    transform.apply(tumbled[i], partner);
    for (std::size_t j = 0; j < 2; ++j) {
      if (overlap(transform.k, partner, aligned[j])) bits |= 1u << (2 * i + j);
    }
  }
  return bits;
}

}  // namespace collisionchip::testing_support
