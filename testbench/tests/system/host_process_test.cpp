// A host in a SystemC process of its own, as users of TLM platforms have it: it transfers, waits for the
// interrupt and drains from its SC_THREAD, while the units' process drives the same wire.
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/machines/matrix_words.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using namespace registers;

class HostProcess : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<HostProcess> socket;
  sc_core::sc_in<bool> interrupt;

  std::vector<std::vector<TrianglePair>> answers;
  unsigned interrupts = 0, refused = 0;

  HostProcess(const sc_core::sc_module_name& name, const ChipConfig& config, const ObjectPair& objects,
              const std::vector<Pose>& poses)
      : sc_module(name), config_(config), objects_(objects), poses_(poses) {
    SC_HAS_PROCESS(HostProcess);
    SC_THREAD(run);
  }

 private:
  void run() {
    BoardImage image = make_board_image(config_, objects_.a, objects_.b);
    std::vector<unsigned char> bytes = *image.bytes;
    transfer(tlm::TLM_WRITE_COMMAND, kSdramWindow, bytes.data(), bytes.size());
    for (const Pose& pose : poses_) ask(image, pose);
  }

  void ask(const BoardImage& image, const Pose& pose) {
    const QuerySetup setup(objects_.a, objects_.b, pose, TumbledSide::b);
    write(kControl, {kReset});
    write(kMmm, mmm_words(setup.dop));
    write(kFrameMatrices, frame_words(setup.frames));
    write(kTumbledRoot, {image.objects[1].root});
    write(kAlignedRoot, {image.objects[0].root});
    write(kControl, {kStart | kEnableDone | kEnableFifo});
    answers.emplace_back();
    for (bool done = false; !done;) {
      if (!interrupt.read()) wait(interrupt.posedge_event());
      ++interrupts;
      done = (read(kStatus) & kDone) != 0;
      write(kInterrupt, {kDonePending | kFifoPending});
      drain(answers.back());
    }
    std::sort(answers.back().begin(), answers.back().end());
  }

  void drain(std::vector<TrianglePair>& pairs) {
    for (std::uint32_t level = read(kFifoLevel); level > 0; --level) {
      std::uint32_t entry[2] = {};
      transfer(tlm::TLM_READ_COMMAND, kFifo, entry, sizeof entry);
      pairs.push_back({entry[1], entry[0]});  // the tumbled side is B
    }
  }

  void write(std::uint64_t address, std::vector<std::uint32_t> words) {
    transfer(tlm::TLM_WRITE_COMMAND, address, words.data(), 4 * words.size());
  }
  std::uint32_t read(std::uint64_t address) {
    std::uint32_t word = 0;
    transfer(tlm::TLM_READ_COMMAND, address, &word, sizeof word);
    return word;
  }
  void transfer(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(static_cast<unsigned>(bytes));
    payload.set_streaming_width(static_cast<unsigned>(bytes));
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    if (payload.get_response_status() != tlm::TLM_OK_RESPONSE) ++refused;
    wait(delay);
  }

  const ChipConfig config_;
  const ObjectPair& objects_;
  const std::vector<Pose> poses_;
};

void expect_that_a_process_can_ask(ChipConfig config) {
  config.triangle_unit.filter = false;  // nothing is left open for a host to settle
  Random random(11);
  const ObjectPair objects = tori();
  const std::vector<Pose> poses = {random_pose(random, 0.3), random_pose(random, 0.3),
                                   random_pose(random, 9)};
  const SimulationScope scope;
  BoardOptions options;
  options.units = &unit_kinds();
  Board board("board", config, options);
  HostProcess host("host", config, objects, poses);
  sc_core::sc_signal<bool> interrupt("interrupt");  // one writer only: the kernel would complain of two
  host.socket.bind(board.chip().host());
  host.interrupt.bind(interrupt);
  board.chip().interrupt().bind(interrupt);
  sc_core::sc_start();
  EXPECT_EQ(host.refused, 0u);
  ASSERT_EQ(host.answers.size(), poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i)
    EXPECT_EQ(host.answers[i], reference_answer(objects, poses[i], config).pairs) << "pose " << i;
  EXPECT_GE(host.interrupts, poses.size());
  EXPECT_EQ(board.violations(), std::vector<std::string>{});
}

