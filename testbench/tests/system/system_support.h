// What the system tests share: small objects, the judgement of an answer, configurations at random.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/host/chip_reference.h"
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip::testing_support {

struct ObjectPair {
  CollisionObject a, b;
};

inline CollisionObject object_of(const Mesh& mesh, std::uint32_t k = 24) {
  TreeOptions options;
  options.k = static_cast<int>(k);
  return CollisionObject::build(mesh, options);
}

// Soups of up to `most` triangles each, often of very different numbers and sizes, one triangle included.
inline ObjectPair random_objects(Random& random, int most, std::uint32_t k = 24) {
  const auto soup = [&] {
    const int count = random.below(4) == 0 ? 1 + random.below(3) : 1 + random.below(most);
    return object_of(random_soup(random, static_cast<std::uint32_t>(count), random.uniform(0.1, 1),
                                 random.uniform(0.05, 0.6)),
                     k);
  };
  CollisionObject a = soup();
  return {std::move(a), soup()};
}

// Two overlapping tori: closed surfaces, lists of all lengths, a few hundred intersecting pairs.
inline ObjectPair tori(std::uint32_t k = 24) {
  return {object_of(torus(16, 12), k), object_of(torus(20, 10), k)};
}

// Another link in all inner nodes, or in all leaves.
inline void break_links(MemoryImage& image, const CollisionObject& object, bool leaf, std::uint32_t link) {
  for (std::uint32_t number = 0; number < object.tree.pair_count(); ++number) {
    NodePair pair;
    image.format->decode_dops(image.pair(number), pair.dops);
    image.format->decode_links(image.pair(number), pair.links);
    for (NodeLinks& links : pair.links) {
      if (links.leaf == leaf) (leaf ? links.triangle : links.child) = link;
    }
    image.format->encode(pair, image.pair(number));
  }
}

inline QueryResult reference_answer(const ObjectPair& objects, const Pose& pose, const ChipConfig& config,
                                    bool first_witness = false) {
  return chip_reference(config, objects.a, objects.b, pose, first_witness);
}

inline void expect_accounts(const ChipAnswer& answer) {
  EXPECT_FALSE(answer.units.empty());
  for (const UnitCycles& unit : answer.units) EXPECT_EQ(unit.total(), answer.cycles) << unit.unit;
}

// Expects the reference's pairs, and its lists, aligned pairs and triangle tests too unless a memory overflowed.
// For a machine without DOPs, Eq. 5 is that of the DOPs' lists.
inline void expect_reference(const ChipAnswer& answer, const QueryResult& expected,
                             std::optional<Cycle> eq5 = std::nullopt) {
  EXPECT_EQ(answer.pairs, expected.pairs);
  if (answer.unfinished == 0) {
    EXPECT_EQ(answer.lists, expected.counters.lists);
    EXPECT_EQ(answer.aligned_pairs, expected.counters.aligned_pairs);
    EXPECT_EQ(answer.triangle_tests, expected.counters.triangle_tests);
    EXPECT_EQ(answer.eq5_cycles, eq5.value_or(expected.counters.eq5_cycles()));
  }
  expect_accounts(answer);
}

inline void expect_clean(JudgedSimulation& simulation) {
  EXPECT_EQ(simulation.board().violations(), std::vector<std::string>{});
}

inline std::uint64_t counter(const ChipAnswer& answer, const std::string& name) {
  return answer.statistics.number(name);
}

inline Cycle stall(const ChipAnswer& answer, const std::string& unit, const std::string& cause) {
  for (const UnitCycles& u : answer.units) {
    if (u.unit.size() < unit.size() || u.unit.compare(u.unit.size() - unit.size(), unit.size(), unit) != 0)
      continue;
    for (const auto& s : u.stalls) {
      if (s.first == cause) return s.second;
    }
  }
  ADD_FAILURE() << "no stall " << unit << " " << cause;
  return 0;
}

// Everything that a query tells, in words: two answers are the same if these are.
inline std::string account_of(const ChipAnswer& answer) {
  std::string text = "cycles " + std::to_string(answer.cycles) + " setup " +
                     std::to_string(answer.setup_cycles) + " readback " +
                     std::to_string(answer.readback_cycles) + "\n";
  for (const TrianglePair& p : answer.pairs) text += std::to_string(p.a) + "," + std::to_string(p.b) + " ";
  for (const UnitCycles& u : answer.units) {
    text += "\n" + u.unit + " busy " + std::to_string(u.busy) + " idle " + std::to_string(u.idle);
    for (const auto& s : u.stalls) text += " " + s.first + " " + std::to_string(s.second);
  }
  for (std::size_t i = 0; i < statistics_table().size(); ++i) {
    const Statistics::Value& value = answer.statistics.at(i);
    text += "\n" + statistics_table()[i].name + " " + std::to_string(value.number);
    const std::vector<std::uint64_t>& counts = value.histogram.counts();
    for (std::size_t v = 0; v < counts.size(); ++v) {
      if (counts[v] > 0) text += " " + std::to_string(v) + ":" + std::to_string(counts[v]);
    }
  }
  return text;
}

// As the driver prints addresses.
inline std::string hex(std::uint64_t number) {
  return fmt::format("{:#x}", number);
}

// A value of the key's range: small values as likely as large ones.
inline std::uint32_t random_value(Random& random, const ConfigKey& key) {
  if (!key.allowed.empty())
    return key.allowed[static_cast<std::size_t>(random.below(static_cast<int>(key.allowed.size())))];
  // A memory much slower than its chip would be waited for all the time.
  if (key.name == "memory.clock_mhz") {
    return random.below(2) == 0 ? 0 : 500 + static_cast<std::uint32_t>(random.below(3000));
  }
  // Sizes of memories: beyond these nothing new happens, and every run allocates them.
  std::uint32_t most = key.max;
  if (key.name == "stack_sram.entries" || key.name == "pointer_fifo.depth") most = 1 << 14;
  if (key.name == "pointer_fifo.threshold" || key.name == "triangle_unit.cache_lines") most = 1 << 12;
  if (key.name == "engine.tile") most = 200;
  for (;;) {
    const double low = std::log2(1.0 + key.min), high = std::log2(2.0 + most);
    const auto value = static_cast<std::uint32_t>(std::exp2(random.uniform(low, high))) - 1;
    if (value <= most && accepts(key, value)) return value;
  }
}

// Keys of units that this machine lacks, those that say which it has, and those that with_random_host and with_random_contact draw.
inline bool is_given(const ConfigKey& key, const ChipConfig& config) {
  if (key.section() == "energy" || key.section() == "units" || key.section() == "host" ||
      key.section() == "pose_unit" || key.section() == "contact_unit")
    return true;
  return key.section() == "tree" || key.name == "engine.kind" || lacks(config, key);
}

// Every key of a machine that changes something in a query at random, its units given; what a rule between
// keys forbids is drawn again.
inline ChipConfig random_config(Random& random, ChipConfig config = {}) {
  for (const ConfigKey& key : config_keys()) {
    if (!is_given(key, config)) key.set(config, random_value(random, key));
  }
  while (const auto conflict = find_conflict(config)) {
    for (const std::string& name : conflict->keys) {
      const ConfigKey* key = find_key(name);
      key->set(config, random_value(random, *key));
    }
  }
  return config;
}

// Behind any link, and results on either way.
inline ChipConfig with_random_host(Random& random, const ChipConfig& config) {
  for (;;) {
    ChipConfig drawn = config;
    drawn.host.kind = static_cast<HostKindKey>(random.below(3));
    if (drawn.host.kind != HostKindKey::pci) drawn.pci = {};
    drawn.host.results = static_cast<HostResults>(random.below(2));
    if (drawn.host.results == HostResults::memory) drawn.pointer_fifo.entry_check = false;
    for (const ConfigKey& key : config_keys()) {
      const bool chosen = key.name == "host.kind" || key.name == "host.results";
      if (key.section() != "host" || chosen || random.below(2) == 0) continue;
      const std::uint32_t before = key.get(drawn);
      key.set(drawn, random_value(random, key));
      if (find_conflict(drawn)) key.set(drawn, before);
    }
    ChipConfig by_pose = drawn;
    by_pose.pose_unit.multipliers = 1 + static_cast<std::uint32_t>(random.below(8));
    by_pose.pose_unit.stages = 1 + static_cast<std::uint32_t>(random.below(4));
    if (!find_conflict(by_pose) && random.below(2) == 0) return by_pose;
    if (!find_conflict(drawn)) return drawn;
  }
}

// With a Contact Unit, where there is work for it.
inline ChipConfig with_random_contact(Random& random, const ChipConfig& config) {
  ChipConfig drawn = config;
  drawn.contact_unit.multipliers = 1 + static_cast<std::uint32_t>(random.below(64));
  for (const ConfigKey& key : config_keys()) {
    if (key.section() == "contact_unit" && key.name != "contact_unit.multipliers")
      key.set(drawn, random_value(random, key));
  }
  return find_conflict(drawn) || random.below(3) == 0 ? config : drawn;
}

}  // namespace collisionchip::testing_support
