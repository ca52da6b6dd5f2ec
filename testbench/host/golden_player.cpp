#include "collisionchip/testbench/host/golden_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/host/chip_reference.h"
#include "collisionchip/testbench/host/cycle_bound.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/machine/entry_check.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

using namespace registers;

namespace {

constexpr Cycle kLook = 512;

void add_block(std::vector<RegisterWrite>& writes, std::uint64_t offset,
               const std::vector<std::uint32_t>& words) {
  for (std::size_t i = 0; i < words.size(); ++i)
    writes.push_back({static_cast<std::uint32_t>(offset + 4 * i), words[i]});
}

GoldenEntry entry_of(const EntryWords& words) {
  const Finding finding = finding_of(words);
  return {entry_type(words), finding.tumbled, finding.aligned};
}

}  // namespace

GoldenVectors make_golden_vectors(const ChipConfig& config, const CollisionObject& a,
                                  const CollisionObject& b, const std::vector<Pose>& poses,
                                  bool first_witness) {
  const BoardImage image = make_board_image(config, a, b);
  GoldenVectors vectors;
  vectors.config = config;
  vectors.a = {0, image.objects[0].root, a.tree.triangle_count()};
  vectors.b = {static_cast<std::uint32_t>(image.objects[1].begin), image.objects[1].root,
               b.tree.triangle_count()};
  for (const PlacedObject& placed : image.objects) {
    MemoryLoad load{static_cast<std::uint32_t>(placed.begin), {}};
    load.words.resize((placed.end - placed.begin) / 4);
    std::memcpy(load.words.data(), image.bytes->data() + placed.begin, placed.end - placed.begin);
    vectors.memory.push_back(std::move(load));
  }
  const HostKind& host = host_of(config);
  const TumbledSide side = tumbled_side(config.query.tumbled_side, a, b);
  const bool a_tumbled = side == TumbledSide::a;
  for (const Pose& pose : poses) {
    const MatrixRegisters words = host.registers(config, image.objects[0], image.objects[1], pose, side);
    GoldenQuery query;
    query.pose = pose;
    query.first_witness = first_witness;
    query.writes.push_back({kControl, kReset});
    add_block(query.writes, kMmm, words.mmm);
    add_block(query.writes, kFrameMatrices, words.frames);
    query.writes.push_back({kTumbledRoot, image.objects[a_tumbled ? 0 : 1].root});
    query.writes.push_back({kAlignedRoot, image.objects[a_tumbled ? 1 : 0].root});
    query.writes.push_back({kControl, kStart | (first_witness ? kFirstWitness : 0u)});
    vectors.queries.push_back(std::move(query));
  }
  return vectors;
}

GoldenChip::GoldenChip(const GoldenVectors& vectors, const ChipConfig& config)
    : simulation_(config),
      driver_(simulation_.driver()),
      clock_(config.chip.clock_period_ps),
      limit_(most_cycles(config, vectors.a.triangles, vectors.b.triangles, kLook)) {
  sc_core::sc_time delay;
  for (const MemoryLoad& load : vectors.memory) {
    if (driver_.write(kSdramWindow + load.address, load.words.data(), 4 * load.words.size(), delay) !=
        tlm::TLM_OK_RESPONSE)
      throw InputError(fmt::format("mem_load {:08x}", load.address), "an address inside the SDRAM");
  }
  driver_.elapse(delay);
}

std::uint32_t GoldenChip::read(std::uint32_t offset) {
  sc_core::sc_time delay;
  const std::uint32_t value = driver_.read_word(offset, delay);
  driver_.elapse(delay);
  return value;
}

GoldenAnswer GoldenChip::play(const GoldenQuery& query) {
  for (const RegisterWrite& write : query.writes) {
    sc_core::sc_time delay;
    if (driver_.write(write.offset, &write.value, 4, delay) != tlm::TLM_OK_RESPONSE)
      throw InputError(fmt::format("reg_write {:08x}", write.offset), "a register that can be written");
    driver_.elapse(delay);  // the unit behind the register takes it meanwhile
  }
  GoldenAnswer answer;
  const auto take = [&](const EntryWords& words) { answer.entries.push_back(entry_of(words)); };
  const Cycle deadline = clock_.now() + limit_;
  for (std::uint32_t status = 0; (status & kDone) == 0;) {
    sc_core::sc_time look = clock_.duration(kLook);
    driver_.elapse(look);
    status = read(kStatus);
    if ((status & kError) != 0)
      throw ChipError(fmt::format("chip: error at address {:08x}", read(kErrorAddress)));
    if (clock_.now() > deadline) throw ChipError(fmt::format("chip: no end after {} cycles", limit_));
    while (driver_.drain(kEntriesPerRead, take) > 0) {
    }
  }
  answer.cycles = read(kCyclesLow) | static_cast<Cycle>(read(kCyclesHigh)) << 32;
  const BoardReading counted = Probe(board()).read();
  answer.lists = counted.lists;
  answer.aligned_pairs = counted.aligned_pairs;
  answer.triangle_tests = counted.triangle_tests;
  return answer;
}

std::string difference(const GoldenAnswer& expected, const GoldenAnswer& got) {
  for (std::size_t i = 0; i < std::max(expected.entries.size(), got.entries.size()); ++i) {
    const bool both = i < expected.entries.size() && i < got.entries.size();
    if (both && expected.entries[i] == got.entries[i]) continue;
    const auto told = [i](const GoldenAnswer& answer) {
      return i < answer.entries.size() ? text_of(answer.entries[i]) : std::string("no entry");
    };
    return fmt::format("entry {}: expected {}, got {}", i, told(expected), told(got));
  }
  const auto count = [](const char* what, std::uint64_t wanted, std::uint64_t is) {
    return wanted == is ? std::string() : fmt::format("{}: expected {}, got {}", what, wanted, is);
  };
  for (const std::string& text : {count("lists", expected.lists, got.lists),
                                  count("aligned_pairs", expected.aligned_pairs, got.aligned_pairs),
                                  count("triangle_tests", expected.triangle_tests, got.triangle_tests),
                                  count("cycles", expected.cycles, got.cycles)}) {
    if (!text.empty()) return text;
  }
  return "";
}

