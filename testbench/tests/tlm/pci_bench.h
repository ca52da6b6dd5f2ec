// A PCI Interface alone, with the test as host, Pointer FIFO and the units that take matrices and starts.
// Built a second time with COLLISIONCHIP_PCI_RTL it is the RTL.
#pragma once

#include <memory>
#include <vector>

#include "collisionchip/testbench/tests/tlm/scripted_memory.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"
#ifdef COLLISIONCHIP_PCI_RTL
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/pci_interface_rtl.h"
#endif

namespace collisionchip::testing_support {

#ifdef COLLISIONCHIP_PCI_RTL
inline bool is_made_for(const ChipConfig& config) {
  try {
    build_for("pci_interface", config);
  } catch (const InputError&) {
    return false;
  }
  return true;
}
// The channels around it may be those of a machine that it was not made for.
inline std::unique_ptr<PciInterface> tested_pci(const ChipConfig& config, const PciInterface::Ports& ports) {
  return std::make_unique<PciInterfaceRtl>("pci", is_made_for(config) ? config : ChipConfig{}, ports);
}
#else
inline bool is_made_for(const ChipConfig&) {
  return true;
}
inline std::unique_ptr<PciInterface> tested_pci(const ChipConfig& config, const PciInterface::Ports& ports) {
  return std::make_unique<PciInterface>("pci", params_of<PciInterfaceParams>(config), ports);
}
#endif

// Whether a host stops a query by its number.
inline bool stops_by_number(const ChipConfig& config) {
  for (const ChannelRow& row : chip_netlist(config).channels) {
    if (row.writer == "pci_interface.stop") return row.message == "QueryStop";
  }
  return false;
}

struct PciBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<Finding> entries;
  Channel<QueryDone> done{"done", 4};
  Channel<StartCommand> start;
  Channel<StopRequest> stop{"stop", 1};
  Channel<QueryStop> query_stop{"query_stop", 4};
  Channel<MatrixWrite> mmm_writes{"mmm", 16}, frame_writes{"frames", 16};
  const std::unique_ptr<PciInterface> made;
  PciInterface& pci = *made;
  ScriptedMemory memory;
  Source<Finding> findings;
  Source<QueryDone> dones;
  Sink<StartCommand> starts;
  Sink<StopRequest> stops;
  Sink<QueryStop> query_stops;
  Sink<MatrixWrite> mmm, frames;
  HostPort host;
  sc_core::sc_signal<bool> interrupt;
  std::vector<Cycle> started, resets;
  sc_core::sc_time delay;

  explicit PciBench(const ChipConfig& c = {})
      : config(c),
        entries("entries", config.pointer_fifo.depth),
        start("start", config.group_engine.queries),
        made(tested_pci(config,
                        {&entries, done, &start, stops_by_number(config) ? nullptr : &stop, &mmm_writes,
                         &frame_writes, stops_by_number(config) ? &query_stop : nullptr})),
        memory("memory", config),
        findings("findings", config, entries),
        dones("dones", config, done),
        starts("starts", config, start),
        stops("stops", config, stop),
        query_stops("query_stops", config, query_stop),
        mmm("mmm", config, mmm_writes),
        frames("frames", config, frame_writes),
        host("host"),
        interrupt("interrupt") {
    host.socket.bind(pci.host);
    pci.memory.bind(memory.socket);
    pci.interrupt.bind(interrupt);
    pci.on_start = [this](Cycle origin) {
      started.push_back(origin);
      pci.begin_query(origin);
    };
    pci.on_reset = [this] {
      resets.push_back(sc_core::sc_time_stamp().value() / 3750);
      for (auto* channel : {&mmm_writes, &frame_writes}) channel->reset();
      entries.reset();
      done.reset();
      start.reset();
      stop.reset();
      query_stop.reset();
      pci.reset();
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
    host.socket->b_transport(payload, delay);
    return payload.get_response_status();
  }
  tlm::tlm_response_status write(std::uint64_t address, std::vector<std::uint32_t> words) {
    return transfer(tlm::TLM_WRITE_COMMAND, address, words.data(), 4 * words.size());
  }
  tlm::tlm_response_status read(std::uint64_t address, std::vector<std::uint32_t>& words) {
    return transfer(tlm::TLM_READ_COMMAND, address, words.data(), 4 * words.size());
  }
  std::uint32_t value(std::uint64_t address) {
    std::vector<std::uint32_t> word(1);
    EXPECT_EQ(read(address, word), tlm::TLM_OK_RESPONSE) << std::hex << address;
    return word[0];
  }
  // Lets the transfers' time and `more` cycles pass.
  void elapse(Cycle more = 0) {
    sc_core::sc_start(delay + cycles(more));
    delay = sc_core::SC_ZERO_TIME;
  }
  Cycle now() const { return sc_core::sc_time_stamp().value() / 3750; }
  void start_query(std::uint32_t control = registers::kEnableDone) {
    EXPECT_EQ(write(registers::kTumbledRoot, {0x1203}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(write(registers::kAlignedRoot, {0x3401}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(write(registers::kControl, {registers::kStart | control}), tlm::TLM_OK_RESPONSE);
    elapse();
  }
};

}  // namespace collisionchip::testing_support
