#include "collisionchip/testbench/host/driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/host/cycle_bound.h"
#include "collisionchip/testbench/host/matrix_words.h"
#include "collisionchip/tlm/chip/unit_params.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

using namespace registers;

namespace {

// Called by a process, which can wait.
bool in_process() {
  return sc_core::sc_get_current_process_handle().valid();
}

}  // namespace

Cycle query_setup_cycles(const ChipConfig& config) {
  Cycle cycles = 0;
  const auto matrix_words = static_cast<std::uint32_t>(pci_interface_params(config).mmm_words);
  const auto frame_words = static_cast<std::uint32_t>(pci_interface_params(config).frame_words);
  for (const std::uint32_t words : {1u, matrix_words, frame_words, 1u, 1u, 1u}) {
    cycles += pci_transfer_cycles(config.pci, false, words);
  }
  return cycles;
}

Driver::Driver(const sc_core::sc_module_name& name, const ChipConfig& config)
    : sc_core::sc_module(name),
      socket("socket"),
      interrupt("interrupt"),
      config_(config),
      clock_(config.chip.clock_period_ps) {
  SC_HAS_PROCESS(Driver);
  SC_METHOD(on_interrupt);
  sensitive << interrupt.pos();
  dont_initialize();
}

tlm::tlm_response_status Driver::write(std::uint64_t address, const void* data, std::size_t bytes,
                                       sc_core::sc_time& delay) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(static_cast<unsigned char*>(const_cast<void*>(data)));
  payload.set_data_length(static_cast<unsigned>(bytes));
  payload.set_streaming_width(static_cast<unsigned>(bytes));
  pci_bytes_ += bytes;
  socket->b_transport(payload, delay);
  return payload.get_response_status();
}

tlm::tlm_response_status Driver::read(std::uint64_t address, void* data, std::size_t bytes,
                                      sc_core::sc_time& delay) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(static_cast<unsigned char*>(data));
  payload.set_data_length(static_cast<unsigned>(bytes));
  payload.set_streaming_width(static_cast<unsigned>(bytes));
  pci_bytes_ += bytes;
  socket->b_transport(payload, delay);
  return payload.get_response_status();
}

void Driver::write_word(std::uint64_t address, std::uint32_t value, sc_core::sc_time& delay) {
  if (write(address, &value, 4, delay) != tlm::TLM_OK_RESPONSE) {
    throw std::runtime_error("chip: register " + std::to_string(address) + " refused a write");
  }
}

std::uint32_t Driver::read_word(std::uint64_t address, sc_core::sc_time& delay) {
  std::uint32_t value = 0;
  if (read(address, &value, 4, delay) != tlm::TLM_OK_RESPONSE) {
    throw std::runtime_error("chip: register " + std::to_string(address) + " refused a read");
  }
  return value;
}

void Driver::elapse(sc_core::sc_time& delay) {
  if (delay > sc_core::SC_ZERO_TIME) pass(delay);
  delay = sc_core::SC_ZERO_TIME;
}

// Of no length: for the changes of this instant to be seen.
void Driver::pass(const sc_core::sc_time& time) {
  if (in_process()) {
    wait(time);
  } else {
    start(time, sc_core::SC_RUN_TO_TIME);
  }
}

void Driver::start(const sc_core::sc_time& time, sc_core::sc_starvation_policy policy) {
  on_horizon(sc_core::sc_time_stamp() + time);
  sc_core::sc_start(time, policy);
  on_horizon(sc_core::SC_ZERO_TIME);
}

void Driver::on_interrupt() {
  if (waits_outside_) sc_core::sc_pause();
}

void Driver::use(const BoardImage& image, std::size_t a, std::size_t b) {
  check_capacity(config_, image);
  const int k = static_cast<int>(config_.dop.k);
  if (image.object(a).tree.k() != k || image.object(b).tree.k() != k ||
      image.page_bytes != config_.sdram.page_bytes || image.node_format != &config_.nodes() ||
      (config_.has_groups() && !(image.groups == config_.group_layout()))) {
    throw std::invalid_argument(
        "driver: both trees must have the chip's dop.k, the image its pages and its node format");
  }
  a_ = image.objects[a];
  b_ = image.objects[b];
  const bool a_tumbled = config_.query.tumbled_side == TumbledSide::a;
  roots_ = a_tumbled ? Roots{a_.root, b_.root} : Roots{b_.root, a_.root};
}

Cycle Driver::upload(const CollisionObject& a, const CollisionObject& b) {
  const BoardImage image = make_board_image(config_, a, b);
  use(image);
  sc_core::sc_time delay;
  for_each_transfer(image,
                    [&](std::uint64_t address, std::size_t bytes) { send(image, address, bytes, delay); });
  const Cycle cycles = clock_.cycles(delay);
  elapse(delay);
  return cycles;
}

