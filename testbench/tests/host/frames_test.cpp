// An object that changes its shape: refitted or without a tree, uploaded before every query.
#include "collisionchip/testbench/run/frames.h"

#include <gtest/gtest.h>

#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/tree/refit.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/run/asker.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machine/pci_bus.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using testing_support::torus;

// A torus that comes nearer, swells on one side and shrinks on the other.
std::vector<Mesh> swelling_torus(std::uint32_t rings, int frames) {
  std::vector<Mesh> all;
  for (int frame = 0; frame < frames; ++frame) {
    all.push_back(torus(rings, 10));
    for (Vec3f& vertex : all.back().vertices) {
      const float factor = 1 + 0.15f * static_cast<float>(frame) * vertex.x;
      vertex.y *= factor;
      vertex.z *= factor;
      vertex.x += 1.1f * static_cast<float>(frames - 1 - frame);
    }
  }
  return all;
}

PoseQuestion question_of(const char* chip, std::uint32_t rings, int frames, bool tumble_a = false) {
  PoseQuestion question;
  question.engine = find_engine("tlm");
  question.config = preset(chip);
  if (tumble_a) question.config.query.tumbled_side = TumbledRule::a;
  question.frames = std::make_shared<const std::vector<Mesh>>(swelling_torus(rings, frames));
  question.a = std::make_shared<const CollisionObject>(build_object(torus(16, 12), question.config));
  question.b =
      std::make_shared<const CollisionObject>(build_object(question.frames->front(), question.config));
  Pose pose;
  pose.t.x = 0.3f;
  question.poses.assign(static_cast<std::size_t>(frames), pose);
  return question;
}

// The pairs of a tree built for this shape alone, decided exactly.
std::string exact_lines(const PoseQuestion& question) {
  std::string lines;
  for (std::size_t frame = 0; frame < question.frames->size(); ++frame) {
    const CollisionObject b = CollisionObject::build((*question.frames)[frame], {});
    lines += pair_lines(frame, tile_traversal(*question.a, b, question.poses[frame], {}, 32).pairs);
  }
  return lines;
}

// More than one transfer of 64 KiB: 600 triangles.
TEST(Frames, PairsAreExactAtEveryFrameWithAndWithoutATree) {
  for (const char* chip :
       {"paper41", "paper52", "bruteforce", "beyond", "beyond-contact", "beyond-triangle-unit", "today"}) {
    for (const bool tumble_a : {false, true}) {
      const PoseQuestion question = question_of(chip, 30, 4, tumble_a);
      Asker asker(question, nullptr);
      const AnswerBatch batch = asker.ask(0, 4);
      EXPECT_FALSE(batch.totals.is_wrong()) << batch.totals.verdict.first_difference;
      EXPECT_EQ(batch.pair_lines, exact_lines(question)) << chip;
      EXPECT_GT(batch.totals.pairs, 300u);
    }
  }
}

TEST(Frames, PairsAreExactWithEveryKindOfBoxes) {
  for (const char* format : {"obb64", "obb40", "aabb32", "aabb21"}) {
    PoseQuestion question = question_of("paper41", 30, 4);
    apply_set(question.config, std::string("tree.format=") + format);
    question.a = std::make_shared<const CollisionObject>(build_object(torus(16, 12), question.config));
    question.b =
        std::make_shared<const CollisionObject>(build_object(question.frames->front(), question.config));
    Asker asker(question, nullptr);
    const AnswerBatch batch = asker.ask(0, 4);
    EXPECT_FALSE(batch.totals.is_wrong()) << format << batch.totals.verdict.first_difference;
    EXPECT_EQ(batch.pair_lines, exact_lines(question)) << format;
  }
}

TEST(Frames, RtlUnitsAndTheirModelsHaveTheSameShape) {
  if (rtl_units().empty()) GTEST_SKIP() << "this program has no RTL";
  PoseQuestion question = question_of("paper41", 12, 3);
  apply_set(question.config, "units.triangle_unit=rtl");
  const AnswerBatch batch = Asker(question, nullptr).ask(0, 3);
  EXPECT_FALSE(batch.totals.is_wrong());
  EXPECT_EQ(batch.totals.parity.queries, 3u);
  EXPECT_EQ(batch.pair_lines, exact_lines(question));
}

TEST(Frames, EachFrameIsUploadedAndCounted) {
  for (const bool tree : {true, false}) {
    const PoseQuestion question = question_of(tree ? "paper41" : "bruteforce", 20, 3);
    Asker asker(question, nullptr);
    const FrameCost cost = asker.ask(0, 3).totals.frames;
    const std::uint64_t words = tree ? (384 * 400 - 256) / 4 : 128 * 400 / 4;
    EXPECT_EQ(cost.upload_words, 3 * words);
    Cycle cycles = 0;
    for (std::uint64_t left = words; left > 0; left -= std::min<std::uint64_t>(left, 16384))
      cycles += pci_transfer_cycles(question.config.pci, false, std::min<std::uint64_t>(left, 16384));
    EXPECT_EQ(cost.upload_cycles, 3 * cycles);
    EXPECT_EQ(cost.refitted_boxes, tree ? 3 * 798u : 0u);
  }
}

