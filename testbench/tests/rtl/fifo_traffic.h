// The Pointer FIFO, as any of its models, between a Triangle Unit with random findings and a host that empties it at
// random times.
#pragma once

#include "collisionchip/testbench/tests/rtl/unit_parity.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"

namespace collisionchip::testing_support {

// Findings at random and then the end, into a FIFO of a random depth that the host empties when it likes.
inline UnitRun run_fifo(const ChipConfig& config, const UnitKinds& units, std::uint64_t seed) {
  const SimulationScope scope;
  Random random(seed);
  const auto depth = static_cast<std::size_t>(1 + random.below(random.below(2) == 0 ? 4 : 64));
  Channel<Finding> findings("triangle_unit.findings", static_cast<std::size_t>(1 + random.below(16)));
  Channel<Finding> entries("pointer_fifo.entries", depth);
  Channel<QueryDone> done("pointer_fifo.done", 1);
  Source<Finding> source("source", config, findings);
  const auto fifo = made<PointerFifo>(units, "pointer_fifo", config,
                                      {{"findings", &findings}, {"entries", &entries}, {"done", &done}});
  StallingSink<Finding> host("host", config, entries, random.bits(), random.below(9), 1 + random.below(60));
  Sink<QueryDone> end("end", config, done);
  EventLog log;
  log.watch(findings, "pointer_fifo");
  log.watch(entries, "pci_interface");
  log.watch(done, "pci_interface");
  fifo->begin_query(0);

  Cycle at = 5;
  const int gap = 1 + random.below(8);
  for (int i = random.below(80); i > 0; --i) {
    at += static_cast<Cycle>(random.below(gap));
    const auto kind =
        random.below(20) == 0 ? Finding::Kind::unfinished : static_cast<Finding::Kind>(random.below(2));
    const auto tumbled = static_cast<std::uint32_t>(random.bits()),
               aligned = static_cast<std::uint32_t>(random.bits());
    source.add(at, {kind, tumbled, aligned, {}}, static_cast<Cycle>(random.below(4)));
  }
  Finding last;
  last.kind = Finding::Kind::end;
  if (random.below(4) == 0) last.error = {ReadError::Kind::uncorrectable, 0x1230};
  source.add(at, last);
  sc_core::sc_start();
  EXPECT_EQ(end.taken().size(), 1u);

  UnitRun run;
  run.events = log.take(0);
  run.cycles = last_cycle(run.events);
  run.accounts = {in_words(fifo->cycles(run.cycles)),
                  fmt::format("entries {} high water {}", fifo->entries(), fifo->high_water())};
  run.transactions = source.put_at().size();
  return run;
}

}  // namespace collisionchip::testing_support