Upload Driver::update(const CollisionObject& a, const CollisionObject& b) {
  const BoardImage image = make_board_image(config_, a, b);
  use(image);
  Upload upload;
  sc_core::sc_time delay;
  for_each_transfer_of_b(image, [&](std::uint64_t address, std::size_t bytes) {
    send(image, address, bytes, delay);
    upload.words += bytes / 4;
  });
  upload.cycles = clock_.cycles(delay);
  elapse(delay);
  return upload;
}

void Driver::send(const BoardImage& image, std::uint64_t address, std::size_t bytes,
                  sc_core::sc_time& delay) {
  if (write(kSdramWindow + address, image.bytes->data() + address, bytes, delay) != tlm::TLM_OK_RESPONSE)
    throw std::runtime_error("chip: the SDRAM window refused the upload");
}

void Driver::write_matrices(const QuerySetup& setup, sc_core::sc_time& delay) {
  const std::vector<std::uint32_t> mmm = mmm_words(config_, a_, b_, setup),
                                   frames = frame_words(config_, *a_.object, *b_.object, setup);
  write(kMmm, mmm.data(), 4 * mmm.size(), delay);
  write(kFrameMatrices, frames.data(), 4 * frames.size(), delay);
}

HostAnswer Driver::query(const Pose& pose, bool first_witness) {
  const QuerySetup setup(*a_.object, *b_.object, pose, config_.query.tumbled_side);
  HostAnswer answer;
  pose_ = pose;
  first_witness_ = first_witness;
  limit_ = cycle_limit_ > 0 ? cycle_limit_
                            : most_cycles(config_, a_.object->triangles.size(), b_.object->triangles.size(),
                                          drain_.interval);
  deadline_ = clock_.now() + limit_;
  sc_core::sc_time delay;
  write_word(kControl, kReset, delay);
  write_matrices(setup, delay);
  unfinished_.clear();
  run_query(roots_, first_witness, delay, answer);
  while (!unfinished_.empty() && !(first_witness && !answer.pairs.empty())) {
    const Roots roots = unfinished_.front();
    unfinished_.pop_front();
    write_word(kControl, kReset, delay);  // the matrices survive it
    run_query(roots, first_witness, delay, answer);
  }
  std::sort(answer.pairs.begin(), answer.pairs.end());
  return answer;
}

Cycle Driver::eq5_cycles(const Pose& pose, bool first_witness) const {
  QueryOptions options;
  options.tumbled_side = config_.query.tumbled_side;
  options.first_witness = first_witness;
  return dop_list_traversal(*a_.object, *b_.object, pose, options).counters.eq5_cycles();
}

void Driver::run_query(const Roots& roots, bool first_witness, sc_core::sc_time& delay, HostAnswer& answer) {
  write_word(kTumbledRoot, roots.tumbled, delay);
  write_word(kAlignedRoot, roots.aligned, delay);
  const std::uint32_t mode = first_witness ? kFirstWitness : 0u;
  write_word(kControl, kStart | kEnableDone | kEnableFifo | mode, delay);
  settled_witness_ = false;
  audit_ = {};
  answer.setup_cycles += clock_.cycles(delay);
  delay = sc_core::SC_ZERO_TIME;  // it passes while the simulation runs up to the start
  wait_for_end(answer);
  check_entries();
  for (const std::function<void()>& tell : on_query_end) tell();
}

void Driver::wait_for_end(HostAnswer& answer) {
  const std::uint32_t limit = drain_.entries == 0 ? ~0u : drain_.entries;
  const auto take = [&](const EntryWords& entry) { take_entry(entry, answer); };
  if (interrupt.read()) pass(sc_core::SC_ZERO_TIME);  // of a query that an error ended: it falls now
  for (bool done = false; !done;) {
    if (drain_.interval > 0) {
      sc_core::sc_time interval = clock_.duration(drain_.interval);
      elapse(interval);
    } else {
      wait_for_interrupt();
    }
    sc_core::sc_time delay;
    const std::uint32_t status = read_word(kStatus, delay);
    if ((status & kError) != 0) report_error(status);
    done = (status & kDone) != 0;
    if (!done) check_progress(drain_.interval == 0 && read_word(kInterrupt, delay) == 0);
    write_word(kInterrupt, kDonePending | kFifoPending, delay);
    elapse(delay);
    if (!done) {
      drain(limit, take);
      stop_at_witness();
    }
  }
  const sc_core::sc_time end = sc_core::sc_time_stamp();
  while (drain(limit, take) > 0) {
  }
  answer.readback_cycles += clock_.cycles(sc_core::sc_time_stamp() - end);
}

// Or until nothing can happen any more, or the watchdog's time is over.
void Driver::wait_for_interrupt() {
  const Cycle now = clock_.now();
  if (interrupt.read() || now >= deadline_) return;
  const sc_core::sc_time rest = clock_.duration(deadline_ - now);
  if (in_process()) {
    wait(rest, interrupt.posedge_event());
    return;
  }
  waits_outside_ = true;
  start(rest, sc_core::SC_EXIT_ON_STARVATION);
  waits_outside_ = false;
}

