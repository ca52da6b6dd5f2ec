// The operators of rtl_model/rtl/groups against the reference, bit by bit, new operands in every cycle.
#include <deque>
#include <memory>

#include <gtest/gtest.h>

#include "Vgroup_operators.h"
#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/testbench/judge/random_numbers.h"
#ifdef COLLISIONCHIP_RTL_COVERAGE
#include "collisionchip/rtl_model/adapter/coverage_pool.h"
#endif

namespace collisionchip {
namespace {

constexpr int kCycles = 20000;

// A pin of any width, as Verilator has it.
class Pin {
 public:
  template <typename Port>
  explicit Pin(Port& port) : bytes_(reinterpret_cast<unsigned char*>(&port)) {}

  void put(int at, int width, std::int64_t value) {
    for (int bit = 0; bit < width; ++bit, ++at) {
      const auto place = static_cast<unsigned char>(1u << at % 8);
      unsigned char& byte = bytes_[at / 8];
      byte = static_cast<unsigned char>((value >> bit & 1) != 0 ? byte | place : byte & ~place);
    }
  }
  std::int64_t get(int at, int width, bool with_sign = false) const {
    std::int64_t value = 0;
    for (int bit = 0; bit < width; ++bit, ++at) value |= std::int64_t{bytes_[at / 8] >> at % 8 & 1} << bit;
    return with_sign && (value >> (width - 1) & 1) != 0 ? value - (std::int64_t{1} << width) : value;
  }

 private:
  unsigned char* bytes_;
};

// A number of `bits` bits, often near an end, often small.
std::int64_t any(RandomNumbers& random, int bits) {
  const std::int64_t last = (std::int64_t{1} << bits) - 1;
  switch (random.below(4)) {
    case 0:
      return static_cast<std::int64_t>(random.below(4));
    case 1:
      return last - static_cast<std::int64_t>(random.below(4));
    case 2:
      return static_cast<std::int64_t>(random.bits()) &
             last >> random.below(static_cast<std::uint64_t>(bits));
    default:
      return static_cast<std::int64_t>(random.bits()) & last;
  }
}
// Within +-(2^bits - 1).
std::int64_t any_signed(RandomNumbers& random, int bits) {
  const std::int64_t value = any(random, bits);
  return random.below(2) == 0 ? value : -value;
}

class GroupOperators : public testing::Test {
 protected:
#ifdef COLLISIONCHIP_RTL_COVERAGE
  GroupOperators() : top_(CoveragePool<Vgroup_operators>::take()) {}
  ~GroupOperators() override {
    CoveragePool<Vgroup_operators>::give_back(std::move(top_));
  }
#else
  GroupOperators() : top_(std::make_unique<Vgroup_operators>()) {}
  ~GroupOperators() override {
    operators_.final();
  }
#endif

  // Calls set(), which puts operands and returns the expected result, and check() with that result so many cycles later.
  template <typename Set, typename Check>
  void stream(std::size_t latency, Set set, Check check) {
    std::deque<decltype(set())> waiting;
    for (int cycle = 0; cycle < kCycles && !HasFailure(); ++cycle) {
      waiting.push_back(set());
      operators_.clk_i = 0;
      operators_.eval();
      operators_.clk_i = 1;
      operators_.eval();
      if (waiting.size() < latency) continue;
      check(waiting.front());
      waiting.pop_front();
    }
  }

