// The board of the driver in C: its two functions are transfers at the TLM socket of the chip's model. Asks for one pose, by waiting
// and by polling, and says whether the driver in C++ finds the same.
//
//     host_c [PRESET|FILE.toml] [TRIANGLES]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <collisionchip/reference/groups/integer_map.h>
#include <collisionchip/reference/groups/object_record.h>
#include <collisionchip/reference/procedural/procedural_mesh.h>
#include <collisionchip/reference/triangle/exact_triangle_intersection.h>
#include <collisionchip/testbench/host/chip_object.h>
#include <collisionchip/testbench/host/simulation.h>
#include <collisionchip/testbench/machines/host_kinds.h>
#include <collisionchip/tlm/chip/board.h>
#include <collisionchip/tlm/config/config_file.h>
#include <collisionchip/tlm/machines/derived_of.h>

#include "cc_driver.h"

namespace {

using namespace collisionchip;

// The host's memory, into which some chips write: a burst is there as a whole when the delay of its write is over.
class HostMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<HostMemory> socket;
  std::vector<std::uint32_t> words;
  sc_core::sc_event arrived;

  static constexpr std::uint64_t kBase = 0x8000'0000;

  HostMemory(const sc_core::sc_module_name& name, std::size_t size)
      : sc_module(name), socket("socket"), words(size) {
    SC_HAS_PROCESS(HostMemory);
    socket.register_b_transport(this, &HostMemory::b_transport);
    SC_METHOD(arrive);
    sensitive << due_;
    dont_initialize();
  }

 private:
  struct Write {
    sc_core::sc_time at;
    std::size_t first;
    std::vector<std::uint32_t> words;
  };

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t first = (payload.get_address() - kBase) / 4, count = payload.get_data_length() / 4;
    const bool fits = payload.is_write() && payload.get_address() >= kBase && first + count <= words.size();
    payload.set_response_status(fits ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
    if (!fits) return;
    const auto* const data = reinterpret_cast<const std::uint32_t*>(payload.get_data_ptr());
    writes_.push_back({sc_core::sc_time_stamp() + delay, first, {data, data + count}});
    due_.notify(delay);
  }

  // Writes come in the order in which they left.
  void arrive() {
    for (; !writes_.empty() && writes_.front().at <= sc_core::sc_time_stamp(); writes_.pop_front())
      std::copy(writes_.front().words.begin(), writes_.front().words.end(),
                words.begin() + static_cast<std::ptrdiff_t>(writes_.front().first));
    if (!writes_.empty()) due_.notify(writes_.front().at - sc_core::sc_time_stamp());
    arrived.notify();
  }

  std::deque<Write> writes_;
  sc_core::sc_event due_;
};

// What the C code asks for and what it gets.
struct Question {
  cc_machine machine{};
  bool a_tumbled = false;
  std::uint32_t ring_entries = 0, burst_bytes = 0;
  std::vector<std::uint32_t> image, mmm, frames;
  cc_pose pose{};
  // For a chip with a Pose Unit:
  std::vector<ObjectRecord> records;  // of A and of B
  PoseWords words{};
  cc_doorbell doorbell{};
};
struct Answer {
  bool a_tumbled = false, polls = false;
  std::vector<TrianglePair> certain, uncertain;
  cc_result result = CC_OK;
  cc_chip chip{};
};

void take(void* user, std::uint32_t tumbled, std::uint32_t aligned, int certain) {
  Answer& answer = *static_cast<Answer*>(user);
  (certain != 0 ? answer.certain : answer.uncertain)
      .push_back(answer.a_tumbled ? TrianglePair{tumbled, aligned} : TrianglePair{aligned, tumbled});
}

