// The PCI Interface's RTL against its model: a host that does what it likes, right and wrong, while results
// come in and queries end. Every answer and its time, every item of every channel, the interrupt, statistics
// and the account.
#include <array>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "collisionchip/rtl_model/adapter/pci_interface_rtl.h"
#include "collisionchip/testbench/tests/rtl/event_tap.h"
#include "collisionchip/testbench/tests/tlm/scripted_memory.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using namespace registers;

struct PciRun {
  std::vector<Event> events;
  std::vector<std::string> answers;
};

// Looks at the interrupt when it changes.
struct InterruptWatch : sc_core::sc_module {
  sc_core::sc_signal<bool> wire;
  std::vector<Event>& events;

  InterruptWatch(const sc_core::sc_module_name& name, std::vector<Event>& all)
      : sc_module(name), wire("wire"), events(all) {
    SC_HAS_PROCESS(InterruptWatch);
    SC_METHOD(on_change);
    sensitive << wire;
    dont_initialize();
  }
  void on_change() {
    events.push_back(
        {sc_core::sc_time_stamp().value() / 3750, wire.read() ? "interrupt rises" : "interrupt falls"});
  }
};

// What it is made of: the RTL looks for its build itself.
template <typename Pci>
auto parts_of(const ChipConfig& config) {
  if constexpr (std::is_same_v<Pci, PciInterfaceRtl>) {
    return config;
  } else {
    return params_of<PciInterfaceParams>(config);
  }
}

template <typename Pci>
struct Bench {
  SimulationScope scope;
  const ChipConfig config;
  Channel<Finding> entries{"entries", config.pointer_fifo.depth};
  Channel<QueryDone> done{"done", 1};
  Channel<StartCommand> start{"start", 1};
  Channel<StopRequest> stop{"stop", 1};
  Channel<MatrixWrite> mmm_writes{"mmm", 16}, frame_writes{"frames", 16};
  Pci pci;
  ScriptedMemory memory;
  Source<Finding> findings;
  Source<QueryDone> dones;
  Sink<StartCommand> starts;
  Sink<StopRequest> stops;
  Sink<MatrixWrite> mmm, frames;
  HostPort host;
  PciRun run;
  InterruptWatch interrupt;
  EventTap<Finding> entry_tap;
  EventTap<QueryDone> done_tap;
  EventTap<StartCommand> start_tap;
  EventTap<StopRequest> stop_tap;
  EventTap<MatrixWrite> mmm_tap, frame_tap;
  sc_core::sc_time delay;

  explicit Bench(std::uint32_t burst_words)
      : config(machine(burst_words)),
        pci("pci", parts_of<Pci>(config),
            PciInterface::Ports{&entries, done, &start, &stop, &mmm_writes, &frame_writes}),
        memory("memory", config),
        findings("findings", config, entries),
        dones("dones", config, done),
        starts("starts", config, start),
        stops("stops", config, stop, 60, 0),  // one may wait when the next is written
        mmm("mmm_sink", config, mmm_writes),
        frames("frames_sink", config, frame_writes),
        host("host"),
        interrupt("interrupt", run.events),
        entry_tap(entries, run.events, true),
        done_tap(done, run.events, true),
        start_tap(start, run.events, true),
        stop_tap(stop, run.events, true),
        mmm_tap(mmm_writes, run.events, true),
        frame_tap(frame_writes, run.events, true) {
    host.socket.bind(pci.host);
    pci.memory.bind(memory.socket);
    pci.interrupt.bind(interrupt.wire);
    pci.on_start = [this](Cycle origin) {
      note("started", {origin});
      pci.begin_query(origin);
    };
    pci.on_end = [this](Cycle end) { note("ended", {end}); };
    pci.on_reset = [this] {
      note("reset", {now()});
      for (auto* channel : {&mmm_writes, &frame_writes}) channel->reset();
      entries.reset();
      done.reset();
      start.reset();
      stop.reset();
      for (Unit* source : std::initializer_list<Unit*>{&findings, &dones}) source->reset();
      pci.reset();
    };
    sc_core::sc_start(cycles(1));
  }

  static ChipConfig machine(std::uint32_t burst_words) {
    ChipConfig config;
    config.pci.burst_words = burst_words;
    return config;
  }
  Cycle now() const { return sc_core::sc_time_stamp().value() / 3750; }
  void note(const std::string& what, std::initializer_list<std::uint64_t> values) {
    run.answers.push_back(fmt::format("{} {}", what, fmt::join(values, " ")));
  }