  RandomNumbers random_{61};
  std::unique_ptr<Vgroup_operators> top_;
  Vgroup_operators& operators_ = *top_;  // whose pins the tests name
};

TEST_F(GroupOperators, ARowOfTheTransformOfVolumes) {
  Pin c(operators_.row_c_i), d(operators_.row_d_i), offset(operators_.row_offset_i),
      shift(operators_.row_shift_i);
  const auto set = [&] {
    GroupTransformRow row;
    GroupVolume volume;
    for (int m = 0; m < 3; ++m) {
      row.c[static_cast<std::size_t>(m)] = static_cast<std::int32_t>(any_signed(random_, 17));
      row.j[static_cast<std::size_t>(m)] = static_cast<std::uint8_t>(m);
      volume.d[static_cast<std::size_t>(m)] = static_cast<std::int32_t>(any(random_, kCoordinateBits));
      c.put(18 * m, 18, row.c[static_cast<std::size_t>(m)]);
      d.put(18 * m, 18, volume.d[static_cast<std::size_t>(m)]);
    }
    row.shift = static_cast<std::int8_t>(random_.below(kMostRowShift + 1));
    row.offset = any_signed(random_, 40);
    offset.put(0, 41, row.offset);
    shift.put(0, 5, row.shift);
    return GroupTransform::apply_row(row, volume);
  };
  int inside = 0;
  stream(4, set, [&](std::int32_t expected) {
    EXPECT_EQ(operators_.row_o, static_cast<std::uint32_t>(expected));
    inside += expected > 0 && expected < kLastCoordinate ? 1 : 0;
  });
  EXPECT_GT(inside, kCycles / 20);
}

TEST_F(GroupOperators, ARowOfTheTransformOfCorners) {
  Pin c(operators_.corner_c_i), d(operators_.corner_d_i), offset(operators_.corner_offset_i),
      shift(operators_.corner_shift_i), y(operators_.corner_o);
  constexpr std::int64_t kMost = (1 << 29) - 1;
  const auto set = [&] {
    std::int64_t sum = any_signed(random_, 60);
    offset.put(0, 62, sum);
    for (int m = 0; m < 3; ++m) {
      const std::int64_t factor = any_signed(random_, 25), corner = any_signed(random_, 24);
      c.put(26 * m, 26, factor);
      d.put(25 * m, 25, corner);
      sum += factor * corner;
    }
    const std::uint64_t places = random_.below(31);
    shift.put(0, 5, static_cast<std::int64_t>(places));
    return std::clamp(sum >> places, -kMost - 1, kMost);
  };
  stream(4, set, [&](std::int64_t expected) { EXPECT_EQ(y.get(0, 30, true), expected); });
}

TEST_F(GroupOperators, TwoVolumes) {
  Pin x(operators_.x_i), y(operators_.y_i);
  const auto set = [&] {
    GroupVolume first, second;
    // They miss each other in one direction at most, by a step or not quite.
    const auto at = random_.below(24);
    for (std::size_t i = 0; i < 24; ++i) {
      first.d[i] = i < 12 ? 1000 : 2000;
      second.d[i] = static_cast<std::int32_t>(i < 12 ? any(random_, 9) : 2001 + any(random_, 17));
    }
    second.d[at] = (at < 12 ? 1999 : 999) + static_cast<std::int32_t>(random_.below(3));
    if (random_.below(2) == 0) std::swap(first, second);
    for (int i = 0; i < 24; ++i) {
      x.put(18 * i, 18, first.d[static_cast<std::size_t>(i)]);
      y.put(18 * i, 18, second.d[static_cast<std::size_t>(i)]);
    }
    return overlap(12, first, second);
  };
  int met = 0;
  stream(1, set, [&](bool expected) {
    EXPECT_EQ(operators_.overlap_o != 0, expected);
    met += expected ? 1 : 0;
  });
  EXPECT_GT(met, kCycles / 4);
  EXPECT_LT(met, kCycles * 3 / 4);
}

TEST_F(GroupOperators, AMemberFromItsQuanta) {
  Pin bases(operators_.bases_i), shifts(operators_.shifts_i), quanta(operators_.quanta_i),
      coordinates(operators_.coordinates_o);
  const GroupLayout layout = {24, 4, 5, 2};
  const auto set = [&] {
    std::array<std::uint32_t, 24> words{};
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random_.bits());
    const std::uint32_t member = static_cast<std::uint32_t>(random_.below(4));
    words[0] |= 3u << 30;  // four members
    Pin record(words);
    // Close to the last coordinate of an object and beyond it.
    const int direction = static_cast<int>(random_.below(12));
    record.put(32 + 20 * direction, 16, 0xffff - static_cast<std::int64_t>(random_.below(8)));
    record.put(32 + 20 * direction + 16, 4, static_cast<std::int64_t>(random_.below(2)));
    for (int i = 0; i < 12; ++i) {
      bases.put(16 * i, 16, record.get(32 + 20 * i, 16));
      shifts.put(4 * i, 4, record.get(32 + 20 * i + 16, 4));
    }
    for (int i = 0; i < 24; ++i)
      quanta.put(5 * i, 5, record.get(32 + 240 + 120 * static_cast<int>(member) + 5 * i, 5));
    return decode_group(layout, words.data()).volumes[member];
  };
  stream(1, set, [&](const GroupVolume& expected) {
    for (int i = 0; i < 24; ++i)
      EXPECT_EQ(coordinates.get(18 * i, 18), expected.d[static_cast<std::size_t>(i)]) << i;
  });
}

TEST_F(GroupOperators, TheSignOfADeterminant) {
  Pin points(operators_.points_i), errors(operators_.errors_i);
  const auto set = [&] {
    std::array<SmallVector, 4> corner{};
    const bool flat = random_.below(2) == 0;
    for (SmallVector& entries : corner) {
      for (std::int64_t& entry : entries) entry = std::max<std::int64_t>(-32768, any_signed(random_, 15));
    }
    // Nearly in a plane with the others.
    if (flat) {
      for (std::size_t i = 0; i < 3; ++i) {
        corner[3][i] = corner[1][i] + corner[2][i] - corner[0][i] + any_signed(random_, 4);
        corner[3][i] = std::clamp<std::int64_t>(corner[3][i], -32768, 32767);
      }
    }
    std::int64_t lone = any(random_, flat ? 6 : 13), both = any(random_, flat ? 6 : 13);
    // Nothing and no error; the largest errors that leave anything certain.
    switch (random_.below(16)) {
      case 0:
        corner[3] = corner[2];
        lone = both = 0;
        break;
      case 1:
        lone = 4096;
        both = 0;
        break;
      case 2:
        both = 4096;
        lone = 0;
        break;
      default:
        break;
    }
    std::array<SmallVector, 3> differences{};
    for (std::size_t v = 0; v < 4; ++v) {
      for (std::size_t i = 0; i < 3; ++i) {
        points.put(static_cast<int>(48 * v + 16 * i), 16, corner[v][i]);
        if (v > 0) differences[v - 1][i] = corner[v][i] - corner[0][i];
      }
    }
    errors.put(0, 13, lone);
    errors.put(13, 13, both);
    return std::array<int, 2>{certain_sign(differences, {lone, both, both}),
                              certain_sign(differences, {both, both, lone})};
  };
  std::array<int, 3> found{};
  stream(5, set, [&](const std::array<int, 2>& expected) {
    for (unsigned n = 0; n < 2; ++n)
      EXPECT_EQ((operators_.positive_o >> n & 1) - (operators_.negative_o >> n & 1), expected[n]);
    ++found[static_cast<std::size_t>(expected[0] + 1)];
  });
  for (const int count : found) EXPECT_GT(count, kCycles / 20);
}

TEST_F(GroupOperators, TheVolumeOfAnAlignedTriangle) {
  Pin corners(operators_.corners_i), offsets(operators_.offsets_i), finer(operators_.finer_i),
      volume(operators_.volume_o);
  const auto set = [&] {
    GroupGrid grid;
    grid.step_exponent.fill(6);
    for (int i = 0; i < 12; ++i) {
      const auto direction = static_cast<std::size_t>(i);
      grid.step_exponent[direction] = 2 + static_cast<int>(random_.below(7));
      grid.origin[direction] = -(1 << 17) + any_signed(random_, 15);
      offsets.put(28 * i, 28, offset_from_centre(grid, i));
      finer.put(4 * i, 4, grid.finer(i));
    }
    LeafBlock block;
    block.count = 1;
    for (int c = 0; c < 3; ++c) {
      std::array<std::int64_t, 3> at{};
      for (int axis = 0; axis < 3; ++axis) {
        at[static_cast<std::size_t>(axis)] = any_signed(random_, 12 + static_cast<int>(random_.below(12)));
        corners.put(24 * (3 * c + axis), 24, at[static_cast<std::size_t>(axis)]);
      }
      block.triangles[0].corners[static_cast<std::size_t>(c)] = {
          static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])};
    }
    return place_block(grid, block).triangles[0].volume;
  };
  int inside = 0;
  stream(3, set, [&](const GroupVolume& expected) {
    for (int i = 0; i < 24; ++i) {
      EXPECT_EQ(volume.get(18 * i, 18), expected.d[static_cast<std::size_t>(i)]) << i;
      inside += expected.d[static_cast<std::size_t>(i)] % kLastCoordinate != 0 ? 1 : 0;
    }
  });
  EXPECT_GT(inside, 12 * kCycles);
}

