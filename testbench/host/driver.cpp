#include "collisionchip/testbench/host/driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/host/cycle_bound.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/chip/chip_clock.h"
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

using namespace registers;

namespace {

constexpr std::uint64_t kRingsAt = 0x1'0000'0000;  // anywhere in the host's memory

// The memory is the user's, and may wait.
void transport(tlm_utils::simple_initiator_socket<Driver>& socket, tlm::tlm_generic_payload& payload,
               sc_core::sc_time& delay) {
  try {
    socket->b_transport(payload, delay);
  } catch (const sc_core::sc_report& report) {
    if (Driver::in_process() || std::string(report.get_msg_type()) != sc_core::SC_ID_WAIT_NOT_ALLOWED_) throw;
    throw InputError("driver", "a call in an SC_THREAD, for the chip's memory waits in b_transport",
                     ", got one outside of SystemC's processes; there a memory adds its time to the delay");
  }
}

}  // namespace

Cycle query_setup_cycles(const ChipConfig& config) {
  LinkTime time;
  const HostLink link = derived_of(config).link;
  const auto matrix_words = static_cast<std::uint32_t>(params_of<PciInterfaceParams>(config).mmm_words);
  const auto frame_words = static_cast<std::uint32_t>(params_of<PciInterfaceParams>(config).frame_words);
  for (const std::uint32_t words : {1u, matrix_words, frame_words, 1u, 1u, 1u}) {
    const LinkTime one = link.write(words);
    time = {time.held + one.held, one.later};
  }
  return time.seen();
}

bool Driver::in_process() {
  return sc_core::sc_get_current_process_handle().valid();
}

Driver::Driver(const sc_core::sc_module_name& name, const ChipConfig& config)
    : sc_core::sc_module(name),
      socket("socket"),
      interrupt("interrupt"),
      config_(config),
      has_queue_(queries_of(config) > 1),
      by_pose_(has_pose_unit(config)),
      link_(derived_of(config).link),
      clock_(make_clock(config)),
      host_(config.host, config.chip.clock_period_ps) {
  SC_HAS_PROCESS(Driver);
  SC_METHOD(on_interrupt);
  sensitive << interrupt.pos();
  dont_initialize();
  if (config.host.results == HostResults::fifo) return;
  rings_ = std::make_unique<ResultRings>("rings", config, kRingsAt);
  rings_->on_arrival = [this] { on_interrupt(); };
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
  transport(socket, payload, delay);
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
  transport(socket, payload, delay);
  return payload.get_response_status();
}

void Driver::write_words(std::uint64_t address, const std::vector<std::uint32_t>& words,
                         sc_core::sc_time& delay) {
  if (write(address, words.data(), 4 * words.size(), delay) != tlm::TLM_OK_RESPONSE)
    throw ChipError("chip: register " + std::to_string(address) + " refused a write");
}

void Driver::write_word(std::uint64_t address, std::uint32_t value, sc_core::sc_time& delay) {
  write_words(address, {value}, delay);
}

std::uint32_t Driver::read_word(std::uint64_t address, sc_core::sc_time& delay) {
  std::uint32_t value = 0;
  if (read(address, &value, 4, delay) != tlm::TLM_OK_RESPONSE) {
    throw ChipError("chip: register " + std::to_string(address) + " refused a read");
  }
  return value;
}

void Driver::elapse(sc_core::sc_time& delay) {
  if (delay > sc_core::SC_ZERO_TIME) pass(delay);
  delay = sc_core::SC_ZERO_TIME;
}

// Lets time pass. A time of no length makes the changes of this instant visible.
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

void Driver::check_image(const BoardImage& image, std::size_t object) const {
  check_capacity(config_, image);
  if (image.object(object).tree.k() != static_cast<int>(config_.dop.k) ||
      image.page_bytes != config_.sdram.page_bytes || image.node_format != &nodes_of(config_) ||
      !(image.groups == config_.group_layout())) {
    throw std::invalid_argument(
        "driver: both trees must have the chip's dop.k, the image its pages and its node format");
  }
}

// What the chip has to know before the first query. No query is charged for it.
void Driver::prepare(const std::vector<PlacedObject>& objects) {
  if (rings_ && !rings_placed_) place_rings();
  if (by_pose_) fill_table(objects);
}

void Driver::use(const BoardImage& image, std::size_t a, std::size_t b) {
  for (const std::size_t object : {a, b}) check_image(image, object);
  a_ = image.objects[a];
  b_ = image.objects[b];
  prepare(image.objects);
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
  for_each_transfer_of_b(config_, image, [&](std::uint64_t address, std::size_t bytes) {
    send(image, address, bytes, delay);
    upload.words += bytes / 4;
  });
  if (has_refit_unit(config_)) refit_ = refit_of(b_);
  upload.cycles = clock_.cycles(delay);
  elapse(delay);
  return upload;
}

