#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

TriangleUnit::Ports TriangleUnit::Ports::of(const UnitPorts& ports) {
  Channel<TileCommand>* const tile_commands = ports.find<TileCommand>("tile_commands");
  const bool tiles = tile_commands != nullptr;
  return {tiles ? nullptr : &ports.at<LeafTests>("leaf_tests"),
          ports.at<TriangleData>("triangle_data"),
          ports.at<MatrixWrite>("frame"),
          tiles ? nullptr : &ports.at<ReadRequest>("requests"),
          ports.at<Finding>("findings"),
          ports.at<StopRequest>("stop"),
          ports.find<TriangleData>("tumbled_leaves"),
          ports.find<TriangleData>("aligned_leaves"),
          tile_commands};
}

TriangleUnit::TriangleUnit(const sc_core::sc_module_name& name, const TriangleUnitParams& params,
                           const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      records("records"),
      issues("issues"),
      params_(params),
      ports_(ports),
      leaves_(params.tumbled_leaves, std::max(1u, params.tumbled_leaves)),
      cache_(params.cache_lines, params.cache_ways),
      tile_(params.tile),
      account_(std::string(name), account_meanings()[0]) {
  ports_.triangle_data.bind_reader(*this);
  ports_.matrix_writes.bind_reader(*this);
  ports_.findings.bind_writer(*this);
  ports_.stop.bind_writer(*this);
  if (has_tiles()) {
    ports_.tile_commands->bind_reader(*this);
    listen(*ports_.tile_commands);
  } else {
    ports_.leaf_tests->bind_reader(*this);
    ports_.requests->bind_writer(*this);
    listen(*ports_.leaf_tests);
  }
  listen(ports_.triangle_data);
  listen(ports_.matrix_writes);
  for (Channel<TriangleData>* leaves : {ports_.tumbled_leaves, ports_.aligned_leaves}) {
    if (leaves == nullptr) continue;
    leaves->bind_reader(*this);
    listen(*leaves);
  }
  keep(account_);
}

void TriangleUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void TriangleUnit::reset_state() {
  for (TumbledEntry& entry : tumbled_) entry.valid = false;
  leaves_.clear();
  cache_.clear();
  done_bits_ = issued_of_command_ = 0;
  tumbled_awaited_ = nullptr;
  aligned_awaited_ = false;
  tumbled_missed_ = aligned_missed_ = false;
  pipeline_free_ = 0;
  pipeline_.clear();
  witness_ahead_ = found_ = told_to_stop_ = false;
  reported_ = {};
  failed_ = {};
  state_ = CycleAccount::kIdle;
}

Cycle TriangleUnit::step(Cycle now) {
  account_.spend(now, state_);
  take_matrix_writes(now);
  if (ports_.aligned_leaves != nullptr) take_leaves(now);
  if (!has_tiles()) take_triangles(now);
  forget_misses(now);
  const Cycle next = has_tiles() ? work_tiles(now) : work(now);
  return std::min(next, let_out(now));
}

void TriangleUnit::take_matrix_writes(Cycle now) {
  while (const MatrixWrite* write = ports_.matrix_writes.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i) {
      const std::uint32_t word = write->first_word + i;
      const float value = float_of(write->words[i]);
      if (word < 24) {
        Matrix34& matrix = word < 12 ? frames_.to_aligned : frames_.to_tumbled;
        matrix[word % 12 / 4][word % 4] = value;
      } else {
        (word < 27 ? frames_.to_aligned_bound : frames_.to_tumbled_bound)[word % 3] = value;
      }
    }
    ports_.matrix_writes.pop(now);
  }
}

void TriangleUnit::take_triangles(Cycle now) {
  while (const TriangleData* data = ports_.triangle_data.front(now)) {
    const bool tumbled = tumbled_awaited_ != nullptr && tumbled_awaited_->address == data->address;
    if (data->error) {
      fail(now, data->error);
    } else if (tumbled) {
      *tumbled_awaited_ = {true, data->address, decode_triangle(data->record)};
    } else {
      statistics_.aligned_conflicts += cache_.insert(data->address, decode_triangle(data->record));
    }
    if (tumbled) {
      tumbled_awaited_ = nullptr;
    } else {
      aligned_awaited_ = false;
    }
    ports_.triangle_data.pop(now);
  }
}

// As they come: there is no way to hold them back.
void TriangleUnit::take_leaves(Cycle now) {
  while (const TriangleData* leaf = ports_.tumbled_leaves->front(now)) {
    ++statistics_.tumbled_leaves;
    leaves_.insert(leaf->address, decode_triangle(leaf->record));
    ports_.tumbled_leaves->pop(now);
  }
  while (const TriangleData* leaf = ports_.aligned_leaves->front(now)) {
    ++statistics_.aligned_leaves;
    cache_.insert(leaf->address, decode_triangle(leaf->record));
    ports_.aligned_leaves->pop(now);
  }
}

