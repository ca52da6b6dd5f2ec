// The chip between strangers: any memory behind its memory socket, and a host that knows only the register
// map. The host polls; the interrupt is connected and not looked at.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/testbench/tests/tlm/chip_words.h"
#include "collisionchip/testbench/tests/tlm/dop_bench.h"
#include "collisionchip/testbench/tests/tlm/scripted_memory.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip::testing_support {

inline void reset_memory(ScriptedMemory& memory, Cycle) {
  memory.reset();
}
inline void reset_memory(Sdram& sdram, Cycle now) {
  sdram.reset(now);
}

// This host cannot settle what float32 leaves open: it asks for the paper's unit.
inline ChipConfig unfiltered(ChipConfig config) {
  config.triangle_unit.filter = false;
  return config;
}

template <typename Memory>
struct StrangerBoard {
  SimulationScope scope;
  ChipConfig config;
  Chip chip;
  Memory memory;
  BaseProtocolChecker checker;
  HostPort host;
  sc_core::sc_signal<bool> interrupt;
  std::array<MemoryImage, 2> images;
  std::uint32_t status = 0;

  template <typename... Options>
  explicit StrangerBoard(const ChipConfig& c, const Options&... options)
      : config(unfiltered(c)),
        chip("chip", config, chip_netlist(config)),
        memory("memory", config, options...),
        checker("checker"),
        host("host") {
    chip.memory().bind(checker.target_socket);
    checker.initiator_socket.bind(memory.socket);
    host.socket.bind(chip.host());
    chip.interrupt().bind(interrupt);
    chip.on_reset = [this](Cycle now) {
      reset_memory(memory, now);
      checker.reset();
    };
    sc_core::sc_start(cycles(1));
  }

  tlm::tlm_response_status transfer(tlm::tlm_command command, std::uint64_t address, void* data,
                                    std::size_t bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(static_cast<unsigned>(bytes));
    payload.set_streaming_width(static_cast<unsigned>(bytes));
    sc_core::sc_time delay;
    host.socket->b_transport(payload, delay);
    sc_core::sc_start(delay);  // one access at a time, its time spent
    return payload.get_response_status();
  }
  void write(std::uint64_t address, std::vector<std::uint32_t> words) {
    EXPECT_EQ(transfer(tlm::TLM_WRITE_COMMAND, address, words.data(), 4 * words.size()),
              tlm::TLM_OK_RESPONSE);
  }
  std::uint32_t read(std::uint64_t address) {
    std::uint32_t word = 0;
    EXPECT_EQ(transfer(tlm::TLM_READ_COMMAND, address, &word, 4), tlm::TLM_OK_RESPONSE);
    return word;
  }

  void upload(const ObjectPair& objects) {
    images[0] = make_memory_image(*config.node_format, objects.a, 0);
    const auto base = static_cast<std::uint32_t>((images[0].bytes() + 4095) / 4096 * 4096);
    images[1] = make_memory_image(*config.node_format, objects.b, base);
    for (MemoryImage& image : images) {
      EXPECT_EQ(transfer(tlm::TLM_WRITE_COMMAND, registers::kSdramWindow + image.base, image.words.data(),
                         image.bytes()),
                tlm::TLM_OK_RESPONSE);
    }
  }

  void start(const ObjectPair& objects, const Pose& pose, std::uint32_t mode = 0) {
    using namespace registers;
    const bool a_tumbled = config.query.tumbled_side == TumbledRule::a;
    const QuerySetup setup(objects.a, objects.b, pose, a_tumbled ? TumbledSide::a : TumbledSide::b);
    write(kControl, {kReset});
    write(kMmm, mmm_words(setup.dop));
    write(kFrameMatrices, frame_words(setup.frames));
    write(kTumbledRoot, {images[a_tumbled ? 0 : 1].root_pair | images[a_tumbled ? 0 : 1].root_mask});
    write(kAlignedRoot, {images[a_tumbled ? 1 : 0].root_pair | images[a_tumbled ? 1 : 0].root_mask});
    write(kControl, {kStart | mode});
  }

  // Polls every `interval` cycles and empties the FIFO; false if `watchdog` cycles did not suffice.
  bool finish(std::vector<TrianglePair>& pairs, Cycle interval = 2000, Cycle watchdog = 3'000'000) {
    for (Cycle waited = 0; waited < watchdog; waited += interval) {
      sc_core::sc_start(cycles(interval));
      status = read(registers::kStatus);
      for (std::uint32_t level = read(registers::kFifoLevel); level > 0; --level) {
        std::uint32_t entry[2] = {};
        EXPECT_EQ(transfer(tlm::TLM_READ_COMMAND, registers::kFifo, entry, 8), tlm::TLM_OK_RESPONSE);
        if (entry[0] >> 30 != 0) continue;
        const bool a_tumbled = config.query.tumbled_side == TumbledRule::a;
        pairs.push_back(a_tumbled ? TrianglePair{entry[0], entry[1]} : TrianglePair{entry[1], entry[0]});
      }
      if ((status & registers::kDone) != 0) break;
    }
    std::sort(pairs.begin(), pairs.end());
    return (status & registers::kDone) != 0;
  }

  std::vector<TrianglePair> query(const ObjectPair& objects, const Pose& pose, std::uint32_t mode = 0) {
    std::vector<TrianglePair> pairs;
    start(objects, pose, mode);
    EXPECT_TRUE(finish(pairs));
    return pairs;
  }
};

}  // namespace collisionchip::testing_support