TEST_F(GroupOperators, ABlockOfCornersWithOneShift) {
  Pin tumbled(operators_.tumbled_i), aligned(operators_.aligned_i), error(operators_.corner_error_i);
  Pin tumbled_out(operators_.tumbled_o), aligned_out(operators_.aligned_o),
      errors_out(operators_.block_errors_o);
  const auto set = [&] {
    MovedTriangle moved;
    PlacedTriangle placed;
    const int bits = 1 + static_cast<int>(random_.below(28));
    GridPoint around;
    for (std::int64_t& coordinate : around) coordinate = any_signed(random_, 23);
    for (int c = 0; c < 3; ++c) {
      for (int axis = 0; axis < 3; ++axis) {
        auto& t = moved.corners[static_cast<std::size_t>(c)][static_cast<std::size_t>(axis)];
        auto& a = placed.corners[static_cast<std::size_t>(c)][static_cast<std::size_t>(axis)];
        t = std::clamp<std::int64_t>(around[static_cast<std::size_t>(axis)] + any_signed(random_, bits),
                                     -kMostMovedUnits, kMostMovedUnits);
        a = std::clamp<std::int64_t>(
            around[static_cast<std::size_t>(axis)] + any_signed(random_, std::min(bits, 23)), -(1 << 23),
            (1 << 23) - 1);
        tumbled.put(30 * (3 * c + axis), 30, t);
        aligned.put(30 * (3 * c + axis), 30, a);
      }
    }
    const std::int64_t corner_error =
        std::min<std::int64_t>(any(random_, random_.below(2) == 0 ? 3 : 20), kMostCornerError);
    error.put(0, 21, corner_error);
    return small_pair(moved, placed, corner_error);
  };
  std::array<int, 16> shifts{};
  stream(4, set, [&](const SmallTrianglePair& expected) {
    for (int i = 0; i < 9; ++i) {
      const auto c = static_cast<std::size_t>(i / 3), axis = static_cast<std::size_t>(i % 3);
      EXPECT_EQ(tumbled_out.get(16 * i, 16, true), expected.tumbled[c][axis]);
      EXPECT_EQ(aligned_out.get(16 * i, 16, true), expected.aligned[c][axis]);
    }
    const auto limited = [](std::int64_t value) { return std::min<std::int64_t>(value, 8191); };
    EXPECT_EQ(errors_out.get(0, 13), limited(expected.tumbled_error));
    EXPECT_EQ(errors_out.get(13, 13), limited(expected.mixed_error));
    EXPECT_EQ(errors_out.get(26, 13), limited(expected.aligned_error));
    ++shifts[static_cast<std::size_t>(expected.shift)];
  });
  EXPECT_GT(shifts[0], kCycles / 20);
  EXPECT_GT(shifts[13], kCycles / 100);
}

}  // namespace
}  // namespace collisionchip