TEST(Frames, TheTimeHasTheUploadOfTheShape) {
  const PoseQuestion question = question_of("paper41", 12, 3);
  const AnswerTotals totals = Asker(question, nullptr).ask(0, 3).totals;
  const ChipAnswer& all = totals.sum.sum();
  EXPECT_GT(totals.frames.upload_cycles, 0u);
  EXPECT_GT(all.settled_cycles,
            totals.frames.upload_cycles + all.setup_cycles + all.cycles + all.readback_cycles);
  EXPECT_EQ(all.host.total_ps + all.host.overlap_ps,
            all.settled_cycles * question.config.chip.clock_period_ps + 1000 * all.host.ns);
}

// As workers ask: from any pose on, of a board whose memory was put in from behind.
TEST(Frames, AnswersDoNotDependOnWhoAskedBefore) {
  const PoseQuestion question = question_of("bruteforce", 12, 4);
  const std::string expected = Asker(question, nullptr).ask(0, 4).query_lines;
  const BoardImage image = make_board_image(question.config, *question.a, *question.b);
  AnswerBatch batch = Asker(question, nullptr, &image).ask(0, 2);
  batch.add_query(Asker(question, nullptr, &image).ask(2, 4).query_lines);
  EXPECT_EQ(batch.query_lines, expected);
  EXPECT_NE(expected.find("\"upload_words\":7680,"), std::string::npos);
}

TEST(Refit, KeepsTheTreeAndEnclosesTheNewShape) {
  const std::vector<Mesh> frames = swelling_torus(12, 6);
  const CollisionObject first = CollisionObject::build(frames.front(), {});
  for (const Mesh& mesh : frames) {
    const CollisionObject object = refit(first, mesh);
    const std::vector<DopNode>&before = first.tree.nodes(), &now = object.tree.nodes();
    ASSERT_EQ(now.size(), before.size());
    for (std::size_t n = 0; n < now.size(); ++n) {
      EXPECT_EQ(now[n].child, before[n].child);
      EXPECT_EQ(now[n].triangle, before[n].triangle);
      if (now[n].is_leaf()) {
        EXPECT_EQ(now[n].d, leaf_dop(24, mesh.corners(now[n].triangle), now[n].triangle).d);
        continue;
      }
      for (const std::size_t child : {2 * std::size_t{now[n].child}, 2 * std::size_t{now[n].child} + 1}) {
        for (std::size_t i = 0; i < 12; ++i) {
          EXPECT_LE(now[n].d[i], now[child].d[i]);
          EXPECT_GE(now[n].d[12 + i], now[child].d[12 + i]);
        }
      }
    }
  }
  const CollisionObject same = refit(first, frames.front());
  for (std::size_t n = 0; n < same.tree.nodes().size(); ++n)
    EXPECT_EQ(same.tree.nodes()[n].d, first.tree.nodes()[n].d)
        << "the tree that was built has the same boxes";
  EXPECT_EQ(refitted_boxes(first.tree), 2 * 240 - 2u);
  EXPECT_THROW(refit(first, torus(11, 10)), InputError);
}

TEST(FrameFiles, AreSortedByNameAndErrorsNameThem) {
  const TemporaryFolder folder;
  const auto file = [&](const char* name) { return folder.path() + "/" + name; };
  const auto complaint = [&](const auto& ask) {
    try {
      ask();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(complaint([&] { frame_files(folder.path()); }),
            folder.path() + ": expected mesh files (.obj, .stl, .ply, .off), got none");
  EXPECT_NE(complaint([&] { frame_files(folder.path() + "/x"); }).find("/x: expected a folder"),
            std::string::npos);
  const std::vector<Mesh> frames = swelling_torus(6, 3);
  write_mesh(frames[1], file("b.off"));
  write_mesh(frames[0], file("a.obj"));
  write_mesh(frames[2], file("c.STL"));
  const std::vector<std::string> files = frame_files(folder.path());
  ASSERT_EQ(files, (std::vector<std::string>{file("a.obj"), file("b.off"), file("c.STL")}));
  const std::vector<Mesh> read = read_frames(files, frames[0]);
  for (std::uint32_t triangle = 0; triangle < read[2].triangle_count(); ++triangle) {
    for (std::size_t corner = 0; corner < 3; ++corner)
      EXPECT_EQ(read[2].corners(triangle)[corner].y, frames[2].corners(triangle)[corner].y);
  }
  EXPECT_EQ(digest_of(read), digest_of(frames));
  EXPECT_NE(digest_of(read), digest_of({frames[0], frames[2], frames[1]}));
  write_mesh(torus(7, 10), file("b.off"));
  EXPECT_EQ(complaint([&] { read_frames(files, frames[0]); }),
            file("b.off") + ": expected 120 triangles, as torus has, got 140");
}

}  // namespace
}  // namespace collisionchip