// Runs the C code in a thread of SystemC, where it may wait.
class HostInC : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<HostInC> socket;
  sc_core::sc_in<bool> interrupt;

  HostInC(const sc_core::sc_module_name& name, const Question& question, HostMemory* memory, Answer& answer)
      : sc_module(name), question_(question), memory_(memory), answer_(answer) {
    SC_HAS_PROCESS(HostInC);
    SC_THREAD(run);
  }

 private:
  void run() {
    const cc_board board = {this, &HostInC::write32, &HostInC::read32,
                            memory_ != nullptr ? &HostInC::wait_for_burst
                            : answer_.polls    ? nullptr
                                               : &HostInC::wait_for_interrupt};
    cc_chip& chip = answer_.chip;
    cc_result result = cc_open(&chip, &board, &question_.machine);
    if (result == CC_OK && memory_ != nullptr) {
      const cc_ring ring = {memory_->words.data(), HostMemory::kBase, question_.ring_entries,
                            question_.burst_bytes};
      result = cc_use_ring(&chip, &ring);
    }
    if (result == CC_OK) result = cc_upload(&chip, question_.image.data(), question_.image.size());
    for (std::uint32_t slot = 0; slot < question_.records.size() && result == CC_OK; ++slot)
      result = cc_put_object(&chip, slot, question_.records[slot].data());
    if (result == CC_OK)
      result = question_.records.empty() ? cc_query(&chip, &question_.pose, take, &answer_)
                                         : cc_query_by_doorbell(&chip, &question_.doorbell, take, &answer_);
    cc_close(&chip);
    answer_.result = result;
  }

  static int write32(void* board, std::uint64_t address, const std::uint32_t* words, std::size_t count) {
    return static_cast<HostInC*>(board)->transfer(tlm::TLM_WRITE_COMMAND, address,
                                                  const_cast<std::uint32_t*>(words), count);
  }
  static int read32(void* board, std::uint64_t address, std::uint32_t* words, std::size_t count) {
    return static_cast<HostInC*>(board)->transfer(tlm::TLM_READ_COMMAND, address, words, count);
  }
  static int wait_for_interrupt(void* board) {
    HostInC& host = *static_cast<HostInC*>(board);
    if (!host.interrupt.read()) host.wait(host.interrupt.posedge_event());
    return 0;
  }

  static int wait_for_burst(void* board) {
    HostInC& host = *static_cast<HostInC*>(board);
    host.answer_.polls ? host.wait(100, sc_core::SC_NS) : host.wait(host.memory_->arrived);
    return 0;
  }

  int transfer(tlm::tlm_command command, std::uint64_t address, std::uint32_t* words, std::size_t count) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(words));
    payload.set_data_length(static_cast<unsigned>(4 * count));
    payload.set_streaming_width(static_cast<unsigned>(4 * count));
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    wait(delay);
    return payload.get_response_status() == tlm::TLM_OK_RESPONSE ? 0 : 1;
  }

  const Question& question_;
  HostMemory* const memory_;  // nullptr: the chip writes nothing
  Answer& answer_;
};

cc_machine machine_of(const ChipConfig& config) {
  const bool leaf_pair = config.pointer_fifo.entry == FifoEntry::leaf_pair;
  return {config.group_engine.queries > 1, config.pointer_fifo.entry_check, leaf_pair,
          config.group_layout().leaf_size == 4 ? 18u : 12u};
}

ObjectRecord record_of(const PlacedObject& object) {
  constexpr std::uint64_t kUnitBytes = 32;
  ObjectRecord record = make_object_record(*object.object->groups);
  record[object_words::kBase] = static_cast<std::uint32_t>(object.begin / kUnitBytes);
  record[object_words::kRoot] = object.root;
  return record;
}