// What the next query refits first.
Driver::Refit Driver::refit_of(const PlacedObject& placed) const {
  const DopTree& tree = placed.object->tree;
  const auto levels = static_cast<std::uint32_t>(tree.depth());
  if (levels > config_.refit_unit.stack_entries)
    throw InputError("refit_unit.stack_entries", fmt::format("at least the {} levels of the tree", levels),
                     fmt::format(", got {}", config_.refit_unit.stack_entries));
  return {placed.root, tree.pair_count()};
}

void Driver::send(const BoardImage& image, std::uint64_t address, std::size_t bytes,
                  sc_core::sc_time& delay) {
  if (write(kSdramWindow + address, image.bytes->data() + address, bytes, delay) != tlm::TLM_OK_RESPONSE)
    throw ChipError("chip: the SDRAM window refused the upload");
}

TumbledSide Driver::side_of(const Asked& asked) const {
  return tumbled_side(config_.query.tumbled_side, *asked.a.object, *asked.b.object);
}

Driver::Roots Driver::roots_of(const Asked& asked) const {
  const bool a_tumbled = side_of(asked) == TumbledSide::a;
  return a_tumbled ? Roots{asked.a.root, asked.b.root} : Roots{asked.b.root, asked.a.root};
}

void Driver::write_matrices(const Asked& asked, sc_core::sc_time& delay) {
  host_.set_up(since_call());
  const MatrixRegisters words =
      host_of(config_).registers(config_, asked.a, asked.b, asked.pose, side_of(asked));
  write_words(kMmm, words.mmm, delay);
  write_words(kFrameMatrices, words.frames, delay);
}

HostAnswer Driver::query(const Pose& pose, bool first_witness) {
  HostBatch batch = query_batch({pose}, first_witness);
  HostAnswer answer = std::move(batch.answers.front());
  answer.setup_cycles = batch.setup_cycles;
  answer.readback_cycles = batch.readback_cycles;
  answer.settled_cycles = batch.settled_cycles;
  answer.host = batch.host;
  return answer;
}

HostBatch Driver::query_batch(const std::vector<Pose>& poses, bool first_witness) {
  asked_.clear();
  for (const Pose& pose : poses) asked_.push_back({a_, b_, pose, {}, false, {}, {}, 0});
  return run_asked(first_witness);
}

HostBatch Driver::query_batch(const BoardImage& image, const std::vector<ImageQuery>& queries,
                              bool first_witness) {
  asked_.clear();
  for (const ImageQuery& query : queries) {
    for (const std::size_t object : {query.a, query.b}) check_image(image, object);
    asked_.push_back({image.objects[query.a], image.objects[query.b], query.pose, {}, false, {}, {}, 0});
  }
  prepare(image.objects);
  return run_asked(first_witness);
}

HostBatch Driver::run_asked(bool first_witness) {
  const std::size_t entries = queries_of(config_);
  if (asked_.empty() || asked_.size() > most_in_a_batch(config_))
    throw std::invalid_argument(
        fmt::format("driver: {} poses for a command queue of {}", asked_.size(), entries));
  unfinished_.clear();
  loaded_.assign(entries, asked_.size());
  std::uint64_t triangles_a = 0, triangles_b = 0;
  for (std::size_t query = 0; query < asked_.size(); ++query) {
    unfinished_.push_back({query, roots_of(asked_[query])});
    triangles_a += asked_[query].a.object->triangles.size();
    triangles_b = std::max<std::uint64_t>(triangles_b, asked_[query].b.object->triangles.size());
  }
  first_witness_ = first_witness;
  begin_ = clock_.now();
  host_.call();
  limit_ = cycle_limit_ > 0 ? cycle_limit_ : most_cycles(config_, triangles_a, triangles_b, drain_.interval);
  deadline_ = begin_ + limit_;
  sc_core::sc_time delay;
  HostBatch batch;
  for (std::vector<Work> work = next_work(); !work.empty(); work = next_work()) {
    if (rings_) rings_->clear();
    write_word(kControl, kReset, delay);  // the matrices survive it, and so does the place of the rings
    run_work(work, delay, batch);
  }
  batch.settled_cycles = since_call();
  batch.host = host_.charge(host_.done(), batch.settled_cycles);
  for (Asked& asked : asked_) {
    std::sort(asked.answer.pairs.begin(), asked.answer.pairs.end());
    batch.answers.push_back(std::move(asked.answer));
  }
  return batch;
}