// nullptr if it is not in the unit.
const TriangleRecord* TriangleUnit::tumbled_triangle(int i, std::uint32_t address) {
  if (tumbled_[i].valid && tumbled_[i].address == address) return &tumbled_[i].triangle;
  return params_.tumbled_leaves > 0 ? leaves_.find(address) : nullptr;
}

// Works off messages, one step of one message in a cycle, until something is missing; returns when to go on.
Cycle TriangleUnit::work(Cycle now) {
  while (const LeafTests* message = ports_.leaf_tests->front(now)) {
    state_ = CycleAccount::kBusy;
    if (message->kind != LeafTests::Kind::tests) {
      const Cycle next = pass_on(now, *message);
      if (next != now) return next;
    } else if (found_ || failed_) {
      // Nothing more is wanted.
    } else if (params_.ideal) {
      if (!work_ideal(now, *message)) return kNever;
    } else {
      const Cycle next = work_off(now, *message);
      if (next != now) return next;
    }
    done_bits_ = 0;
    tumbled_missed_ = aligned_missed_ = false;
    ports_.leaf_tests->pop(now);
    if (!params_.ideal) return now + 1;
  }
  state_ = CycleAccount::kIdle;
  return kNever;
}

// Issues the message's next test; `now` if it was the last one, otherwise the cycle in which to go on.
Cycle TriangleUnit::work_off(Cycle now, const LeafTests& message) {
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const std::uint32_t bit = 1u << (2 * i + j);
      if ((message.bits & ~done_bits_ & bit) == 0) continue;
      const Cycle next = issue(now, i, j);
      if (next != now) return next;
      done_bits_ |= bit;
      return (message.bits & ~done_bits_) == 0 ? now : now + 1;
    }
  }
  return now;
}

// Returns as issue(). In order with the results: not before the last one is out.
Cycle TriangleUnit::pass_on(Cycle now, const LeafTests& message) {
  const bool end = message.kind == LeafTests::Kind::end;
  if (!end && (found_ || failed_)) return now;
  if (awaits_triangle()) {
    state_ = kMemory;
    return kNever;
  }
  if (!pipeline_.empty()) {
    state_ = CycleAccount::kIdle;
    return pipeline_.back().out + 1;
  }
  if (!room_for_results(now, 1)) return kNever;
  const ReadError& error = message.error ? message.error : failed_;
  if (end && params_.entry_check) {
    ports_.findings.put(now, reported_.closing(error));
  } else {
    put_finding(now, {end ? Finding::Kind::end : Finding::Kind::unfinished, message.tumbled[0],
                      message.aligned[0], error});
  }
  return now;
}

// A triangle that the memory cannot give: the query ends with an error, as soon as the Stack Engine can stop.
void TriangleUnit::fail(Cycle now, const ReadError& error) {
  if (failed_) return;
  failed_ = error;
  tell_to_stop(now);
}

void TriangleUnit::tell_to_stop(Cycle now) {
  if (!told_to_stop_) ports_.stop.put(now, {});
  told_to_stop_ = true;
}

// Issues one test if it can; `now` when done, otherwise
// the cycle to try again (kNever: when a channel says so).
Cycle TriangleUnit::issue(Cycle now, int i, int j) {
  const LeafTests& message = *ports_.leaf_tests->front(now);
  const TriangleRecord* tumbled = tumbled_triangle(i, message.tumbled[i]);
  const TriangleRecord* aligned = cache_.find(message.aligned[j]);
  if (tumbled == nullptr || aligned == nullptr) {
    state_ = kMemory;
    return ask(now, tumbled != nullptr ? nullptr : &tumbled_[i], message.tumbled[i], aligned != nullptr,
               message.aligned[j]);
  }
  if (now < pipeline_free_) return pipeline_free_;
  if (!room_for_results(now, 1)) return next_out();
  if (!tumbled_missed_) ++statistics_.tumbled_hits;
  if (!aligned_missed_) ++statistics_.aligned_hits;
  tumbled_missed_ = aligned_missed_ = false;
  issues.write(now);
  pipeline_.push_back(test(*tumbled, *aligned, message.first_witness));
  pipeline_.back().out = now + pipeline_depth() - 1;
  pipeline_free_ = now + params_.issue_cycles;
  account_.spend(pipeline_free_, CycleAccount::kBusy);
  return now;
}