TEST(HostProcess, AsksTheChipFromAThread) {
  ChipConfig config;
  config.pointer_fifo.threshold = 16;  // interrupts of the FIFO, too
  expect_that_a_process_can_ask(config);
}

TEST(HostProcess, AsksTheRtlFromAThread) {
  if (rtl_units().empty()) GTEST_SKIP() << "this program has no RTL";
  ChipConfig config;
  set_model(config, "pci_interface", UnitModel::rtl);
  expect_that_a_process_can_ask(config);
}

// --- the driver ---

class ProcessWithDriver : public sc_core::sc_module {
 public:
  std::vector<HostAnswer> answers;
  std::string error;

  ProcessWithDriver(const sc_core::sc_module_name& name, Driver& driver, const ObjectPair& objects,
                    const std::vector<Pose>& poses, bool first_witness)
      : sc_module(name), driver_(driver), objects_(objects), poses_(poses), first_witness_(first_witness) {
    SC_HAS_PROCESS(ProcessWithDriver);
    SC_THREAD(run);
  }

 private:
  void run() {
    driver_.upload(objects_.a, objects_.b);
    for (const Pose& pose : poses_) answers.push_back(driver_.query(pose, first_witness_));
    driver_.set_cycle_limit(100);  // fewer than any query takes
    try {
      driver_.query(poses_.front(), first_witness_);
    } catch (const ChipError& told) {
      error = told.what();
    }
  }

  Driver& driver_;
  const ObjectPair& objects_;
  const std::vector<Pose> poses_;
  const bool first_witness_;
};

// A driver called by a process does what it does outside of processes, in the same cycles.
void expect_the_same_driver(const ChipConfig& config, bool first_witness, const DrainPolicy& policy) {
  Random random(12);
  const ObjectPair objects = tori();
  const std::vector<Pose> poses = {Pose{}, random_pose(random, 0.3), random_pose(random, 9)};
  std::vector<ChipAnswer> expected;
  {
    JudgedSimulation simulation(config);
    simulation.driver().set_drain_policy(policy);
    simulation.driver().upload(objects.a, objects.b);
    for (const Pose& pose : poses) expected.push_back(simulation.query(pose, first_witness));
  }
  const SimulationScope scope;
  Board board("board", config);
  Driver driver("driver", config);
  driver.set_drain_policy(policy);
  ProcessWithDriver host("host", driver, objects, poses, first_witness);
  sc_core::sc_signal<bool> interrupt("interrupt");
  driver.socket.bind(board.chip().host());
  driver.interrupt.bind(interrupt);
  board.chip().interrupt().bind(interrupt);
  sc_core::sc_start();
  ASSERT_EQ(host.answers.size(), poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_EQ(host.answers[i].pairs, expected[i].pairs) << "pose " << i;
    EXPECT_EQ(host.answers[i].uncertain, expected[i].uncertain) << "pose " << i;
    EXPECT_EQ(host.answers[i].unfinished, expected[i].unfinished) << "pose " << i;
    EXPECT_EQ(host.answers[i].setup_cycles, expected[i].setup_cycles) << "pose " << i;
    EXPECT_EQ(host.answers[i].readback_cycles, expected[i].readback_cycles) << "pose " << i;
  }
  EXPECT_EQ(host.error.rfind("chip: no end after 100 cycles", 0), 0u) << host.error;
}

TEST(HostProcess, TheDriverWaitsInAThread) {
  expect_the_same_driver(ChipConfig{}, false, {});
  expect_the_same_driver(ChipConfig{}, true, {});
  DrainPolicy slow;
  slow.interval = 700;
  slow.entries = 3;
  expect_the_same_driver(ChipConfig{}, false, slow);
  ChipConfig small;
  small.stack_sram.entries = 64;
  expect_the_same_driver(small, false, {});
}

}  // namespace
}  // namespace collisionchip