// Of a query that is not done. `silent`: no interrupt came, because the time is over or because nothing can
// happen any more. A chip that is given up is reset, so that its memory can be written again.
void Driver::check_progress(bool silent) {
  const bool too_long = clock_.now() >= deadline_ || (silent && sc_core::sc_pending_activity());
  if (!too_long && !silent) return;
  sc_core::sc_time delay;
  write_word(kControl, kReset, delay);
  elapse(delay);
  if (!too_long) throw ChipError("chip: stopped without an answer");
  throw ChipError(fmt::format(
      "chip: no end after {} cycles, the limit; the records point in a circle, or the limit is too low",
      limit_));
}

// The chip stops by itself at a pair it is certain of.
void Driver::stop_at_witness() {
  if (!settled_witness_) return;
  settled_witness_ = false;
  sc_core::sc_time delay;
  write_word(kControl, kStop | kEnableDone | kEnableFifo | kFirstWitness, delay);
  elapse(delay);
}

void Driver::report_error(std::uint32_t status) {
  sc_core::sc_time delay;
  const std::uint32_t address = read_word(kErrorAddress, delay);
  elapse(delay);
  if ((status & kUncorrectable) != 0)
    throw ChipError(fmt::format("chip: uncorrectable SDRAM error at address {:#x}", address));
  if ((status & kListWord) != 0) {
    const bool right = (address & ReadError::kRightSram) != 0;
    throw ChipError(fmt::format("chip: wrong bits in word {} of the {} stack SRAM",
                                address & ~ReadError::kRightSram, right ? "right" : "left"));
  }
  throw ChipError(fmt::format("chip: a pointer led outside the SDRAM, to address {:#x}", address));
}

std::uint32_t Driver::drain(std::uint32_t limit, const std::function<void(const EntryWords&)>& take) {
  sc_core::sc_time delay;
  const std::uint32_t count = std::min(limit, read_word(kFifoLevel, delay));
  elapse(delay);
  for (std::uint32_t taken = 0; taken < count;) {
    const std::uint32_t now = std::min(kEntriesPerRead, count - taken);
    std::vector<std::uint32_t> words(2 * std::size_t{now});
    if (read(kFifo, words.data(), 4 * words.size(), delay) != tlm::TLM_OK_RESPONSE) {
      throw std::runtime_error("chip: the Pointer FIFO refused a read of its own level");
    }
    elapse(delay);
    for (std::size_t i = 0; i < words.size(); i += 2) take({words[i], words[i + 1]});
    taken += now;
  }
  return count;
}

// Of a query that has ended without an error.
void Driver::check_entries() const {
  const std::string objection = config_.pointer_fifo.entry_check ? audit_.objection() : "";
  if (!objection.empty()) throw ChipError("chip: " + objection);
}

void Driver::take_entry(const EntryWords& entry, HostAnswer& answer) {
  const Finding finding = finding_of(entry);
  if (config_.pointer_fifo.entry_check) {
    audit_.take(entry);
    if (finding.kind == Finding::Kind::end) return;
  }
  if (finding.kind == Finding::Kind::end)
    throw ChipError("chip: an entry of the Pointer FIFO is of no known kind");
  if (finding.kind == Finding::Kind::unfinished) {
    unfinished_.push_back({finding.tumbled, finding.aligned});
    ++answer.unfinished;
    return;
  }
  const bool a_tumbled = config_.query.tumbled_side == TumbledSide::a;
  const TrianglePair pair = a_tumbled ? TrianglePair{finding.tumbled, finding.aligned}
                                      : TrianglePair{finding.aligned, finding.tumbled};
  if (pair.a >= a_.object->triangles.size() || pair.b >= b_.object->triangles.size()) {
    throw ChipError(fmt::format("chip: reported triangles {} and {} of objects with {} and {}", pair.a,
                                pair.b, a_.object->triangles.size(), b_.object->triangles.size()));
  }
  // The chip stops at a witness it is certain of; one that was settled before it comes first.
  if (first_witness_ && !answer.pairs.empty()) return;
  const bool is_uncertain = finding.kind == Finding::Kind::uncertain;
  if (is_uncertain) ++answer.uncertain;
  const bool settled = is_uncertain && settle(pair);
  if (!is_uncertain || settled) answer.pairs.push_back(pair);
  settled_witness_ |= settled && first_witness_;
}

// The exact answer for a pair the chip was not certain of. The host knows the objects: it uploaded them.
bool Driver::settle(const TrianglePair& pair) const {
  return triangles_intersect_exactly(a_.object->triangles[pair.a].corners,
                                     b_.object->triangles[pair.b].corners, pose_);
}

}  // namespace collisionchip
