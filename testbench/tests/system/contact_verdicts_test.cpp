// Every verdict of the Contact Unit at the published contact poses (COLLISIONCHIP_SHARED_DIR) against integers of any length.
#include <filesystem>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/testbench/engines/integer_triangle.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;
namespace fs = std::filesystem;

// Listens to both sides of the unit.
class Oracle : public ChannelTap<ContactTest> {
 public:
  explicit Oracle(Chip& chip)
      : tests_(chip.channel<ContactTest>("small_triangle_unit.contacts")),
        verdicts_(chip.channel<ContactVerdict>("contact_unit.verdicts")),
        answers_(*this) {
    tests_.add_tap(*this);
    verdicts_.add_tap(answers_);
  }
  ~Oracle() {
    tests_.remove_tap(*this);
    verdicts_.remove_tap(answers_);
  }
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  Pose pose;
  std::uint64_t right = 0, wrong = 0, left = 0;

 private:
  struct Answers : ChannelTap<ContactVerdict> {
    explicit Answers(Oracle& all) : oracle(all) {}
    void on_put(Cycle, Cycle, const ContactVerdict& answer) override { oracle.judge(answer); }
    void on_pop(Cycle, Cycle) override {}
    void on_reset() override {}
    Oracle& oracle;
  };

  void on_put(Cycle, Cycle, const ContactTest& test) override { asked_[test.place] = test; }
  void on_pop(Cycle, Cycle) override {}
  void on_reset() override {}
  void judge(const ContactVerdict& answer) {
    if (answer.verdict == Verdict::uncertain) {
      ++left;
      return;
    }
    const ContactTest& test = asked_.at(answer.place);
    const IntegerObjects objects =
        to_integers({group_words::corners_of(test.a)}, {group_words::corners_of(test.b)}, pose);
    ++(meet(objects.a[0], objects.b[0]) == (answer.verdict == Verdict::hit) ? right : wrong);
  }

  Channel<ContactTest>& tests_;
  Channel<ContactVerdict>& verdicts_;
  Answers answers_;
  std::array<ContactTest, std::size_t{1} << kResultPlaceBits> asked_{};
};

// All poses in contact of an object whose file is there.
void check(const std::string& object, const std::string& mesh, std::uint64_t least) {
  const fs::path shared = COLLISIONCHIP_SHARED_DIR, poses = shared / "poses" / (object + ".special.mat.txt");
  if (!fs::exists(poses)) GTEST_SKIP() << "no " << poses;
  const ChipConfig config = preset("beyond-contact");
  const CollisionObject whole = build_object(read_mesh((shared / "meshes" / mesh).string()), config);
  JudgedSimulation simulation(config);
  simulation.driver().upload(whole, whole);
  Oracle oracle(simulation.board().chip());
  for (const Pose& pose : read_poses(poses.string())) {
    oracle.pose = pose;
    simulation.query(pose);
  }
  EXPECT_EQ(oracle.wrong, 0u);
  EXPECT_GE(oracle.right, least);
  EXPECT_LE(oracle.left, oracle.right / 200) << "triangles without area";
}

TEST(ContactVerdicts, AreRightAtEveryPoseOfFclEnv) {
  check("fcl_env", "fcl_env.obj", 30000);
}
TEST(LongContactVerdicts, AreRightAtEveryPoseOfFeaturetype) {
  check("featuretype", "featuretype.stl", 226000);
}
TEST(LongContactVerdicts, AreRightAtEveryPoseOfUr3Upperarm) {
  check("ur3_upperarm", "ur3_upperarm.stl", 306000);
}

}  // namespace
}  // namespace collisionchip
