#include "collisionchip/testbench/host/simulation.h"

#include <algorithm>

#include "collisionchip/reference/image/secded.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

// The check bits that the Memory Controller would have stored with an upload.
std::vector<unsigned char> check_bits(const ChipConfig& config, const std::vector<unsigned char>& bytes) {
  if (config.sdram.ecc == Ecc::none) return {};
  std::vector<unsigned char> bits(bytes.size() / kEccWordBytes);
  encode_words(bytes.data(), bits.size(), bits.data());
  return bits;
}

BoardOptions with_units(BoardOptions options) {
  if (options.units == nullptr) options.units = &unit_kinds();
  return options;
}

}  // namespace

Simulation::Simulation(const ChipConfig& config, const BoardOptions& options)
    : board_(std::make_unique<Board>("board", config, with_units(options))),
      driver_(std::make_unique<Driver>("driver", config)),
      interrupt_(std::make_unique<sc_core::sc_signal<bool>>("interrupt")) {
  driver_->socket.bind(board_->chip().host());
  board_->chip().interrupt().bind(*interrupt_);
  if (ResultRings* const rings = driver_->rings()) board_->chip().host_memory()->bind(rings->socket);
  driver_->interrupt.bind(*interrupt_);
  driver_->on_horizon = [this](const sc_core::sc_time& end) { board_->chip().set_horizon(end); };
  driver_->on_closed = [this](std::size_t entry, std::size_t pose) { count_query(entry, pose); };
  driver_->on_query_end.push_back([this] {
    const BoardReading reading = Probe(*board_).read();
    on_reading(reading);
    time_queries(reading_.cycles);
    reading_.add(reading);
  });
  // Elaborates; a start of no length would draw a warning in every simulation but the process's first.
  sc_core::sc_start(sc_core::sc_time(config.chip.clock_period_ps, sc_core::SC_PS));
}

Cycle Simulation::attach(const BoardImage& image, std::size_t a, std::size_t b) {
  driver_->use(image, a, b);
  const ChipConfig& config = board_->config();
  board_->sdram().preload(image.bytes, check_bits(config, *image.bytes));
  return upload_cycles(config, image);
}

ChipAnswer Simulation::query(const Pose& pose, bool first_witness) {
  begin_queries(1);
  HostAnswer answer = driver_->query(pose, first_witness);
  on_answer(answer, AnswerOf::all);
  if (!host_of(board_->config()).counts_eq5) reading_.eq5_cycles = driver_->eq5_cycles();
  return {std::move(answer), std::move(reading_)};
}

// Counts a query that has ended. Other queries may still run.
void Simulation::count_query(std::size_t entry, std::size_t pose) {
  if (!counts_queries() || pose >= queries_.size()) return;  // the driver was asked past the simulation
  const WorkCounts counts = host_of(board_->config()).read_entry(*board_, entry);
  BoardReading& query = queries_[pose];
  query.lists += counts.lists;
  query.aligned_pairs += counts.aligned_pairs;
  query.triangle_tests += counts.triangle_tests;
  query.overflows += counts.overflows;
  query.in_any_order |= counts.in_any_order;
}

// `before`: cycles of the runs before this one. A query's own begin with its first start.
void Simulation::time_queries(Cycle before) {
  const Driver::Run& run = driver_->run();
  const bool ours = std::all_of(run.begun.begin(), run.begun.end(),
                                [this](std::size_t pose) { return pose < queries_.size(); });
  if (!counts_queries() || !ours) return;
  const PciInterface& pci = board_->chip().pci_interface();
  const auto since_start = [&](Cycle cycle) { return before + cycle - pci.query_begin(); };
  for (std::size_t place = 0; place < run.begun.size(); ++place) {
    std::optional<Cycle>& came = came_[run.begun[place]];
    if (!came) came = since_start(pci.query_begins().at(place));
  }
  for (std::size_t place = 0; place < run.ended.size(); ++place) {
    const std::size_t pose = run.ended[place];
    queries_[pose].cycles = since_start(pci.query_ends().at(place)) - *came_[pose];
  }
}

bool Simulation::counts_queries() const {
  return most_in_a_batch(board_->config()) > 1;
}

void Simulation::begin_queries(std::size_t count) {
  reading_ = {};
  queries_.assign(count, {});
  came_.assign(count, {});
}

ChipBatch Simulation::query_batch(const std::vector<Pose>& poses, bool first_witness) {
  begin_queries(poses.size());
  return batch_of(driver_->query_batch(poses, first_witness));
}

ChipBatch Simulation::query_batch(const BoardImage& image, const std::vector<ImageQuery>& queries,
                                  bool first_witness) {
  begin_queries(queries.size());
  return batch_of(driver_->query_batch(image, queries, first_witness));
}

ChipBatch Simulation::batch_of(HostBatch host) {
  ChipBatch batch;
  HostAnswer whole;
  whole.setup_cycles = host.setup_cycles;
  whole.readback_cycles = host.readback_cycles;
  whole.settled_cycles = host.settled_cycles;
  whole.host = host.host;
  for (std::size_t i = 0; i < host.answers.size(); ++i) {
    HostAnswer& answer = host.answers[i];
    on_answer(answer, AnswerOf::one_of_several);
    queries_[i].eq5_cycles = driver_->eq5_cycles(i);
    reading_.eq5_cycles += queries_[i].eq5_cycles;
    whole.uncertain += answer.uncertain;
    whole.unfinished += answer.unfinished;
    batch.answers.push_back({std::move(answer), std::move(queries_[i])});
  }
  on_answer(whole, AnswerOf::all);
  batch.whole = {std::move(whole), std::move(reading_)};
  return batch;
}

}  // namespace collisionchip