  void transfer(bool read, std::uint64_t address, std::vector<std::uint32_t> words) {
    tlm::tlm_generic_payload payload;
    payload.set_command(read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(words.data()));
    payload.set_data_length(static_cast<unsigned>(4 * words.size()));
    payload.set_streaming_width(payload.get_data_length());
    host.socket->b_transport(payload, delay);
    const auto status = static_cast<std::uint64_t>(payload.get_response_status() + 10);
    note(read ? "read" : "write", {now(), address, words.size(), status, delay.value() / 3750});
    run.answers.back() += fmt::format(", {:x}", fmt::join(words, " "));
  }
  void elapse(Cycle more) {
    sc_core::sc_start(delay + cycles(more));
    delay = sc_core::SC_ZERO_TIME;
  }
  void note_figures() {
    const PciInterface::Statistics& s = pci.statistics();
    note("statistics", {s.reads, s.writes, s.words_read, s.words_written, s.fifo_words});
    const UnitCycles cycles = pci.cycles(pci.query_end());
    note("account", {pci.query_begin(), pci.query_end(), cycles.busy, cycles.idle});
  }
};

enum class Act { registers, matrix, fifo, window, start, control, results, end, wait, stray };

// One turn of the host and of the units behind it. All that
// is random is drawn here, before it is known how it ends.
template <typename B>
void turn(B& bench, Random& random) {
  const auto act = static_cast<Act>(random.below(10));
  const auto draw = [&](int limit) { return static_cast<std::uint32_t>(random.below(limit)); };
  const std::uint32_t a = draw(1 << 20), b = draw(1 << 20), c = draw(100), d = draw(40);
  const bool read = draw(2) == 0, zero_time = draw(3) == 0;
  std::vector<std::uint32_t> words(1 + b % 80);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random.bits());
  const Cycle now = bench.now();
  switch (act) {
    case Act::registers:
      words.resize(1 + c % 3);
      bench.transfer(read, 4 * (a % 12), words);
      break;
    case Act::matrix:
      bench.transfer(c == 0, (b % 2 == 0 ? kMmm : kFrameMatrices) + 4 * (a % (b % 2 == 0 ? 64 : 12)), words);
      break;
    case Act::fifo:
      words.resize(2 * (1 + c % 6) + (c % 8 == 0 ? 1 : 0));
      bench.transfer(d != 0, kFifo + 8 * (a % 64), words);
      break;
    case Act::window:
      bench.transfer(read, kSdramWindow + 4 * (a % 1024), words);
      break;
    case Act::start:
      if (c < 60) bench.transfer(false, kControl, {kReset});
      bench.transfer(false, kTumbledRoot, {words[0]});
      bench.transfer(false, kAlignedRoot, {a << 8 | (c % 8 == 0 ? 0 : 1 + c % 3)});
      bench.transfer(false, kControl, {kStart | (b & (kFirstWitness | kEnableDone | kEnableFifo))});
      break;
    case Act::control:
      bench.transfer(false, kControl, {b & (kFirstWitness | kEnableDone | kEnableFifo | kStop)});
      for (std::uint32_t i = 0; i < (c % 4 == 0 ? 2 : 0); ++i) {  // it does not help to say it again
        bench.elapse(10 + d);
        bench.transfer(false, kControl, {kStop});
      }
      break;
    case Act::results:
      for (std::uint32_t i = 0; i < (c == 0 ? 600 : c % 8); ++i)
        bench.findings.add(now + d + i * (c % 3),
                           {static_cast<Finding::Kind>(i * a % 7 < 3 ? i * a % 7 : 0), a + i, b + i, {}});
      break;
    case Act::end:
      if (bench.done.empty())
        bench.dones.add(now + c, {{static_cast<ReadError::Kind>(a % 3), a % 3 == 0 ? 0 : b}, read});
      break;
    case Act::wait:
      break;
    case Act::stray:
      bench.transfer(read, a % 0x3000 & ~3u, words);
      break;
  }
  if (!zero_time) bench.elapse(act == Act::wait ? a % 2000 : 1 + d);
}

template <typename Pci>
PciRun drive(std::uint64_t seed, int turns) {
  Random random(seed);
  Bench<Pci> bench(seed % 3 == 0 ? static_cast<std::uint32_t>(1 + random.below(80)) : 64);
  for (int i = 0; i < turns; ++i) turn(bench, random);
  bench.elapse(3000);
  bench.note_figures();
  std::sort(bench.run.events.begin(), bench.run.events.end());
  return bench.run;
}

TEST(PciInterfaceParity, AHostThatDoesWhatItLikes) {
  std::uint64_t runs = 0, answers = 0, events = 0, differences = 0;
  for (std::uint64_t seed = 1; seed <= 150 && differences == 0; ++seed, ++runs) {
    const PciRun tlm = drive<PciInterface>(seed, 120), rtl = drive<PciInterfaceRtl>(seed, 120);
    answers += tlm.answers.size();
    events += tlm.events.size();
    std::string difference = first_difference(tlm.answers, rtl.answers);
    if (difference.empty()) difference = first_difference(tlm.events, rtl.events);
    if (difference.empty()) continue;
    ++differences;
    ADD_FAILURE() << "pci_interface, seed " << seed << ": " << difference;
  }
  std::cout << "PARITY: pci_interface runs=" << runs << " transfers=" << answers << " events=" << events
            << " differences=" << differences << std::endl;
}

}  // namespace
}  // namespace collisionchip
