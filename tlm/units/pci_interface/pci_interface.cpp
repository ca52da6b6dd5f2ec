#include "collisionchip/tlm/units/pci_interface/pci_interface.h"

#include <algorithm>
#include <cstring>

#include "collisionchip/reference/groups/object_record.h"
#include "collisionchip/tlm/machine/channel_set.h"
#include "collisionchip/tlm/machine/doorbell.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machine/query_status.h"

namespace collisionchip {

using namespace registers;

PciInterface::Ports PciInterface::Ports::of(const UnitPorts& ports) {
  PciInterface::Ports all = {ports.find<Finding>("entries"),    ports.at<QueryDone>("done"),
                             ports.find<StartCommand>("start"), nullptr,
                             ports.find<MatrixWrite>("mmm"),    ports.find<MatrixWrite>("frames")};
  all.rings = ports.find<RingWrite>("rings");
  all.commands = ports.find<PoseCommand>("commands");
  all.objects = ports.find<ObjectWrite>("objects");
  all.refits = ports.find<RefitCommand>("refits");
  // Which kind of stop it is the queue of commands says.
  if (ports.carries<StopRequest>("stop")) {
    all.stop = &ports.at<StopRequest>("stop");
  } else {
    all.query_stop = &ports.at<QueryStop>("stop");
  }
  return all;
}

PciInterface::PciInterface(const sc_core::sc_module_name& name, const PciInterfaceParams& params,
                           const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      host("host"),
      memory("memory"),
      interrupt("interrupt"),
      ports_(ports),
      params_(params),
      roots_(params.queries),
      account_(std::string(name), account_meanings()[0]) {
  host.register_b_transport(this, &PciInterface::b_transport);
  host.register_transport_dbg(this, &PciInterface::transport_dbg);
  if (ports_.entries != nullptr) ports_.entries->bind_reader(*this);
  ports_.done.bind_reader(*this);
  if (ports_.entries != nullptr) listen(*ports_.entries);
  listen(ports_.done);
  last_came_ = ports_.commands == nullptr;
  keep(account_);
  SC_HAS_PROCESS(PciInterface);
  SC_METHOD(drive_interrupt);
  sensitive << interrupt_changed_;
}

void PciInterface::reset_state() {
  control_ = status_ = pending_ = 0;
  std::fill(roots_.begin(), roots_.end(), Roots{});
  entry_ = running_ = ended_status_ = error_address_ = refit_root_ = 0;
  last_came_ = ports_.commands == nullptr;  // without doorbells a start brings all
  query_begin_ = query_end_ = 0;
  query_begins_.clear();
  query_ends_.clear();
  statistics_ = {};
  update_interrupt();
}

Cycle PciInterface::step(Cycle now) {
  // A witness may be among the uncertain ones, which only the host can tell.
  const std::size_t threshold = (control_ & kFirstWitness) != 0 ? 1 : params_.fifo_threshold;
  Channel<Finding>* const entries = ports_.entries;
  if (entries != nullptr && entries->shows(threshold, now)) pending_ |= kFifoPending;
  while (const QueryDone* done = ports_.done.front(now)) {
    take_done(now, *done);
    ports_.done.pop(now);
  }
  update_interrupt();
  // Entries stay until the host takes them: the front one does not tell when the last one becomes visible.
  const bool all_visible = entries == nullptr || entries->empty() || entries->shows(entries->size(), now);
  return all_visible ? kNever : now + 1;
}

// For several queries together the first error counts, and the last end.
void PciInterface::take_done(Cycle now, const QueryDone& done) {
  query_ends_.push_back(now);
  if ((ended_status_ & kError) == 0) error_address_ = done.error.address;
  ended_status_ |= status_of(done);
  if (running_ > 0) --running_;
  if (running_ > 0 || !last_came_) return;
  status_ = (status_ & ~kBusy) | ended_status_;
  ended_status_ = 0;
  pending_ |= kDonePending;
  announce_end(now);
}

void PciInterface::update_interrupt() {
  const bool done = (control_ & kEnableDone) != 0 && (pending_ & kDonePending) != 0;
  const bool fifo = (control_ & kEnableFifo) != 0 && (pending_ & kFifoPending) != 0;
  set_interrupt(done || fifo);
}

// The method runs in this very delta cycle.
void PciInterface::set_interrupt(bool level) {
  if (level == interrupt_level_) return;
  interrupt_level_ = level;
  interrupt_changed_.notify();
}

void PciInterface::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (payload.get_byte_enable_ptr() != nullptr) {
    payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return;
  }
  const bool aligned = payload.get_address() % 4 == 0 && payload.get_data_length() % 4 == 0;
  if (!aligned || payload.get_data_length() == 0 ||
      payload.get_streaming_width() < payload.get_data_length()) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  if (!payload.is_read() && !payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return;
  }
  const Cycle begin = clock().now() + clock().cycles(delay);
  const std::uint64_t words = payload.get_data_length() / 4;
  const LinkTime time = payload.is_read() ? params_.link.read(words) : params_.link.write(words);
  const Cycle end = begin + time.held;
  payload.set_response_status(access(payload, end + time.later));
  count(payload);
  delay = clock().duration(end - clock().now());
  if ((status_ & kBusy) != 0) {
    account_.spend(begin, CycleAccount::kIdle);
    account_.spend(end, CycleAccount::kBusy);
  }
}

// Refused transfers too: they take the bus as long as others.
void PciInterface::count(const tlm::tlm_generic_payload& payload) {
  if (payload.get_address() >= kSdramWindow) return;
  const std::uint64_t words = payload.get_data_length() / 4;
  if (payload.is_read()) {
    ++statistics_.reads;
    statistics_.words_read += words;
  } else {
    ++statistics_.writes;
    statistics_.words_written += words;
  }
}

tlm::tlm_response_status PciInterface::access(tlm::tlm_generic_payload& payload, Cycle effect) {
  const std::uint64_t address = payload.get_address();
  // What a query reads cannot change under it.
  if (address >= kSdramWindow)
    return payload.is_write() && (status_ & kBusy) != 0 ? tlm::TLM_COMMAND_ERROR_RESPONSE
                                                        : window_access(payload);
  if (splits_entry(payload)) return tlm::TLM_BURST_ERROR_RESPONSE;
  std::uint32_t words[kFifoEnd / 4];
  const std::uint64_t count = payload.get_data_length() / 4;
  if (count > std::size(words)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (payload.is_write()) std::memcpy(words, payload.get_data_ptr(), payload.get_data_length());

  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  if (address >= kFifo && address + 4 * count <= kFifoEnd) {
    if (!payload.is_read()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    status = read_fifo(words, count, effect);
  } else if (address >= kDoorbell && ports_.commands != nullptr) {
    if (!payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (address == kDoorbell) return ring_doorbell(words, count, effect);
    if (address < kObjectTable) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    return write_objects((address - kObjectTable) / 4, words, count, effect);
  } else if (address >= kMmm && address < kFifo && ports_.mmm_writes != nullptr) {
    if (!payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    const bool frames = address >= kFrameMatrices;
    return write_matrix(frames ? *ports_.frame_writes : *ports_.mmm_writes,
                        (address - (frames ? kFrameMatrices : kMmm)) / 4,
                        frames ? params_.frame_words : params_.mmm_words, words, count, effect);
  } else {
    for (std::uint64_t i = 0; i < count && status == tlm::TLM_OK_RESPONSE; ++i) {
      status = payload.is_read() ? read_register(address + 4 * i, words[i])
                                 : write_register(address + 4 * i, words[i], effect);
    }
  }
  if (payload.is_read() && status == tlm::TLM_OK_RESPONSE) {
    std::memcpy(payload.get_data_ptr(), words, payload.get_data_length());
  }
  return status;
}

bool PciInterface::splits_entry(const tlm::tlm_generic_payload& payload) {
  const std::uint64_t begin = payload.get_address(), end = begin + payload.get_data_length();
  return payload.is_read() && begin >= kFifo && end <= kFifoEnd && (begin % 8 != 0 || end % 8 != 0);
}

// Addresses are the window's on the way in and stay so on the way out.
tlm::tlm_response_status PciInterface::window_access(tlm::tlm_generic_payload& payload) {
  tlm::tlm_generic_payload transfer;
  transfer.set_command(payload.get_command());
  transfer.set_address(payload.get_address() - kSdramWindow);
  transfer.set_data_ptr(payload.get_data_ptr());
  transfer.set_data_length(payload.get_data_length());
  transfer.set_streaming_width(payload.get_data_length());
  sc_core::sc_time no_delay;
  memory->b_transport(transfer, no_delay);
  return transfer.get_response_status();
}

tlm::tlm_response_status PciInterface::read_fifo(std::uint32_t* words, std::uint64_t count, Cycle effect) {
  const Cycle now = clock().now();
  if (ports_.entries == nullptr) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (ports_.entries->visible_count(now) < count / 2)
    return tlm::TLM_GENERIC_ERROR_RESPONSE;  // more than its level
  for (std::uint64_t i = 0; i < count; i += 2) {
    const Finding& finding = *ports_.entries->front(now);
    const EntryWords entry = params_.queries > 1 ? queue_entry_words(finding) : entry_words(finding);
    std::copy(entry.begin(), entry.end(), words + i);
    if (finding.kind == Finding::Kind::unfinished) status_ |= kUnfinished;
    ports_.entries->pop(now, std::max(effect, now + 1));
  }
  statistics_.fifo_words += count;
  return tlm::TLM_OK_RESPONSE;
}

std::uint64_t PciInterface::cycle_count() const {
  if ((status_ & kDone) != 0) return query_end_ - query_begin_;
  return (status_ & kBusy) != 0 && clock().now() > query_begin_ ? clock().now() - query_begin_ : 0;
}

tlm::tlm_response_status PciInterface::read_register(std::uint64_t address, std::uint32_t& value) {
  switch (address) {
    case kIdentity:
      value = kIdentityValue;
      break;
    case kControl:
      value = control_;
      break;
    case kStatus:
      value = status_;
      break;
    case kInterrupt:
      value = pending_;
      break;
    case kTumbledRoot:
      value = roots_[entry_].tumbled;
      break;
    case kAlignedRoot:
      value = roots_[entry_].aligned;
      break;
    case kFifoLevel:
      if (ports_.entries == nullptr) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
      value = static_cast<std::uint32_t>(ports_.entries->visible_count(clock().now()));
      break;
    case kCyclesLow:
      value = static_cast<std::uint32_t>(cycle_count());
      break;
    case kCyclesHigh:
      value = static_cast<std::uint32_t>(cycle_count() >> 32);
      break;
    case kErrorAddress:
      value = error_address_;
      break;
    case kQueueEntry:
      if (params_.queries == 1) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
      value = entry_;
      break;
    default:
      return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status PciInterface::write_register(std::uint64_t address, std::uint32_t value,
                                                      Cycle effect) {
  const bool busy = (status_ & kBusy) != 0;
  switch (address) {
    case kControl:
      if ((value & kReset) != 0) {
        if (on_reset) on_reset();
        return tlm::TLM_OK_RESPONSE;
      }
      if ((value & kStart) != 0 && !can_start()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
      control_ = value & (kFirstWitness | kEnableDone | kEnableFifo);
      if ((value & kStart) != 0) start_query(effect);
      if ((value & kStop) != 0 && busy) stop_query(effect, value >> kStopEntryShift);
      update_interrupt();
      return tlm::TLM_OK_RESPONSE;
    case kInterrupt:
      pending_ &= ~value;
      update_interrupt();
      return tlm::TLM_OK_RESPONSE;
    case kTumbledRoot:
    case kAlignedRoot:
      if (busy) return tlm::TLM_COMMAND_ERROR_RESPONSE;
      (address == kTumbledRoot ? roots_[entry_].tumbled : roots_[entry_].aligned) = value;
      return tlm::TLM_OK_RESPONSE;
    case kQueueEntry:
      if (params_.queries == 1) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
      if (busy || value >= params_.queries) return tlm::TLM_COMMAND_ERROR_RESPONSE;
      entry_ = value;
      return tlm::TLM_OK_RESPONSE;
    case kRefitRoot:
    case kRefitPairs:
      return write_refit(address, value, effect);
    default:
      if (ports_.rings != nullptr && address > kLastRegister) return write_ring(address, value, effect);
      return address <= kLastRegister ? tlm::TLM_COMMAND_ERROR_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
}

// A query that comes while others run, or the first one of a run.
tlm::tlm_response_status PciInterface::ring_doorbell(const std::uint32_t* words, std::uint64_t count,
                                                     Cycle effect) {
  if (count != kDoorbellWords) return tlm::TLM_BURST_ERROR_RESPONSE;
  if ((status_ & kDone) != 0 || last_came_) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  const Cycle now = clock().now();
  if (!ports_.commands->ready(now)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  const PoseCommand command = pose_command_of(words);
  if ((status_ & kBusy) == 0) begin_run(effect);
  if (command.query < params_.queries) begin_ring(command.query, command.first_witness, effect);
  ports_.commands->put(now, command, effect - now);
  query_begins_.push_back(effect + 1);
  ++running_;
  last_came_ = command.last;
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status PciInterface::write_objects(std::uint64_t first_word, const std::uint32_t* words,
                                                     std::uint64_t count, Cycle effect) {
  const Cycle now = clock().now();
  for (std::uint64_t done = 0; done < count;) {
    ObjectWrite write;
    const std::uint64_t word = first_word + done;
    write.slot = static_cast<std::uint32_t>(word / kObjectWords);
    write.first_word = static_cast<std::uint32_t>(word % kObjectWords);
    if (write.slot >= params_.objects) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    write.count = static_cast<std::uint32_t>(
        std::min<std::uint64_t>({write.words.size(), count - done, kObjectWords - write.first_word}));
    std::copy_n(words + done, write.count, write.words.begin());
    if (!ports_.objects->ready(now)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    ports_.objects->put(now, write, effect - now);
    done += write.count;
  }
  return tlm::TLM_OK_RESPONSE;
}

// The command waits in the unit for the query that follows.
tlm::tlm_response_status PciInterface::write_refit(std::uint64_t address, std::uint32_t value, Cycle effect) {
  if (ports_.refits == nullptr) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if ((status_ & (kBusy | kDone)) != 0) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (address == kRefitRoot) {
    refit_root_ = value;
    return tlm::TLM_OK_RESPONSE;
  }
  const PairPointer root = PairPointer::of_word(refit_root_);
  if (root.mask == 0 || value == 0) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  const Cycle now = clock().now();
  if (!ports_.refits->ready(now)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  ports_.refits->put(now, {root, value}, effect - now);
  return tlm::TLM_OK_RESPONSE;
}

// The place of the rings stays here over a reset, and goes to the Result Unit with a start.
tlm::tlm_response_status PciInterface::write_ring(std::uint64_t address, std::uint32_t value, Cycle effect) {
  if (address == kRingBaseLow || address == kRingBaseHigh) {
    if ((status_ & kBusy) != 0) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    ring_base_[address == kRingBaseLow ? 0 : 1] = value;
    return tlm::TLM_OK_RESPONSE;
  }
  if (address < kRingTaken || address >= kRingTaken + 4 * std::uint64_t{params_.queries})
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const Cycle now = clock().now();
  if (!ports_.rings->ready(now)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  const auto ring = static_cast<std::uint32_t>(address - kRingTaken) / 4;
  ports_.rings->put(now, {RingWrite::Kind::taken, ring, value}, effect - now);
  return tlm::TLM_OK_RESPONSE;
}

// Where they lie.
void PciInterface::begin_rings(Cycle effect) {
  if (ports_.rings == nullptr) return;
  const Cycle now = clock().now();
  const auto tell = [&](RingWrite::Kind kind, std::uint32_t ring, std::uint32_t value) {
    ports_.rings->put(now, {kind, ring, value}, effect - now);
  };
  tell(RingWrite::Kind::base_low, 0, ring_base_[0]);
  tell(RingWrite::Kind::base_high, 0, ring_base_[1]);
}

void PciInterface::begin_ring(std::uint32_t entry, bool first_witness, Cycle effect) {
  if (ports_.rings == nullptr) return;
  const Cycle now = clock().now();
  ports_.rings->put(now, {RingWrite::Kind::witness, entry, first_witness ? 1u : 0u}, effect - now);
}

tlm::tlm_response_status PciInterface::write_matrix(Channel<MatrixWrite>& channel, std::uint64_t first_word,
                                                    std::uint64_t limit, const std::uint32_t* words,
                                                    std::uint64_t count, Cycle effect) {
  if (first_word + count > limit) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if ((status_ & kBusy) != 0) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  const Cycle now = clock().now();
  for (std::uint64_t done = 0; done < count;) {
    MatrixWrite write;
    write.first_word = entry_ * group_words::kQueryWords + static_cast<std::uint32_t>(first_word + done);
    write.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(write.words.size(), count - done));
    std::copy_n(words + done, write.count, write.words.begin());
    if (!channel.ready(now))
      return tlm::TLM_GENERIC_ERROR_RESPONSE;  // the host writes faster than time passes
    channel.put(now, write, effect - now);
    done += write.count;
  }
  return tlm::TLM_OK_RESPONSE;
}

// The units keep lists, flags and a cache from query to query: a hard reset lies between two.
bool PciInterface::can_start() const {
  return ports_.start != nullptr && (status_ & (kBusy | kDone)) == 0 &&
         std::all_of(roots_.begin(), roots_.begin() + entry_ + 1, [](const Roots& roots) {
           return PairPointer::of_word(roots.tumbled).mask != 0 &&
                  PairPointer::of_word(roots.aligned).mask != 0;
         });
}

void PciInterface::start_query(Cycle effect) {
  const Cycle now = clock().now();
  running_ = entry_ + 1;
  const bool first_witness = (control_ & kFirstWitness) != 0;
  begin_run(effect);
  for (std::uint32_t entry = 0; entry < running_; ++entry) {
    ports_.start->put(now,
                      {PairPointer::of_word(roots_[entry].tumbled),
                       PairPointer::of_word(roots_[entry].aligned), first_witness},
                      effect - now);
    begin_ring(entry, first_witness, effect);
    query_begins_.push_back(effect + 1);
  }
  last_came_ = true;
}

void PciInterface::begin_run(Cycle effect) {
  begin_rings(effect);
  status_ = kBusy;
  ended_status_ = 0;
  pending_ = 0;
  announce_start(effect + 1);  // the cycle in which the next unit sees it
}

void PciInterface::announce_start(Cycle begin) {
  query_begin_ = begin;
  query_end_ = 0;
  if (on_start) on_start(begin);
}

void PciInterface::announce_end(Cycle end) {
  query_end_ = end;
  if (on_end) on_end(end);
}

// A second one adds nothing to the first.
void PciInterface::stop_query(Cycle effect, std::uint32_t query) {
  const Cycle now = clock().now();
  if (ports_.query_stop != nullptr) {
    if (ports_.query_stop->ready(now)) ports_.query_stop->put(now, {query}, effect - now);
  } else if (ports_.stop->ready(now)) {
    ports_.stop->put(now, {}, effect - now);
  }
}

unsigned PciInterface::transport_dbg(tlm::tlm_generic_payload& payload) {
  if (payload.get_address() < kSdramWindow) return 0;
  const std::uint64_t address = payload.get_address();
  payload.set_address(address - kSdramWindow);
  const unsigned bytes = memory->transport_dbg(payload);
  payload.set_address(address);
  return bytes;
}

}  // namespace collisionchip