// Asks for what is missing and not on its way, one triangle in a cycle, the tumbled one (`entry` is for it)
// first; returns when to go on.
Cycle TriangleUnit::ask(Cycle now, TumbledEntry* entry, std::uint32_t tumbled, bool has_aligned,
                        std::uint32_t aligned) {
  const bool ask_tumbled = entry != nullptr && tumbled_awaited_ == nullptr;
  const bool ask_aligned = !has_aligned && !aligned_awaited_;
  // If the channel is full, the step in which it has room tries again.
  if ((!ask_tumbled && !ask_aligned) || !ports_.requests->ready(now)) return kNever;
  ports_.requests->put(now, {ReadKind::triangle, ask_tumbled ? tumbled : aligned});
  if (!ask_tumbled) {
    ++statistics_.aligned_misses;
    aligned_missed_ = aligned_awaited_ = true;
    return kNever;
  }
  ++statistics_.tumbled_misses;
  tumbled_missed_ = true;
  statistics_.tumbled_conflicts += entry->valid;
  *entry = {false, tumbled, {}};
  tumbled_awaited_ = entry;
  return ask_aligned ? now + 1 : kNever;
}

// All that is in the pipeline has its room, a miss until it is out.
bool TriangleUnit::room_for_results(Cycle now, std::size_t results) {
  const bool room = ports_.findings.ready(now, pipeline_.size() + results - 1);
  if (!room) state_ = kPointerFifo;
  return room;
}

Cycle TriangleUnit::next_out() const {
  return pipeline_.empty() ? kNever : pipeline_.front().out + 1;
}

// Nobody is woken for what is not reported.
void TriangleUnit::forget_misses(Cycle now) {
  while (!pipeline_.empty() && pipeline_.front().out < now) pipeline_.pop_front();
}

// What leaves the pipeline in this cycle; returns when to go on: when the next result leaves that is
// reported, or at once when a witness makes the message at the head needless.
Cycle TriangleUnit::let_out(Cycle now) {
  bool witness = false;
  while (!pipeline_.empty() && pipeline_.front().out == now) {
    const Result result = pipeline_.front();
    pipeline_.pop_front();
    report(now, result);
    witness |= result.witness;
  }
  if (witness) return now + 1;
  const auto next =
      std::find_if(pipeline_.begin(), pipeline_.end(), [](const Result& result) { return result.reported; });
  return next == pipeline_.end() ? kNever : next->out;
}

Verdict TriangleUnit::judge(const TriangleRecord& tumbled, const TriangleRecord& aligned) const {
  if (params_.filter) return triangle_verdict(tumbled, aligned, frames_);
  return triangles_intersect(tumbled, aligned, frames_) ? Verdict::hit : Verdict::miss;
}

// Counts a test and says what is to be reported of it.
TriangleUnit::Result TriangleUnit::test(const TriangleRecord& tumbled, const TriangleRecord& aligned,
                                        bool first_witness) {
  if (witness_ahead_) return {};
  ++statistics_.tests;
  const Verdict verdict = judge(tumbled, aligned);
  if (verdict == Verdict::miss) {
    ++statistics_.misses;
    return {};
  }
  const bool hit = verdict == Verdict::hit;
  ++(hit ? statistics_.hits : statistics_.uncertain);
  if (!hit) {
    ++statistics_.uncertain_causes[static_cast<std::size_t>(cause_of_uncertainty(tumbled, aligned, frames_))];
  }
  witness_ahead_ = hit && first_witness;
  const Finding::Kind kind = hit ? Finding::Kind::hit : Finding::Kind::uncertain;
  return {0, true, witness_ahead_, {kind, tumbled.triangle, aligned.triangle, {}}};
}

void TriangleUnit::report(Cycle now, const Result& result) {
  if (!result.reported) return;
  put_finding(now, result.finding);
  if (!result.witness) return;
  found_ = true;
  tell_to_stop(now);
}

void TriangleUnit::put_finding(Cycle now, const Finding& finding) {
  if (params_.entry_check) reported_.add(entry_words(finding));
  ports_.findings.put(now, finding);
}

// No time, no traffic.
bool TriangleUnit::work_ideal(Cycle now, const LeafTests& message) {
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const std::uint32_t bit = 1u << (2 * i + j);
      if ((message.bits & ~done_bits_ & bit) == 0) continue;
      if (found_) return true;
      if (!room_for_results(now, 1)) return false;
      TriangleRecord tumbled, aligned;
      ReadError error = read_record(message.tumbled[i], tumbled);
      if (!error) error = read_record(message.aligned[j], aligned);
      if (error) {
        fail(now, error);
        return true;
      }
      report(now, test(tumbled, aligned, message.first_witness));
      done_bits_ |= bit;
    }
  }
  return true;
}

ReadError TriangleUnit::read_record(std::uint32_t address, TriangleRecord& record) {
  TriangleWords words{};
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(words.data()));
  payload.set_data_length(kTriangleBytes);
  if (records->transport_dbg(payload) != kTriangleBytes) {
    const bool uncorrectable = payload.get_response_status() == tlm::TLM_GENERIC_ERROR_RESPONSE;
    return {uncorrectable ? ReadError::Kind::uncorrectable : ReadError::Kind::refused, address};
  }
  record = decode_triangle(words);
  return {};
}

}  // namespace collisionchip