// Matrices, or records of objects, are the host's mathematics, which is in C++.
Question question_of(const ChipConfig& config, const BoardImage& image, const Pose& pose) {
  const PlacedObject &a = image.objects[0], &b = image.objects[1];
  const TumbledSide side = tumbled_side(config.query.tumbled_side, *a.object, *b.object);
  Question question;
  question.machine = machine_of(config);
  question.ring_entries = config.host.ring_entries;
  question.burst_bytes = config.host.burst_bytes;
  question.image.resize(image.bytes->size() / 4);
  std::memcpy(question.image.data(), image.bytes->data(), 4 * question.image.size());
  const bool a_tumbled = question.a_tumbled = side == TumbledSide::a;
  if (has_pose_unit(config)) {
    question.records = {record_of(a), record_of(b)};
    question.words = pose_words(pose);
    question.doorbell = {question.words.data(), 0, 1, a_tumbled};
    return question;
  }
  const MatrixRegisters words = host_of(config).registers(config, a, b, pose, side);
  question.mmm = words.mmm;
  question.frames = words.frames;
  question.pose = {question.mmm.data(),    question.frames.data(),      question.mmm.size(),
                   question.frames.size(), a_tumbled ? a.root : b.root, a_tumbled ? b.root : a.root};
  return question;
}

Answer ask_in_c(const ChipConfig& config, const Question& question, bool polls) {
  const SimulationScope scope;
  Board board("board", config);
  Answer answer;
  answer.a_tumbled = question.a_tumbled;
  answer.polls = polls;
  std::unique_ptr<HostMemory> memory;
  if (board.chip().host_memory() != nullptr) {
    memory = std::make_unique<HostMemory>("memory", 2 * std::size_t{question.ring_entries});
    board.chip().host_memory()->bind(memory->socket);
  }
  HostInC host("host", question, memory.get(), answer);
  sc_core::sc_signal<bool> interrupt;
  host.socket.bind(board.chip().host());
  host.interrupt.bind(interrupt);
  board.chip().interrupt().bind(interrupt);
  sc_core::sc_start();
  return answer;
}

void print(const Answer& found) {
  std::printf("C, %s: result %d, status %#x, %zu pairs, %zu uncertain\n", found.polls ? "polling" : "waiting",
              found.result, found.chip.status, found.certain.size(), found.uncertain.size());
  for (const TrianglePair& pair : found.uncertain) std::printf("uncertain: %u %u\n", pair.a, pair.b);
}

// The exact test settles what the chip left open.
bool is_answer(Answer found, const HostAnswer& expected, const BoardImage& image, const Pose& pose) {
  for (const TrianglePair& pair : found.uncertain) {
    if (triangles_intersect_exactly(image.object(0).triangles[pair.a].corners,
                                    image.object(1).triangles[pair.b].corners, pose))
      found.certain.push_back(pair);
  }
  std::sort(found.certain.begin(), found.certain.end());
  return found.result == CC_OK && found.certain == expected.pairs &&
         found.uncertain.size() == expected.uncertain;
}

bool finds_the_same(const ChipConfig& config, std::size_t triangles) {
  const CollisionObject gear = build_object(make_procedural_mesh("gear", triangles), config);
  const CollisionObject knot = build_object(make_procedural_mesh("torus-knot", triangles), config);
  const BoardImage image = make_board_image(config, gear, knot);
  const Pose pose = pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1});
  HostAnswer expected;
  {
    Simulation simulation(config);
    simulation.attach(image);
    expected = simulation.query(pose);
  }
  std::printf("C++: %zu pairs, %llu unfinished\n", expected.pairs.size(),
              static_cast<unsigned long long>(expected.unfinished));
  const Question question = question_of(config, image, pose);
  bool same = true;
  for (const bool polls : {false, true}) {
    const Answer found = ask_in_c(config, question, polls);
    print(found);
    same &= is_answer(found, expected, image, pose);
  }
  std::printf("%s\n", same ? "the same" : "others");
  return same;
}

}  // namespace

int sc_main(int argc, char** argv) {
  try {
    const ChipConfig config = load_chip(argc > 1 ? argv[1] : "paper41");
    return finds_the_same(config, argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 2000) ? 0 : 1;
  } catch (const std::exception& error) {  // SystemC would call it E549
    std::fprintf(stderr, "host_c: %s\n", error.what());
    return 3;
  }
}