namespace {

// The tree that the reference builds of the triangles in the image, whose pairs must be that tree's.
CollisionObject built_anew(const ChipConfig& config, const MemoryImage& image, std::uint32_t triangles) {
  Mesh mesh;
  for (std::uint32_t number = 0; number < triangles; ++number) {
    TriangleWords words;
    std::copy_n(image.triangle(number), words.size(), words.begin());
    const std::array<Vec3f, 3> corners = decode_triangle(words).corners;
    mesh.triangles.push_back({3 * number, 3 * number + 1, 3 * number + 2});
    mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
  }
  CollisionObject object = build_object(mesh, config);
  const MemoryImage expected = make_memory_image(*image.format, object, image.base);
  const auto wrong = std::mismatch(image.words.begin(), image.words.end(), expected.words.begin()).first;
  if (wrong != image.words.end()) {
    throw InputError(fmt::format("memory {:08x}", image.base + 4 * (wrong - image.words.begin())),
                     fmt::format("{:08x}, as in the {} tree of its triangles",
                                 expected.words[static_cast<std::size_t>(wrong - image.words.begin())],
                                 image.format->name),
                     fmt::format(", got {:08x}", *wrong));
  }
  return object;
}

// InputError if the memory is not that of an object.
std::unique_ptr<const CollisionObject> read_object(const GoldenVectors& vectors, const GoldenObject& object) {
  MemoryImage image(nodes_of(vectors.config), object.base, object.triangles);
  const std::uint64_t end = object.base + image.bytes();
  for (const MemoryLoad& load : vectors.memory) {
    for (std::size_t i = 0; i < load.words.size(); ++i) {
      const std::uint64_t address = load.address + 4 * i;
      if (address < object.base || address >= end) continue;
      image.words[static_cast<std::size_t>(address - object.base) / 4] = load.words[i];
    }
  }
  if (image.format->has_nodes() && !image.format->has_dops())
    return std::make_unique<const CollisionObject>(built_anew(vectors.config, image, object.triangles));
  return std::make_unique<const CollisionObject>(
      read_memory_image(image, static_cast<int>(vectors.config.dop.k), object.triangles));
}

}  // namespace

GoldenReference::GoldenReference(const GoldenVectors& vectors)
    : config_(vectors.config),
      a_(read_object(vectors, vectors.a)),
      b_(read_object(vectors, vectors.b)),
      base_a_(vectors.a.base),
      base_b_(vectors.b.base) {}

std::string GoldenReference::registers(const GoldenQuery& query) const {
  std::vector<RegisterWrite> expected;
  const PlacedObject a{a_.get(), base_a_, 0, 0}, b{b_.get(), base_b_, 0, 0};
  const MatrixRegisters words = host_of(config_).registers(
      config_, a, b, query.pose, tumbled_side(config_.query.tumbled_side, *a_, *b_));
  add_block(expected, kMmm, words.mmm);
  add_block(expected, kFrameMatrices, words.frames);
  std::map<std::uint32_t, std::uint32_t> written;
  for (const RegisterWrite& write : query.writes) written[write.offset] = write.value;
  for (const RegisterWrite& write : expected) {
    const auto found = written.find(write.offset);
    if (found == written.end() || found->second != write.value)
      return fmt::format("register {:08x}: written {:08x}, the reference computes {:08x}", write.offset,
                         found == written.end() ? 0 : found->second, write.value);
  }
  return "";
}

std::string GoldenReference::difference(const GoldenQuery& query) const {
  std::string wrong_register = registers(query);
  if (!wrong_register.empty()) return wrong_register;
  const bool a_tumbled = tumbled_side(config_.query.tumbled_side, *a_, *b_) == TumbledSide::a;
  std::vector<TrianglePair> pairs;
  for (const GoldenEntry& entry : query.answer.entries) {
    if (entry.type == EntryType::unfinished) return "";
    const TrianglePair pair =
        a_tumbled ? TrianglePair{entry.tumbled, entry.aligned} : TrianglePair{entry.aligned, entry.tumbled};
    if (pair.a >= a_->triangles.size() || pair.b >= b_->triangles.size())
      return text_of(entry) + ": expected triangles of the objects";
    if (entry.type == EntryType::hit ||
        triangles_intersect_exactly(a_->triangles[pair.a].corners, b_->triangles[pair.b].corners, query.pose))
      pairs.push_back(pair);
  }
  if (query.first_witness && pairs.size() > 1) pairs.resize(1);
  std::sort(pairs.begin(), pairs.end());
  const QueryResult answer = chip_reference(config_, *a_, *b_, query.pose, query.first_witness);
  if (answer.pairs != pairs)
    return fmt::format("pairs: expected {}, the reference finds {}", pairs.size(), answer.pairs.size());
  if (query.first_witness) return "";
  GoldenAnswer counted = query.answer;
  counted.lists = answer.counters.lists;
  counted.aligned_pairs = answer.counters.aligned_pairs;
  counted.triangle_tests = answer.counters.triangle_tests;
  return collisionchip::difference(query.answer, counted);
}

}  // namespace collisionchip