// As much as the command queue takes; with a Pose Unit all. A query that has its witness wants no more.
std::vector<Driver::Work> Driver::next_work() {
  std::vector<Work> work;
  while (!unfinished_.empty() && (by_pose_ || work.size() < loaded_.size())) {
    const Work next = unfinished_.front();
    unfinished_.pop_front();
    if (first_witness_ && !asked_[next.pose].answer.pairs.empty()) continue;
    work.push_back(next);
  }
  return work;
}

Cycle Driver::eq5_cycles(std::size_t query) const {
  const Asked& asked = asked_.at(query);
  QueryOptions options;
  options.tumbled_side = side_of(asked);
  options.first_witness = first_witness_;
  return dop_list_traversal(*asked.a.object, *asked.b.object, asked.pose, options).counters.eq5_cycles();
}

// Time passes between the entries: the units take no more than one pose's matrices at a time.
void Driver::load(std::size_t entry, const Work& work, sc_core::sc_time& delay, HostBatch& batch) {
  if (entry > 0) {
    batch.setup_cycles += clock_.cycles(delay);
    elapse(delay);
  }
  if (has_queue_) write_word(kQueueEntry, static_cast<std::uint32_t>(entry), delay);
  if (loaded_[entry] != work.pose) write_matrices(asked_[work.pose], delay);
  loaded_[entry] = work.pose;
  write_word(kTumbledRoot, work.roots.tumbled, delay);
  write_word(kAlignedRoot, work.roots.aligned, delay);
  if (!refit_) return;
  write_words(kRefitRoot, {refit_->root, refit_->pairs}, delay);
  refit_.reset();
}

void Driver::run_work(const std::vector<Work>& work, sc_core::sc_time& delay, HostBatch& batch) {
  run_ = {};
  if (by_pose_) {
    stream(work, delay, batch);
    for (const std::function<void()>& tell : on_query_end) tell();
    return;
  }
  for (std::size_t entry = 0; entry < work.size(); ++entry) {
    load(entry, work[entry], delay, batch);
    run_.poses.push_back(work[entry].pose);
    asked_[work[entry].pose].settled_witness = false;
    asked_[work[entry].pose].begin = begin_;
  }
  run_.begun = run_.poses;
  const std::uint32_t mode = first_witness_ ? kFirstWitness : 0u;
  write_word(kControl, kStart | (rings_ ? 0u : kEnableDone | kEnableFifo) | mode, delay);
  audits_.assign(work.size(), EntryAudit(has_queue_ ? kEntryNumberMask : ~0u));
  batch.setup_cycles += clock_.cycles(delay) + link_.write(1).later;
  delay = sc_core::SC_ZERO_TIME;  // it passes while the simulation runs up to the start
  rings_ ? wait_for_bursts(batch) : wait_for_end(batch);
  for (std::size_t entry = 0; entry < audits_.size(); ++entry) check_entries(entry);
  if (!has_queue_) run_.ended = run_.begun;
  for (const std::function<void()>& tell : on_query_end) tell();
}

void Driver::wait_for_end(HostBatch& batch) {
  const std::uint32_t limit = drain_.entries == 0 ? ~0u : drain_.entries;
  const auto take = [&](const EntryWords& entry) { take_entry(entry); };
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
    if ((status & kError) != 0) read_error(status);
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
  batch.readback_cycles += clock_.cycles(sc_core::sc_time_stamp() - end);
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

// ChipError if a query that is not done takes too long, or cannot go on. `silent`: no interrupt came, because the time is over or no event
// is left. A chip that is given up is reset, so that its memory can be written again.
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
  for (std::size_t entry = 0; entry < run_.poses.size(); ++entry) {
    if (run_.poses[entry] == Run::kNone || !asked_[run_.poses[entry]].settled_witness) continue;
    sc_core::sc_time delay;
    const std::uint32_t enable = rings_ ? 0u : kEnableDone | kEnableFifo;
    write_word(kControl,
               static_cast<std::uint32_t>(entry) << kStopEntryShift | kStop | enable | kFirstWitness, delay);
    elapse(delay);
  }
  for (const std::size_t pose : run_.poses) {
    if (pose != Run::kNone) asked_[pose].settled_witness = false;
  }
}

void Driver::read_error(std::uint32_t status) {
  sc_core::sc_time delay;
  const std::uint32_t address = read_word(kErrorAddress, delay);
  elapse(delay);
  report_error(status, address);
}

void Driver::report_error(std::uint32_t status, std::uint32_t address) {
  if ((status & kRefused) != 0)
    throw ChipError(fmt::format("chip: a doorbell is refused: slot {} of the object table has no object",
                                refusal_of(address).object));
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
      throw ChipError("chip: the Pointer FIFO refused a read of its own level");
    }
    elapse(delay);
    for (std::size_t i = 0; i < words.size(); i += 2) take({words[i], words[i + 1]});
    taken += now;
  }
  return count;
}

}  // namespace collisionchip
